import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Previews of profiles that replace others, in dated cases. 2026-11-23 is a Monday.
@Suite struct ReplacingPreviewTests {
  /// `a` runs all day, `b` replaces.
  private static let plain = profiles(
    (key: "a", body: "window = [\"mon 09:00-17:00\"]"),
    (key: "b", body: "overlap = \"replace\"\nwindow = [\"mon 10:00-11:00\"]"))

  /// `a` is locked until noon, `b` replaces.
  private static func locked(_ b: String, d: String = "", rules: String = "lock = \"strict\"") -> String {
    profiles(
      (key: "a", body: "window = [\"mon 09:00-12:00\"]\n\(rules)"), (key: "b", body: "overlap = \"replace\"\n\(b)"),
      (key: "d", body: d))
  }

  /// The listing of `next` from a Monday on, such as `a 09:00–10:00 replaced by b`.
  private func listing(_ toml: String, from: String = "2026-11-23 00:00", shown: [String]? = nil) throws -> [String] {
    let configuration = try configuration(toml)
    let zone = configuration.zone.rules
    let from = try instant(from, zone)
    let timeline = shown.map { keys in configuration.timeline.showing { keys.contains($0.key.text) } }
    let all = timeline ?? configuration.timeline
    var lines: [String] = []
    IntervalListing(all, from: from, until: from.adding(seconds: 86_400), limit: 100).forEach {
      track, interval, remarks in
      let ends = [interval.start, interval.end].map { "\(zone.civil(at: $0).time)" }.joined(separator: "–")
      let words = remarks.map { " \($0.description)" }.joined(separator: ";")
      lines.append("\(all.tracks[track].profile.key) \(ends)\(words)")
      return true
    }
    return lines
  }

  /// The edges of a Monday, such as `10:00 intervalDidEnd a replaced by b`.
  private func edges(_ toml: String) throws -> [String] {
    let configuration = try configuration(toml)
    let zone = configuration.zone.rules
    let timeline = configuration.timeline
    let from = try instant("2026-11-23 00:00", zone)
    return timeline.edges(from: from).prefix { $0.edge.instant < from.adding(seconds: 86_400) }.map { element in
      let words = element.remarks.map { " \($0.description)" }.joined()
      return
        "\(zone.civil(at: element.edge.instant).time) \(element.edge.kind.name) \(timeline.tracks[element.track].profile.key)\(words)"
    }
  }

  @Test func `an interval ends early where another one replaces it, and does not come back`() throws {
    #expect(try listing(Self.plain) == ["a 09:00–10:00 replaced by b", "b 10:00–11:00"])
    #expect(try listing(Self.plain.replacing("replace", with: "stack")) == ["a 09:00–17:00", "b 10:00–11:00"])
    #expect(try listing(Self.plain, from: "2026-11-23 10:00") == ["b 10:00–11:00"])
    #expect(try listing(Self.plain.replacing("mon 10:00", with: "tue 10:00")) == ["a 09:00–17:00"])
  }

  @Test func `a listing of one profile shows what the others do to it`() throws {
    #expect(try listing(Self.plain, shown: ["a"]) == ["a 09:00–10:00 replaced by b"])
    #expect(try listing(Self.locked("window = [\"mon 10:00-14:00\"]"), shown: ["b"]) == ["b 12:00–14:00 waits for a"])
  }

  @Test func `a viewer does not learn the names of profiles that do not concern them`() throws {
    let timeline = try configuration(Self.plain).timeline.showing(
      { $0.key.text == "a" }, naming: { $0.key.text == "a" })
    let from = try instant("2026-11-23 09:30", zone("Europe/Berlin"))
    #expect(timeline.intervals(endingAfter: from).first { _ in true }?.remarks.map(\.description) == ["replaced"])
  }

