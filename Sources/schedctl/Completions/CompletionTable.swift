/// The command table by option and by argument, as completion scripts need it.
struct CompletionTable {
  let commands: [Subcommand]
  /// The options that not all commands take, in the order of their first occurrence.
  let options: [CommandOption]
  /// The arguments of all commands.
  let arguments: [CommandArgument]

  /// An option and the names of the commands that take it.
  struct CommandOption {
    let option: Option
    var commands: [String]
  }

  /// An argument of a command.
  struct CommandArgument {
    let command: String
    /// The position, counted from 1; nil for all arguments.
    let position: Int?
    let kind: ValueKind
  }

  init(_ commands: [Subcommand]) {
    self.commands = commands
    options = commands.reduce(into: []) { found, command in
      for option in command.options {
        if let known = found.firstIndex(where: { $0.option == option }) {
          found[known].commands.append(command.name)
        } else {
          found.append(CommandOption(option: option, commands: [command.name]))
        }
      }
    }
    arguments = commands.flatMap { command in
      let isEndless = command.argumentCount.upperBound > command.argumentKinds.count
      return command.argumentKinds.enumerated().map { index, kind in
        let isEach = isEndless && command.argumentKinds.count == 1
        return CommandArgument(command: command.name, position: isEach ? nil : index + 1, kind: kind)
      }
    }
  }

  /// The forms of all options that take a value: `--from`, `-n`.
  var formsWithValue: [String] {
    (Option.common + options.map(\.option)).filter { $0.value != nil }.flatMap(\.forms)
      .reduce(into: []) { forms, form in if !forms.contains(form) { forms.append(form) } }
  }

  /// The names of the commands whose arguments are configurations.
  var commandsOfConfigurations: [String] { arguments.filter { $0.kind == .configuration }.map(\.command) }

  /// The distinct kinds of all values and arguments.
  var kinds: [ValueKind] {
    ((Option.common + options.map(\.option)).compactMap(\.value) + arguments.map(\.kind))
      .reduce(into: []) { kinds, kind in if !kinds.contains(kind) { kinds.append(kind) } }
  }
}
