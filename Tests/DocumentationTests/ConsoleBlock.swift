import Testing

/// A command of a console block and what the block shows below it.
struct ShownCommand {
  /// The line behind `$`.
  let line: String
  /// The lines that it prints.
  var shown: [String] = []

  /// The commands of a block; nil when it does not begin with one.
  static func commands(in block: Page.Block) -> [ShownCommand]? {
    var commands: [ShownCommand] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        commands.append(ShownCommand(line: String(line.dropFirst(2))))
      } else if commands.isEmpty {
        return nil
      } else {
        commands[commands.count - 1].shown.append(line)
      }
    }
    return commands
  }

  /// The arguments for `schedctl`; nil when the line runs something else, or needs a shell.
  var arguments: [String]? {
    guard let words = Self.words(of: line), let program = words.firstIndex(of: "schedctl") else { return nil }
    let launch = Array(words[..<program])
    guard launch.isEmpty || launch == ["swift", "run"] || launch == ["swift", "run", "-c", "release"] else {
      return nil
    }
    return Array(words[(program + 1)...])
  }

  /// Splits at spaces outside of quotes; nil for anything that only a shell understands.
  static func words(of line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word?.append(character)
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let word { words.append(word) }
        word = nil
      } else if "|&;<>()$`\\*?[]#~{}".contains(character) {
        return nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}

@Suite struct ShownCommandTests {
  @Test func `words are split as a shell splits them`() {
    #expect(ShownCommand.words(of: "a  'b c' --d=\"e f\" ''") == ["a", "b c", "--d=e f", ""])
    #expect(ShownCommand.words(of: "a | b") == nil)
    #expect(ShownCommand.words(of: "a 'b") == nil)
    #expect(ShownCommand(line: "swift run -c release schedctl next").arguments == ["next"])
    #expect(ShownCommand(line: "schedctl").arguments == [])
    #expect(ShownCommand(line: "rm -r schedctl").arguments == nil)
  }
}
