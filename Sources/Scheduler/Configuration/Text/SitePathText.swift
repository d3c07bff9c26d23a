/// The pages of a site as written in `urls`.
///
///     url  = [ ( "http" / "https" ) "://" ] host "/" 1*octet [ "/*" ]   ; no user, port, query and fragment
///     host = a domain, see DomainText
///
/// The star at the end is dropped, because an entry covers all paths that begin with its own.
enum SitePathText {
  /// The grammar as an ECMA 262 regular expression.
  static let pattern = "([Hh][Tt][Tt][Pp][Ss]?://)?(\(DomainText.pattern))/([^?#*\\x00-\\x20\\x7F\\\\]+(/\\*)?|/+\\*)"

  /// Maximum length of a path in bytes. Browsers compare every address with it.
  static let longestPath = 1_000

  /// Returns the pages of an entry, with the host as `DomainText` and the path as `canonical` writes it.
  static func entry(_ text: String) throws(TextProblem) -> SitePath {
    let whole = text[...]
    guard !text.isEmpty else { throw problem(whole, message: "a url is empty") }
    if let mark = text.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      let noun = text.unicodeScalars[mark] == "?" ? "query" : "fragment"
      throw problem(text[mark...], message: "a url has no \(noun): its path alone counts", example: text[..<mark])
    }
    let rest = try withoutScheme(whole, of: text)
    let authority = rest.prefix { $0 != "/" }
    try check(authority, of: text)
    let host: DomainName
    do throws(TextProblem) {
      host = try DomainText.domain(String(authority))
    } catch {
      throw error.moved(by: offset(of: authority.startIndex, in: text))
    }
    let path = rest[authority.endIndex...]
    let isWithStar = path.hasSuffix("/*")
    let kept = isWithStar ? path.dropLast() : path
    guard kept.count > 1 else {
      throw problem(
        whole, message: "'\(text)' has no path",
        help: "to block the whole site, list it in 'domains': domains = [\"\(host.text)\"]")
    }
    try check(path: kept, of: text)
    return SitePath(host: host, checkedPath: canonical(kept))
  }

  /// Returns the page at an address that a person or a browser names; nil without a path. Its query and fragment do not
  /// count.
  ///
  /// - Parameter rest: the address from the end of its authority on.
  static func page(of host: DomainName, at rest: Substring) -> SitePath? {
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    guard path.count > 1, path.hasPrefix("/") else { return nil }
    let sent = withoutDots(canonical(path))
    return sent == "/" ? nil : SitePath(host: host, checkedPath: sent)
  }

  /// Returns a canonical path without segments of dots, as browsers send it (RFC 3986, section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
      // A path that ends in a segment of dots is that of a directory.
      if index == segments.count - 1, segment == "." || segment == ".." { kept.append("") }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// Returns a path with one spelling of each character: letters, digits and `-._~` as they are, and what no path may
  /// contain as `%` with upper-case digits, as browsers write it (RFC 3986, section 6.2.2). `rules.js` does so too.
  static func canonical(_ path: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = HexDigits.byte(rest.prefix(2)) {
        rest.removeFirst(2)
        bytes += isUnreserved(value) ? [value] : HexDigits.escape(value)
      } else {
        bytes += isPlain(byte) ? [byte] : HexDigits.escape(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isEntry(_ text: String) -> Bool {
    do throws(TextProblem) {
      _ = try entry(text)
      return true
    } catch {
      return false
    }
  }

  private static func withoutScheme(_ whole: Substring, of text: String) throws(TextProblem) -> Substring {
    let head = whole.prefix { $0 != "/" }
    guard head.hasSuffix(":"), whole[head.endIndex...].hasPrefix("//") else { return whole }
    guard ["http:", "https:"].contains(head.lowercased()) else {
      throw problem(head, message: "'\(head)//' is no address of a web page: a url begins with its host")
    }
    return whole[head.endIndex...].dropFirst(2)
  }

  private static func check(_ authority: Substring, of text: String) throws(TextProblem) {
    if authority.isEmpty {
      throw problem(
        text[...], message: "'\(text)' has no host", help: "write the host before the path: \"youtube.com/shorts\"")
    }
    if let at = authority.lastIndex(of: "@") {
      throw problem(
        authority[...at], message: "a url has no user name", example: text[authority.index(after: at)...])
    }
    // The correction is read as an entry, so it must not have another colon.
    if let colon = authority.firstIndex(of: ":"), !authority.hasSuffix("]"), !authority.hasPrefix("[") {
      throw problem(
        authority[colon...], message: "a url has no port: it covers all of them",
        example: authority[..<colon] + text[authority.endIndex...])
    }
  }

  private static func check(path: Substring, of text: String) throws(TextProblem) {
    if let star = path.unicodeScalars.firstIndex(of: "*") {
      throw problem(
        path[star..<path.unicodeScalars.index(after: star)],
        message: "a url has no wildcard: it covers every path that begins with its own",
        example: text[..<star])
    }
    if let bad = path.unicodeScalars.firstIndex(where: isForbidden) {
      let isBackslash = path.unicodeScalars[bad] == "\\"
      throw problem(
        path[bad..<path.unicodeScalars.index(after: bad)],
        message: "a url cannot contain \(isBackslash ? "a backslash" : "a space or a control character")",
        help: isBackslash ? nil : "write a space as %20")
    }
    for mark in path.indices where path[mark] == "%" {
      let end = path.index(mark, offsetBy: 3, limitedBy: path.endIndex) ?? path.endIndex
      guard HexDigits.byte(path[mark..<end].utf8.dropFirst()) == nil else { continue }
      throw problem(path[mark..<end], message: "'%' needs two hexadecimal digits after it; itself it is %25")
    }
    let parts = canonical(path).split(separator: "/")
    if parts.contains(".") || parts.contains("..") {
      throw problem(path, message: "a path with '.' or '..' is none that browsers send")
    }
    guard canonical(path).utf8.count <= longestPath else {
      throw problem(path, message: "a path has at most \(longestPath) bytes")
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar.value == 0x7F || scalar == "\\"
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether browsers leave a byte of a path as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"<>`{}^\\?#".utf8.contains(byte)
  }

  private static func offset(of index: String.Index, in text: String) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  private static func problem(
    _ part: Substring, message: String, example: Substring? = nil,
    help: String? = nil
  ) -> TextProblem {
    let start = offset(of: part.startIndex, in: part.base)
    let corrected = example.flatMap { example in
      example.utf8.count <= longestPath && isEntry(String(example)) ? "write \"\(example)\"" : nil
    }
    return TextProblem(
      code: .invalidURL, range: start..<start + part.utf8.count, message: message,
      help: [corrected, help].compactMap(\.self))
  }
}

/// Hexadecimal digits of a byte in an address.
private enum HexDigits {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The byte that two digits denote; nil for anything else.
  static func byte(_ pair: some Collection<UInt8>) -> UInt8? {
    guard pair.count == 2 else { return nil }
    let values = pair.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return values.count == 2 ? UInt8(values[0] << 4 | values[1]) : nil
  }

  static func escape(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
