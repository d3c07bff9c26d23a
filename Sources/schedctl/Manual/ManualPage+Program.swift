/// The page schedctl(1), generated from the command table.
extension ManualPage {
  static let program = ManualPage(
    name: "schedctl", section: 1, summary: "compute when focus windows hold, from a TOML file",
    parts: [
      Part("Synopsis", blocks: [.line([.bold("schedctl"), .plain(" "), .italic("COMMAND"), .plain(" [OPTION]…")])]),
      Part("Description", blocks: [.text(description)]),
      Part("Commands", blocks: CommandTable.commands.flatMap(blocks)),
      Part("Options of every command", blocks: Option.common.map(item)),
      Part("Exit status", blocks: ExitCode.allCases.map { .item([.bold("\($0.rawValue)")], $0.meaning) }),
      Part("Environment", blocks: environment),
      Part("Files", blocks: files),
      seeAlso("schedctl.toml(5)", "schedctl.time(7)"),
    ])

  private static let description = """
    A configuration consists of profiles. Each has windows of time, such as 'mon-fri 09:00-12:30', and targets that are
    blocked in them. schedctl computes the intervals that follow from the windows, across midnight, clock changes and time
    zones.

    Data goes to standard output, everything else to standard error. Options and arguments may be mixed; everything after --
    is an argument. A value follows its option, or an equals sign after a long option.
    """

  /// Returns the entry of a command: its usage, its effect, its own options, and examples.
  private static func blocks(of command: Subcommand) -> [Block] {
    let arguments = command.arguments.isEmpty ? [] : [Span.plain(" "), .italic(command.arguments)]
    let blocks: [Block] = [
      .heading(command.name), .line([.bold("schedctl \(command.name)")] + arguments + [.plain(" [OPTION]…")]),
      .text("\(command.summary).\n\n\(command.discussion)"),
    ]
    return blocks + command.options.map(item) + [.text("Examples:")]
      + command.examples.map { .item([.bold($0.line)], $0.does) }
  }

  private static func item(_ option: Option) -> Block {
    let forms = option.forms.enumerated().flatMap { index, form in
      (index == 0 ? [] : [Span.plain(", ")]) + [.bold(form)]
    }
    let value = option.value.map { [Span.plain(" "), .italic($0.placeholder)] } ?? []
    return .item(forms + value, option.summary)
  }

  private static let environment = blocks(
    """
    *SCHEDCTL_CONFIG*
      The configuration to read if there is no --config.

    *SCHEDCTL_ROOT*
      A directory that stands for / in the places of the system instance.

    *XDG_CONFIG_HOME*
      The directory of the user's configuration; by default .config in the home directory.

    *TZ*
      The zone of the machine, instead of /etc/localtime.

    *NO_COLOR*
      Disables colors, except with --color always.
    """)

  private static let files: [Block] = [
    .item([.italic("~/.config/schedctl/config.toml")], "The user's configuration; see schedctl.toml(5)."),
    .item(
      [.italic("/etc/schedctl/config.toml")],
      "The system's configuration, for root and for users without one of their own."),
  ]
}
