import Testing

@testable import SchedulerStore

@Suite struct CRC32CTests {
  /// The iSCSI read command of RFC 3720, appendix B.4.
  private static let readCommand: [UInt8] = [
    0x01, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18,
    0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  ]

  @Test(
    arguments: [
      ([], 0x0000_0000),
      (Array("123456789".utf8), 0xE306_9283),
      (Array(repeating: 0, count: 32), 0x8A91_36AA),
      (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
      (Array(0...31), 0x46DD_794E),
      (Array((0...31).reversed()), 0x113F_DB5C),
      (readCommand, 0xD996_3A56),
    ] as [([UInt8], UInt32)])
  func `CRC32C gives the checksums of the published vectors`(bytes: [UInt8], expected: UInt32) {
    #expect(CRC32C.checksum(of: bytes.span) == expected)
  }

  /// Computes the checksum by its definition, bit by bit.
  private func slowChecksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
    }
  }

  @Test(arguments: 0..<40)
  func `the checksum of any length in any pieces agrees with its definition`(length: Int) {
    var random = SeededRandom(seed: UInt64(length))
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    let expected = slowChecksum(bytes)
    for cut in 0...length {
      var checksum = CRC32C()
      checksum.update(Array(bytes[..<cut]).span)
      checksum.update(Array(bytes[cut...]).span)
      #expect(checksum.value == expected, "cut at \(cut)")
    }
  }
}
