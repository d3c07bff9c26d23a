/// The characters of host names (RFC 5892).
enum DomainCharacters {
  /// Whether a character may be part of a label in lower case: one of a letter, mark or digit that stands for itself. What
  /// compatibility and case folding replace stands for something else ("Unstable", section 2.2); ß and final sigma are
  /// excepted (section 2.6).
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ProfileKey.isAllowed(UInt8(ascii: scalar)) }
    if ["\u{200C}", "\u{200D}", "\u{B7}", "ß", "ς"].contains(scalar) { return true }
    if scalar.properties.changesWhenNFKCCaseFolded { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return false
    }
  }

  /// Whether a character may be part of a label that is written in its ASCII form: also a symbol.
  static func canBeEncoded(_ scalar: Unicode.Scalar) -> Bool {
    if isAllowed(scalar) { return true }
    guard !scalar.isASCII, !scalar.properties.changesWhenNFKCCaseFolded else { return false }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .modifierSymbol, .mathSymbol, .currencySymbol: return true
    default: return false
    }
  }

  /// Whether each invisible joiner of a label is where a script has one: behind a virama, and the non-joiner also between
  /// letters that are written joined (appendix A.1 and A.2).
  static func joinersFit(_ label: [Unicode.Scalar]) -> Bool {
    label.indices.allSatisfy { index in
      guard label[index] == "\u{200C}" || label[index] == "\u{200D}" else { return true }
      if index > 0, label[index - 1].properties.canonicalCombiningClass == .virama { return true }
      guard label[index] == "\u{200C}" else { return false }
      return joins(label[..<index].last { !isMark($0) }) && joins(label[(index + 1)...].first { !isMark($0) })
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }

  /// Whether it is of the blocks of Arabic, Syriac, N'Ko, Mandaic or Mongolian: the standard library does not know how
  /// each letter joins.
  private static func joins(_ scalar: Unicode.Scalar?) -> Bool {
    guard let value = scalar?.value else { return false }
    return (0x0600...0x08FF).contains(value) || (0x1800...0x18AF).contains(value)
  }
}
