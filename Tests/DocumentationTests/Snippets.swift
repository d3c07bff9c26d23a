import CivilTime
import Foundation
import ProgramTesting
import Scheduler
import Testing

/// The Swift that the documentation shows: it stands here too, where it is compiled and run.
@Suite struct SnippetTests {
  @Test func `windows can be made in code`() throws {
    let window = Window(
      days: .weekdays(.weekdays), start: TimeOfDay(hour: 22, minute: 0)!, end: TimeOfDay(hour: 6, minute: 0)!)
    let timeline = ProfileTimeline(windows: [window], zone: .utc)
    let interval = timeline.next(after: Instant(epochSeconds: 1_795_420_800))

    #expect(interval?.start == Instant(epochSeconds: 1_795_471_200))
    #expect(interval?.lengthSeconds == 28_800)
  }

  @Test(arguments: Page.all)
  func `Swift that is shown is compiled and run`(page: Page) throws {
    let compiled = try String(contentsOfFile: #filePath, encoding: .utf8).filter { !$0.isWhitespace }
    for block in page.blocks where block.kind == "swift" {
      for line in block.lines where !line.isEmpty {
        let shown = line.filter { !$0.isWhitespace }
        #expect(compiled.contains(shown), "\(page.name), block at line \(block.line): \(line)")
      }
    }
  }
}
