/// An NFC message with one URI record, in the form in which phones read and write tags.
///
/// Source: NFC Forum, NFC Data Exchange Format 1.0 (NDEF), section 3.2; URI Record Type Definition 1.0, section 3.2.
public struct NDEFMessage: Hashable, Sendable {
  /// The address.
  public let uri: String

  /// Creates a message with an address.
  public init(uri: String) { self.uri = uri }

  /// The abbreviated beginnings of addresses, by their codes. Code 0 stands for none.
  ///
  /// Source: URI Record Type Definition 1.0, table 3.
  static let prefixes: [String] = [
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
    "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
    "rtsp://",
    "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://",
    "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
  ]

  /// Maximum size of the payload of a short record, in bytes.
  private static let longestShort = 255
  /// The flags message begin and message end, and the type name format of the NFC Forum's well-known types.
  private static let wholeMessage: UInt8 = 0b1100_0001
  private static let shortRecord: UInt8 = 0b0001_0000

  /// The bytes of the record: a short one up to 255 bytes of payload, otherwise a long one. The longest beginning that
  /// has a code is abbreviated.
  public var bytes: [UInt8] {
    var code = 0
    for (index, prefix) in Self.prefixes.enumerated() {
      let isLonger = prefix.utf8.count > Self.prefixes[code].utf8.count
      if isLonger, uri.utf8.starts(with: prefix.utf8) { code = index }
    }
    let payload = [UInt8(code)] + uri.utf8.dropFirst(Self.prefixes[code].utf8.count)
    let isShort = payload.count <= Self.longestShort
    var bytes = [Self.wholeMessage | (isShort ? Self.shortRecord : 0), 1]
    if isShort {
      bytes.append(UInt8(payload.count))
    } else {
      let count = UInt32(clamping: payload.count)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }
    return bytes + [UInt8(ascii: "U")] + payload
  }

  /// Parses a message with one URI record.
  ///
  /// - Throws: `NDEFProblem` for any other bytes.
  public init(_ bytes: [UInt8]) throws(NDEFProblem) {
    guard let header = bytes.first else { throw NDEFProblem("the message is empty") }
    guard header & ~Self.shortRecord == Self.wholeMessage else {
      throw NDEFProblem("the message is not one whole record of a type of the NFC Forum")
    }
    let isShort = header & Self.shortRecord != 0
    let typeStart = isShort ? 3 : 6
    guard bytes.count > typeStart, bytes[1] == 1, bytes[typeStart] == UInt8(ascii: "U") else {
      throw NDEFProblem("the record is not a URI")
    }
    let length = bytes[2..<typeStart].reduce(0) { $0 << 8 | Int($1) }
    let payload = bytes[(typeStart + 1)...]
    guard payload.count == length, let code = payload.first else {
      throw NDEFProblem("the record says \(length) bytes of payload, and has \(payload.count)")
    }
    guard Int(code) < Self.prefixes.count else { throw NDEFProblem("no beginning of an address has the code \(code)") }
    guard let rest = String(validating: payload.dropFirst(), as: UTF8.self) else {
      throw NDEFProblem("the address is not UTF-8")
    }
    uri = Self.prefixes[Int(code)] + rest
  }
}

/// The reason why bytes are not a message, or do not fit.
public struct NDEFProblem: Error, Hashable, Sendable {
  /// What was found and what was expected, in lower case without a full stop.
  public let message: String

  init(_ message: String) { self.message = message }
}
