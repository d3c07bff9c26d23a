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
      if let word = words.first(where: { isWritten($0, domain) }) { return word.startIndex..<word.endIndex }
      position = end + 1
    }
    return nil
  }

  /// Whether a word denotes a domain.
  private static func isWritten(_ word: ArraySlice<UInt8>, _ domain: DomainName) -> Bool {
    if word.elementsEqual(domain.text.utf8) { return true }
    do throws(TextProblem) {
      return try DomainText.domain(String(decoding: word, as: UTF8.self)) == domain
    } catch {
      return false
    }
  }
}
