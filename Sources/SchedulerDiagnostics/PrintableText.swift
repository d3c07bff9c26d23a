/// Makes text from a file safe and visible on a terminal.
///
/// A name in a configuration may hold escape sequences, line feeds or characters that reverse the text around them.
/// Shown as they are, they would let a file write anything on the screen of whoever checks it.
public enum PrintableText {
  /// `text` with each control character as its picture (␀, ␛, ␊) and each invisible one as U+FFFD.
  ///
  /// Joiners and variation selectors stay behind a character that is not ASCII: there they are part of an emoji or of a
  /// script that needs them. Complexity: O(length); returns `text` itself when it is plain ASCII.
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
  /// As it is, in so many columns.
  case itself(Unicode.Scalar, columns: Int)
  /// On top of the one before it.
  case mark(Unicode.Scalar)
  /// As spaces up to the next tab stop.
  case tab
  /// Not at all behind a character that is not ASCII: it only chooses how that one is drawn, and terminals disagree
  /// about how many columns the outcome takes.
  case joiner
  /// As another scalar of one column.
  case replacement(Unicode.Scalar)

  /// U+FFFD, for what cannot be shown.
  static let replacementCharacter: Unicode.Scalar = "\u{FFFD}"

  /// The appearance of `scalar`; nil means a byte that is no UTF-8.
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

  /// The picture of a C0 control character (U+2400 and on) or of DEL.
  static func picture(ofControl value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(value == 0x7F ? 0x2421 : 0x2400 + value) ?? replacementCharacter
  }
}
