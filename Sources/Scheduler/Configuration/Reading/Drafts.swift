import CivilTime
import Diagnostics
import TOML

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

/// Drafts in the order of the files, found by name as well. They stay where they are: they are large.
struct NamedDrafts<Draft: NamedDraft> {
  private(set) var drafts: [Draft] = []
  /// The positions of the names, once there are many.
  private var positions: [String: Int] = [:]

  /// Up to so many are looked through: the type of a dictionary costs the start of the program more.
  private static var fewCount: Int { 16 }

  subscript(name: String) -> Draft? { position(of: name).map { drafts[$0] } }

  private func position(of name: String) -> Int? {
    drafts.count <= Self.fewCount ? drafts.firstIndex { $0.name.value == name } : positions[name]
  }

  /// Adds a draft, or returns where one of its name was opened before.
  mutating func add(_ draft: Draft) -> SourceSpan? {
    if let position = position(of: draft.name.value) { return drafts[position].name.span }
    drafts.append(draft)
    if drafts.count == Self.fewCount + 1 {
      for (index, draft) in drafts.enumerated() { positions[draft.name.value] = index }
    } else if drafts.count > Self.fewCount {
      positions[draft.name.value] = drafts.count - 1
    }
    return nil
  }

  /// Changes each draft where it is; its name stays.
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

/// A class: it is large, there may be thousands, and each is handed on many times.
final class ProfileDraft: NamedDraft {
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
  /// What needs neither its place nor other names.
  var rare = Profile.RareSettings()
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