  /// The rules of `a`, `b` and `d`, and what runs.
  @Test(
    arguments: [
      ("window = [\"mon 10:00-14:00\"]", "", ["a 09:00–12:00", "b 12:00–14:00 waits for a"]),
      ("window = [\"mon 10:00-12:00\"]", "", ["a 09:00–12:00"]),
      (
        "window = [\"mon 10:00-14:00\"]", "window = [\"mon 09:30-13:00\"]",
        ["a 09:00–12:00", "d 09:30–10:00 replaced by b", "b 12:00–14:00 waits for a"]
      ),
      (
        "window = [\"mon 10:00-14:00\"]", "window = [\"mon 10:30-13:00\"]",
        ["a 09:00–12:00", "d 10:30–13:00", "b 12:00–14:00 waits for a"]
      ),
      (
        "window = [\"mon 10:00-14:00\"]", "overlap = \"replace\"\nwindow = [\"mon 11:00-14:00\"]",
        ["a 09:00–12:00", "d 12:00–14:00 waits for a"]
      ),
      (
        "window = [\"mon 10:00-14:00\"]", "overlap = \"replace\"\nwindow = [\"mon 12:00-15:00\"]",
        ["a 09:00–12:00", "d 12:00–15:00"]
      ),
      (
        "lock = \"strict\"\nwindow = [\"mon 10:00-14:00\"]", "overlap = \"replace\"\nwindow = [\"mon 12:00-15:00\"]",
        ["a 09:00–12:00", "b 12:00–14:00 waits for a", "d 14:00–15:00 waits for b"]
      ),
      (
        "window = [\"mon 10:00-14:00\"]", "overlap = \"replace\"\nwindow = [\"mon 13:00-15:00\"]",
        ["a 09:00–12:00", "b 12:00–13:00 waits for a; replaced by d", "d 13:00–15:00"]
      ),
    ])
  func `an interval that replaces waits for locked intervals`(b: String, d: String, runs: [String]) throws {
    let key = "[[profile.a.unlock]]\ntype = \"text\"\nlength = 8\n"
    for rules in ["lock = \"strict\"", key, "lock = \"strict\"\n" + key] {
      #expect(try listing(Self.locked(b, d: d, rules: rules)) == runs)
    }
  }

  @Test func `of two intervals that replace at one instant the one of the later key runs`() throws {
    let both = "overlap = \"replace\"\nwindow = [\"mon 10:00-11:00\"]"
    #expect(try listing(profiles((key: "a", body: both), (key: "b", body: both))) == ["b 10:00–11:00"])
  }

