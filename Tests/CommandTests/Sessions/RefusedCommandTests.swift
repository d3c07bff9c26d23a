import ProgramTesting
import Testing

/// What a refused command says, and with which code it ends.
@Suite struct RefusedCommandTests {
  @Test(arguments: ["", " ", "\t\n"], [true, false])
  func `an emergency without a reason is a usage error`(reason: String, isOffline: Bool) throws {
    let machine = try OfflineMachine("[profile.p]\nblock.domains = [\"a.org\"]\n")
    let outcome = try machine.run(["emergency", "--reason", reason] + (isOffline ? ["--offline"] : []))
    #expect(outcome.end == .exit(64), "\(outcome)")
    #expect(outcome.messages.hasSuffix("help: '--reason R' gives the reason, which history records\n"), "\(outcome)")
  }

  @Test func `without a terminal a refused stop says that typing a text at a terminal ends the session`() throws {
    let machine = try OfflineMachine(
      "[profile.p]\nblock.domains = [\"a.org\"]\n[[profile.p.unlock]]\ntype = \"text\"\nlength = 8\n")
    #expect(try machine.run("start", "p", "--offline").end == .exit(0))
    let outcome = try machine.run("stop", "p", "--offline")
    #expect(outcome.end == .exit(77), "\(outcome)")
    #expect(
      outcome.messages.hasSuffix(
        "help: at a terminal it asks for a text, which ends it all the same when it is typed\n"))
  }
}
