import SchedulerJSON

/// The text of a policy file as Chromium reads it: JSON with comments, commas before closing brackets, and a byte order
/// mark.
enum PolicyText {
  /// Returns the members of the file; nil if the value is no object.
  ///
  /// Stricter than Chromium in one thing: a name given twice in an object, and a number that does not fit in 64 bits,
  /// are errors here.
  ///
  /// - Throws: why the text cannot be read.
  static func members(of bytes: [UInt8]) throws(JSONError) -> JSONObject? {
    try JSONValue(parsing: plain(bytes)).objectValue
  }

  /// Whether Chromium reads a text although `members(of:)` does not.
  static func isReadByBrowser(_ error: JSONError) -> Bool {
    switch error.problem {
    case .duplicateKey, .numberOutOfRange, .tooDeep: true
    default: false
    }
  }

  /// Returns the text as plain JSON. Each byte that is left out becomes a space, so that positions stay.
  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let space = UInt8(ascii: " ")
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { for index in 0..<3 { result[index] = space } }
    var position = 0
    /// The place of a comma after which only white space came.
    var comma: Int?
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        comma = nil
        position = end(ofString: bytes, from: position)
      } else if let end = end(ofComment: bytes, from: position) {
        for index in position..<end where bytes[index] != UInt8(ascii: "\n") { result[index] = space }
        position = end
      } else {
        switch byte {
        case UInt8(ascii: ","): comma = position
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          if let comma { result[comma] = space }
          comma = nil
        case space, 0x09, 0x0A, 0x0D: break
        default: comma = nil
        }
        position += 1
      }
    }
    return result
  }

  private static func end(ofString bytes: [UInt8], from start: Int) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  /// Returns the end of the comment at a position; nil if there is none.
  private static func end(ofComment bytes: [UInt8], from start: Int) -> Int? {
    let rest = bytes[start...]
    if rest.starts(with: "//".utf8) { return rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }
    guard rest.starts(with: "/*".utf8) else { return nil }
    var position = start + 2
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") { return position + 2 }
      position += 1
    }
    return bytes.count
  }
}

extension JSONValue {
  /// The strings of an array, without its other elements; empty for anything else.
  var strings: [String] { arrayValue?.compactMap(\.stringValue) ?? [] }
}
