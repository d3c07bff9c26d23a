import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// The content of the files key by key, before names are resolved and rules across keys are checked.
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
  /// The places of single values at the top of the files.
  var givenKeys: [String: SourceSpan] = [:]
}

/// A draft of a named table such as `[set.feeds]`.
protocol NamedDraft {
  /// The name and the place where the table is opened.
  var name: Located<String> { get }

  init(named name: Located<String>)
}

/// Drafts in the order of the files, indexed by name.
struct NamedDrafts<Draft: NamedDraft> {
  private(set) var drafts: [Draft] = []
  private var positions: [String: Int] = [:]

  subscript(name: String) -> Draft? { positions[name].map { drafts[$0] } }

  /// Adds a draft. If one with that name exists, adds nothing and returns the place where it is opened.
  mutating func add(_ draft: Draft) -> SourceSpan? {
    if let position = positions[draft.name.value] { return drafts[position].name.span }
    positions[draft.name.value] = drafts.count
    drafts.append(draft)
    return nil
  }

  /// Changes each draft in place. The names must not change.
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
  var ranges: [ClosedRange<CivilDate>] = []

  init(named name: Located<String>) { self.name = name }
}

struct DaemonDraft {
  var settings = DaemonSettings()
  var group: Located<String>?
}
