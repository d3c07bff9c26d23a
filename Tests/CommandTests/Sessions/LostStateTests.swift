import Foundation
import ProgramTesting
import Testing

/// A state that is lost under a strict session is told, with the shield that goes with it.
@Suite struct LostStateTests {
  private static let week = """
    timezone = "Europe/Berlin"
    [profile.p]
    lock  = "strict"
    block = { domains = ["a.org"] }

    """

  /// A machine on which a strict session was started by hand at 10:00, and the journal without that.
  private func machine() throws -> (machine: OfflineMachine, before: Data) {
    let machine = try OfflineMachine(Self.week)
    try machine.wait(until: "2026-11-23 10:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    let before = try Data(contentsOf: URL(filePath: machine.state + "/journal"))
    #expect(try machine.run("start", "p", "--for", "2h", "--offline").end == .exit(0))
    machine.pass(seconds: 60)
    return (machine, before)
  }

  private static let shield =
    "state in 'state': the session of 'p' is lost; the strict shield in 'shield.json' still lists it until"

  @Test(arguments: ["status", "run --once"])
  func `the report of a truncated journal includes the strict session that is lost`(command: String) throws {
    let (machine, before) = try machine()
    try before.write(to: URL(filePath: machine.state + "/journal"))
    let words = command.split(separator: " ").map(String.init)
    let outcome = try machine.run(words)
    #expect(outcome.messages.contains("state in 'state': the last changes are lost"), "\(outcome)")
    #expect(outcome.messages.contains("\(Self.shield) Mon 2026-11-23 12:00\n"), "\(outcome)")
    #expect(try machine.run("doctor").output.contains("problem  the last changes are lost") == (command == "status"))
  }

  @Test func `a missing journal is reported with the strict session that is lost`() throws {
    let (machine, _) = try machine()
    try FileManager.default.removeItem(atPath: machine.state + "/journal")
    let outcome = try machine.run("run", "--once")
    #expect(outcome.messages.contains("state in 'state': 'journal' is missing or empty"), "\(outcome)")
    #expect(outcome.messages.contains(Self.shield), "\(outcome)")
  }

  @Test func `status no longer reports a lost strict shield that is over`() throws {
    let (machine, before) = try machine()
    try before.write(to: URL(filePath: machine.state + "/journal"))
    try machine.wait(until: "2026-11-23 12:01")
    let outcome = try machine.run("status")
    #expect(outcome.messages.contains("the last changes are lost"), "\(outcome)")
    #expect(!outcome.messages.contains(Self.shield), "\(outcome)")
  }

  @Test func `a session that ended by history is not lost with a torn end, although an older shield contains it`()
    throws
  {
    let machine = try OfflineMachine(Self.week + "[profile.q]\nblock = { domains = [\"b.org\"] }\n")
    try machine.wait(until: "2026-11-23 10:00")
    for words in [["run", "--once"], ["start", "p", "--for", "2h", "--offline"], ["start", "q", "--offline"]] {
      #expect(try machine.run(words).end == .exit(0))
    }
    let shield = URL(filePath: machine.state + "/shield.json")
    let before = try Data(contentsOf: shield)
    #expect(try machine.run("stop", "q", "--offline").end == .exit(0))
    try before.write(to: shield)
    let journal = URL(filePath: machine.state + "/journal")
    try (Data(contentsOf: journal) + Data("torn".utf8)).write(to: journal)
    for words in [["status"], ["run", "--once"]] {
      let outcome = try machine.run(words)
      #expect(outcome.messages.contains("the last 4 bytes cannot be read"), "\(outcome)")
      #expect(!outcome.messages.contains("is lost"), "\(outcome)")
    }
  }
}
