/// Searching eight bytes at a time.
///
/// Each `marks…` function sets the top bit of bytes that match. Subtraction borrows from the byte above, so bits above
/// the lowest mark may be wrong; the lowest never is, and it is the only one used.
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
  /// The position of the next control character (tabs and line ends among them) from `start` on, or the end.
  @inline(__always) func nextControl(from start: Int) -> Int {
    nextMark(from: start) { $0.marksOfControl }
  }

  /// The position of the next control character, quotation mark or backslash from `start` on, or the end.
  @inline(__always) func nextBasicStringSpecial(from start: Int) -> Int {
    nextMark(from: start) {
      $0.marksOfControl | $0.marks(equalTo: .quotationMark) | $0.marks(equalTo: .backslash)
    }
  }

  /// The position of the next control character or apostrophe from `start` on, or the end.
  @inline(__always) func nextLiteralStringSpecial(from start: Int) -> Int {
    nextMark(from: start) { $0.marksOfControl | $0.marks(equalTo: .apostrophe) }
  }

  /// The position of the next byte from 0x80 on, from `start` on, or the end.
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

  /// The first position from `start` on whose byte `marks` marks, or the end. `marks` must mark zero bytes, which is
  /// what stands behind the end in the last word.
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
