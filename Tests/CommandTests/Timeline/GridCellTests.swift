import SchedulerCivilTime
import Testing

@testable import schedctl

/// What one cell shows of the bars that meet it.
@Suite struct GridCellTests {
  /// Intervals in minutes from midnight, columns of 30 minutes, and what is seen.
  @Test(
    arguments: [
      ([(60, 120)], "  ██  "), ([(60, 105)], "  █▌  "), ([(75, 120)], "  ▐█  "), ([(60, 64)], "  ▏   "),
      ([(86, 90)], "  ▕   "), ([(65, 85)], "  ▐   "), ([(62, 80)], "  ▋   "), ([(0, 1)], "▏     "),
      ([(0, 180)], "██████"),
      ([(0, 60), (60, 120)], "█▉██  "), ([(0, 45), (45, 120)], "█▉██  "), ([(0, 40), (50, 120)], "█▉██  "),
      ([(0, 30), (60, 90)], "█ █   "), ([(31, 59)], " █    "), ([(150, 180)], "     █"), ([(0, 29)], "▉     "),
    ] as [([(Int, Int)], String)])
  func `bars are drawn to an eighth of a cell where a block character exists`(minutes: [(Int, Int)], shown: String)
    throws
  {
    let windows = minutes.map { "\"\(Self.clock($0.0))-\(Self.clock($0.1))\"" }.joined(separator: ", ")
    let configuration = try ExampleWeek.configuration(text: "[profile.p]\nwindow = [\(windows)]\n")
    let layout = try ExampleWeek.layout(configuration, "2026-11-11")
    let cells = GridCells(
      marks: .blocks, secondsPerColumn: 1800, segments: layout.rows[0].days[2], missing: [], hours: [])
    #expect(String((0..<6).map { cells.cell($0).mark }) == shown)
  }

  private static func clock(_ minutes: Int) -> String {
    TimeOfDay(secondsSinceMidnight: minutes * 60)?.description ?? ""
  }
}
