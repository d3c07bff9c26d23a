import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// A `[profile.KEY]` table key by key, before its names are resolved.
struct ProfileDraft: NamedDraft {
  /// The key of the profile.
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

extension TableSchema where Draft == ProfileDraft {
  /// `[profile.deep-work]`
  static var profile: Self {
    TableSchema(
      "a profile",
      rows: [
        KeyRow(
          "id", value: .located(.uuid), summary: "Identity that outlives renaming",
          default: "derived from the profile's key"
        ) {
          $0.id = $1
        },
        KeyRow("name", value: .located(.string), summary: "What it is called on screen", default: "the profile's key") {
          $0.displayName = $1
        },
        KeyRow("description", value: .string, summary: "What it is for", default: "\"\"") { $0.description = $1 },
        KeyRow("icon", value: .string, summary: "A symbol for it, usually an emoji", default: "\"\"") { $0.icon = $1 },
        KeyRow("color", value: .color, summary: "Its colour on pages and bars") { $0.color = $1 },
        KeyRow(
          "enabled", value: .boolean, summary: "Whether its windows fire and its shield is applied", default: "true"
        ) {
          $0.isEnabled = $1
        },
        KeyRow("timezone", value: .located(.string), summary: "Zone of its windows", default: "the file's") {
          $0.zone = $1
        },
        KeyRow("window", value: .windows, summary: "When it holds: strings or tables", default: "[]") {
          $0.windows = $1
        },
        .table("block", schema: .block, summary: "What its shield covers") { draft, read in read(&draft.block) },
        .table("allow", schema: .allow, summary: "What its shield leaves out") { draft, read in read(&draft.allow) },
      ] + audienceRows + sessionRows
    ) { draft, entry, _ in draft.extensions[entry.key.text] = entry.value }
  }
}

extension TableSchema where Draft == ProfileDraft {
  /// The rows for the shielded users and the lock.
  private static var audienceRows: [KeyRow<ProfileDraft>] {
    [
      KeyRow(
        "users", value: .nonEmpty(.list("a list of users", of: .located(.string)), of: "a user"),
        summary: "Users whom it shields",
        default: "everybody but root"
      ) { $0.users = $1 },
      KeyRow(
        "groups", value: .nonEmpty(.list("a list of groups", of: .located(.string)), of: "a group"),
        summary: "Groups whose members it shields"
      ) {
        $0.groups = $1
      },
      KeyRow(
        "may", value: .list("a list of permissions", of: .choice("permission")),
        summary: "What its users may do to loosen it when an administrator wrote it",
        default: "all that the lock allows"
      ) { $0.permissions = $1 },
      KeyRow("lock", value: .located(.choice("lock")), summary: "How hard it is to end", default: "\"none\"") {
        $0.lock = $1
      },
      KeyRow(
        "overlap", value: .choice("kind of overlap"), summary: "What its start does to other sessions",
        default: "\"stack\""
      ) { $0.overlap = $1 },
      KeyRow(
        "cooldown", value: .located(.duration), summary: "How long loosening edits wait", default: "that of [daemon]"
      ) {
        $0.cooldown = $1
      },
    ]
  }

  /// The rows for the rules and texts of its sessions.
  private static var sessionRows: [KeyRow<ProfileDraft>] {
    [
      KeyRow("break", value: .table("a table", schema: .breaks), summary: "Breaks of a session", default: "none") {
        $0.breaks = $1
      },
      KeyRow("strategy", value: .table("a table", schema: .strategy), summary: "What 'schedctl start' runs") {
        $0.strategy = $1
      },
      KeyRow("pause", value: .table("a table", schema: .pause), summary: "Pauses of a session", default: "none") {
        $0.pause = $1
      },
      KeyRow(
        "access", value: .table("a table", schema: .access), summary: "Opening one target for some minutes",
        default: "never"
      ) {
        $0.access = $1
      },
      KeyRow("limit", value: .table("a table", schema: .limit), summary: "How much of some targets may be used") {
        $0.limit = $1
      },
      KeyRow("shield", value: .table("a table", schema: .screen), summary: "What a blocked person sees") {
        $0.screen = $1
      },
      KeyRow("reminder", value: .table("a table", schema: .reminder), summary: "A reminder after a session ends") {
        $0.reminder = $1
      },
      KeyRow(
        "unlock", value: .list("a list of keys", of: .table("a key", schema: .unlockKey)), summary: "Keys that stop it"
      ) {
        $0.unlockKeys = $1
      },
    ]
  }
}

extension Profile {
  /// Copies the settings of a draft that do not name sets, calendars or zones.
  mutating func copySettings(of draft: ProfileDraft) {
    isEnabled = draft.isEnabled
    lock = draft.lock?.value ?? .none
    overlap = draft.overlap
    description = draft.description
    icon = draft.icon
    color = draft.color
    block = BlockedTargets(draft.block)
    allow = AllowedTargets(draft.allow)
    users = draft.users.map(\.value)
    groups = draft.groups.map(\.value)
    permissions = draft.permissions.map { Set($0) }
    cooldownSeconds = draft.cooldown?.value
    breaks = draft.breaks
    strategy = draft.strategy
    pause = draft.pause
    access = draft.access
    limit = draft.limit
    screen = draft.screen
    reminder = draft.reminder
    unlockKeys = draft.unlockKeys
    extensions = draft.extensions
    source = draft.name.span
  }
}

extension ValueReader where Output == String {
  fileprivate static var color: Self {
    .parsed("a colour such as \"#e5484d\"", pattern: "#[0-9A-Fa-f]{6}", example: "#e5484d") {
      text throws(TextProblem) in
      let digits = text.utf8.dropFirst()
      let isHexadecimal = digits.allSatisfy { isASCIIDigit($0) || (0x61...0x66).contains($0 | 0x20) }
      if text.utf8.first == UInt8(ascii: "#"), digits.count == 6, isHexadecimal { return text.lowercased() }
      throw TextProblem(
        code: .invalidColor, range: 0..<text.utf8.count, message: "'\(text)' is not a colour",
        help: ["write it as # and six hexadecimal digits: \"#e5484d\""])
    }
  }
}
