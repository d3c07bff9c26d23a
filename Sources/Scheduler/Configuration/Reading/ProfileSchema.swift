import SchedulerTOML

/// A `[profile.KEY]` table key by key, before its names are resolved. A class, because copying this many properties is
/// slow. Each draft has one owner, `NamedDrafts`.
final class ProfileDraft: NamedDraft {
  /// The key of the profile.
  var name: Located<String>
  var id: Located<UUIDValue>?
  var displayName: Located<String>?
  var isEnabled = true
  var zone: Located<String>?
  var windows: [WindowDraft] = []
  /// What every window without `on` skips beside its own `skip`.
  var skip: [DateReference] = []
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
  var limits: [Located<LimitDraft>] = []
  var screen = ShieldScreen()
  var reminder: Reminder?
  var unlockKeys: [UnlockKey] = []
  var extensions: [String: Value] = [:]

  init(named name: Located<String>) { self.name = name }
}

extension TableSchema where Draft == ProfileDraft {
  /// `[profile.deep-work]`
  static var profile: Self {
    TableSchema(name: "a profile") {
      KeyRow(
        "id", into: \.id, value: .located(.uuid), summary: "Identity that outlives renaming",
        default: "derived from the profile's key")
      KeyRow(
        "name", into: \.displayName, value: .located(.string), summary: "What it is called on screen",
        default: "the profile's key")
      KeyRow("description", into: \.description, value: .string, summary: "What it is for", default: "\"\"")
      KeyRow("icon", into: \.icon, value: .string, summary: "A symbol for it, usually an emoji", default: "\"\"")
      KeyRow("color", into: \.color, value: .color, summary: "Its colour on pages and bars")
      KeyRow(
        "enabled", into: \.isEnabled, value: .boolean, summary: "Whether its windows fire and its shield is applied",
        default: "true")
      KeyRow("timezone", into: \.zone, value: .located(.string), summary: "Zone of its windows", default: "the file's")
      KeyRow("window", into: \.windows, value: .windows, summary: "When it holds: strings or tables", default: "[]")
      KeyRow(
        "skip", into: \.skip, value: .dateReferences,
        summary: "Dates and calendars on which none of its windows starts, except those with 'on'", default: "[]")
      KeyRow.table("block", into: \.block, schema: .block, summary: "What its shield covers")
      KeyRow.table("allow", into: \.allow, schema: .allow, summary: "What its shield leaves out")
      audienceRows
      sessionRows
    } keepExtension: { draft, entry, _ in
      draft.extensions[entry.key.text] = entry.value
    }
  }
}

extension TableSchema where Draft == ProfileDraft {
  /// The rows for the shielded users and the lock.
  private static var audienceRows: [KeyRow<ProfileDraft>] {
    [
      KeyRow(
        "users", into: \.users, value: .nonEmpty(.list("a list of users", of: .located(.string)), of: "a user"),
        summary: "Users whom it shields", default: "everybody but root"),
      KeyRow(
        "groups", into: \.groups, value: .nonEmpty(.list("a list of groups", of: .located(.string)), of: "a group"),
        summary: "Groups whose members it shields"),
      KeyRow(
        "may", into: \.permissions, value: .list("a list of permissions", of: .choice("permission")),
        summary: "What its users may do to loosen it when an administrator wrote it",
        default: "all that the lock allows"),
      KeyRow(
        "lock", into: \.lock, value: .located(.choice("lock")), summary: "How hard it is to end", default: "\"none\""),
      KeyRow(
        "overlap", into: \.overlap, value: .choice("kind of overlap"), summary: "What its start does to other sessions",
        default: "\"stack\""),
      KeyRow(
        "cooldown", into: \.cooldown, value: .located(.duration), summary: "How long loosening edits wait",
        default: "that of [daemon]"),
    ]
  }

  /// The rows for the rules and texts of its sessions.
  private static var sessionRows: [KeyRow<ProfileDraft>] {
    [
      KeyRow("break", into: \.breaks, value: .table(schema: .breaks), summary: "Breaks of a session", default: "none"),
      KeyRow("strategy", into: \.strategy, value: .table(schema: .strategy), summary: "What 'schedctl start' runs"),
      KeyRow("pause", into: \.pause, value: .table(schema: .pause), summary: "Pauses of a session", default: "none"),
      KeyRow(
        "access", into: \.access, value: .table(schema: .access),
        summary: "Opening one target for some minutes", default: "never"),
      KeyRow("limit", into: \.limits, value: .limits, summary: "How much of some targets may be used", default: "none"),
      KeyRow("shield", into: \.screen, value: .table(schema: .screen), summary: "What a blocked person sees"),
      KeyRow(
        "reminder", into: \.reminder, value: .table(schema: .reminder),
        summary: "A reminder after a session ends"),
      KeyRow(
        "unlock", into: \.unlockKeys, value: .list("a list of keys", of: .table("a key", schema: .unlockKey)),
        summary: "Keys that stop it"),
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
    limits = draft.limits.map { UsageLimit($0.value) }
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
      if text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(isHexadecimalDigit) { return text.lowercased() }
      throw TextProblem(
        code: .invalidColor, range: 0..<text.utf8.count, message: "'\(text)' is not a colour",
        help: ["write it as # and six hexadecimal digits: \"#e5484d\""])
    }
  }
}
