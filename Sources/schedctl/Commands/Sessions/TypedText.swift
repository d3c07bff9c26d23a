import Scheduler

extension Console {
  /// Shows a random text and asks the user to type it.
  ///
  /// Throws with code 77 if the user types something else or nothing.
  mutating func typing(
    _ length: Int64, as requester: Requester, because message: String, help: [String]
  ) throws(CommandFailure) -> Requester {
    var generator = SystemRandomNumberGenerator()
    try typing(RandomText.make(length: length, using: &generator), because: message, help: help)
    var requester = requester
    requester.typedLength = length
    return requester
  }

  /// Shows a text and asks the user to type it.
  ///
  /// Throws with code 77 if the user types something else or nothing.
  mutating func typing(_ text: String, because message: String, help: [String]) throws(CommandFailure) {
    report(CommandFailure(code: .refused, message: message, help: help))
    messages.write("Type this text to end it all the same:\n\(text)\n")
    guard try ask(">") == text else {
      throw CommandFailure(code: .refused, message: "that is not the text; nothing was ended")
    }
  }
}
