extension [UInt8] {
  /// Appends an integer with its most significant byte first.
  mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
    var shift = value.bitWidth
    while shift > 0 {
      shift -= 8
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes an integer from the front, most significant byte first. Returns nil if there are too few bytes.
  mutating func popBigEndian<Value: FixedWidthInteger & UnsignedInteger>(as type: Value.Type) -> Value? {
    popFirst(Value.bitWidth / 8)?.reduce(0) { $0 << 8 | Value($1) }
  }

  /// Removes `count` bytes from the front. Returns nil if there are fewer.
  mutating func popFirst(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= self.count else { return nil }
    defer { self = dropFirst(count) }
    return prefix(count)
  }
}
