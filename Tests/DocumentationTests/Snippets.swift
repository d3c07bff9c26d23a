import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerInstance
import SchedulerPlatform
import Testing

/// The Swift that the documentation shows: it stands here too, or in `examples/embedding`, where it is compiled and run.
@Suite struct SnippetTests {
  @Test func `windows can be made in code`() throws {
    let zone = try Host.current().zones.rules(for: "Europe/Berlin")
    let window = Window(
      days: .weekdays(.weekdays), start: TimeOfDay(hour: 22, minute: 0)!, end: TimeOfDay(hour: 6, minute: 0)!)
    let timeline = ProfileTimeline(windows: [window], zone: zone)
    let interval = timeline.next(after: Instant(epochSeconds: 1_795_420_800))

    #expect(interval?.start == Instant(epochSeconds: 1_795_467_600))
    #expect(interval?.lengthSeconds == 28_800)
  }

  @Test func `a program can parse a shield set and ask whether it blocks a domain`() throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: PublishedFile.shield.path)))
    let now = Moment(wall: Instant(epochSeconds: 1_795_420_800), boot: 0, bootID: "")
    let domain = try DomainName("old.reddit.com")

    let shield = try ShieldSet(parsing: bytes)
    let index = ShieldIndex(shield, where: .exceptRoot, machine: MachineNames())
    let isBlocked = shield.isInForce(at: now) && index.blocks(domain, for: nil)
    #expect(isBlocked)
  }

  @Test func `a program can read the display time of the first session, or nil without a session`() {
    let now = Moment(wall: Instant(epochSeconds: 1_795_420_800), boot: 0, bootID: "")
    let engine = Engine(Configuration(zone: ConfiguredZone(.identifier("UTC"), rules: .utc), profiles: []))

    let live = LiveState(of: engine, at: now)
    let first = live.sessions.first?.displayTime
    #expect(first == nil)
  }

  @Test(arguments: Page.all)
  func `every line of Swift in the documentation occurs in code that is compiled and run`(page: Page) throws {
    let folder = Checkout.path("examples/embedding/Sources/embedding")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
    let compiled = try (files + [#filePath]).map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      .filter { !$0.isWhitespace }
    for block in page.blocks where block.kind == "swift" && block.remarks["part"] == nil {
      for line in block.lines where !line.isEmpty {
        let shown = line.filter { !$0.isWhitespace }
        #expect(compiled.contains(shown), "\(page.name), block at line \(block.line): \(line)")
      }
    }
  }
}

extension SnippetTests {
  /// The files are sources of tests that run, or what these compare. Lines of text stand there as strings.
  @Test(arguments: Page.all)
  func `a block that names a file is a part of it`(page: Page) throws {
    for block in page.blocks {
      guard let path = block.remarks["part"] else { continue }
      let file = try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
      if block.kind == "swift" {
        #expect(file.contains(block.text), "\(page.name), block at line \(block.line)")
      } else {
        for line in block.lines {
          #expect(file.contains("\"\(line)\""), "\(page.name), block at line \(block.line): \(line)")
        }
      }
    }
  }

  @Test func `the guide for Screen Time apps shows no Swift that is not a part of a test`() throws {
    let page = try #require(Page("docs/testing-screen-time-apps.md"))
    let blocks = page.blocks.filter { $0.kind == "swift" }
    #expect(blocks.count > 10)
    #expect(blocks.allSatisfy { $0.remarks["part"] != nil })
  }

  @Test func `the transition of an engine can be carried out by hand`() throws {
    var diagnostics = DiagnosticList()
    var sources = SourceMap()
    _ = sources.add(
      SourceText(name: "config.toml", "[profile.p]\nwindow = [\"daily 00:00-24:00\"]\nblock.apps = [\"a\"]"))
    let configuration = try #require(
      Configuration(reading: sources, zones: ZoneInfoDirectory.system(.current()), diagnostics: &diagnostics))
    let now = Moment(wall: Instant(epochSeconds: 1_795_420_800), boot: 0, bootID: "boot")
    var state: [String: [UInt8]] = [:]
    var shield: [AppliedLayer] = []
    var events: [EventName] = []

    var engine = Engine(configuration)
    let transition = engine.handle(.time, at: now)
    for change in transition.changes { state[change.key] = change.payload }
    if let layers = transition.shield { shield = layers }
    events += transition.events.map(\.name)

    #expect(state.count == 3)
    #expect(shield.count == 1)
    #expect(events == [.intervalDidStart, .sessionDidStart, .shieldDidChange])
  }
}
