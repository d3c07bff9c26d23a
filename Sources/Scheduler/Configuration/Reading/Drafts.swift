import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// What the files say, key by key, before names are looked up and rules are checked across keys.
struct ConfigurationDraft {
  var zone: Located<String>?
  var sets = NamedDrafts<SetDraft>()
  var calendars = NamedDrafts<CalendarDraft>()
  var profiles = NamedDrafts<ProfileDraft>()
  var emergency = EmergencyRules()
  var hooks: [Hook] = []
  var daemon = DaemonDraft()
  var enforcement = EnforcementSettings()
  var extensions: [String: Value] = [:]
  /// The names of the list files that were read.
  var listFiles: [String] = []
  /// Where single values at the top of the files were given.
  var givenKeys: [String: SourceSpan] = [:]
}

/// A draft of a table that has a name: `[set.feeds]`.
protocol NamedDraft {
  /// The name and where the table is opened.
  var name: Located<String> { get }

  init(named name: Located<String>)
}

/// Drafts in the order of the files, also found by name.
struct NamedDrafts<Draft: NamedDraft> {
  private(set) var drafts: [Draft] = []
  private var positions: [String: Int] = [:]

  subscript(name: String) -> Draft? { positions[name].map { drafts[$0] } }

  /// Adds a draft. If there is one of that name already, returns where that is opened and adds nothing.
  mutating func add(_ draft: Draft) -> SourceSpan? {
    if let position = positions[draft.name.value] { return drafts[position].name.span }
    positions[draft.name.value] = drafts.count
    drafts.append(draft)
    return nil
  }

  /// Changes each draft in place. Names stay as they are.
  mutating func modifyEach(_ change: (inout Draft) -> Void) {
    for index in drafts.indices { change(&drafts[index]) }
  }
}

struct SetDraft: NamedDraft {
  var name: Located<String>
  var applications: [Located<ApplicationName>] = []
  var domains: [Located<DomainName>] = []
  /// The paths of its list files, as written.
  var listPaths: [Located<String>] = []
  /// The domains of its list files.
  var listedDomains: [DomainName] = []

  init(named name: Located<String>) { self.name = name }
}

struct CalendarDraft: NamedDraft {
  var name: Located<String>
  var ranges: [DateRange] = []

  init(named name: Located<String>) { self.name = name }
}

struct ProfileDraft: NamedDraft {
  /// Its key.
  var name: Located<String>
  var id: Located<UUIDValue>?
  var displayName: Located<String>?
  var isEnabled = true
  var zone: Located<String>?
  var windows: [WindowDraft] = []
  var block = BlockDraft()
  var allow = AllowDraft()
  var users: [Located<String>] = []
  var groups: [Located<String>] = []
  var permissions: [Permission]?
  var lock: Located<Lock>?
  var overlap = Overlap.stack
  var cooldown: Located<Int64>?
  var description = ""
  var icon = ""
  var color: String?
  var breaks: BreakRules?
  var strategy = Strategy()
  var pause: PauseRules?
  var access: AccessRules?
  var limit: UsageLimit?
  var screen = ShieldScreen()
  var reminder: Reminder?
  var unlockKeys: [UnlockKey] = []
  var extensions: [String: Value] = [:]

  init(named name: Located<String>) { self.name = name }
}

struct DaemonDraft {
  var settings = DaemonSettings()
  var group: Located<String>?
}

struct BlockDraft {
  var sets: [Located<String>] = []
  var applications: Coverage<Located<ApplicationName>> = .listed([])
  var categories: [Located<ApplicationCategory>] = []
  var domains: Coverage<Located<DomainName>> = .listed([])
  var allowsAppInstallation: Located<Bool>?
  var allowsAppRemoval: Located<Bool>?
}

struct AllowDraft {
  var applications: [Located<ApplicationName>] = []
  var categories: [Located<ApplicationCategory>] = []
  var domains: [Located<DomainName>] = []
}

struct WindowDraft {
  var span: SourceSpan
  var name: String?
  var days: Located<WeekdaySet>?
  var on: Located<[DateReference]>?
  var start: Located<WeekdayTime>?
  var end: Located<WeekdayTime>?
  var warnings: [Located<Int64>] = []
  var skip: [DateReference] = []
  var every: Located<Int64>?
  var from: Located<CivilDate>?
  var until: Located<CivilDate>?
}

/// A date, or the name of a calendar.
enum DateReference {
  case date(Located<CivilDate>)
  case calendar(Located<String>)
}
