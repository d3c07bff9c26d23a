import Scheduler
import SchedulerCivilTime
import SchedulerEnforcement
import SchedulerJSON
import Testing

@testable import SchedulerDaemon

/// Attempts that adapters report while the daemon stops.
@Suite struct LateAttemptTests {
  private func day(_ edit: String = "") throws -> VirtualDay {
    var day = try VirtualDay(edit + VirtualDay.nestedWindows)
    day.adapters = [.execGuard: VirtualAdapter(delay: 1)]
    return day
  }

  /// The report of attempts to use an application during the session `a`.
  private func report(_ name: String, count: Int = 1, in day: VirtualDay) throws -> AdapterReport {
    let key = try #require(ProfileKey("a"))
    let profile = try #require(day.configuration.profile(key)).reference
    let session = SessionID(try #require(UUIDValue("00000000-0000-5000-8000-000000000000")))
    var work = AdapterWork()
    work.attempts = (0..<count).map { number in
      BlockAttempt(
        adapter: .execGuard, outcome: .denied, name: name, program: "/usr/games/\(name)", user: 7, process: 1,
        profile: profile, session: session, boot: Int64(number))
    }
    return AdapterReport(from: .execGuard, .worked(work))
  }

  /// The attempts in history: `steam 1`.
  private func recorded(_ day: VirtualDay) throws -> [String] {
    try String(decoding: try #require(day.history), as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("\"shieldDidBlock\"") }
      .map { line in
        let attempt = try JSONValue(parsing: Array(line.utf8))
        return "\(attempt["message"]?.stringValue ?? "") \(attempt["count"]?.integerValue ?? 0)"
      }
  }

  @Test(arguments: [("lift", [String]()), ("keep", ["a"])])
  func `attempts that come with the signal to stop, and until the adapters have ended, are recorded`(
    onExit: String, left: [String]
  ) throws {
    var day = try day("daemon.on-exit = \"\(onExit)\"\n")
    day.at(9, 30, .signal(.terminate), .reports([try report("first", in: day)]))
    day.lastReports = [try report("last", count: 3, in: day)]
    let machine = try day.live(hours: 10)
    let recorded = try recorded(day)
    #expect(recorded == ["first 1", "last 1", "last 2"])
    #expect(try day.shielded() == left, "recording applies no shield again")
    #expect(machine.entries.contains { $0.message.hasPrefix("shieldDidBlock a") })
  }

  @Test func `what becomes due while the adapters end is for the next process`() throws {
    var day = try day()
    day.stimuli = [.init(second: 10 * 3_600 - 1, change: {}, events: [.signal(.terminate)])]
    day.lastReports = [try report("last", in: day)]
    let machine = try day.live(hours: 11)
    #expect(machine.clock.seconds >= 10 * 3_600, "the adapter takes a second to revert")
    let recorded = try recorded(day)
    #expect(recorded == ["last 1"])
    #expect(try !day.events().contains { $0.hasPrefix("sessionDidStart b") } && day.shielded() == [])
  }

  @Test func `monitors hear of late attempts with the last news`() throws {
    var day = try day()
    day.control = ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0)
    let client = ConnectionID(1)
    let call = #"{"method":"io.schedctl.Control.Monitor","parameters":{"since":0},"more":true}"#
    day.at(9, 10, .client(.opened(client, Peer(userID: 0, groupID: 0, processID: 1))))
    day.at(9, 10, .client(.received(Array(call.utf8) + [0], from: client)))
    day.at(9, 30, .signal(.terminate))
    day.lastReports = [try report("last", in: day)]
    let sent = try day.live(hours: 10).sent
    #expect(sent.last?.contains("/usr/games/last") == true, "\(sent)")
    #expect(sent.count { $0.contains("sessionDidStart") } == 1, "\(sent)")
  }

  @Test(arguments: [1, 2]) func `attempts that were blocked and not kept are logged with their number`(count: Int)
    throws
  {
    var day = try day()
    var work = AdapterWork()
    work.lostAttemptCount = count
    day.at(9, 30, .reports([AdapterReport(from: .execGuard, .worked(work))]))
    let lines = try day.live(hours: 10).entries.map(\.message).filter { $0.hasPrefix("exec-guard: ") }
    let start = count == 1 ? "1 attempt was blocked and is" : "2 attempts were blocked and are"
    #expect(
      lines == ["exec-guard: \(start) not recorded: too many at once, or of a process that could not be identified"])
  }
}
