extension UnlockKey {
  /// Returns the hash of a key's content, as in `[[profile.KEY.unlock]]`. One line end at the end of the content, CR,
  /// LF or CRLF, is dropped, because editors and scanners add one.
  public static func hash(of content: [UInt8]) -> SHA256 {
    var content = content[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    } else if content.last == UInt8(ascii: "\r") {
      content.removeLast()
    }
    return SHA256(of: Array(content))
  }

  /// Whether a content is this key; never for a key whose text is typed from the screen. The comparison takes constant
  /// time.
  public func isContent(_ content: [UInt8]) -> Bool {
    guard case .hash(let digits) = secret, let expected = SHA256(hexDigits: digits) else { return false }
    return Self.hash(of: content).isEqualInConstantTime(to: expected)
  }
}
