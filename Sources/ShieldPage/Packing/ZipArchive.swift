/// An archive of files without compression: the form of an XPI, and a part of a CRX. See APPNOTE.TXT of PKWARE, 4.3.
///
/// Equal files give equal bytes: all have the date 1980-01-01.
public struct ZipArchive: Sendable {
  /// The bytes of the archive.
  public let bytes: [UInt8]

  /// Packs files with their names, in their order. Each has less than 4 GiB.
  ///
  /// Complexity: O(bytes).
  public init(_ files: [(name: String, bytes: [UInt8])]) {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in files {
      let offset = archive.count
      archive.append(0x0403_4B50, size: 4)
      Self.append(to: &archive, name: name, content: content)
      archive += Array(name.utf8) + content
      directory.append(0x0201_4B50, size: 4)
      directory.append(20, size: 2)
      Self.append(to: &directory, name: name, content: content)
      // No comment, the first disk, no attributes.
      directory += [UInt8](repeating: 0, count: 10)
      directory.append(UInt32(offset), size: 4)
      directory += Array(name.utf8)
    }
    let start = archive.count
    archive += directory
    archive.append(0x0605_4B50, size: 4)
    archive.append(0, size: 4)
    for _ in 0..<2 { archive.append(UInt32(files.count), size: 2) }
    archive.append(UInt32(directory.count), size: 4)
    archive.append(UInt32(start), size: 4)
    archive.append(0, size: 2)
    bytes = archive
  }

  /// Appends the fields that a file has both in its own header and in the directory.
  private static func append(to bytes: inout [UInt8], name: String, content: [UInt8]) {
    bytes.append(20, size: 2)
    // Names are UTF-8; the content is stored as it is.
    bytes.append(0x0800, size: 2)
    bytes.append(0, size: 2)
    // The first minute of 1980.
    bytes.append(0x0021_0000, size: 4)
    bytes.append(CRC32(of: content).value, size: 4)
    for _ in 0..<2 { bytes.append(UInt32(content.count), size: 4) }
    bytes.append(UInt32(name.utf8.count), size: 2)
    bytes.append(0, size: 2)
  }
}

/// The checksum of ZIP (ISO 3309).
struct CRC32 {
  let value: UInt32

  init(of bytes: [UInt8]) {
    var rest: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    value = ~rest
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the lowest first.
  mutating func append(_ number: UInt32, size: Int) {
    for place in 0..<size { append(UInt8(truncatingIfNeeded: number >> UInt32(8 * place))) }
  }
}
