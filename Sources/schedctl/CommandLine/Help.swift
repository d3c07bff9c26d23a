/// The texts of `help`, generated from the command table.
enum Help {
  /// Returns a list of all commands, one per line.
  static func overview(_ commands: [Subcommand]) -> String {
    let width = commands.map { title($0).count }.max() ?? 0
    let lines = commands.map { "  \(title($0).padded(to: width))  \($0.summary)" }
    return """
      schedctl computes when focus windows hold, from a TOML file.

      usage: schedctl COMMAND [OPTION]…

      commands:
      \(lines.joined(separator: "\n"))

      options of every command:
      \(list(Option.common))

      \(exitCodes)

      'schedctl help COMMAND' shows details and examples.

      """
  }

  /// Returns the page of one command, with its options and examples.
  static func page(_ command: Subcommand) -> String {
    var text = "\(command.summary)\n\nusage: \(usage(of: command))\n\n\(command.discussion)\n"
    if !command.options.isEmpty { text += "\noptions:\n\(list(command.options))\n" }
    text += "\noptions of every command:\n\(list(command.commonOptions))\n\nexamples:\n"
    for example in command.examples { text += "  \(example.line)\n      \(example.does)\n" }
    return text
  }

  /// Returns a usage line, for example `schedctl check [FILE…] [OPTION]…`.
  static func usage(of command: Subcommand) -> String { "schedctl \(title(command)) [OPTION]…" }

  /// The exit codes with their meanings. A line breaks only after a meaning.
  private static var exitCodes: String {
    var lines = ["exit codes:"]
    for code in ExitCode.allCases {
      let item = " \(code.rawValue) \(code.meaning)" + (code == ExitCode.allCases.last ? "" : " ·")
      if lines[lines.count - 1].count + item.count > widestLine {
        lines.append(String(item.dropFirst()))
      } else {
        lines[lines.count - 1] += item
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let widestLine = 116

  private static func title(_ command: Subcommand) -> String {
    command.arguments.isEmpty ? command.name : "\(command.name) \(command.arguments)"
  }

  private static func list(_ options: [Option]) -> String {
    let titles = options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return letter + "--\(option.name)" + (option.value.map { " \($0.placeholder)" } ?? "")
    }
    let width = titles.map(\.count).max() ?? 0
    return zip(titles, options).map { "  \($0.padded(to: width))  \($1.summary)" }.joined(separator: "\n")
  }
}

extension String {
  /// Returns the text, padded at its end with spaces to a number of characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
