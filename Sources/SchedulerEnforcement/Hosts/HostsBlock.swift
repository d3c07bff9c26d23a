import Scheduler

/// The text of the block in a hosts file, between two marker lines.
///
///     block  = begin *line end
///     begin  = "# BEGIN schedctl: length=" digits " sha256=" 64hexdig " added=" addition [ SP remark ] LF
///     line   = ( "0.0.0.0 " / ":: " ) name LF
///     end    = "# END schedctl" LF
///
/// `length` and `sha256` are those of all lines between the markers, in bytes. If both are right, the block is
/// unchanged, and it can be removed without looking at its lines.
enum HostsBlock {
  /// What was added besides the block, and is removed with it.
  enum Addition: String {
    /// Only the block was added.
    case nothing
    /// The line end before the block. The file had none at its end.
    case newline
    /// The whole file.
    case file
  }

  /// What a begin line says.
  struct Header {
    let length: Int
    let digest: SHA256
    let addition: Addition
  }

  /// The beginning of every begin line.
  static let beginning = Array("# BEGIN schedctl: ".utf8)
  /// The end line with its line end.
  static let end = Array("# END schedctl\n".utf8)

  private static let remark = "('schedctl revert --all' removes this block)"

  /// Whether a line is the end line. The last line of a file may lack its line end.
  static func isEnd(_ line: ArraySlice<UInt8>) -> Bool { line.elementsEqual(end) || line.elementsEqual(end.dropLast()) }

  /// Returns the lines between the markers.
  static func body(of names: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for name in names {
      for address in ["0.0.0.0 ", ":: "] {
        bytes += address.utf8
        bytes += name.utf8
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return bytes
  }

  /// Returns the block of some lines. Its first byte is the line end if one is added.
  static func bytes(_ body: [UInt8], adding addition: Addition) -> [UInt8] {
    let begin = "length=\(body.count) sha256=\(SHA256(of: body).hexDigits) added=\(addition.rawValue) \(remark)\n"
    let added = addition == .newline ? [UInt8(ascii: "\n")] : []
    return added + beginning + Array(begin.utf8) + body + end
  }

  /// Reads a begin line without its line end. Returns nil if it was changed or cut.
  static func header(_ line: ArraySlice<UInt8>) -> Header? {
    let words = String(decoding: line.dropFirst(beginning.count), as: UTF8.self).split(separator: " ")
    let keys = ["length=", "sha256=", "added="]
    guard words.count >= keys.count, zip(words, keys).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
    let values = zip(words, keys).map { String($0.dropFirst($1.count)) }
    guard let length = Int(values[0]), length >= 0, let digest = SHA256(hexDigits: values[1]),
      let addition = Addition(rawValue: values[2])
    else { return nil }
    return Header(length: length, digest: digest, addition: addition)
  }

  /// What a line is.
  enum Line {
    /// It blocks a name.
    case armed
    /// It blocked a name, and its first byte has been replaced with `#`.
    case disarmed
  }

  private static let addresses = ["0.0.0.0 ", ":: "].map { Array($0.utf8) }

  /// Whether a line with its line end has the form of the lines of a block, and which; nil if not.
  static func kind(of line: ArraySlice<UInt8>) -> Line? {
    guard line.last == UInt8(ascii: "\n") else { return nil }
    let text = line.dropLast()
    for address in addresses where text.count > address.count {
      guard text.dropFirst().starts(with: address.dropFirst()), text.dropFirst(address.count).allSatisfy(isNameByte)
      else { continue }
      if text.first == address[0] { return .armed }
      if text.first == UInt8(ascii: "#") { return .disarmed }
    }
    return nil
  }

  /// Returns the name that a line blocks.
  static func name(in line: ArraySlice<UInt8>) -> String? {
    guard kind(of: line) == .armed else { return nil }
    return String(decoding: line.dropLast().drop { $0 != UInt8(ascii: " ") }.dropFirst(), as: UTF8.self)
  }

  /// Whether a text without a line end may be the beginning of a line whose writing was interrupted.
  static func isTorn(_ text: ArraySlice<UInt8>) -> Bool {
    if end.starts(with: text) { return true }
    return addresses.contains { address in
      text.count <= address.count
        ? address.starts(with: text)
        : text.starts(with: address) && text.dropFirst(address.count).allSatisfy(isNameByte)
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
