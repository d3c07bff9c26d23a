/// Generates the completion script for zsh, which uses `_arguments` of its completion system.
enum ZshScript {
  static func text(of table: CompletionTable) -> String {
    """
    #compdef schedctl
    # Completion of 'schedctl' for zsh 5, made by 'schedctl completions zsh'.

    \(words(of: table).joined(separator: "\n"))
    \(profiles(of: table))
    _schedctl() {
      local -a line_words=("${(@)words[1,CURRENT - 1]}") common
      local curcontext=$curcontext state state_descr line
      typeset -A opt_args
      common=(
    \(Option.common.flatMap(specifications).map { "    \($0)\n" }.joined())  )

      _arguments -C -s -S -A '-*' : $common '1:command:\(function(of: .command))' '(-)*:: :->behind' && return
      [[ $state == behind ]] || return 1
      curcontext=${curcontext%:*:*}:schedctl-$words[1]:
      case $words[1] in
    \(cases(of: table))    *) _arguments -s -S : $common ;;
      esac
    }

    # Read as a file of $fpath, or by 'source'.
    if [[ $funcstack[1] == _schedctl ]]; then _schedctl "$@"; else compdef _schedctl schedctl; fi

    """
  }

  /// Returns a function for each kind of value that has fixed suggestions.
  private static func words(of table: CompletionTable) -> [String] {
    (table.kinds.contains(.command) ? table.kinds : [.command] + table.kinds).compactMap { kind in
      guard case .words(let words) = kind.suggestions else { return nil }
      let lines = words.map { suggestion in
        let word = suggestion.word.escaping("\\:")
        return "    " + quoted(suggestion.summary.isEmpty ? word : "\(word):\(suggestion.summary)") + "\n"
      }
      return """
        \(function(of: kind))() {
          local -a words_offered=(
        \(lines.joined())  )
          _describe \(quoted(kind.noun)) words_offered
        }

        """
    }
  }

  /// Returns a function that asks the program for profiles, with the files that the command line names. In it, `words`
  /// and `line` start at the command.
  private static func profiles(of table: CompletionTable) -> String {
    #"""
    # Offers the profiles of the configurations that the command line names, or of the one in use.
    _schedctl_profiles() {
      local -a files names
      local word previous program=${${(Q)line_words[1]}/#\~\//$HOME/}
      if [[ $words[1] == (\#(table.commandsOfConfigurations.joined(separator: "|"))) && $#line -gt 0 ]]; then
        for word in ${${(Q)line}/#\~\//$HOME/}; do
          names+=(${(f)"$($program profiles --names --config=$word 2> /dev/null < /dev/null)"})
        done
        _wanted profiles expl profile compadd -a names
        return
      fi
      for word in "${(@)line_words}"; do
        if [[ $previous == --config ]]; then files+=(${(Q)word}); fi
        if [[ $word == --config=* ]]; then files+=(${(Q)word#--config=}); fi
        previous=$word
      done
      files=(${${files/#\~\//$HOME/}/#/--config=})
      names=(${(f)"$($program profiles --names $files 2> /dev/null < /dev/null)"})
      _wanted profiles expl profile compadd -a names
    }

    """#
  }

  /// Returns a case for each command that has more than the common options.
  private static func cases(of table: CompletionTable) -> String {
    table.commands.map { command in
      let arguments = table.arguments.filter { $0.command == command.name }.map { argument in
        quoted("\(argument.position.map(String.init) ?? "*"):\(argument.kind.noun):\(action(argument.kind))")
      }
      let own = command.options.flatMap(specifications) + arguments
      guard !own.isEmpty else { return "" }
      return "    \(command.name)) _arguments -s -S : $common"
        + own.map { " \\\n      \($0)" }.joined() + " ;;\n"
    }.joined()
  }

  /// Returns the specifications of an option for `_arguments`, one for each of its forms.
  private static func specifications(of option: Option) -> [String] {
    option.forms.map { form in
      let others = option.forms.count > 1 ? "(\(option.forms.joined(separator: " ")))" : ""
      let prefix = option.isRepeatable ? "*" : others
      guard let value = option.value else { return quoted(prefix + form + summary(option)) }
      let join = form.hasPrefix("--") ? "=" : "+"
      return quoted("\(prefix)\(form)\(join)\(summary(option)):\(value.noun):\(action(value))")
    }
  }

  private static func summary(_ option: Option) -> String { "[\(option.summary.escaping("\\[]"))]" }

  /// Returns the action that completes a value. A space is an action without suggestions.
  private static func action(_ kind: ValueKind) -> String {
    switch kind.suggestions {
    case .files: "_files"
    case .profiles: "_schedctl_profiles"
    case .users: "_users"
    case .words: function(of: kind)
    case .nothing: " "
    }
  }

  private static func function(of kind: ValueKind) -> String { "_schedctl_\(kind.noun)" }

  /// Returns the text in single quotes. A quote in it becomes `'\''`.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
