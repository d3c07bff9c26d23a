/// Well-formed UTF-8 by table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
extension ByteView {
  /// The range of the next ill-formed sequence from `start` on (its "maximal subpart", one to three bytes), or nil when
  /// the rest is UTF-8. `start` must be the first byte of a character.
  ///
  /// - Complexity: O(bytes passed); text in ASCII is passed 32 bytes at a time.
  func nextMalformedUTF8(from start: Int) -> Range<Int>? {
    var position = nextNonASCII(from: start)
    while position < count {
      let end = endOfCharacter(at: position)
      if end.isMalformed { return position..<end.position }
      position = end.position
      // Text in other scripts has few ASCII runs that are worth a search by words.
      if position < count, self[position] < 0x80 { position = nextNonASCII(from: position) }
    }
    return nil
  }

  /// Where the character ends that starts at `position`, and whether it is ill-formed.
  private func endOfCharacter(at position: Int) -> (position: Int, isMalformed: Bool) {
    let lead = self[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return (position + 1, false)
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return (position + 1, true)
    }
    guard let next = byte(at: position + 1), second.contains(next) else { return (position + 1, true) }
    var cursor = position + 2
    while cursor < position + length {
      guard let next = byte(at: cursor), next & 0xC0 == 0x80 else { return (cursor, true) }
      cursor += 1
    }
    return (cursor, false)
  }
}
