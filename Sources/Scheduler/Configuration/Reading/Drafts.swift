import CivilTime
import Diagnostics
import TOML

/// What the files say, key by key, before names are looked up and rules are checked across keys.
struct ConfigurationDraft {
  var zone: Located<String>?
  var sets = NamedDrafts<SetDraft>()
  var calendars = NamedDrafts<CalendarDraft>()
  var profiles = NamedDrafts<ProfileDraft>()
  var extensions: [String: Value] = [:]
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
  private var positions: [String: Int] = [:]

  subscript(name: String) -> Draft? { positions[name].map { drafts[$0] } }

  /// Adds a draft, or returns where one of its name was opened before.
  mutating func add(_ draft: Draft) -> SourceSpan? {
    let name = draft.name.value
    if let position = positions[name] { return drafts[position].name.span }
    positions[name] = drafts.count
    drafts.append(draft)
    return nil
  }
}

struct SetDraft: NamedDraft {
  var name: Located<String>
  var applications: [Located<ApplicationName>] = []
  var domains: [Located<DomainName>] = []

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
  var displayName: String?
  var description = ""
  var icon = ""
  var color: String?
  var isEnabled = true
  var zone: Located<String>?
  var windows: [WindowDraft] = []
  var block = BlockDraft()
  var allow = AllowDraft()
  var extensions: [String: Value] = [:]

  init(named name: Located<String>) { self.name = name }
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
