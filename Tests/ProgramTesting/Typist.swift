import Glibc

/// A person at the terminal that is standard input: types a line whenever a question is shown, and the end (^D) when all
/// lines are typed. What the terminal echoes is not looked at.
struct Typist {
  private let terminal: Ends
  private var lines: ArraySlice<String>
  /// How much had been shown when the last line was typed.
  private var shownLength = 0
  private let beforeTyping: (Int) -> Void
  private var count = 0

  init(typing lines: [String], beforeTyping: @escaping (Int) -> Void) throws {
    terminal = try .terminal(columns: 80)
    self.lines = lines[...]
    self.beforeTyping = beforeTyping
  }

  /// The end for the process.
  var child: Int32 { terminal.child }

  /// Answers the question with which what is shown ends.
  mutating func look(at shown: String) {
    guard shown.hasSuffix("] ") || shown.hasSuffix("> "), shown.utf8.count > shownLength else { return }
    shownLength = shown.utf8.count
    beforeTyping(count)
    count += 1
    let bytes: [UInt8] = lines.popFirst().map { Array(($0 + "\n").utf8) } ?? [4]
    _ = write(terminal.own, bytes, bytes.count)
  }

  /// Leaves the terminal.
  func leave() { close(terminal.own) }
}