  @Test func `an interval that ends early keeps only the remarks and windows of the part that runs`() throws {
    let toml = profiles(
      (key: "a", body: "window = [\"sun 22:00-23:30\", \"sun 23:00-24:00\"]"),
      (key: "b", body: "overlap = \"replace\"\nwindow = [\"sun 22:30-23:00\"]"))
    #expect(
      try listing(toml, from: "2026-11-22 00:00") == ["a 22:00–22:30 replaced by b", "b 22:30–23:00"])
    let night = profiles(
      (key: "a", body: "window = [\"sat 22:00-06:00\"]"),
      (key: "b", body: "overlap = \"replace\"\nwindow = [\"sat 23:00-23:30\", \"sun 04:00-05:00\"]"))
    // The clocks go forward in the night to 2026-03-29.
    #expect(
      try listing(night, from: "2026-03-28 12:00") == [
        "a 22:00–23:00 replaced by b", "b 23:00–23:30", "b 04:00–05:00 23 h day",
      ])
    #expect(
      try listing(night.replacing("sat 23:00-23:30\", \"", with: ""), from: "2026-03-28 12:00") == [
        "a 22:00–04:00 23 h day on 2026-03-29; replaced by b", "b 04:00–05:00 23 h day",
      ])
  }

  @Test func `the part of a union that is cut at Mondays starts again after another profile replaced the part before`()
    throws
  {
    let toml = profiles(
      (key: "a", body: "window = [\"00:00-00:00\", \"12:00-12:00\"]"),
      (key: "b", body: "overlap = \"replace\"\nwindow = [\"sun 10:00-11:00\"]"))
    #expect(
      try listing(toml, from: "2026-11-22 09:00") == [
        "a 00:00–10:00 merged: window-1, window-2; cut at Monday; replaced by b", "b 10:00–11:00",
        "a 00:00–10:00 merged: window-1, window-2; cut at Monday; replaced by b",
      ])
  }

  @Test func `the edges are those that are delivered`() throws {
    let warned = Self.plain.replacing(
      "window = [\"mon 09:00-17:00\"]",
      with: "window = [{ days = \"mon\", start = \"09:00\", end = \"17:00\", warn = [\"7h\", \"6h30m\", \"10m\"] }]")
    #expect(
      try edges(warned) == [
        "02:00 intervalWillStartWarning a", "02:30 intervalWillStartWarning a", "08:50 intervalWillStartWarning a",
        "09:00 intervalDidStart a", "10:00 intervalWillEndWarning a", "10:00 intervalDidEnd a replaced by b",
        "10:00 intervalDidStart b", "11:00 intervalDidEnd b",
      ])
    let waiting = Self.locked(
      "window = [{ days = \"mon\", start = \"10:00\", end = \"14:00\", warn = [\"3h\", \"2h\", \"90m\"] }]")
    #expect(
      try edges(waiting) == [
        "07:00 intervalWillStartWarning b", "08:00 intervalWillStartWarning b", "08:30 intervalWillStartWarning b",
        "09:00 intervalDidStart a", "12:00 intervalDidEnd a", "12:00 intervalDidStart b waits for a",
        "12:30 intervalWillEndWarning b", "14:00 intervalDidEnd b",
      ])
  }

  @Test func `why follows what replaces`() throws {
    let configuration = try configuration(Self.plain)
    let zone = configuration.zone.rules
    func outlook(_ time: String) throws -> TargetOutlook {
      configuration.outlook(
        on: .domain(DomainName(checked: "a.example")), for: nil, at: try instant("2026-11-23 \(time)", zone),
        machine: MachineNames())
    }
    #expect(try outlook("09:30").isBlocked)
    #expect(try outlook("09:30").change == instant("2026-11-23 10:00", zone))
    #expect(try outlook("09:30").stances.first?.remarks.map(\.description) == ["replaced by b"])
    #expect(try !outlook("10:30").isBlocked)
    #expect(try outlook("10:30").change == instant("2026-11-30 09:00", zone))
    #expect(try outlook("10:30").stances.first?.interval?.start == instant("2026-11-30 09:00", zone))
  }

  @Test func `a profile that is always replaced is never expected`() throws {
    let toml = profiles(
      (key: "a", body: "overlap = \"replace\"\nwindow = [\"10:00-11:00\"]"),
      (key: "b", body: "overlap = \"replace\"\nwindow = [\"10:00-11:00\"]"))
    let timeline = try configuration(toml).timeline.showing { $0.key.text == "a" }
    #expect(
      timeline.intervals(endingAfter: try instant("2026-11-23 00:00", zone("Europe/Berlin"))).first { _ in true } == nil
    )
  }

  @Test func `the difference shows intervals that end earlier, and by whom`() throws {
    let (old, new) = (try configuration(Self.plain.replacing("replace", with: "stack")), try configuration(Self.plain))
    let from = try instant("2026-11-23 00:00", zone("Europe/Berlin"))
    let range = from..<from.adding(seconds: 28 * 86_400)
    let difference = ConfigurationDifference(from: old, to: new, in: range, asTheyRun: true)
    let groups = try #require(difference.profiles.first { $0.reference.key.text == "a" }).intervalGroups
    #expect(groups.map(\.kind) == [.shortened])
    #expect(groups.first?.changes.count == 4)
    #expect(groups.first?.remarks.map(\.description) == ["replaced by b"])
    #expect(groups.first?.direction == .loosens)
    // What decides about edits that wait is the plan.
    #expect(ConfigurationDifference(from: old, to: new, in: range).profiles.map(\.reference.key.text) == ["b"])
    #expect(ConfigurationDifference(from: new, to: new, in: range, asTheyRun: true).isEmpty)
  }
}
