import TOML

/// What stands in braces in the arguments of a hook.
///
///     argument = *( text / "{" name "}" )
///     name     = 1*( ALPHA / DIGIT / "-" / "_" )
///
/// Braces around anything else are text, so that JSON in an argument stays as it is.
extension Hook {
  /// The names in braces in an argument, also those that are not known.
  static func names(in argument: String) -> [String] {
    var names: [String] = []
    _ = filled(argument) { name in
      names.append(name)
      return nil
    }
    return names
  }

  /// An argument with the names replaced that `text` knows.
  ///
  /// Complexity: O(bytes of the argument).
  public static func filled(_ argument: String, with text: (String) -> String?) -> String {
    let pieces = argument.split(separator: "{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
      guard let end = piece.firstIndex(of: "}"), isName(piece[..<end]), let found = text(String(piece[..<end])) else {
        result += "{" + piece
        return
      }
      result += found + piece[end...].dropFirst()
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == 0x2D || $0 == 0x5F }
  }
}
