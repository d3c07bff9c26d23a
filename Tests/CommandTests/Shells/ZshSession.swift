import ProgramTesting

/// zsh with the completion script in a terminal of its own (zsh/zpty): only there its line editor completes.
struct ZshSession {
  private let folder: WorkFolder
  private static let zsh = InstalledProgram("zsh")

  static var isInstalled: Bool { zsh.isInstalled }

  /// - Parameter isSourced: whether the script is read by `source` and not found in `$fpath`.
  init(in folder: WorkFolder, isSourced: Bool = false) throws {
    self.folder = folder
    let install =
      isSourced
      ? "compinit -u -D\nsource <(schedctl completions zsh)"
      : "mkdir -p functions\nschedctl completions zsh > functions/_schedctl\nfpath+=($PWD/functions)\ncompinit -u -D"
    try folder.write(Self.setup.replacing("INSTALL", with: install), to: ".setup.zsh")
    try folder.write(Self.question, to: ".question.zsh")
  }

  /// The words that are offered for the last one of a line, sorted.
  func offered(for line: String) throws -> [OfferedWord] {
    let (output, messages) = try Self.zsh.run(["-f", ".question.zsh", line], in: folder)
    return (output + messages).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return OfferedWord(word: String(parts[0]), summary: parts.count > 1 ? String(parts[1]) : "")
    }
    .sorted { $0.word < $1.word }
  }

  /// What the shell in the terminal reads. Matches are told as they are added, with what is shown for
  /// them; the script's own arrays are named to it, so that those here need names of their own.
  private static let setup = #"""
    PROMPT=
    unset zle_bracketed_paste
    autoload -U compinit
    INSTALL
    zstyle ':completion:*' completer _complete
    compadd() {
      if (( ${@[(I)-[OAD]]} )); then builtin compadd "$@"; return; fi
      local -a told_words told_lines
      local told_name=${@[${@[(i)-d]}+1]}
      builtin compadd -O told_words "$@"
      [[ -n $told_name ]] && told_lines=("${(@P)told_name}")
      local -i told
      for ((told = 1; told <= $#told_words; told++)); do
        print -r -- "match:$told_words[told]"$'\t'"${${told_lines[told]}##* -- }"
      done
      (( $#told_words ))
    }
    show-matches() { print; _main_complete; print the-end; }
    zle -C show-matches complete-word show-matches
    bindkey '^I' show-matches
    bindkey '^M' undefined-key
    bindkey '^J' undefined-key
    """#

  /// What the shell outside runs: types a line and a tabulator, and prints the matches.
  private static let question = #"""
    zmodload zsh/zpty
    zpty inner zsh -f -i
    zpty -w inner "source .setup.zsh; print re''ady"
    zpty -r -m inner out '*ready*'
    zpty -w -n inner "$1"$'\t'
    zpty -r -m inner out '*the-end*'
    print -r -- "$out" | tr -d '\r' | sed -n 's/^match://p' | sort -u
    zpty -d inner
    """#
}
