@_spi(_Unicode) import Swift

/// Host names as written in the configuration. International names become A-labels (RFC 5890, 5891).
///
///     domain = label *( "." label ) [ "." ]      ; at most 253 bytes in ASCII
///     label  = 1*63( ALPHA / DIGIT / "-" / "_" ) ; no hyphen first or last; letters, marks and digits of any script
///
/// Compatibility characters (fullwidth forms, ligatures, Roman numerals: RFC 5892, section 2.2) are rejected instead of
/// replaced as in address bars. A name that ends in a number is a complete IPv4 address without subdomains.
enum DomainText {
  /// The grammar as an ECMA 262 regular expression, which accepts all characters beyond ASCII and labels of any length.
  static let pattern: String = {
    let character = "([A-Za-z0-9_]|[^\\x00-\\x7F])"
    let label = "\(character)+(-+\(character)+)*"
    return "\(label)(\\.\(label))*\\.?"
  }()

  /// Returns the name in ASCII form, in lower case, without a final dot.
  static func domain(_ text: String) throws(TextProblem) -> DomainName {
    if isSettled(text.utf8) { return DomainName(checked: text) }
    let whole = 0..<text.utf8.count
    if let problem = commonMistake(text) { throw problem }
    let scalars = normalized(text)
    let trimmed = scalars.last == "." ? Array(scalars.dropLast()) : scalars
    guard !trimmed.isEmpty else { throw invalid(whole, message: "a domain is empty") }
    var labels: [String] = []
    for label in trimmed.split(separator: ".", omittingEmptySubsequences: false) {
      labels.append(try asciiLabel(Array(label), of: text))
    }
    let name = labels.joined(separator: ".")
    guard name.utf8.count <= 253 else { throw invalid(whole, message: "a domain has at most 253 characters") }
    guard !endsInNumber(name.utf8) || isAddress(labels) else {
      throw invalid(whole, message: "'\(text)' ends in a number, but is not an IPv4 address of four numbers up to 255")
    }
    return DomainName(checked: name)
  }

  /// Whether a text is a domain.
  static func isDomain(_ text: String) -> Bool {
    do throws(TextProblem) {
      _ = try domain(text)
      return true
    } catch {
      return false
    }
  }

  /// Whether a name is its own valid ASCII form in lower case, as nearly all are.
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

  /// Whether a name is certainly its own ASCII form: plain, without an A-label, which would have to be decoded, and
  /// without a number at the end, with which it would have to be an address.
  static func isSettled(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    isPlain(name) && !endsInNumber(name) && !hasALabel(name)
  }

  private static func hasALabel(_ name: some Collection<UInt8>) -> Bool {
    // Only the first four bytes of a label matter. No byte of it is zero.
    var start: UInt32 = 0
    for byte in name {
      if byte == UInt8(ascii: ".") { start = 0 } else if start <= 0xFF_FFFF { start = start << 8 | UInt32(byte) }
      if start == 0x786E_2D2D { return true }  // xn--
    }
    return false
  }

  /// Whether the last label is a number. Such a name is interpreted as an IPv4 address (WHATWG URL, "ends in a
  /// number").
  private static func endsInNumber(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = name.last, isASCIIDigit(last) else { return false }
    return name.reversed().prefix { $0 != UInt8(ascii: ".") }.allSatisfy(isASCIIDigit)
  }

  private static func isAddress(_ labels: [String]) -> Bool {
    labels.count == 4 && labels.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
  }

