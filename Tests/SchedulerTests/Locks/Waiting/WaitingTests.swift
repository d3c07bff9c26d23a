import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// What of an edit is in force while its loosening waits.
@Suite struct WaitingTests {
  private static let range = WaitingKeyTests.range
  private static let window = "window = ['09:00-10:00']"
  private static let replacing = "[profile.r]\nwindow = ['09:30-11:00']\noverlap = 'replace'\n"

  private func tightened(
    _ old: String, _ new: String, waiting mayWait: (ProfileID?) -> Bool = { _ in true }
  ) throws -> TightenedConfiguration {
    try configuration(old).tightened(by: try configuration(new), in: Self.range, waiting: mayWait)
  }

  /// A profile that lines make of lines, in a file that begins with some tables.
  private func profile(_ old: String, _ new: String, among others: String = "") throws -> Profile {
    let texts = [old, new].map { "[profile.p]\n" + $0.replacing("; ", with: "\n") + "\n\(others)" }
    let tightened = try tightened(texts[0], texts[1]).configuration
    return try #require(tightened.profiles.first { $0.key.text == "p" })
  }

  @Test func `the stricter part of each value applies, and the waiting change is relative to it`() throws {
    let tightened = try tightened(
      "[profile.p]\nbreak = { length = '10m', budget = '20m', count = 2 }\n",
      "[profile.p]\nbreak = { length = '5m', budget = '30m', count = 3, reset = '04:00' }\n")
    let breaks = BreakRules(lengthSeconds: 300, budgetSeconds: 1_200, count: 2)
    #expect(tightened.configuration.profiles[0].breaks == breaks)
    let change = try #require(tightened.waiting.profiles.first?.settings.first)
    #expect(change.key == "break" && change.direction == .loosens)
    #expect(change.old == "5m, 20m a session, at most 2")
    #expect(change.new == "5m, 30m a session, at most 3, full again at 04:00")
  }

