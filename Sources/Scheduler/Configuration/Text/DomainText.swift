import Diagnostics
@_spi(_Unicode) import Swift

/// Host names as the configuration writes them; international names become A-labels (RFC 5890, 5891).
///
///     domain = label *( "." label ) [ "." ]      ; at most 253 bytes in ASCII
///     label  = 1*63( ALPHA / DIGIT / "-" / "_" ) ; no hyphen first or last; letters, marks and digits of any script
enum DomainText {
  /// The grammar as an ECMA 262 regular expression, which takes all characters beyond ASCII and labels of any length.
  static let pattern: String = {
    let character = "([A-Za-z0-9_]|[^\\x00-\\x7F])"
    let label = "\(character)+(-+\(character)+)*"
    return "\(label)(\\.\(label))*\\.?"
  }()

  /// The name in its ASCII form, in lower case, without a final dot.
  static func domain(_ text: String) throws(TextProblem) -> DomainName {
    if isPlain(text.utf8) { return DomainName(checked: text) }
    let whole = 0..<text.utf8.count
    if let problem = commonMistake(text) { throw problem }
    let scalars = normalized(text)
    let trimmed = scalars.last == "." ? Array(scalars.dropLast()) : scalars
    guard !trimmed.isEmpty else { throw invalid(whole, "a domain is empty") }
    var labels: [String] = []
    for label in trimmed.split(separator: ".", omittingEmptySubsequences: false) {
      labels.append(try asciiLabel(Array(label), of: text))
    }
    let name = labels.joined(separator: ".")
    guard name.utf8.count <= 253 else { throw invalid(whole, "a domain has at most 253 characters") }
    return DomainName(checked: name)
  }

  /// Whether a name is its own ASCII form in lower case, with nothing to complain about, as nearly all are.
  static func isPlain(_ name: some Collection<UInt8>) -> Bool {
    var labelLength = 0
    var last = UInt8(ascii: ".")
    for byte in name {
      if byte == UInt8(ascii: ".") {
        guard labelLength > 0, last != UInt8(ascii: "-") else { return false }
        labelLength = 0
      } else {
        guard ProfileKey.isAllowed(byte), labelLength < 63, labelLength > 0 || byte != UInt8(ascii: "-") else {
          return false
        }
        labelLength += 1
      }
      last = byte
    }
    return labelLength > 0 && last != UInt8(ascii: "-") && name.count <= 253
  }

  /// Lower case and composed, with the other full stops of IDNA (RFC 3490, section 3.1) as dots.
  private static func normalized(_ text: String) -> [Unicode.Scalar] {
    text.lowercased()._nfc.map { ["\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) ? "." : $0 }
  }

  private static func asciiLabel(_ label: [Unicode.Scalar], of text: String) throws(TextProblem) -> String {
    let whole = 0..<text.utf8.count
    guard !label.isEmpty else { throw invalid(whole, "a domain has an empty label: two dots, or one in front") }
    if let bad = label.first(where: { !isAllowed($0) }) {
      let at = text.unicodeScalars.firstIndex(of: bad).map { text.utf8.distance(from: text.startIndex, to: $0) }
      let range = at.map { $0..<$0 + UTF8.width(bad) } ?? whole
      throw invalid(range, "'\(Character(bad))' cannot be part of a domain")
    }
    guard label.first != "-", label.last != "-" else {
      throw invalid(whole, "a label of a domain neither begins nor ends with '-'")
    }
    var bytes = label.filter(\.isASCII).map { UInt8(ascii: $0) }
    guard label.count <= 63 else { throw invalid(whole, "a label of a domain has at most 63 characters") }
    if bytes.count < label.count {
      guard let encoded = Punycode.encode(label) else { throw invalid(whole, "a label of the domain is too long") }
      bytes = Array("xn--".utf8) + encoded
    }
    guard bytes.count <= 63 else { throw invalid(whole, "a label of a domain has at most 63 characters") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ProfileKey.isAllowed(UInt8(ascii: scalar)) }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return ["\u{200C}", "\u{200D}", "\u{B7}"].contains(scalar)
    }
  }

  /// Entries that are not domains but that people paste where one belongs.
  private static func commonMistake(_ text: String) -> TextProblem? {
    let whole = 0..<text.utf8.count
    if text.hasPrefix("*.") {
      return invalid(
        whole, "a domain has no wildcard", help: ["a domain covers its subdomains: \"\(text.dropFirst(2))\""])
    }
    guard let colon = text.firstIndex(of: ":") ?? text.firstIndex(of: "/") else { return nil }
    let host =
      text.hasPrefix("http") && text[colon...].hasPrefix("://")
      ? text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != ":" && $0 != "?" } : text[..<colon]
    return invalid(
      whole, "'\(text)' is an address, not a domain",
      help: host.isEmpty ? [] : ["write the host name alone: \"\(host)\""])
  }

  private static func invalid(_ range: Range<Int>, _ message: String, help: [String] = []) -> TextProblem {
    TextProblem(code: .invalidDomain, range: range, message: message, help: help)
  }
}