  /// Returns the text in lower case and composed, with the other full stops of IDNA (RFC 3490, section 3.1) as dots.
  private static func normalized(_ text: String) -> [Unicode.Scalar] {
    text.lowercased()._nfc.map { ["\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) ? "." : $0 }
  }

  private static func asciiLabel(_ label: [Unicode.Scalar], of text: String) throws(TextProblem) -> String {
    let whole = 0..<text.utf8.count
    guard !label.isEmpty else {
      throw invalid(whole, message: "a domain has an empty label: two dots, or one in front")
    }
    if let bad = label.first(where: { !DomainCharacters.isAllowed($0) }) {
      let at = text.unicodeScalars.firstIndex(of: bad).map { text.utf8.distance(from: text.startIndex, to: $0) }
      let range = at.map { $0..<$0 + UTF8.width(bad) } ?? whole
      throw invalid(range, message: "'\(Character(bad))' cannot be part of a domain", help: plainForm(of: text))
    }
    guard DomainCharacters.joinersFit(label) else {
      throw invalid(whole, message: "an invisible joiner is in a place of the domain where no script has one")
    }
    guard label.first != "-", label.last != "-" else {
      throw invalid(whole, message: "a label of a domain neither begins nor ends with '-'")
    }
    var bytes = label.filter(\.isASCII).map { UInt8(ascii: $0) }
    guard label.count <= 63 else { throw invalid(whole, message: "a label of a domain has at most 63 characters") }
    if bytes.count < label.count {
      guard let encoded = Punycode.encode(label) else {
        throw invalid(whole, message: "a label of the domain is too long")
      }
      bytes = Array("xn--".utf8) + encoded
    }
    guard bytes.count <= 63 else { throw invalid(whole, message: "a label of a domain has at most 63 characters") }
    if label.starts(with: "xn--".unicodeScalars), bytes.count > label.count || !isALabel(bytes) {
      throw invalid(whole, message: "'\(String(decoding: bytes, as: UTF8.self))' stands for no international label")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a label that begins with `xn--` is the ASCII form of a label that programs produce (RFC 5891, section
  /// 4.2.1). Symbols are accepted: names with emoji are registered, and lists of blocked domains contain them.
  private static func isALabel(_ label: [UInt8]) -> Bool {
    guard let scalars = Punycode.decode(label.dropFirst(4)) else { return false }
    return scalars.contains { !$0.isASCII } && scalars.allSatisfy(DomainCharacters.canBeEncoded)
      && DomainCharacters.joinersFit(scalars) && Punycode.encode(scalars) == Array(label.dropFirst(4))
  }

  /// Returns help for a name with fullwidth characters (U+FF01 to U+FF5E): the same name in ASCII if that is a domain.
  private static func plainForm(of text: String) -> [String] {
    var plain = ""
    for scalar in text.unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      plain.unicodeScalars.append(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
    }
    let name = plain.lowercased()
    return plain != text && isSettled(name.utf8) ? ["write it in ASCII: \"\(name)\""] : []
  }

  /// Returns the problem of an entry that is not a domain but is often pasted as one.
  private static func commonMistake(_ text: String) -> TextProblem? {
    let whole = 0..<text.utf8.count
    if text.hasPrefix("*.") {
      return invalid(
        whole, message: "a domain has no wildcard", help: ["a domain covers its subdomains: \"\(text.dropFirst(2))\""])
    }
    guard let colon = text.firstIndex(of: ":") ?? text.firstIndex(of: "/") else { return nil }
    if let address = HostsAddress.version6(in: text) {
      return invalid(
        whole, message: "'\(address)' is an IPv6 address, not a domain", help: ["write the name of the host"])
    }
    let host =
      text.hasPrefix("http") && text[colon...].hasPrefix("://")
      ? text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != ":" && $0 != "?" } : text[..<colon]
    return invalid(
      whole, message: "'\(text)' is an address, not a domain",
      help: (host.isEmpty ? [] : ["write the host name alone: \"\(host)\""])
        + pageHelp(for: text))
  }

  /// Returns help for an address of pages.
  private static func pageHelp(for text: String) -> [String] {
    // The host of such an address is read as a domain, and has no pages.
    guard text.contains("/"), text.utf8.count <= 2 * SitePathText.longestPath else { return [] }
    do throws(TextProblem) {
      return ["to block these pages alone: urls = [\"\(try SitePathText.entry(text).text)\"] in a 'block' table"]
    } catch {
      return []
    }
  }

  private static func invalid(_ range: Range<Int>, message: String, help: [String] = []) -> TextProblem {
    TextProblem(code: .invalidDomain, range: range, message: message, help: help)
  }
}
