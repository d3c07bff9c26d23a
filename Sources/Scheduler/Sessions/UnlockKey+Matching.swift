extension UnlockKey {
  /// The hash of a key's content, as `[[profile.KEY.unlock]]` has it. One line end at its end, CR, LF or CRLF, is dropped:
  /// editors and scanners add one.
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

  /// Whether a content is this key; never for a key whose text is typed from the screen. Compared in constant time.
  public func isContent(_ content: [UInt8]) -> Bool {
    guard case .hash(let digits) = secret, let expected = SHA256(hexDigits: digits) else { return false }
    return Self.hash(of: content).isEqualInConstantTime(to: expected)
  }
}
