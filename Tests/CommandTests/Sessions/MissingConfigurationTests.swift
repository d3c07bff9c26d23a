import ProgramTesting
import Testing

/// What is said where there is no configuration to go by.
@Suite struct MissingConfigurationTests {
  @Test(arguments: ["status", "run --once", "start focus --offline"])
  func `without a configuration, a user other than root is shown the path of their own`(command: String) throws {
    let machine = try OfflineMachine("")
    let outcome = try machine.run(command.split(separator: " ").map(String.init), bare: true)
    #expect(outcome.messages.contains("write one to .config/schedctl/config.toml, or let"), "\(outcome)")
  }

  @Test(arguments: ["status", "is-active p", "run --once", "sessions"])
  func `commands report a damaged accepted configuration together with the errors in the files`(command: String) throws
  {
    let machine = try OfflineMachine("[profile.p]\nwindow = [\"08:00-12:00\"]\n")
    #expect(try machine.run("run", "--once").end == .exit(0))
    try machine.folder.write("{", to: "state/" + stateFile("configuration", in: machine.state))
    try machine.write("broken")
    let outcome = try machine.run(command.split(separator: " ").map(String.init))
    #expect(outcome.end == .exit(78))
    let words = "the configuration in the state, what was accepted before, cannot be used either: it is"
    #expect(outcome.messages.contains(words), "\(outcome)")
  }
}
