extension String {
  /// The text with a backslash before each of some characters. (`replacing` would do, and would bring the engine of regular
  /// expressions into the program, a megabyte.)
  func escaping(_ characters: String) -> String {
    reduce(into: "") { text, character in text += characters.contains(character) ? "\\\(character)" : "\(character)" }
  }
}
