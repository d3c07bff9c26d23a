/// Makes text from a file safe and visible on a terminal.
///
/// A name in a configuration may hold escape sequences, line feeds or characters that reverse the surrounding text.
/// Printed unchanged, they would let a file write anything on the terminal of the user who checks it.
public enum PrintableText {
  /// Returns `text` with each control character replaced by its picture (␀, ␛, ␊) and each invisible one by U+FFFD.
  ///
  /// Joiners and variation selectors are kept after a character that is not ASCII, where they are part of an emoji or
  /// of a script that needs them.
  ///
  /// Complexity: O(length). Returns `text` itself if it is printable ASCII.
  public static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var isBehindASCII = true
    for scalar in text.unicodeScalars {
      switch ScalarAppearance(of: scalar) {
      case .itself, .mark: result.append(scalar)
      case .tab: result.append(ScalarAppearance.picture(ofControl: 9))
      case .replacement(let visible): result.append(visible)
      case .joiner: result.append(isBehindASCII ? ScalarAppearance.replacementCharacter : scalar)
      }
      isBehindASCII = scalar.isASCII
    }
    return String(result)
  }
}

/// How one scalar of a text is shown.
enum ScalarAppearance: Equatable {
  /// Shown unchanged, in that number of columns.
  case itself(Unicode.Scalar, columns: Int)
  /// Combined with the scalar before it.
  case mark(Unicode.Scalar)
  /// Shown as spaces up to the next tab stop.
  case tab
  /// Omitted after a character that is not ASCII: it only selects how that character is drawn, and terminals disagree
  /// about the width of the result.
  case joiner
  /// Shown as another scalar of one column.
  case replacement(Unicode.Scalar)

  /// U+FFFD, shown for a scalar that cannot be displayed.
  static let replacementCharacter: Unicode.Scalar = "\u{FFFD}"

  /// Classifies `scalar`; nil stands for a byte that is not valid UTF-8.
  init(of scalar: Unicode.Scalar?) {
    guard let scalar else {
      self = .replacement(Self.replacementCharacter)
      return
    }
    switch scalar.value {
    case 9: self = .tab
    case 0x20..<0x7F: self = .itself(scalar, columns: 1)
    case 0..<0x20, 0x7F: self = .replacement(Self.picture(ofControl: scalar.value))
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0x1_F3FB...0x1_F3FF, 0xE_0020...0xE_007F: self = .joiner
    default: self = Self.beyondASCII(scalar)
    }
  }

  private static func beyondASCII(_ scalar: Unicode.Scalar) -> ScalarAppearance {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return .replacement(replacementCharacter)
    case .format where !DisplayWidth.isPrependedMark(scalar): return .replacement(replacementCharacter)
    default:
      let columns = DisplayWidth.columns(of: scalar)
      return columns == 0 ? .mark(scalar) : .itself(scalar, columns: columns)
    }
  }

  /// Returns the picture of a C0 control character (from U+2400) or of DEL.
  static func picture(ofControl value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(value == 0x7F ? 0x2421 : 0x2400 + value) ?? replacementCharacter
  }
}
