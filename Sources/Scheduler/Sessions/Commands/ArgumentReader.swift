import SchedulerDiagnostics

/// A word of a command line or of a script.
public protocol ArgumentWord: Sendable {
  /// The word without quotes.
  var text: String { get }
  /// Whether the word is in quotes. Such a word is never an option.
  var isQuoted: Bool { get }
  /// Returns the rest of the word after a prefix of its text.
  func rest(after prefix: String) -> Self
}

/// An option that words can name.
public protocol ArgumentOption: Equatable, Sendable {
  /// The name after the two hyphens.
  var name: String { get }
  /// The letter after one hyphen; nil for none.
  var letter: Character? { get }
  /// The placeholder for its value in help; nil for an option without a value.
  var placeholder: String? { get }
}

/// A mistake in the form of options: an unknown option, a missing value, or a value of an option that takes none.
public struct ArgumentError<Word: ArgumentWord>: Error {
  /// The mistake as a sentence in lower case without a full stop.
  public let message: String
  /// The word with the mistake.
  public let word: Word
  /// Whether the mistake is an option that the command does not have.
  public var isUnknown = false
  /// The name of the option that was probably meant; nil if no name is near.
  public var nearest: String?
}

/// A reader that splits the words after a command into arguments and options. It reads command lines and scripts alike.
///
///     words  = *( option / argument ) [ "--" *argument ]
///     option = "--" name [ "=" value / SP value ] / "-" 1*letter [ value / SP value ]
public struct ArgumentReader<Word: ArgumentWord, Option: ArgumentOption> {
  /// The name of the command, for messages.
  public let command: String
  /// The arguments, in order.
  public private(set) var arguments: [Word] = []
  /// The options, in order, each with the word that names it and with its value; nil for an option without one.
  public private(set) var given: [(option: Option, word: Word, value: Word?)] = []

  /// Creates a reader that has read nothing.
  public init(of command: String) { self.command = command }

  /// Reads the first of the words, and the next one if that is its value, and removes them.
  ///
  /// - Parameter options: the options that are allowed here.
  public mutating func read(
    from words: inout ArraySlice<Word>, options: [Option]
  ) throws(ArgumentError<Word>) {
    guard let word = words.popFirst() else { return }
    let text = word.text
    if word.isQuoted || text == "-" || !text.hasPrefix("-") {
      arguments.append(word)
    } else if text == "--" {
      arguments += words
      words = []
    } else if text.hasPrefix("--") {
      try readLong(word, options: options, from: &words)
    } else if options.contains(where: { $0.letter != nil }), !Self.isNegativeNumber(text) {
      try readShort(word, options: options, from: &words)
    } else {
      arguments.append(word)
    }
  }

  /// Returns the word of the first option with a name, and its value; nil if the option is not given.
  public func option(named name: String) -> (word: Word, value: Word?)? {
    given.first { $0.option.name == name }.map { ($0.word, $0.value) }
  }

  private mutating func readLong(
    _ word: Word, options: [Option], from words: inout ArraySlice<Word>
  ) throws(ArgumentError<Word>) {
    let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = options.first(where: { $0.name == name }) else {
      throw ArgumentError(
        message: "'\(command)' has no option '--\(name)'", word: word, isUnknown: true,
        nearest: Self.nearest(to: name, among: options))
    }
    guard option.placeholder != nil else {
      guard parts.count == 1 else { throw ArgumentError(message: "'--\(name)' takes no value", word: word) }
      given.append((option, word, nil))
      return
    }
    let value =
      parts.count == 2
      ? word.rest(after: "--\(name)=") : try nextValue(of: option, named: "--\(name)", at: word, from: &words)
    given.append((option, word, value))
  }

  private mutating func readShort(
    _ word: Word, options: [Option], from words: inout ArraySlice<Word>
  ) throws(ArgumentError<Word>) {
    var read = "-"
    for letter in word.text.dropFirst() {
      read.append(letter)
      guard let option = options.first(where: { $0.letter == letter }) else {
        throw ArgumentError(message: "'\(command)' has no option '-\(letter)'", word: word, isUnknown: true)
      }
      guard option.placeholder != nil else {
        given.append((option, word, nil))
        continue
      }
      let rest = word.rest(after: read)
      let value =
        rest.text.isEmpty ? try nextValue(of: option, named: "-\(letter)", at: word, from: &words) : rest
      given.append((option, word, value))
      return
    }
  }

  private func nextValue(
    of option: Option, named name: String, at word: Word, from words: inout ArraySlice<Word>
  ) throws(ArgumentError<Word>) -> Word {
    if let value = words.popFirst() { return value }
    throw ArgumentError(message: "'\(name)' needs a value: \(name) \(option.placeholder ?? "")", word: word)
  }

  /// Returns the name of the option that was probably meant: the nearest, or the only one that begins so.
  public static func nearest(to name: String, among options: [Option]) -> String? {
    let names = options.map(\.name)
    if let nearest = NearestName.nearest(to: name, among: names) { return nearest }
    let longer = names.filter { name.utf8.count > 1 && $0.hasPrefix(name) }
    return longer.count == 1 ? longer[0] : nil
  }

  private static func isNegativeNumber(_ text: String) -> Bool {
    text.utf8.count > 1 && text.utf8.dropFirst().allSatisfy(isASCIIDigit)
  }
}
