import Scheduler

extension Session {
  /// Shows a random text, and has it typed.
  ///
  /// Throws with code 77 when something else is typed, or nothing.
  mutating func typing(
    _ length: Int64, as requester: Requester, _ refusal: Refusal
  ) throws(CommandFailure) -> Requester {
    try typing(RandomText.make(length: length), because: refusal.message)
    var requester = requester
    requester.typedLength = length
    return requester
  }

  /// Shows a text, and has it typed.
  ///
  /// Throws with code 77 when something else is typed, or nothing.
  mutating func typing(_ text: String, because message: String) throws(CommandFailure) {
    messages.write("schedctl: \(message)\nType this text to end it all the same:\n\(text)\n")
    guard try ask(">") == text else {
      throw CommandFailure(code: .refused, message: "that is not the text; nothing was ended")
    }
  }
}

/// Texts that take effort to type.
enum RandomText {
  /// Without the letters and digits that are easily taken for one another.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")

  /// So many letters and digits, from the system's source of chance.
  static func make(length: Int64) -> String {
    String((0..<length).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
