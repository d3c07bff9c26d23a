import Scheduler

/// A signed extension for Chromium: an archive with a header, in the format CRX3. The header is a message of Protocol
/// Buffers; see `components/crx_file/crx3.proto` of Chromium.
///
/// The signature is made elsewhere, with RSA and SHA-256 as in PKCS #1 v1.5, over `signedBytes`.
public struct CRXPackage: Sendable {
  private let publicKey: [UInt8]
  private let archive: [UInt8]

  /// Creates a package.
  ///
  /// - Parameters:
  ///   - archive: the files of the extension.
  ///   - publicKey: the key in the form of a SubjectPublicKeyInfo (DER).
  public init(_ archive: ZipArchive, publicKey: [UInt8]) {
    self.archive = archive.bytes
    self.publicKey = publicKey
  }

  /// The identity of the extension: the first 128 bits of the digest of the key, in the letters `a` to `p`.
  public var id: String {
    let digits = identity.flatMap { [$0 >> 4, $0 & 15] }
    return String(decoding: digits.map { UInt8(ascii: "a") + $0 }, as: UTF8.self)
  }

  private var identity: [UInt8] { Array(SHA256(of: publicKey).bytes.prefix(16)) }

  /// The bytes that the signature covers.
  public var signedBytes: [UInt8] {
    var bytes = Array("CRX3 SignedData\0".utf8)
    bytes.append(UInt32(signedHeader.count), size: 4)
    return bytes + signedHeader + archive
  }

  /// Returns the bytes of the package.
  public func bytes(signature: [UInt8]) -> [UInt8] {
    let proof = Self.field(1, bytes: publicKey) + Self.field(2, bytes: signature)
    let header = Self.field(2, bytes: proof) + Self.field(10_000, bytes: signedHeader)
    var bytes = Array("Cr24".utf8)
    bytes.append(3, size: 4)
    bytes.append(UInt32(header.count), size: 4)
    return bytes + header + archive
  }

  /// The part of the header that is signed: the identity.
  private var signedHeader: [UInt8] { Self.field(1, bytes: identity) }

  /// Returns a field of bytes, with its number and its length.
  private static func field(_ number: UInt32, bytes: [UInt8]) -> [UInt8] {
    variable(number << 3 | 2) + variable(UInt32(bytes.count)) + bytes
  }

  /// Returns a number in groups of seven bits, the lowest first.
  private static func variable(_ number: UInt32) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8(number & 127 | 128)] + variable(number >> 7)
  }
}
