/// The 44-byte header of a TZif data block: a version and six counts (RFC 9636, section 3.1).
struct TZifHeader {
  static let size = 44

  /// NUL, `2`, `3` or `4`.
  let version: UInt8
  let utIndicators: UInt32
  let standardIndicators: UInt32
  let leapSeconds: UInt32
  let transitions: UInt32
  let types: UInt32
  let designationBytes: UInt32

  /// Parses the header at `offset`. Does not check the counts.
  ///
  /// ```abnf
  /// header = "TZif" version 15OCTET isutcnt isstdcnt leapcnt timecnt typecnt charcnt
  /// ```
  init(_ bytes: [UInt8], at offset: Int) throws(TZifError) {
    guard bytes.count - offset >= Self.size else {
      guard bytes.count < 4 || bytes.starts(with: "TZif".utf8) else { throw .badMagic(offset: 0) }
      throw .truncated(expected: offset + Self.size, actual: bytes.count)
    }
    guard bytes[offset..<offset + 4].elementsEqual("TZif".utf8) else { throw .badMagic(offset: offset) }
    version = bytes[offset + 4]
    guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "4")).contains(version) else {
      throw .unknownVersion(version)
    }
    utIndicators = bytes.unsigned32(at: offset + 20)
    standardIndicators = bytes.unsigned32(at: offset + 24)
    leapSeconds = bytes.unsigned32(at: offset + 28)
    transitions = bytes.unsigned32(at: offset + 32)
    types = bytes.unsigned32(at: offset + 36)
    designationBytes = bytes.unsigned32(at: offset + 40)
  }

  /// Returns the size of the data block in bytes for transition times of `timeSize` bytes. At most about 10^11, which
  /// does not overflow.
  func blockSize(timeSize: Int) -> Int {
    let perTransition = Int(transitions) * (timeSize + 1)
    let perLeapSecond = Int(leapSeconds) * (timeSize + 4)
    let indicators = Int(standardIndicators) + Int(utIndicators)
    return perTransition + Int(types) * 6 + Int(designationBytes) + perLeapSecond + indicators
  }

  /// Throws for counts that no block may have, and for leap seconds.
  func validate() throws(TZifError) {
    guard (1...256).contains(types) else { throw .typeCount(types) }
    guard leapSeconds == 0 else { throw .leapSeconds(count: leapSeconds) }
    guard transitions <= ZoneHistory.maximumTransitions else { throw .tooManyTransitions(transitions) }
    for count in [standardIndicators, utIndicators] where count != 0 && count != types {
      throw .indicatorCount(count, types: types)
    }
  }
}

extension [UInt8] {
  /// Returns the four bytes at `offset` as a big-endian number.
  func unsigned32(at offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the eight bytes at `offset` as a big-endian number in two's complement.
  func signed64(at offset: Int) -> Int64 {
    Int64(bitPattern: self[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) })
  }
}
