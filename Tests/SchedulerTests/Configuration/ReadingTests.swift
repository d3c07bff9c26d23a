import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// What files become, where no mistake is in them.
@Suite struct ReadingTests {
  @Test func `profiles are in the order of their keys, whatever the order of the file`() throws {
    let configuration = try configuration("[profile.b]\n[profile.a]\n[profile.c]\n")
    #expect(configuration.profiles.map(\.key.text) == ["a", "b", "c"])
  }

  @Test func `a key that the file omits has its default`() throws {
    let configuration = try configuration("[profile.p]\nwindow = [\"09:00-10:00\", \"11:00-12:00\"]\n")
    let profile = try #require(configuration.profiles.first)
    #expect(profile.name == "p")
    #expect(profile.isEnabled)
    #expect(profile.color == nil && profile.icon.isEmpty && profile.description.isEmpty)
    #expect(profile.windows.map(\.name) == ["window-1", "window-2"])
    #expect(profile.windows.allSatisfy { $0.days == .weekdays(.daily) && $0.everyWeeks == 1 && $0.skip.isEmpty })
    #expect(configuration.zone.choice == .system)
    #expect(profile.block.isEmpty)
  }

  @Test func `the configuration keeps every value of a file`() throws {
    let configuration = try configuration(
      """
      version = 1
      timezone = "Europe/Berlin"
      x-top = 1
      [calendar.c]
      dates = [2026-12-25]
      ranges = [{ from = 2026-12-30, to = 2027-01-02 }]
      [set.feeds]
      apps = ["discord"]
      domains = ["reddit.com"]
      [profile.p]
      id = "6F1C1C1E-8F0E-4C7D-9B36-0D8A1B9D4A10"
      name = "P"
      description = "d"
      icon = "🍅"
      color = "#E5484D"
      enabled = false
      timezone = "America/New_York"
      x-mine = "kept"
      window = [{ name = "n", days = ["mon", "sat-sun"], start = 09:00:30, end = "24:00", warn = ["1m", "1h", "60s"], skip = ["c", 2026-11-05], every = 2, from = 2026-09-05, until = 2027-06-30 }]
      block = { sets = ["feeds", "social"], apps = ["/usr/bin/steam"], categories = ["Game"], domains = "all", app-installation = false, app-removal = true }
      allow = { apps = ["discord"], domains = ["a.reddit.com"], categories = ["Office"] }
      """)
    let profile = try #require(configuration.profiles.first)
    #expect(profile.id.description == "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10")
    #expect([profile.name, profile.description, profile.icon, profile.color] == ["P", "d", "🍅", "#e5484d"])
    #expect(!profile.isEnabled)
    #expect(configuration.zone(of: profile).rules.identifier == "America/New_York")
    #expect(profile.extensions["x-mine"]?.string == "kept")
    #expect(configuration.extensions["x-top"]?.integer == 1)
    let window = try #require(profile.windows.first)
    #expect(window.name == "n")
    #expect(window.days == .weekdays(WeekdaySet(.monday).union(.weekends)))
    #expect(window.start.secondsSinceMidnight == 32_430 && window.end == .endOfDay && window.endDayOffset == 0)
    #expect(window.warningSeconds == [3600, 60])
    #expect(window.everyWeeks == 2)
    #expect(
      [window.from, window.until] == [
        CivilDate(year: 2026, month: 9, day: 5), CivilDate(year: 2027, month: 6, day: 30),
      ])
    #expect(window.skip.ranges.count == 3)
    #expect(profile.block.domains == .all)
    #expect(profile.block.applications.listed.map(\.text) == ["/usr/bin/steam"])
    #expect(profile.block.deniesAppInstallation && !profile.block.deniesAppRemoval)
    #expect(
      configuration.blockedTargets(of: profile).applications.listed.map(\.text).starts(with: [
        "/usr/bin/steam", "discord",
      ]))
    #expect(profile.allow.domains.map(\.text) == ["a.reddit.com"])
  }

  @Test func `disabled profiles have no intervals`() throws {
    let configuration = try configuration("[profile.p]\nenabled = false\nwindow = [\"09:00-10:00\"]\n")
    #expect(configuration.timeline.tracks.isEmpty)
  }

  @Test func `two files form one configuration, and an error shows both places of a double definition`() throws {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "one.toml", "timezone = \"UTC\"\n[profile.p]\n[set.s]\ndomains = [\"a.com\"]\n"))
    _ = sources.add(
      SourceText(name: "two.toml", "timezone = \"UTC\"\n[profile.p]\n[profile.q.block]\nsets = [\"s\"]\n"))
    var list = DiagnosticList()
    #expect(Configuration(reading: sources, zones: machineZones, diagnostics: &list) == nil)
    #expect(list.diagnostics.map(\.code.name) == ["defined-twice", "defined-twice"])
    for diagnostic in list.diagnostics {
      #expect(diagnostic.primary?.span.source.index == 1)
      #expect(diagnostic.secondary.map(\.span.source.index) == [0])
    }
  }

  @Test func `an empty file is a configuration without profiles`() throws {
    #expect(try configuration("").profiles.isEmpty)
  }

  @Test func `a profile with the maximum number of windows is read`() throws {
    let windows = [String](repeating: "\"09:00-10:00\"", count: ConfigurationLimits.windowsPerProfile)
    let configuration = try configuration("[profile.p]\nwindow = [\(windows.joined(separator: ","))]\n")
    #expect(configuration.profiles[0].windows.count == 1_000)
  }

  @Test func `too many windows are an error, not a long wait`() throws {
    var sources = SourceMap()
    let windows = [String](repeating: "\"09:00-10:00\"", count: ConfigurationLimits.windowsPerProfile + 1)
    _ = sources.add(SourceText(name: "c.toml", "[profile.p]\nwindow = [\(windows.joined(separator: ","))]\n"))
    var list = DiagnosticList()
    #expect(Configuration(reading: sources, zones: machineZones, diagnostics: &list) == nil)
    #expect(list.diagnostics.map(\.code.name) == ["too-many"])
  }

  @Test func `the error shows the first profile above the limit`() throws {
    var sources = SourceMap()
    let lines = (0...ConfigurationLimits.profiles).map { "p\($0) = {}\n" }.joined()
    let text = SourceText(name: "c.toml", "[profile]\n" + lines)
    _ = sources.add(text)
    var list = DiagnosticList()
    #expect(Configuration(reading: sources, zones: machineZones, diagnostics: &list) == nil)
    let problem = try #require(list.diagnostics.first)
    let bytes = try #require(problem.primary?.span.bytes)
    #expect(problem.code.name == "too-many" && list.diagnostics.count == 1)
    #expect(String(decoding: text.bytes[bytes.range], as: UTF8.self) == "p100000")
  }
}
