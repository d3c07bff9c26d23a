/// How many columns of a terminal a text takes.
///
/// Two for what Unicode calls wide or fullwidth, none for marks that sit on the scalar before them, otherwise one.
/// Terminals differ for sequences of emoji; the answer here is that of those which draw a sequence as one picture.
/// Right-to-left text is counted, not reordered.
public enum DisplayWidth {
  /// Tab stops are this many columns apart in rendered source lines: little indentation is lost and much is saved.
  public static let tabStop = 4

  /// The columns of one scalar: 0, 1 or 2. A control character counts as the one column of its picture, see
  /// `PrintableText`. Complexity: O(1) below U+0300, else a binary search in 122 ranges.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if takesNoColumn(scalar) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// The columns of a grapheme cluster: 2 for a sequence of emoji that is one picture, else the sum of its scalars.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else { return scalars.first.map { columns(of: $0) } ?? 0 }
    let isPicture = first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F || isWide($0) }
    return isPicture ? 2 : scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of a text without control characters, cluster by cluster.
  public static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Nonspacing and enclosing marks, format characters, and the vowels and finals of Hangul that join the consonant
  /// before them. Numbers of Arabic and its relatives (Prepended_Concatenation_Mark) are format characters with a shape.
  private static func takesNoColumn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .format: !isPrependedMark(scalar)
    case .otherLetter: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    default: false
    }
  }

  /// Prepended_Concatenation_Mark of PropList.txt: format characters that are seen.
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
