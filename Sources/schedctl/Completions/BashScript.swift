/// Generates the completion script for bash.
///
/// The words before the cursor determine whether an option or an argument comes next. readline treats `=` as a word, so
/// `--color=always` is three words.
enum BashScript {
  static func text(of table: CompletionTable) -> String {
    """
    # Completion of 'schedctl' for bash 4.4 and later, made by 'schedctl completions bash'.

    # Sets 'offer' to what a command ($1) takes after an option or as an argument of that number ($2): words, or one of
    # @files, @profiles, @users, @nothing. Fails where it takes nothing. Number 0, of no command, is the command itself.
    _schedctl_offer() {
      case $1:$2 in
    \(values(of: table))    *) return 1 ;;
      esac
    }

    # Sets 'offer' to the options of a command ($1).
    _schedctl_options() {
      offer='\(forms(of: Option.common))'
      case $1 in
    \(options(of: table))  esac
    }

    \(profiles)
    # Whether a command ($1) takes configurations, each by itself, as arguments.
    _schedctl_takes_configurations() {
      [[ ' \(table.commandsOfConfigurations.joined(separator: " ")) ' == *" $1 "* ]]
    }

    \(complete)
    """
  }

  /// Returns the cases of `_schedctl_offer`.
  private static func values(of table: CompletionTable) -> String {
    var lines = Option.common.compactMap { option in
      option.value.map { line(option.forms.map { "*:\($0)" }, for: $0) }
    }
    lines += table.options.compactMap { entry in
      entry.option.value.map { value in
        line(entry.commands.flatMap { command in entry.option.forms.map { "\(command):\($0)" } }, for: value)
      }
    }
    lines += table.arguments.map { argument in
      line(["\(argument.command):\(argument.position.map(String.init) ?? "[0-9]*")"], for: argument.kind)
    }
    return lines.joined() + line([":0"], for: .command)
  }

  private static func line(_ patterns: [String], for kind: ValueKind) -> String {
    let offer =
      switch kind.suggestions {
      case .files: "@files"
      case .profiles: "@profiles"
      case .users: "@users"
      case .words(let words): words.map(\.word).joined(separator: " ")
      case .nothing: "@nothing"
      }
    return "    \(patterns.joined(separator: " | "))) offer='\(offer)' ;;\n"
  }

  /// Returns the cases of `_schedctl_options`.
  private static func options(of table: CompletionTable) -> String {
    table.commands.filter { !$0.options.isEmpty }
      .map { "    \($0.name)) offer+=' \(forms(of: $0.options))' ;;\n" }.joined()
  }

  private static func forms(of options: [Option]) -> String {
    options.flatMap(\.forms).joined(separator: " ")
  }

  private static let profiles = #"""
    # Prints the profiles of the configuration in files named as on the command line, or of the one in use.
    _schedctl_profiles() {
      local program=${1/#\~\//$HOME/} file
      local -a files=()
      for file in "${@:2}"; do
        file=${file//\\/}
        file=${file#[\"\']}
        file=${file%[\"\']}
        files+=(--config "${file/#\~\//$HOME/}")
      done
      "$program" profiles --names "${files[@]}" 2> /dev/null < /dev/null
    }

    """#

  private static let complete = #"""
    _schedctl() {
      local IFS=$' \t\n' word=${COMP_WORDS[COMP_CWORD]} command='' option='' offer=@nothing this
      local -i index count=0 has_ended=0
      local -a files=() configurations=()
      COMPREPLY=()

      for ((index = 1; index < COMP_CWORD; index++)); do
        this=${COMP_WORDS[index]}
        if [[ -n $option ]]; then
          [[ $this == = ]] && continue
          [[ $option == --config ]] && files+=("$this")
          option=''
        elif ((has_ended)) || [[ $this != -?* ]]; then
          if [[ -z $command ]]; then
            command=$this
          elif _schedctl_takes_configurations "$command"; then
            configurations+=("$this")
          fi
          count+=1
        elif [[ $this == -- ]]; then
          has_ended=1
        elif _schedctl_offer "$command" "$this"; then
          option=$this
        fi
      done

      if [[ -n $option ]]; then
        [[ $word == = ]] && word=''
        _schedctl_offer "$command" "$option"
      elif [[ $word == -* ]] && ((!has_ended)); then
        _schedctl_options "$command"
      else
        _schedctl_offer "$command" "$count" || return 0
      fi

      case $offer in
        @files) compopt -o default ;;
        @nothing) ;;
        @profiles) mapfile -t COMPREPLY < <(
          compgen -W "$(
            if ((${#configurations[@]} == 0)); then _schedctl_profiles "${COMP_WORDS[0]}" "${files[@]}"; fi
            for this in "${configurations[@]}"; do _schedctl_profiles "${COMP_WORDS[0]}" "$this"; done | sort -u
          )" -- "$word") ;;
        @users) mapfile -t COMPREPLY < <(compgen -u -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$offer" -- "$word") ;;
      esac
    }

    complete -F _schedctl schedctl

    """#
}
