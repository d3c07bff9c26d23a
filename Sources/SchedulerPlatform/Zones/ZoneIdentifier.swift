/// The syntax of zone names.
enum ZoneIdentifier {
  /// Whether a text is a valid identifier, which cannot lead out of a database directory.
  ///
  /// ```abnf
  /// identifier = part *( "/" part )
  /// part       = 1*( ALPHA / DIGIT / "." / "_" / "+" / "-" )    ; but neither "." nor ".."
  /// ```
  static func isValid(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy(isAllowed) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Returns the part of a path after the last `zoneinfo/` if it is an identifier: `Europe/Berlin` for
  /// `../usr/share/zoneinfo/Europe/Berlin`.
  static func inPath(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let database = parts.lastIndex(of: "zoneinfo") else { return nil }
    let identifier = parts[(database + 1)...].joined(separator: "/")
    return isValid(identifier) ? identifier : nil
  }
}
