extension String {
  /// Returns the text with a backslash before each of `characters`. `replacing` would link the regular-expression
  /// engine, which takes a megabyte.
  func escaping(_ characters: String) -> String {
    reduce(into: "") { text, character in text += characters.contains(character) ? "\\\(character)" : "\(character)" }
  }
}
