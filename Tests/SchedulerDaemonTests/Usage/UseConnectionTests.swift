import Scheduler
import SchedulerStore
import Testing

@testable import SchedulerDaemon

/// Calls of `ReportUse` that arrive over connections, as the loop serves them.
@Suite struct UseConnectionTests {
  private static let text = "timezone = \"UTC\"\n[profile.p.limit]\napps = [\"steam\"]\nuse = \"10m\"\n"
  private let clock = VirtualClock(VirtualDay.start)

  private func daemon(_ text: String = text, in files: inout SimulatedFileSystem) throws -> DaemonLoop {
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var host = NoEnvironment()
    host.peerUser = UserIdentity(name: "kim")
    let service = try ControlService(ownerID: 1000)
    return DaemonLoop(engine, control: ControlServer(service, host: host, lastNumber: engine.engine.lastNumber))
  }

  private func call(_ method: String, _ parameters: String, from client: UInt64, more: Bool = false) -> LoopEvent {
    let text = #"{"method":"io.schedctl.Control.\#(method)","parameters":\#(parameters),"more":\#(more)}"#
    return .client(.received(Array(text.utf8) + [0], from: ConnectionID(client)))
  }

  private func opened(_ client: UInt64) -> LoopEvent {
    .client(.opened(ConnectionID(client), Peer(userID: 1000, groupID: 1000, processID: 1)))
  }

  private static let steam = #"{"state":"inUse","source":"test","fileNames":["steam"]}"#

  @Test func `a report of a client that has left by the time it is served does not hold`() throws {
    var files = SimulatedFileSystem()
    var loop = try daemon(in: &files)
    // The first call has its turn first, so the second one waits when its client leaves.
    for event in [
      opened(1), opened(2), call("Next", "{}", from: 1), call("ReportUse", Self.steam, from: 2),
      .client(.closed(ConnectionID(2))),
    ] { _ = loop.handle(event, at: clock.moment, isSynchronised: true, in: &files) }
    while loop.hasClientWork { _ = loop.handle(.turn, at: clock.moment, isSynchronised: true, in: &files) }
    #expect(loop.uses.reporters.isEmpty)
    #expect(loop.engine.engine.limitStandings(at: clock.moment).first?.source == "")
  }

  @Test func `limits on domains are measured while a source names pages, as reports say`() throws {
    var files = SimulatedFileSystem()
    var loop = try daemon(
      "timezone = \"UTC\"\n[profile.p.limit]\ndomains = [\"x.example\"]\nuse = \"10m\"\n", in: &files)
    func source(after report: String) -> String? {
      _ = loop.handle(
        call("ReportUse", #"{"source":"test",\#(report)}"#, from: 1), at: clock.moment, isSynchronised: true, in: &files
      )
      while loop.hasClientWork { _ = loop.handle(.turn, at: clock.moment, isSynchronised: true, in: &files) }
      return loop.engine.engine.limitStandings(at: clock.moment).first?.source
    }
    _ = loop.handle(opened(1), at: clock.moment, isSynchronised: true, in: &files)
    let browser = #""state":"inUse","fileNames":["browser"]"#
    #expect(source(after: browser) == "")
    #expect(source(after: browser + #","pages":true"#) == "test", "before the first page, too")
    #expect(source(after: browser + #","pages":false"#) == "", "the extension was removed")
    #expect(source(after: browser + #","domain":"y.example""#) == "test")
    #expect(source(after: #""state":"idle""#) == "test", "a report without 'pages' keeps the last value")
  }

  @Test func `a client that monitors learns of a report, although it changes no session`() throws {
    var files = SimulatedFileSystem()
    var loop = try daemon(in: &files)
    func happens(_ event: LoopEvent) {
      _ = loop.handle(event, at: clock.moment, isSynchronised: true, in: &files)
      while loop.hasClientWork { _ = loop.handle(.turn, at: clock.moment, isSynchronised: true, in: &files) }
    }
    func taken() -> String {
      let bytes = loop.control?.service.output(of: ConnectionID(1)) ?? []
      defer { happens(.client(.sent(bytes.count, to: ConnectionID(1)))) }
      return String(decoding: bytes, as: UTF8.self)
    }
    happens(opened(1))
    happens(call("Monitor", "{}", from: 1, more: true))
    var replies = taken()
    while case let more = taken(), !more.isEmpty { replies += more }
    #expect(replies.contains(#""live""#) && !replies.contains(#""user":"kim""#), "\(replies)")
    happens(opened(2))
    happens(call("ReportUse", Self.steam, from: 2))
    let news = taken()
    #expect(news.contains(#""user":"kim""#), "\(news)")
  }

  @Test(arguments: [EventName.useGapDidStart, .useGapDidEnd])
  func `a gap in the measurement of use is for its person, and for those who see everything`(event: EventName) throws {
    var files = SimulatedFileSystem()
    let engine = try daemon(in: &files).engine.engine
    let line = #"{"sequence":7,"event":"\#(event)","planned":"2026-11-23T09:00:00Z","user":"kim"}"#
    let entry = try #require(HistoryRecord(line: Array(line.utf8)))
    func isSeen(by viewer: Viewer) -> [Bool] {
      [engine.isSeen(entry, by: viewer), SeenProfiles(by: viewer, in: engine).contains(entry)]
    }
    for viewer in [Viewer.everything, .user(UserIdentity(name: "kim"))] { #expect(isSeen(by: viewer) == [true, true]) }
    for viewer in [Viewer.nothing, .user(UserIdentity(name: "lee"))] { #expect(isSeen(by: viewer) == [false, false]) }
  }
}
