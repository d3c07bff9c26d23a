/// The characters of host names (RFC 5892).
enum DomainCharacters {
  /// Whether a character may be part of a lower-case label: a letter, mark or digit that is its own normal form.
  /// Characters that compatibility or case folding replaces are not allowed ("Unstable", section 2.2), except for ß and
  /// final sigma (section 2.6).
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ProfileKey.isAllowed(UInt8(ascii: scalar)) }
    if ["\u{200C}", "\u{200D}", "\u{B7}", "ß", "ς"].contains(scalar) { return true }
    if scalar.properties.changesWhenNFKCCaseFolded { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return false
    }
  }

  /// Whether a character may be part of a label in ASCII form, which includes symbols.
  static func canBeEncoded(_ scalar: Unicode.Scalar) -> Bool {
    if isAllowed(scalar) { return true }
    guard !scalar.isASCII, !scalar.properties.changesWhenNFKCCaseFolded else { return false }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .modifierSymbol, .mathSymbol, .currencySymbol: return true
    default: return false
    }
  }

  /// Whether each invisible joiner of a label follows a virama, or is a non-joiner between letters that are written
  /// joined (appendix A.1 and A.2).
  static func joinersFit(_ label: [Unicode.Scalar]) -> Bool {
    label.indices.allSatisfy { index in
      guard label[index] == "\u{200C}" || label[index] == "\u{200D}" else { return true }
      if index > 0, label[index - 1].properties.canonicalCombiningClass == .virama { return true }
      guard label[index] == "\u{200C}" else { return false }
      return joins(label[..<index].last { !isMark($0) }) && joins(label[(index + 1)...].first { !isMark($0) })
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }

  /// Whether a scalar is in a block of Arabic, Syriac, N'Ko, Mandaic or Mongolian. The standard library has no joining
  /// types of single letters.
  private static func joins(_ scalar: Unicode.Scalar?) -> Bool {
    guard let value = scalar?.value else { return false }
    return (0x0600...0x08FF).contains(value) || (0x1800...0x18AF).contains(value)
  }
}
