/// A borrowed view of bytes. Every access is bounds-checked, in release builds as well.
///
/// A view is valid only inside the `withUnsafeBytes` call that made it. The input may be hostile, so a read out of
/// bounds stops the program instead of returning foreign memory.
struct ByteView {
  private let base: UnsafeRawPointer
  /// The number of bytes.
  let count: Int

  /// Creates a view of `bytes`.
  init(_ bytes: UnsafeRawBufferPointer) {
    // An empty buffer may have no address. Any address will do, because no access passes the bounds check.
    base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
    count = bytes.count
  }

  private init(base: UnsafeRawPointer, count: Int) {
    self.base = base
    self.count = count
  }

  /// The byte at `position`.
  @inline(__always) subscript(position: Int) -> UInt8 {
    precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "position outside of the bytes")
    return base.load(fromByteOffset: position, as: UInt8.self)
  }

  /// Returns the byte at `position`, or nil at or after the end.
  @inline(__always) func byte(at position: Int) -> UInt8? {
    position < count ? self[position] : nil
  }

  /// Returns the eight bytes from `position` on, the first in the lowest bits.
  @inline(__always) func word(at position: Int) -> UInt64 {
    precondition(position >= 0 && position &+ 8 <= count, "word outside of the bytes")
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Returns the fewer than eight bytes from `position` to the end, the first in the lowest bits, with zeros above.
  func lastWord(at position: Int) -> UInt64 {
    let missing = 8 - (count - position)
    if count >= 8 { return word(at: count - 8) &>> UInt64(missing * 8) }
    var word: UInt64 = 0
    var cursor = count
    while cursor > position {
      cursor -= 1
      word = word &<< 8 | UInt64(self[cursor])
    }
    return word
  }

  /// The bytes of `range` as a view whose positions start at 0.
  @inline(__always) subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside of the bytes")
    return ByteView(base: base + range.lowerBound, count: range.count)
  }

  /// The bytes as text, with `U+FFFD` for ill-formed UTF-8.
  var text: String { String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self) }

  /// Calls `body` with the bytes as a buffer of the standard library.
  func withBuffer<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try base.withMemoryRebound(to: UInt8.self, capacity: count) {
      try body(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}

extension ByteView: Equatable {
  /// Whether both views hold equal bytes.
  ///
  /// - Complexity: O(bytes), eight at a time.
  static func == (a: ByteView, b: ByteView) -> Bool {
    guard a.count == b.count else { return false }
    var position = 0
    while position &+ 8 <= a.count {
      guard a.word(at: position) == b.word(at: position) else { return false }
      position &+= 8
    }
    return position == a.count || a.lastWord(at: position) == b.lastWord(at: position)
  }
}
