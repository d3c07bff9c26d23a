/// The checksum CRC-32C (Castagnoli): polynomial 0x1EDC6F41, bits reflected, initial value and final XOR all ones.
///
/// Defined for iSCSI (RFC 3720, section 12.1), with test vectors in appendix B.4. It detects every change of up to
/// three bits and every burst of up to 32 in a record of the largest size. It does not protect against deliberate
/// changes.
public struct CRC32C: Hashable, Sendable {
  private var register: UInt32 = 0xFFFF_FFFF

  /// Creates the checksum of no bytes.
  public init() {}

  /// The checksum of the bytes added so far.
  public var value: UInt32 { ~register }

  /// Returns the checksum of bytes.
  public static func checksum(of bytes: Span<UInt8>) -> UInt32 {
    var checksum = CRC32C()
    checksum.update(bytes)
    return checksum.value
  }

  /// Adds bytes.
  ///
  /// Complexity: O(bytes), eight at a time.
  public mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    let memory = bytes.bytes
    var crc = register
    var offset = 0
    while offset + 8 <= memory.byteCount {
      let low = crc ^ memory.word(at: offset)
      let high = memory.word(at: offset + 4)
      crc =
        table[0x700 | Int(low & 0xFF)] ^ table[0x600 | Int(low >> 8 & 0xFF)]
        ^ table[0x500 | Int(low >> 16 & 0xFF)] ^ table[0x400 | Int(low >> 24)]
        ^ table[0x300 | Int(high & 0xFF)] ^ table[0x200 | Int(high >> 8 & 0xFF)]
        ^ table[0x100 | Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
      offset += 8
    }
    while offset < bytes.count {
      crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[offset])) & 0xFF)]
      offset += 1
    }
    register = crc
  }

  /// The bit-reflected polynomial.
  private static let polynomial: UInt32 = 0x82F6_3B78

  /// Eight tables of 256: the k-th gives the effect of a byte on the checksum if k more bytes follow it.
  private static let table: [UInt32] = {
    var table = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
    }
    for index in 256..<2048 {
      let previous = table[index - 256]
      table.append(previous >> 8 ^ table[Int(previous & 0xFF)])
    }
    return table
  }()
}

extension RawSpan {
  /// Returns four bytes as a little-endian number.
  fileprivate func word(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
