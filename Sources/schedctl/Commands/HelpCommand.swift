import Scheduler

extension Subcommand {
  static let help = Subcommand(
    name: "help", arguments: "[COMMAND]", argumentCount: 0...1, argumentKinds: [.command],
    summary: "Show all commands, or help for one",
    discussion: "The same as 'schedctl COMMAND --help'.", options: [],
    examples: [("schedctl help next", "explains 'next' with its options")]
  ) { invocation, session throws(CommandFailure) in
    guard let name = invocation.arguments.first else {
      session.output.write(Help.overview(CommandTable.commands))
      return .success
    }
    guard let command = CommandTable.commands.first(where: { $0.name == name }) else {
      throw .unknownCommand(name, among: CommandTable.commands)
    }
    session.output.write(Help.page(command))
    return .success
  }

  static let version = Subcommand(
    name: "version", arguments: "", argumentCount: 0...0, summary: "Show the version",
    discussion: "Versions follow semantic versioning: the command line and JSON stay stable within a major version.",
    examples: [("schedctl version --json", "prints {\"version\":\"…\"}")]
  ) { invocation, session throws(CommandFailure) in
    if invocation.has(.json) {
      session.output.jsonLine { $0.member("version", value: schedulerVersion) }
    } else {
      session.output.write("schedctl \(schedulerVersion)\n")
    }
    return .success
  }
}
