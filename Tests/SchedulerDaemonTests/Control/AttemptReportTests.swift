import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// A browser's extension reports attempts over the socket.
@Suite struct AttemptReportTests {
  private static let toml = """
    timezone = "UTC"
    [profile.kims]
    users = ["kim"]
    window = ["09:00-17:00"]
    block = { domains = ["reddit.com"] }
    """

  private func machine(_ user: TestUser) throws -> ControlMachine {
    let machine = try ControlMachine(Self.toml)
    machine.connect(1, user)
    return machine
  }

  private func report(_ domain: String, to machine: ControlMachine) throws -> Bool? {
    try machine.call("ReportAttempt", ["domain": .string(domain)]).parameters["counted"]?.boolValue
  }

  private func count(in machine: ControlMachine) throws -> Int64 {
    try #require(machine.source.engine.sessions.first).attemptCount
  }

  @Test func `an attempt on a blocked domain is an event of the caller, and counts for the session`() throws {
    let machine = try machine(.kim)
    #expect(try report("old.Reddit.com", to: machine) == true)
    #expect(try count(in: machine) == 1)
    let event = try #require(machine.source.history.last)
    #expect(event["event"]?.stringValue == "shieldDidBlock")
    #expect(event["application"]?.stringValue == "old.reddit.com" || event["message"]?.stringValue == "old.reddit.com")
    #expect(event["user"]?.stringValue == "kim")
    #expect(event["adapter"]?.stringValue == "shield-page")
  }

  @Test func `a domain that nothing blocks for the caller is not counted`() throws {
    let machine = try machine(.kim)
    #expect(try report("example.com", to: machine) == false)
    #expect(try count(in: machine) == 0)
    // The layer covers another user.
    let other = try self.machine(.sam)
    #expect(try report("reddit.com", to: other) == false)
    #expect(try count(in: other) == 0)
  }

  @Test func `a domain counts once in ten seconds`() throws {
    let machine = try machine(.kim)
    #expect(try report("reddit.com", to: machine) == true)
    #expect(try report("reddit.com", to: machine) == false)
    #expect(try report("old.reddit.com", to: machine) == true)
    machine.pass(seconds: 9)
    #expect(try report("reddit.com", to: machine) == false)
    machine.pass(seconds: 1)
    #expect(try report("reddit.com", to: machine) == true)
    #expect(try count(in: machine) == 3)
  }

  @Test func `very many names are not counted, so that no client fills the history`() throws {
    let machine = try machine(.kim)
    let counted = try (0..<100).filter { try report("a\($0).reddit.com", to: machine) == true }.count
    #expect(counted == ReportPace.mostOfUser)
  }
}
