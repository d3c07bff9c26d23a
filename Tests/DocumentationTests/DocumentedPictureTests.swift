import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import Testing

@testable import schedctl

/// The picture in the documentation is that of the configuration beside it, at a present that stays.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter DocumentedPictureTests` draws it anew.
@Suite struct DocumentedPictureTests {
  @Test func `the documented picture of a week equals the one that the program draws`() throws {
    let page = try #require(Page("docs/command-line.md"))
    let block = try #require(page.blocks.first { $0.remarks["file"] == "week.toml" })
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "week.toml", block.text))
    var list = DiagnosticList()
    let zones = ZoneInfoDirectory(
      directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "UTC", localtimePath: "/nonexistent",
      timezonePath: "/nonexistent")
    let configuration = try #require(Configuration(reading: sources, zones: zones, diagnostics: &list))
    let now = try #require(Instant(rfc3339: "2026-11-11T14:05:00+01:00"))
    let picture = WeekPicture.text(of: WeekLayout(of: configuration, weekOf: now, now: now))
    #expect(try picture == Golden("docs/images/week.svg").agreed(with: picture))
    #expect(page.lines.contains { $0.contains("](images/week.svg)") })
  }
}
