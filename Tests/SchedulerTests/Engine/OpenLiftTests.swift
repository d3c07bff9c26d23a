import Testing

@testable import Scheduler

/// What a refusal says of the time beside a break, a pause or an access that is open.
@Suite struct OpenLiftTests {
  /// A machine at 10:00 with a profile `p` that blocks `p.example` from 09:00 to 17:00.
  private func machine(_ rules: String) throws -> VirtualMachine {
    let toml = profiles((key: "p", body: "window = [\"09:00-17:00\"]\n\(rules)"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 10:00")
    machine.handle(.time)
    return machine
  }

  @Test(arguments: [
    ("pause = { length = \"20m\" }", Command.pause(), ""),
    ("pause = { length = \"20m\", count = 2 }", .pause(), " until 10:20"),
    ("break = { length = \"20m\" }", .break(), ""),
    ("break = { length = \"20m\", count = 2, budget = \"20m\" }", .break(), ""),
    ("break = { length = \"20m\", count = 2, budget = \"21m\" }", .break(), " until 10:20"),
    ("break = { length = \"20m\", reset = \"10:10\" }", .break(), " until 10:20"),
    ("break = { length = \"20m\", reset = \"11:00\" }", .break(), " until 11:00"),
    ("break = { length = \"20m\", reset = \"17:00\" }", .break(), ""),
  ])
  func `a refusal during an open lift says when, if ever, the passing of time allows the next lift`(
    rules: String, command: Command, until: String
  ) throws {
    var machine = try machine(rules)
    machine.command(command)
    machine.command(command)
    #expect(machine.reply == "refused liftOpen" + until)
    guard let time = until.split(separator: " ").last else { return }
    try machine.run(to: String(time))
    machine.command(command)
    #expect(!machine.reply.hasPrefix("refused"), "\(machine.reply)")
  }

  @Test(arguments: [
    ("length = \"5m\"", ""), ("length = \"5m\", count = 2", " until 10:05"),
    ("length = \"5m\", refill = \"70m\"", " until 10:10"), ("length = \"5m\", refill = \"62m\"", " until 10:05"),
    ("length = \"5m\", refill = \"9h\"", ""),
  ])
  func `the refusal of an access to an open target names the time when another access is available`(
    rules: String, until: String
  ) throws {
    var machine = try machine("access = { \(rules) }")
    machine.access("p.example")
    machine.access("p.example")
    #expect(machine.reply == "refused alreadyOpen" + until)
    guard let time = until.split(separator: " ").last else { return }
    try machine.run(to: String(time))
    machine.access("p.example")
    #expect(machine.reply.hasPrefix("accessOpened"), "\(machine.reply)")
  }
}