  @Test func `each value of a joined rule is the tighter one of the old and the new rule`() throws {
    let old = "pause = { length = '5m', count = 3 }; access = { length = '9m', refill = '6h' }; may = ['stop', 'break']"
    let new = "pause = { length = '9m', count = 1 }; access = { length = '3m', count = 2 }; may = ['break', 'access']"
    let tight = try profile(old, new)
    #expect(tight.pause == PauseRules(lengthSeconds: 300, count: 1))
    #expect(tight.access == AccessRules(lengthSeconds: 180, count: 1))
    #expect(tight.permissions == [.break])
    let limits = try profile(
      "limit = { apps = ['one'], use = '30m' }", "limit = { apps = ['two'], use = '20m', per = 'day' }")
    #expect(
      limits.limits.first?.useSeconds == 1_200 && limits.limits.first?.applications.map(\.text) == ["one", "two"])
    let users = try profile("users = ['kim']; groups = ['staff']", "users = ['sam']; groups = ['crew']")
    #expect(users.users == ["kim", "sam"] && users.groups == ["crew", "staff"])
    let timer = try profile(
      "strategy = { type = 'timer', length = '45m' }",
      "strategy = { type = 'timer', length = '30m', early-stop = false }")
    #expect(timer.strategy.timer == TimerRules(lengthSeconds: 2_700, allowsEarlyStop: false))
  }

  @Test func `an edit keeps the unlock keys that are not easier, or else the old ones if none would be left`() throws {
    let both = "unlock = [{ type = 'text', length = 16 }]"
    #expect(
      try profile(both, "unlock = [{ type = 'text', length = 8 }, { type = 'text', length = 32 }]").unlockKeys
        == [UnlockKey(.text(length: 32))])
    #expect(try profile(both, "lock = 'none'").unlockKeys == [UnlockKey(.text(length: 16))])
    #expect(try profile("lock = 'strict'; \(both)", "lock = 'strict'").unlockKeys.isEmpty)
    // It would be strict without a way out, but the lock cannot rise where another profile would wait for it.
    let tight = try profile("\(both); \(Self.window)", "lock = 'strict'; \(Self.window)", among: Self.replacing)
    #expect(tight.lock == .none && tight.unlockKeys == [UnlockKey(.text(length: 16))])
  }

  @Test func `users stay where their union would free root or cannot be expressed`() throws {
    #expect(try profile("users = ['root']", "").users == ["root"])
    #expect(try profile("", "users = ['root', 'kim']").users.isEmpty)
    #expect(try profile("groups = ['staff']", "").groups == ["staff"])
  }

  @Test func `old and new windows of one zone both apply, and windows of another zone wait as a whole`() throws {
    let moved = try profile("window = ['09:00-10:00']", "window = ['10:00-11:00', '14:00-15:00']")
    #expect(moved.windows.map { "\($0.start)-\($0.end)" } == ["10:00-11:00", "14:00-15:00", "09:00-10:00"])
    #expect(moved.windows.map { $0.source != nil } == [true, true, false], "places are those of the newer files")
    let travelled = try profile(
      "timezone = 'Asia/Tokyo'; window = ['09:00-10:00']", "timezone = 'Europe/Berlin'; window = ['14:00-15:00']")
    #expect(travelled.zone?.rules.identifier == "Asia/Tokyo" && travelled.windows.map(\.start.description) == ["09:00"])
    let first = try profile("timezone = 'Asia/Tokyo'", "timezone = 'Europe/Berlin'; window = ['14:00-15:00']")
    #expect(first.zone?.rules.identifier == "Europe/Berlin" && first.windows.count == 1)
  }

  @Test func `new windows that only join sessions wait, and new windows that hold more do not`() throws {
    let two = "window = ['09:00-10:00', '10:00-11:00']"
    #expect(try profile(two, "window = ['09:00-11:00']").windows.count == 2)
    #expect(try profile(two, "window = ['09:00-12:00']").windows.count == 1)
  }

  @Test func `an edit of the general timezone keeps the old zone for waiting profiles only`() throws {
    let old = "timezone = 'Asia/Tokyo'\n[profile.a]\n\(Self.window)\n[profile.b]\n\(Self.window)\n"
    let new = old.replacing("Asia/Tokyo", with: "Europe/Berlin")
    let all = try tightened(old, new)
    #expect(all.configuration.zone.rules.identifier == "Asia/Tokyo")
    #expect(all.configuration.profiles.allSatisfy { $0.zone == nil })
    #expect(all.waiting.settings.map(\.key) == ["timezone"] && all.waiting.profiles.allSatisfy { $0.settings.isEmpty })
    let b = try #require(ProfileKey("b"))
    let some = try tightened(old, new) { $0.map { $0 != ProfileID(derivedFrom: b) } ?? true }.configuration
    #expect(some.profiles.map { some.zone(of: $0).rules.identifier } == ["Asia/Tokyo", "Europe/Berlin"])
    let one = try tightened(old, new) { $0 == ProfileID(derivedFrom: b) }.configuration
    #expect(one.profiles.map { one.zone(of: $0).rules.identifier } == ["Europe/Berlin", "Asia/Tokyo"])
  }

  @Test func `a profile whose changes wait keeps the old cooldown of the daemon table`() throws {
    let (old, new) = ("[daemon]\ncooldown = '2h'\n[profile.p]\n", "[daemon]\ncooldown = '1h'\n[profile.p]\n")
    let tight = try tightened(old, new) { $0 != nil }.configuration
    #expect(tight.daemon.cooldownSeconds == 3_600 && tight.cooldownSeconds(of: tight.profiles[0]) == 7_200)
    let other = try tightened(old, new) { $0 == nil }.configuration
    #expect(other.daemon.cooldownSeconds == 7_200 && other.cooldownSeconds(of: other.profiles[0]) == 3_600)
  }

  @Test func `a removed profile that waits keeps its settings and the content of its sets`() throws {
    let old = "[set.s]\napps = ['one']\ndomains = ['a.org']\n[profile.p]\n\(Self.window)\n"
    for block in ["block = { sets = ['s'], domains = ['b.org'] }", "block = { sets = ['s'], domains = 'all' }"] {
      let before = try configuration(old + block + "\n")
      let tightened = try tightened(old + block + "\n", "[profile.q]\n")
      let kept = try #require(tightened.configuration.profiles.first)
      #expect(tightened.configuration.layer(of: kept) == before.layer(of: before.profiles[0]))
      #expect(kept.source == nil && kept.windows.count == 1)
      #expect(tightened.waiting.profiles.map(\.presence) == [.removed])
    }
  }

  @Test func `a removed profile that waits gets another key when a different profile takes its key`() throws {
    let id = "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'"
    let tight = try tightened(
      "[profile.a]\n[profile.b]\n\(id)\nblock.domains = ['b.org']\n", "[profile.a]\n\(id)\nblock.domains = ['b.org']\n"
    ).configuration
    #expect(tight.profiles.map(\.key.text) == ["a", "a-before"])
    #expect(tight.profiles[1].id == ProfileID(derivedFrom: try #require(ProfileKey("a"))))
  }

  @Test func `a profile whose disabling waits keeps its old targets and windows, without the edit's new ones`() throws {
    let tight = try profile(
      "\(Self.window); block.domains = ['a.org']; users = ['kim']",
      "enabled = false; window = ['12:00-13:00']; block.domains = ['b.org']; lock = 'remote'")
    #expect(tight.isEnabled && tight.users == ["kim"] && tight.lock == .remote)
    #expect(tight.block.domains.listed.map(\.text) == ["a.org"] && tight.windows.map(\.start.description) == ["09:00"])
    let other = try tightened(
      "[profile.p]\nenabled = false\n\(Self.window)\nblock.domains = ['a.org']\n",
      "[profile.p]\nwindow = ['12:00-13:00']\n")
    #expect(other.waiting.isEmpty)
  }

  @Test(arguments: ["overlap = 'replace'", "overlap = 'replace'; lock = 'strict'"])
  func `a new profile that replaces takes effect at once, but stacks while its overlap setting waits`(rest: String)
    throws
  {
    let others = "[profile.q]\n\(Self.window)\n"
    let tight = try tightened(
      others, others + "[profile.p]\n\(Self.window)\n" + rest.replacing("; ", with: "\n") + "\n")
    let added = try #require(tight.configuration.profiles.first { $0.key.text == "p" })
    #expect(added.overlap == .stack && added.windows.count == 1)
    #expect(tight.waiting.profiles.flatMap(\.settings).map(\.key) == ["overlap"])
    #expect(try tightened(others, others + "[profile.p]\nlock = 'strict'\n").waiting.isEmpty)
  }

  @Test func `a profile that would end other sessions runs beside them while its change waits`() throws {
    let longer = try profile(
      "overlap = 'replace'; window = ['09:00-10:00']", "overlap = 'replace'; window = ['09:00-11:00']")
    #expect(longer.overlap == .stack && longer.windows.map(\.end.description) == ["11:00"])
    let enabled = try profile(
      "overlap = 'replace'; enabled = false; \(Self.window)", "overlap = 'replace'; \(Self.window)")
    #expect(enabled.overlap == .stack && enabled.isEnabled)
    // Its windows stay, so it may not get the power to end others by them.
    let removed = try profile("overlap = 'stack'; \(Self.window)", "overlap = 'replace'")
    #expect(removed.overlap == .stack && removed.windows.count == 1)
  }

  @Test func `a change waits if a replacing interval would end its session or wait for it`() throws {
    let earlier = try profile("window = ['10:00-12:00']", "window = ['09:00-12:00']", among: Self.replacing)
    #expect(earlier.windows.map(\.start.description) == ["10:00"])
    let strict = try profile(Self.window, "lock = 'strict'; \(Self.window)", among: Self.replacing)
    #expect(strict.lock == .none)
  }

  @Test func `a built-in profile keeps the content of its old set while an edit of the set waits`() throws {
    let tightened = try tightened("", "[set.social]\ndomains = ['a.org']\n")
    let focus = try #require(tightened.configuration.profiles.first { $0.key.text == "focus" })
    let names = tightened.configuration.layer(of: focus).domains.block.map(\.text)
    #expect(names.contains("a.org") && names.contains("reddit.com"))
    #expect(tightened.waiting.profiles.map(\.reference.key.text) == ["focus", "social"])
  }

  @Test func `a domain removed from a set stays blocked for the profiles whose edit waits`() throws {
    let rest = "[profile.p]\n\(Self.window)\nblock.sets = ['s']\n[profile.q]\n\(Self.window)\nblock.sets = ['s']\n"
    let q = try #require(ProfileKey("q"))
    let tightened = try tightened(
      "[set.s]\ndomains = ['a.org', 'b.org']\n\(rest)", "[set.s]\ndomains = ['b.org', 'c.org']\n\(rest)"
    ) { $0 == ProfileID(derivedFrom: q) }
    let layers = tightened.configuration.profiles.map {
      tightened.configuration.layer(of: $0).domains.block.map(\.text)
    }
    #expect(layers == [["b.org", "c.org"], ["a.org", "b.org", "c.org"]])
    #expect(tightened.waiting.profiles.flatMap(\.targets).map(\.names) == [["a.org"]])
  }

  @Test(
    arguments: [
      ("lock", "p", 4), ("users", "p", 6), ("break", "p", 7), ("unlock", "p", nil), ("daemon.cooldown", nil, 2),
      ("emergency", nil, 1), ("timezone", nil, nil), ("lock", "q", nil), ("window", "p", 5),
    ] as [(String, String?, Int?)])
  func `SettingFinder finds the file and line of a setting`(key: String, profile: String?, line: Int?) {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "a.toml", "emergency.uses = 1\ndaemon.cooldown = '1h'\n"))
    let text = "[profile.p]\nname = 'x'\n\nlock = 'remote'\nwindow = []\ngroups = ['staff']\nbreak.length = '5m'\n"
    _ = sources.add(SourceText(name: "b.toml", text))
    var finder = SettingFinder(in: sources)
    let place = finder.place(of: key, in: profile.flatMap { ProfileKey($0) })
    #expect(place?.line == line)
    #expect(place.map { $0.file == (profile == nil ? "a.toml" : "b.toml") } ?? true)
  }
}
