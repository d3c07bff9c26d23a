import ProgramTesting

/// A word that a shell offers, with what it says about it.
struct OfferedWord {
  let word: String
  let summary: String
}

/// fish with the completion script, which answers what it would offer.
struct FishSession {
  private let folder: WorkFolder
  private static let fish = InstalledProgram("fish")

  static var isInstalled: Bool { fish.isInstalled }

  init(in folder: WorkFolder) throws { self.folder = folder }

  /// The words that are offered for the last one of a line, sorted.
  func offered(for line: String) throws -> [OfferedWord] {
    let script = "schedctl completions fish | source; complete -C $argv[1]"
    let (output, messages) = try Self.fish.run(["--no-config", "-c", script, line], in: folder)
    return (output + messages).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      // It repeats the option before a sign of equality.
      let word = parts[0].hasPrefix("--") ? parts[0].split(separator: "=").last ?? "" : parts[0]
      return OfferedWord(word: String(word), summary: parts.count > 1 ? String(parts[1]) : "")
    }
    .sorted { $0.word < $1.word }
  }
}
