/// Search of eight bytes at a time.
///
/// Each `marks…` function sets the top bit of the bytes that match. Subtraction borrows from the byte above, so bits
/// above the lowest mark may be wrong. The lowest mark is always right, and only that one is used.
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  fileprivate static var topBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks zero bytes.
  @inline(__always) private var marksOfZero: UInt64 { (self &- Self.ones) & ~self & Self.topBits }

  /// Marks bytes equal to `byte`.
  @inline(__always) fileprivate func marks(equalTo byte: UInt8) -> UInt64 {
    (self ^ (Self.ones &* UInt64(byte))).marksOfZero
  }

  /// Marks control characters: below 0x20, and 0x7F.
  @inline(__always) fileprivate var marksOfControl: UInt64 {
    ((self &- Self.ones &* 0x20) & ~self & Self.topBits) | marks(equalTo: .delete)
  }
}

extension ByteView {
  /// Returns the position of the next control character (tabs and line ends included) at or after `start`, or the end.
  @inline(__always) func nextControl(from start: Int) -> Int {
    nextMark(from: start) { $0.marksOfControl }
  }

  /// Returns the position of the next control character, quotation mark or backslash at or after `start`, or the end.
  @inline(__always) func nextBasicStringSpecial(from start: Int) -> Int {
    nextMark(from: start) {
      $0.marksOfControl | $0.marks(equalTo: .quotationMark) | $0.marks(equalTo: .backslash)
    }
  }

  /// Returns the position of the next control character or apostrophe at or after `start`, or the end.
  @inline(__always) func nextLiteralStringSpecial(from start: Int) -> Int {
    nextMark(from: start) { $0.marksOfControl | $0.marks(equalTo: .apostrophe) }
  }

  /// Returns the position of the next byte from 0x80 on at or after `start`, or the end.
  func nextNonASCII(from start: Int) -> Int {
    var position = start
    while position &+ 32 <= count {
      let words = (word(at: position) | word(at: position &+ 8), word(at: position &+ 16) | word(at: position &+ 24))
      guard (words.0 | words.1) & .topBits == 0 else { break }
      position &+= 32
    }
    while position &+ 8 <= count {
      let marks = word(at: position) & .topBits
      guard marks == 0 else { return position &+ marks.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    guard position < count else { return count }
    return min(count, position + (lastWord(at: position) & .topBits).trailingZeroBitCount >> 3)
  }

  /// Returns the first position at or after `start` whose byte `marks` marks, or the end. `marks` must mark zero bytes,
  /// because zeros follow the end in the last word.
  @inline(__always) private func nextMark(from start: Int, _ marks: (UInt64) -> UInt64) -> Int {
    var position = start
    while position &+ 8 <= count {
      let found = marks(word(at: position))
      if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    guard position < count else { return count }
    return position &+ marks(lastWord(at: position)).trailingZeroBitCount &>> 3
  }
}

/// Well-formed UTF-8 by table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
extension ByteView {
  /// Returns the range of the next ill-formed sequence at or after `start` (its "maximal subpart", one to three bytes),
  /// or nil if the rest is well-formed. `start` must be the first byte of a character.
  ///
  /// - Complexity: O(bytes scanned); ASCII text is scanned 32 bytes at a time.
  func nextMalformedUTF8(from start: Int) -> Range<Int>? {
    var position = nextNonASCII(from: start)
    while position < count {
      let end = endOfCharacter(at: position)
      if end.isMalformed { return position..<end.position }
      position = end.position
      // Text in other scripts has few ASCII runs that are long enough for a search by words.
      if position < count, self[position] < 0x80 { position = nextNonASCII(from: position) }
    }
    return nil
  }

  /// Returns the end of the character that starts at `position`, and whether the character is ill-formed.
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
