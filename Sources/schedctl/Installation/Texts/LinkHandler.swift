/// The desktop entry that makes the program the handler of `schedctl:` links; see the Desktop Entry Specification of
/// freedesktop.org.
enum LinkHandler {
  static let name = "schedctl.desktop"

  /// Returns the text of the entry.
  ///
  /// - Parameter program: the path of the program that opens the links.
  static func text(program: String) -> String {
    """
    [Desktop Entry]
    Type=Application
    Name=schedctl
    Comment=Opens links to focus profiles
    Exec=\(quoted(program)) open %u
    Terminal=false
    NoDisplay=true
    MimeType=x-scheme-handler/schedctl;

    """
  }

  /// Returns a word of `Exec`. A backslash is escaped twice: for the word, and for the value.
  private static func quoted(_ word: String) -> String {
    var text = ""
    var isPlain = true
    for scalar in word.unicodeScalars {
      switch scalar {
      case "%": text += "%%"
      case "\"", "`", "$": (text, isPlain) = (text + "\\\\\(scalar)", false)
      case "\\": (text, isPlain) = (text + "\\\\\\\\", false)
      case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_", "+": text.unicodeScalars.append(scalar)
      default:
        text.unicodeScalars.append(scalar)
        isPlain = false
      }
    }
    return isPlain ? text : "\"\(text)\""
  }
}
