/// The content of a list file: the domains on its lines, and its problems.
///
/// ```abnf
/// file    = [ BOM ] line *( ( LF / CR ) line )
/// line    = *blank [ entry *blank ] [ "#" *octet ]
/// entry   = domain / address 1*( 1*blank domain )   ; the second form is that of /etc/hosts
/// address = "0.0.0.0" / "127.0.0.1" / "::" / "::1"  ; any address before names of the machine itself
/// domain  = 1*octet                                 ; see DomainText; neither blank nor "#"
/// blank   = SP / HTAB
/// ```
struct ListFile {
  /// The domains in the order of the file, including repetitions.
  private(set) var domains: [DomainName] = []
  /// The problems with their ranges in the bytes of the file: one per line, up to `shownProblemLimit`.
  private(set) var problems: [TextProblem] = []
  /// The number of lines with a problem.
  private(set) var problemCount = 0

  private let bytes: [UInt8]
  private var position = 0

  /// Maximum number of problems kept. A file in another format would have one on each line.
  static let shownProblemLimit = 20

  /// Parses the bytes of a file until it has more than `limit` domains.
  ///
  /// Complexity: O(bytes), about 25 ns per line.
  init(parsing bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    position = Self.start(of: bytes)
    while position < bytes.count, domains.count <= limit {
      do throws(TextProblem) {
        try readLine()
      } catch {
        problemCount += 1
        if problems.count < Self.shownProblemLimit { problems.append(error) }
      }
      // The LF of a CR LF ends an empty line.
      while position < bytes.count, !Self.endsLine(bytes[position]) { position += 1 }
      position += 1
    }
  }

  /// Returns the start of the first line: after a byte order mark, which Windows editors write.
  static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  private mutating func readLine() throws(TextProblem) {
    let first = try nextWord()
    guard !first.isEmpty else { return }
    if let address = HostsAddress(bytes[first]) {
      try readNames(after: address, at: first)
    } else {
      try append(first)
      let second = try nextWord()
      guard second.isEmpty else { throw .severalNames(second) }
    }
  }

  private mutating func readNames(after address: HostsAddress, at place: Range<Int>) throws(TextProblem) {
    var word = try nextWord()
    guard !word.isEmpty else { throw .addressAlone(text(place), at: place) }
    while !word.isEmpty {
      if address == .other, !LocalName.isOne(bytes[word]) { throw .otherAddress(text(place), at: place) }
      try append(word)
      word = try nextWord()
    }
  }

  /// Adds the domain that a word denotes. Names of the machine itself are left out.
  private mutating func append(_ word: Range<Int>) throws(TextProblem) {
    let name = bytes[word]
    if LocalName.isOne(name) { return }
    if DomainText.isSettled(name) {
      domains.append(DomainName(checked: String(decoding: name, as: UTF8.self)))
    } else {
      domains.append(try unusualDomain(word))
    }
  }

  /// Parses a domain with capital letters or letters of other scripts.
  private func unusualDomain(_ word: Range<Int>) throws(TextProblem) -> DomainName {
    guard word.count <= 4 * 253 else { throw .longName(word) }
    if Self.isForeign(bytes[word]) { throw .foreignLine(text(word), at: word) }
    guard let name = String(validating: bytes[word], as: UTF8.self) else { throw .notUTF8(word) }
    do throws(TextProblem) { return try DomainText.domain(name) } catch { throw error.moved(by: word.lowerBound) }
  }

  /// Whether a word belongs to a rule for an ad blocker or a resolver. The marks of such rules never occur in domains.
  private static func isForeign(_ word: ArraySlice<UInt8>) -> Bool {
    word.contains { "!$=@[^|".utf8.contains($0) }
  }

  /// Returns the bytes up to the next blank, comment or end of the line, after skipping blanks; empty if there are
  /// none.
  private mutating func nextWord() throws(TextProblem) -> Range<Int> {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte <= UInt8(ascii: "#"), Self.endsWord(byte) { break }
      position += 1
    }
    let word = start..<position
    if !word.isEmpty, hidesElements(at: position) {
      let rule = start..<(bytes[position...].firstIndex { Self.isBlank($0) || Self.endsLine($0) } ?? bytes.count)
      throw .foreignLine(text(rule), at: rule)
    }
    return word
  }

  /// Whether the `#` begins a rule that hides elements of a page, as in `reddit.com##.promoted`, instead of a comment.
  /// Such a rule does not block the domain.
  private func hidesElements(at hash: Int) -> Bool {
    hash + 1 < bytes.count && bytes[hash] == UInt8(ascii: "#") && "#@?$%".utf8.contains(bytes[hash + 1])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
  private static func endsWord(_ byte: UInt8) -> Bool { isBlank(byte) || endsLine(byte) || byte == UInt8(ascii: "#") }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension ListFile {
  /// Returns the first place of a domain in the bytes of a file without problems; nil if the file does not contain it.
  ///
  /// Complexity: O(bytes), with each word parsed as a domain.
  static func place(of domain: DomainName, in bytes: [UInt8]) -> Range<Int>? {
    var position = start(of: bytes)
    while position < bytes.count {
      let end = bytes[position...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
      let line = bytes[position..<end].prefix { $0 != UInt8(ascii: "#") }
      let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if let word = words.first(where: { isWritten($0, as: domain) }) { return word.startIndex..<word.endIndex }
      position = end + 1
    }
    return nil
  }

  /// Whether a word denotes a domain.
  private static func isWritten(_ word: ArraySlice<UInt8>, as domain: DomainName) -> Bool {
    if word.elementsEqual(domain.text.utf8) { return true }
    do throws(TextProblem) {
      return try DomainText.domain(String(decoding: word, as: UTF8.self)) == domain
    } catch {
      return false
    }
  }
}
