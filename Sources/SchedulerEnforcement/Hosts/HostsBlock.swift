import Scheduler

/// The text of the block in a hosts file, between two marker lines.
///
///     block  = begin *line end
///     begin  = "# BEGIN schedctl: length=" digits " sha256=" 64hexdig " added=" addition [ SP remark ] LF
///     line   = ( "0.0.0.0 " / ":: " ) name [ SP name "." ] LF
///     end    = "# END schedctl" [ ": length=" digits ] LF
///
/// `length` and `sha256` are those of all lines between the markers, in bytes. If both are right, the block is
/// unchanged, and it can be removed without looking at its lines. The end line states the length again for a block whose
/// begin line was lost. Earlier versions wrote neither that nor the name with a final dot, which programs may ask for as well.
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
  /// The end line of earlier versions, without its line end.
  private static let plainEnd = Array("# END schedctl".utf8)
  /// What follows it today, before the digits.
  private static let lengthBeginning = Array(": length=".utf8)

  private static let remark = "('schedctl revert --all' removes this block)"

  /// What an end line says.
  enum End: Hashable {
    /// It is one of an earlier version.
    case plain
    /// The length of the lines above it in bytes; nil if its writing was interrupted.
    case length(Int?)
  }

  /// Reads an end line. Returns nil for every other line, also a comment that only resembles one. The last line of a
  /// file may lack its line end.
  static func end(_ line: ArraySlice<UInt8>) -> End? {
    guard line.starts(with: plainEnd) else { return nil }
    let hasLineEnd = line.last == UInt8(ascii: "\n")
    var rest = line.dropFirst(plainEnd.count).dropLast(hasLineEnd ? 1 : 0)
    // An editor may have added blanks or a carriage return.
    while let last = rest.last, [0x09, 0x0D, 0x20].contains(last) { rest.removeLast() }
    if rest.isEmpty { return .plain }
    if lengthBeginning.starts(with: rest) { return .length(nil) }
    let digits = rest.dropFirst(lengthBeginning.count)
    guard rest.starts(with: lengthBeginning), digits.allSatisfy({ (48...57).contains($0) }),
      let length = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return .length(hasLineEnd ? length : nil)
  }

  /// Returns the lines between the markers.
  static func body(of names: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(names.reduce(0) { $0 + 4 * $1.utf8.count + 16 })
    for name in names {
      for address in addresses {
        bytes += address
        bytes += name.utf8
        bytes.append(UInt8(ascii: " "))
        bytes += name.utf8
        bytes += [UInt8(ascii: "."), UInt8(ascii: "\n")]
      }
    }
    return bytes
  }

  /// Returns the block of some lines. Its first byte is the line end if one is added.
  static func bytes(_ body: [UInt8], adding addition: Addition) -> [UInt8] {
    let added = addition == .newline ? [UInt8(ascii: "\n")] : []
    let begin = "length=\(body.count) sha256=\(SHA256(of: body).hexDigits) added=\(addition.rawValue) \(remark)\n"
    return added + beginning + Array(begin.utf8) + body + plainEnd + lengthBeginning + Array("\(body.count)\n".utf8)
  }

  /// The values of the first words of a text; nil unless they have these keys.
  private static func values(of keys: [String], in text: ArraySlice<UInt8>) -> [String]? {
    let words = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard words.count >= keys.count, zip(words, keys).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
    return zip(words, keys).map { String($0.dropFirst($1.count)) }
  }

  /// Reads a begin line without its line end. Returns nil if it was changed or cut.
  static func header(_ line: ArraySlice<UInt8>) -> Header? {
    guard let values = values(of: ["length=", "sha256=", "added="], in: line.dropFirst(beginning.count)),
      let length = Int(values[0]), length >= 0, let digest = SHA256(hexDigits: values[1]),
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
      guard text.dropFirst().starts(with: address.dropFirst()), isNames(text.dropFirst(address.count), isWhole: true)
      else { continue }
      if text.first == address[0] { return .armed }
      if text.first == UInt8(ascii: "#") { return .disarmed }
    }
    return nil
  }

  /// What a line of today's form is, wherever it is: the name is there once more, with a final dot. Blanks, a carriage
  /// return and a comment, which an editor or a person may have added, do not matter. nil for other lines.
  static func aliasLine(_ line: ArraySlice<UInt8>) -> Line? {
    let line = line.drop { [0x09, 0x20].contains($0) }
    let comment = line.dropFirst(2).firstIndex(of: UInt8(ascii: "#")) ?? line.endIndex
    let words = line[..<comment].split { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard words.count == 3, isNames(words[1] + [UInt8(ascii: " ")] + words[2], isWhole: true) else { return nil }
    for address in addresses where words[0].dropFirst().elementsEqual(address.dropFirst().dropLast()) {
      if words[0].first == address[0] { return .armed }
      if words[0].first == UInt8(ascii: "#") { return .disarmed }
    }
    return nil
  }

  /// Returns the name that a line blocks.
  static func name(in line: ArraySlice<UInt8>) -> String? {
    guard kind(of: line) == .armed || aliasLine(line) == .armed else { return nil }
    let words = line.split { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    return words.count > 1 ? String(decoding: words[1], as: UTF8.self) : nil
  }

  /// Whether a text without a line end may be the beginning of a line whose writing was interrupted.
  static func isTorn(_ text: ArraySlice<UInt8>) -> Bool {
    if plainEnd.starts(with: text) { return true }
    return addresses.contains { address in
      text.count <= address.count
        ? address.starts(with: text)
        : text.starts(with: address) && isNames(text.dropFirst(address.count), isWhole: false)
    }
  }

  /// Whether a text is a name, or a name and the same one with a final dot; or a beginning of that unless it is whole.
  private static func isNames(_ text: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    guard let blank = text.firstIndex(where: { !isNameByte($0) }) else { return true }
    guard text[blank] == UInt8(ascii: " "), blank > text.startIndex else { return false }
    let (name, alias) = (text[..<blank], text[(blank + 1)...])
    if alias.count == name.count + 1 { return alias.last == UInt8(ascii: ".") && alias.starts(with: name) }
    return !isWhole && name.starts(with: alias)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
