import SchedulerCivilTime
import Testing

@testable import Scheduler

/// How a change of a setting is told, and whether it loosens.
@Suite struct SettingComparisonTests {
  /// Lines of a profile before and after, and the change that they make.
  struct Edit: CustomTestStringConvertible {
    let old: String
    let new: String
    /// The key, what it said and what it says; empty for no change.
    let words: String
    let direction: ChangeDirection
    var testDescription: String { "\(old) -> \(new)" }

    init(_ old: String, _ new: String, _ words: String = "", _ direction: ChangeDirection = .neutral) {
      self.old = old
      self.new = new
      self.words = words
      self.direction = direction
    }

    /// The same edit undone.
    var undone: Edit { Edit(new, old) }
  }

  private static let day = Instant(epochSeconds: 0)..<Instant(epochSeconds: 86_400)

  private func changes(_ edit: Edit, isFile: Bool) throws -> [SettingChange] {
    let texts = [edit.old, edit.new].map { $0.replacing("; ", with: "\n") }
    let configurations = try texts.map {
      try configuration(isFile ? "\($0)\n[profile.p]\n" : "[profile.p]\n\($0)\n")
    }
    let difference = ConfigurationDifference(from: configurations[0], to: configurations[1], in: Self.day)
    return difference.settings + difference.profiles.flatMap(\.settings)
  }

