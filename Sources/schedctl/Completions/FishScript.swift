/// Generates the completion script for fish.
///
/// Conditions call `__schedctl_at` with a position of the cursor: `next:1` is the first argument of `next`.
enum FishScript {
  static func text(of table: CompletionTable) -> String {
    let parts =
      [heading(of: table), places, profiles(of: table)] + words(of: table) + [
        commands(of: table), options(of: table), arguments(of: table),
      ]
    return parts.joined(separator: "\n")
  }

  private static func heading(of table: CompletionTable) -> String {
    """
    # Completion of 'schedctl' for fish 3 and later, made by 'schedctl completions fish'.

    # Whether the word after an option is its value.
    function __schedctl_takes_value
        contains -- $argv[1] \(table.formsWithValue.joined(separator: " "))
    end

    """
  }

  private static let places = #"""
    # Prints the command before the cursor and its arguments, one a line.
    function __schedctl_words
        set -l is_value no
        set -l has_ended no
        for word in (commandline -opc)[2..]
            if test $is_value = yes
                set is_value no
            else if test $has_ended = yes; or not string match -q -- '-?*' $word
                printf "%s\n" $word
            else if test $word = --
                set has_ended yes
            else if __schedctl_takes_value $word
                set is_value yes
            end
        end
    end

    # Prints the command before the cursor with the number of the argument that the cursor is at.
    function __schedctl_place
        set -l place (__schedctl_words)
        echo "$place[1]":(count $place)
    end

    # Whether the cursor is at one of these places.
    function __schedctl_at
        set -l place (__schedctl_place)
        for pattern in $argv
            string match -q -- $pattern $place; and return
        end
        return 1
    end

    """#

  private static func profiles(of table: CompletionTable) -> String {
    #"""
    # Prints the profiles of the configurations that the command line names, or of the one in use.
    function __schedctl_profiles
        set -l words (commandline -opc)
        set -l program (command -s (string replace -r '^~/' $HOME/ -- $words[1])); or return
        set -l place (__schedctl_words)
        if contains -- "$place[1]" \#(table.commandsOfConfigurations.joined(separator: " ")); and set -q place[2]
            for file in (string replace -r '^~/' $HOME/ -- $place[2..])
                $program profiles --names --config $file 2>/dev/null </dev/null
            end
            return
        end
        set -l files
        set -l is_file no
        for word in $words[2..]
            if test $is_file = yes
                set -a files --config (string replace -r '^~/' $HOME/ -- $word)
            else if string match -q -- '--config=*' $word
                set -a files --config (string replace -r '^--config=' '' -- $word | string replace -r '^~/' $HOME/)
            end
            set is_file no
            test $word = --config; and set is_file yes
        end
        $program profiles --names $files 2>/dev/null </dev/null
    end

    """#
  }

  /// Returns a function for each kind of value that has fixed suggestions.
  private static func words(of table: CompletionTable) -> [String] {
    table.kinds.compactMap { kind in
      guard case .words(let words) = kind.suggestions else { return nil }
      let lines = words.map { "        \(quoted($0.word)) \(quoted($0.summary))" }
      return """
        function \(function(of: kind))
            printf '%s\\t%s\\n' \\
        \(lines.joined(separator: " \\\n"))
        end

        """
    }
  }

  private static func commands(of table: CompletionTable) -> String {
    "complete -c schedctl -f\n"
      + table.commands.map { "complete -c schedctl -n '__schedctl_at :0' -a \($0.name) -d \(quoted($0.summary))\n" }
      .joined()
  }

  private static func options(of table: CompletionTable) -> String {
    Option.common.map { line($0, condition: "") }.joined()
      + table.options.map { entry in
        let places = entry.commands.map { "\"\($0):*\"" }.joined(separator: " ")
        return line(entry.option, condition: " -n '__schedctl_at \(places)'")
      }.joined()
  }

  private static func line(_ option: Option, condition: String) -> String {
    let letter = option.letter.map { " -s \($0)" } ?? ""
    let value = option.value.map { " " + parameters(of: $0, isRequired: true) } ?? ""
    return "complete -c schedctl\(condition)\(letter) -l \(option.name)\(value) -d \(quoted(option.summary))\n"
  }

  private static func arguments(of table: CompletionTable) -> String {
    table.arguments.filter { $0.kind.suggestions != .nothing }.map { argument in
      let place = "\(argument.command):\(argument.position.map(String.init) ?? "*")"
      return
        "complete -c schedctl -n '__schedctl_at \"\(place)\"' \(parameters(of: argument.kind, isRequired: false))\n"
    }.joined()
  }

  /// Returns the arguments of `complete` for a value.
  private static func parameters(of kind: ValueKind, isRequired: Bool) -> String {
    let exclusive = isRequired ? "-x " : ""
    return switch kind.suggestions {
    case .files: isRequired ? "-r -F" : "-F"
    case .profiles: exclusive + "-a '(__schedctl_profiles)'"
    case .users: exclusive + "-a '(__fish_complete_users)'"
    case .words: exclusive + "-a '(\(function(of: kind)))'"
    case .nothing: "-x"
    }
  }

  private static func function(of kind: ValueKind) -> String { "__schedctl_\(kind.noun)" }

  private static func quoted(_ text: String) -> String { "'" + text.escaping("\\'") + "'" }
}
