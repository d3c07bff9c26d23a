/// Computes the number of terminal columns that a text takes.
///
/// A scalar takes two columns if Unicode classifies it as wide or fullwidth, none if it combines with the scalar before
/// it, and one otherwise. Terminals disagree about emoji sequences; this type follows those that draw a sequence as one
/// picture. Right-to-left text is measured but not reordered.
public enum DisplayWidth {
  /// Distance of the tab stops in rendered source lines, in columns. It is small so that indentation leaves room for
  /// text.
  public static let tabStop = 4

  /// Returns the width of one scalar: 0, 1 or 2 columns. A control character takes the one column of its picture, see
  /// `PrintableText`.
  ///
  /// Complexity: O(1) below U+0300, otherwise a binary search in 122 ranges.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if takesNoColumn(scalar) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// Returns the width of a grapheme cluster: 2 for an emoji sequence that is one picture, otherwise the sum of its
  /// scalars.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else { return scalars.first.map { columns(of: $0) } ?? 0 }
    let isPicture = first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F || isWide($0) }
    return isPicture ? 2 : scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the width of a text without control characters, cluster by cluster.
  public static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Whether a scalar is a nonspacing or enclosing mark, a format character, or a Hangul vowel or final that joins the
  /// consonant before it. Arabic number signs and the like (Prepended_Concatenation_Mark) are visible format
  /// characters.
  private static func takesNoColumn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .format: !isPrependedMark(scalar)
    case .otherLetter: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    default: false
    }
  }

  /// Whether a scalar is a visible format character: Prepended_Concatenation_Mark of PropList.txt.
  static func isPrependedMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x1_10BD, 0x1_10CD: true
    default: false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= wideRanges[0] else { return false }
    var low = 0
    var high = wideRanges.count / 2
    while high - low > 1 {
      let middle = (low + high) / 2
      if wideRanges[2 * middle] <= scalar.value { low = middle } else { high = middle }
    }
    return scalar.value <= wideRanges[2 * low + 1]
  }
}

extension DisplayWidth {
  /// The first and last scalar of each range that terminals show in two columns, in ascending order.
  ///
  /// These are the scalars whose East_Asian_Width is Wide or Fullwidth in EastAsianWidth.txt of Unicode 16.0 (UAX #11),
  /// which includes those with Emoji_Presentation, without the marks that take no column.
  static let wideRanges: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD, 0x25FE,
    0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F, 0x2693, 0x2693, 0x26A1, 0x26A1,
    0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3,
    0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C,
    0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
    0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x2E99, 0x2E9B, 0x2EF3, 0x2F00, 0x2FD5, 0x2FF0, 0x3029, 0x3030, 0x303E,
    0x3041, 0x3096, 0x309B, 0x30FF, 0x3105, 0x312F, 0x3131, 0x318E, 0x3190, 0x31E5, 0x31EF, 0x321E, 0x3220, 0x3247,
    0x3250, 0xA48C, 0xA490, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE52,
    0xFE54, 0xFE66, 0xFE68, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x16FE3, 0x17000, 0x187F7,
    0x18800, 0x18CD5, 0x18CFF, 0x18D08, 0x1AFF0, 0x1AFF3, 0x1AFF5, 0x1AFFB, 0x1AFFD, 0x1AFFE, 0x1B000, 0x1B122,
    0x1B132, 0x1B132, 0x1B150, 0x1B152, 0x1B155, 0x1B155, 0x1B164, 0x1B167, 0x1B170, 0x1B2FB, 0x1D300, 0x1D356,
    0x1D360, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200, 0x1F202,
    0x1F210, 0x1F23B, 0x1F240, 0x1F248, 0x1F250, 0x1F251, 0x1F260, 0x1F265, 0x1F300, 0x1F320, 0x1F32D, 0x1F335,
    0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4,
    0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567,
    0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC,
    0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB,
    0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FA7C, 0x1FA80, 0x1FA89,
    0x1FA8F, 0x1FAC6, 0x1FACE, 0x1FADC, 0x1FADF, 0x1FAE9, 0x1FAF0, 0x1FAF8, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD,
  ]
}