  private func expect(_ edit: Edit, isFile: Bool) throws {
    let changes = try changes(edit, isFile: isFile)
    let words = changes.map { "\($0.key): \($0.old ?? "-") → \($0.new ?? "-")" }
    #expect(words == (edit.words.isEmpty ? [] : [edit.words]))
    #expect(changes.allSatisfy { $0.direction == edit.direction })
    let undone = try self.changes(edit.undone, isFile: isFile)
    #expect(undone.map { [$0.key, $0.old, $0.new] } == changes.map { [$0.key, $0.new, $0.old] })
    // What tightens is undone by what loosens; the other way round it may be that nothing is sure.
    if edit.direction == .tightens { #expect(undone.allSatisfy { $0.direction == .loosens }) }
  }

  @Test(arguments: profileEdits + ruleEdits)
  func `the comparison describes and judges a change of a profile`(edit: Edit) throws {
    try expect(edit, isFile: false)
  }

  @Test(arguments: fileEdits)
  func `the comparison describes and judges a change for all profiles`(edit: Edit) throws {
    try expect(edit, isFile: true)
  }

  /// The profiles beside a zone of the files before and after, and whether anybody follows it in both.
  @Test(
    arguments: [
      ("", "", false), ("[profile.p]", "[profile.p]", true), ("[profile.p]", "", false), ("", "[profile.p]", false),
      ("[profile.p]\ntimezone = 'UTC'", "[profile.p]\ntimezone = 'UTC'", false),
      ("[profile.p]\ntimezone = 'UTC'\n[profile.q]", "[profile.p]\ntimezone = 'UTC'\n[profile.q]", true),
      ("[profile.p]\ntimezone = 'UTC'", "[profile.p]", false),
    ])
  func `the comparison reports a changed general timezone only if some profile follows it in both files`(
    old: String, new: String, isTold: Bool
  ) throws {
    let difference = ConfigurationDifference(
      from: try configuration("timezone = 'UTC'\n\(old)\n"), to: try configuration("timezone = 'Asia/Tokyo'\n\(new)\n"),
      in: Self.day)
    #expect(difference.settings.map(\.key) == (isTold ? ["timezone"] : []))
    if old.contains("UTC"), !new.contains("UTC") {
      #expect(difference.profiles.flatMap(\.settings).map(\.key) == ["timezone"])
    }
  }

  static let profileEdits = [
    Edit("lock = 'none'", "lock = 'remote'", "lock: none → remote", .tightens),
    Edit(
      "window = ['09:00-10:00']; overlap = 'stack'", "window = ['09:00-10:00']; overlap = 'replace'",
      "overlap: stack → replace", .loosens),
    Edit(
      "window = ['09:00-10:00']; overlap = 'replace'", "window = ['09:00-10:00']; overlap = 'stack'",
      "overlap: replace → stack", .loosens),
    // Without windows that fire nobody is ended.
    Edit("overlap = 'stack'", "overlap = 'replace'", "overlap: stack → replace", .neutral),
    Edit(
      "window = ['09:00-10:00']; enabled = false", "window = ['09:00-10:00']; enabled = false; overlap = 'replace'",
      "overlap: stack → replace", .neutral),
    Edit(
      "window = ['09:00-10:00']; enabled = false; overlap = 'replace'", "window = ['09:00-10:00']; overlap = 'replace'",
      "enabled: false → true", .loosens),
    Edit(
      "enabled = false; overlap = 'replace'", "enabled = true; overlap = 'replace'", "enabled: false → true", .tightens),
    Edit("enabled = false", "enabled = true", "enabled: false → true", .tightens),
    Edit("enabled = true", "lock = 'none'"),
    Edit("cooldown = '1h'", "cooldown = '2h'", "cooldown: 1h → 2h", .tightens),
    Edit("cooldown = '60m'", "cooldown = '1h'"), Edit("cooldown = '0s'", "lock = 'none'"),
    Edit("timezone = 'UTC'", "timezone = 'Asia/Tokyo'", "timezone: UTC → Asia/Tokyo", .loosens),
    Edit("timezone = 'UTC'", "timezone = 'Etc/UTC'"),
    Edit("timezone = 'Europe/Berlin'", "timezone = 'Europe/Paris'", "timezone: Europe/Berlin → Europe/Paris", .loosens),
    Edit("users = ['kim', 'sam']", "users = ['sam', 'kim', 'kim']"),
    Edit("users = ['kim']", "users = ['kim', 'sam']", "users: kim → kim, sam", .tightens),
    Edit("users = ['kim']", "users = ['sam']", "users: kim → sam", .loosens),
    Edit("users = ['kim']", "lock = 'none'", "users: kim → everybody but root", .tightens),
    Edit("users = ['root']", "lock = 'none'", "users: root → everybody but root", .loosens),
    Edit("lock = 'none'", "users = ['root']", "users: everybody but root → root", .loosens),
    // Root may be a member.
    Edit("groups = ['staff']", "lock = 'none'", "users: group staff → everybody but root", .loosens),
    Edit(
      "users = ['kim']; groups = ['staff']", "users = ['kim']; groups = ['crew']",
      "users: kim, group staff → kim, group crew", .loosens),
    Edit("users = ['kim']", "groups = ['staff']", "users: kim → group staff", .loosens),
    Edit(
      "may = ['stop', 'break']", "may = ['break']", "may: stop, break → break", .tightens),
    Edit("lock = 'none'", "may = []", "may: all that the lock allows → nothing", .tightens),
    Edit("lock = 'none'", "may = ['stop', 'pause', 'break', 'access', 'skip', 'emergency']"),
    Edit(
      "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'", "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11'",
      "id: 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10 → 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11", .loosens),
    Edit("name = 'One'; icon = '1'; description = 'a'", "name = 'Two'; color = '#aabbcc'; shield.title = 'b'"),
  ]

  static let ruleEdits = [
    Edit("break.length = '5m'", "lock = 'none'", "break: 5m, 5m a session, at most 1 → none", .tightens),
    Edit(
      "break.length = '10m'; break.budget = '20m'", "break.length = '5m'; break.budget = '20m'",
      "break: 10m, 20m a session, any number → 5m, 20m a session, any number", .tightens),
    Edit(
      "break.length = '5m'; break.reset = '04:00'", "break.length = '5m'",
      "break: 5m, 5m a session, at most 1, full again at 04:00 → 5m, 5m a session, at most 1", .tightens),
    Edit(
      "pause.length = '5m'; pause.count = 2", "pause.length = '5m'", "pause: 5m, at most 2 → 5m, at most 1", .tightens),
    Edit("pause.length = '5m'", "pause.length = '6m'", "pause: 5m, at most 1 → 6m, at most 1", .loosens),
    Edit(
      "access.length = '5m'; access.refill = '6h'", "access.length = '5m'",
      "access: 5m, at most 1, full again after 6h → 5m, at most 1", .tightens),
    Edit("lock = 'none'", "strategy.type = 'timer'; strategy.length = '45m'", "strategy: manual → timer 45m", .loosens),
    Edit(
      "strategy.type = 'timer'; strategy.length = '45m'",
      "strategy.type = 'timer'; strategy.length = '45m'; strategy.early-stop = false",
      "strategy: timer 45m → timer 45m, no early stop", .tightens),
    Edit(
      "strategy.type = 'pomodoro'", "strategy.type = 'pomodoro'; strategy.focus = '30m'",
      "strategy: pomodoro 25m, breaks 5m and 15m, 4 rounds, auto-start both"
        + " → pomodoro 30m, breaks 5m and 15m, 4 rounds, auto-start both", .loosens),
    Edit(
      "limit.apps = ['steam']; limit.use = '30m'", "limit.apps = ['steam', 'ark']; limit.use = '30m'",
      "limit: 30m a day of steam → 30m a day of ark, steam", .tightens),
    Edit(
      "limit.apps = ['steam', 'ark']; limit.use = '30m'", "limit.apps = ['ark', 'steam', 'ark']; limit.use = '30m'"),
    Edit(
      "limit.domains = ['a.org', 'b.org']; limit.categories = ['Game', 'Chat']; limit.use = '30m'",
      "limit.domains = ['b.org', 'a.org', 'b.org']; limit.categories = ['Chat', 'Game', 'Chat']; limit.use = '30m'"),
    Edit(
      "reminder.after-end = '5m'", "reminder.after-end = '5m'; reminder.message = 'Go on'",
      "reminder: 5m after the end → 5m after the end: Go on", .neutral),
    Edit(
      "unlock = [{ type = 'text', length = 32 }]", "unlock = [{ type = 'text', length = 32, name = 'long' }]"),
    Edit(
      "unlock = [{ type = 'text', length = 32 }]", "unlock = [{ type = 'text', length = 64 }]",
      "unlock: text of 32 characters → text of 64 characters", .tightens),
    Edit(
      "lock = 'none'", "unlock = [{ type = 'text', length = 32 }]", "unlock: none → text of 32 characters", .loosens),
    Edit(
      "unlock = [{ type = 'text', length = 32 }]", "lock = 'none'", "unlock: text of 32 characters → none", .loosens),
  ]

  static let fileEdits = [
    Edit("timezone = 'UTC'", "timezone = 'system'", "timezone: UTC → system", .loosens),
    // What now is the same may part ways when the machine travels.
    Edit("timezone = 'UTC'", "timezone = 'Etc/UTC'"),
    Edit("timezone = 'Etc/UTC'", "timezone = 'system'", "timezone: Etc/UTC → system", .loosens),
    Edit("emergency.uses = 3", "emergency.uses = 0", "emergency: 3 uses in 4w → none", .tightens),
    Edit("emergency.uses = 0; emergency.refill = '1w'", "emergency.uses = 0"),
    Edit("emergency.refill = '1w'", "emergency.refill = 'never'", "emergency: 3 uses in 1w → 3 uses in all", .tightens),
    Edit("daemon.on-exit = 'lift'", "daemon.on-exit = 'keep'", "daemon.on-exit: lift → keep", .tightens),
    Edit("daemon.notify = true", "daemon.group = 'staff'", "daemon.group: none → staff", .loosens),
    Edit("daemon.group = 'staff'", "daemon.notify = true", "daemon.group: staff → none", .tightens),
    Edit("daemon.cooldown = '1h'", "daemon.cooldown = '2h'", "daemon.cooldown: 1h → 2h", .tightens),
    Edit("daemon.authorized = false", "daemon.authorized = true", "daemon.authorized: false → true", .tightens),
    Edit("daemon.private = false", "daemon.private = true", "daemon.private: false → true", .neutral),
    Edit("daemon.notify = true", "daemon.notify = false", "daemon.notify: true → false", .neutral),
    Edit("daemon.history = '90d'", "daemon.history = '1w'", "daemon.history: 90d → 1w", .neutral),
    Edit("enforce.adapters = ['hosts']", "enforce.adapters = 'auto'", "enforce.adapters: hosts → auto", .tightens),
    Edit("enforce.adapters = ['hosts', 'sweeper']", "enforce.adapters = ['sweeper', 'hosts']"),
    Edit("enforce.grace = '3s'", "enforce.grace = '1m'", "enforce.grace: 3s → 1m", .loosens),
    Edit("", "enforce.program = ['/bin/true', 'x']", "enforce.program: none → /bin/true x", .tightens),
    Edit("enforce.freeze = false", "enforce.freeze = true", "enforce.freeze: false → true", .loosens),
    Edit(
      "hook = []", "hook = [{ on = ['intervalDidStart'], run = ['/bin/true', 'x'] }]",
      "hook: - → intervalDidStart: /bin/true x", .neutral),
    Edit(
      "hook = [{ on = ['intervalDidStart'], run = ['/bin/true'] }, { on = ['intervalDidEnd'], run = ['/bin/true'] }]",
      "hook = [{ on = ['intervalDidEnd'], run = ['/bin/true'] }, { on = ['intervalDidStart'], run = ['/bin/true'] }]"),
  ]

  @Test(arguments: [
    ("users = ['root']", "lock = 'none'", true), ("users = ['kim']", "users = ['sam']", true),
    ("users = ['kim']", "groups = ['staff']", true), ("lock = 'none'", "users = ['kim']", false),
    ("users = ['kim', 'sam']", "users = ['kim']", false), ("users = ['kim']", "users = ['kim', 'sam']", false),
  ])
  func `a change of users is mixed if it frees some users and holds others`(old: String, new: String, isMixed: Bool)
    throws
  {
    #expect(try changes(Edit(old, new), isFile: false).map(\.isMixed) == [isMixed])
  }

  @Test(arguments: [("stack", "replace"), ("replace", "stack")])
  func `a change of overlap holds some sessions and ends others, so it is mixed`(old: String, new: String) throws {
    let window = "window = ['09:00-10:00']; overlap ="
    #expect(try changes(Edit("\(window) '\(old)'", "\(window) '\(new)'"), isFile: false).map(\.isMixed) == [true])
  }

  @Test func `adding a profile tightens and lists all its settings; removing one loosens and lists none`() throws {
    let none = try configuration("")
    let some = try configuration("[profile.p]\nbreak.length = '5m'\nlock = 'strict'\nreminder.after-end = '5m'\n")
    let added = ConfigurationDifference(from: none, to: some, in: Self.day)
    #expect(added.direction == .tightens && added.profiles.map(\.presence) == [.added])
    let settings = added.profiles[0].settings
    #expect(settings.map(\.key) == ["lock", "break", "reminder"] && settings.allSatisfy { $0.old == nil })
    #expect(settings.map(\.direction) == [.tightens, .tightens, .neutral])
    let removed = ConfigurationDifference(from: some, to: none, in: Self.day)
    #expect(removed.direction == .loosens && removed.profiles.map(\.presence) == [.removed])
    #expect(removed.profiles[0].settings.isEmpty)
  }

  @Test(arguments: [
    ("stack", "window = ['09:00-10:00']", ChangeDirection.tightens), ("replace", "window = ['09:00-10:00']", .loosens),
    ("replace", "", .tightens), ("replace", "window = ['09:00-10:00']\nenabled = false", .tightens),
  ])
  func `adding a profile loosens the configuration if the profile can end other sessions`(
    overlap: String, rest: String, direction: ChangeDirection
  ) throws {
    let profile = try configuration("[profile.p]\noverlap = '\(overlap)'\nlock = 'strict'\n\(rest)\n")
    let added = ConfigurationDifference(from: try configuration(""), to: profile, in: Self.day)
    #expect(added.direction == direction)
  }

  @Test(arguments: [
    // More of it, or another start of it, can end sessions; less of it frees what it held itself.
    ("09:00-10:00", "09:00-11:00", ChangeDirection.tightens, ChangeDirection.loosens, true),
    ("09:00-10:00", "08:00-10:00", .tightens, .loosens, true),
    ("09:00-11:00", "09:00-10:00", .loosens, .loosens, false),
    // Two that become one lose a start, and one stop ends both; one that becomes two has another.
    ("09:00-10:00', '10:00-11:00", "09:00-11:00", .loosens, .loosens, true),
    ("09:00-11:00", "09:00-10:00', '10:00-11:00", .neutral, .loosens, false),
  ])
  func `a changed or new interval that replaces can end other sessions, so the edit loosens`(
    old: String, new: String, stacked: ChangeDirection, replacing: ChangeDirection, isMixed: Bool
  ) throws {
    for (overlap, direction) in [("stack", stacked), ("replace", replacing)] {
      let both = try [old, new].map { try configuration("[profile.p]\noverlap = '\(overlap)'\nwindow = ['\($0)']\n") }
      let difference = ConfigurationDifference(from: both[0], to: both[1], in: Self.day)
      #expect(difference.direction == direction, "\(overlap)")
      if overlap == "replace" { #expect(difference.profiles[0].intervalGroups.contains(where: \.isMixed) == isMixed) }
    }
  }

  @Test(arguments: [
    // Each of two sessions has its own budget; two that become one have less, and one stop ends both.
    ("break.length = '5m'", ChangeDirection.loosens, ChangeDirection.loosens),
    ("pause.length = '5m'", .loosens, .loosens), ("access.length = '5m'", .loosens, .loosens),
    ("lock = 'strict'", .loosens, .neutral), ("lock = 'remote'", .neutral, .loosens),
    ("limit = { apps = ['steam'], use = '5m', per = 'session' }", .loosens, .loosens),
    ("limit = { apps = ['steam'], use = '5m', per = 'window' }", .loosens, .loosens),
    ("limit = { apps = ['steam'], use = '5m', per = 'day' }", .neutral, .loosens),
  ])
  func `dividing an interval loosens if its sessions gain from the division`(
    rule: String, divided: ChangeDirection, joined: ChangeDirection
  ) throws {
    let texts = ["'09:00-11:00'", "'09:00-10:00', '10:00-11:00'"]
    let both = try texts.map { try configuration("[profile.p]\n\(rule)\nwindow = [\($0)]\n") }
    #expect(ConfigurationDifference(from: both[0], to: both[1], in: Self.day).direction == divided)
    #expect(ConfigurationDifference(from: both[1], to: both[0], in: Self.day).direction == joined)
    // An interval that starts after it divides nothing.
    let more = try configuration("[profile.p]\n\(rule)\nwindow = ['09:00-11:00', '11:00-12:00']\n")
    #expect(ConfigurationDifference(from: both[0], to: more, in: Self.day).direction == .tightens)
    // Nor does what begins later, or on a later part of it, with nothing of the profile before.
    for moved in ["'10:00-11:00'", "'10:00-12:00'", "'10:00-10:30', '11:00-12:00'"] {
      let later = try configuration("[profile.p]\n\(rule)\nwindow = [\(moved)]\n")
      let profiles = ConfigurationDifference(from: both[0], to: later, in: Self.day).profiles
      #expect(profiles.allSatisfy { !$0.intervals.contains(where: \.dividesSession) }, "\(moved)")
    }
  }

  @Test func `a comparison matches profiles by identity, else by key`() throws {
    let id = "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'"
    let old = try configuration("[profile.a]\n\(id)\n[profile.b]\n[profile.c]\n")
    let new = try configuration("[profile.a]\n[profile.b]\n\(id)\n[profile.c]\n\(id.replacing("a10", with: "a11"))\n")
    let profiles = ConfigurationDifference(from: old, to: new, in: Self.day).profiles
    #expect(profiles.map { $0.old?.key.text ?? "-" } == ["-", "a", "b", "c"])
    #expect(profiles.map { $0.new?.key.text ?? "-" } == ["a", "b", "-", "c"])
    #expect(profiles.map(\.isRenamed) == [false, true, false, false])
    #expect(profiles.map { $0.settings.map(\.key) } == [[], [], [], ["id"]])
  }
}
