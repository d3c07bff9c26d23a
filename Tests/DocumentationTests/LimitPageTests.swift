import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import Testing

/// The line about a limit on the page about limits is one that the program writes.
@Suite struct LimitPageTests {
  @Test func `the line of status is what a limit says after that use`() throws {
    var list = DiagnosticList()
    var sources = SourceMap()
    let text = "timezone = \"UTC\"\n[profile.games.limit]\napps = [\"steam\"]\nuse = \"30m\"\n"
    _ = sources.add(SourceText(name: "week.toml", text))
    let zones = ZoneInfoDirectory(
      directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "UTC", localtimePath: "/nonexistent",
      timezonePath: "/nonexistent")
    var engine = Engine(try #require(Configuration(reading: sources, zones: zones, diagnostics: &list)))
    // 2026-11-25 12:40, 13:00.
    let start = Instant(epochSeconds: 1_795_610_400)
    func moment(_ seconds: Int64) -> Moment {
      Moment(wall: start.adding(seconds: seconds), boot: seconds * 1_000_000_000, bootID: "boot")
    }
    let kim = UserIdentity(name: "kim")
    let steam = UsedTarget(application: ApplicationIdentity(desktopIDs: ["steam"]))
    _ = engine.handle(.use(UseReport(of: kim, targets: [steam], source: "sway")), at: moment(0))
    _ = engine.handle(.use(UseReport(of: kim, targets: [], source: "sway")), at: moment(1200))
    let standing = try #require(engine.limitStandings(at: moment(1200)).first)
    let words = standing.words { ZonedText($0, in: .utc).time }
    let page = try String(contentsOfFile: Checkout.path("docs/limits.md"), encoding: .utf8)
    #expect(page.contains("\n◔ games · \(standing.limit) · \(words)\n"), "\(standing.limit) · \(words)")
    let listed = engine.limitIntervals(at: moment(1200), from: moment(1200).wall, until: nil)
    let remark = try #require(listed.first).words { ZonedText($0, in: .utc).time }
    #expect(page.contains("  \(remark)\n"), "\(remark)")
  }
}
