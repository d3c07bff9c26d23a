import SchedulerCivilTime
import SchedulerStore

/// The file of a day:
///
/// ```abnf
/// day        = "schedctl-use 1 " full-date LF *zone *row *visits
///              "sum " 8HEXDIG LF                                               ; CRC-32C of the bytes before "sum"
/// zone       = "z " identifier 1*( SP quarter [ "-" quarter ] ) LF             ; ascending; each quarter once at most
/// row        = "u " name SP domain SP categories 1*( SP quarter ":" length ) LF ; ascending
/// visits     = ( "a" / "d" ) SP name 1*( SP length ) LF                        ; an application, a domain
/// domain     = name / "-"
/// categories = name / "-"                                                      ; joined with ";"
/// quarter    = 1*2DIGIT                                                        ; 0 to 95
/// length     = 1*18DIGIT                                                       ; milliseconds, at least 1
/// identifier = ALPHA *63( ALPHA / DIGIT / "." / "_" / "+" / "-" / "/" )        ; of a zone; unknown ones are no damage
/// name       = 1*( %x21-24 / %x26-7E / %x80-FF / "%" 2HEXDIG )                 ; "-" alone is "%2D"
/// ```
/// Version 1 has had zones from its first release on. A quarter without a zone counts in the present one.
extension UseDay {
  /// Why a file is not a day.
  enum TextProblem: Error {
    /// Its bytes were changed.
    case damaged
    /// A newer version has written it.
    case newer
  }

  private static let magic = "schedctl-use "
  private static let version = "1"
  /// The length of the last line.
  private static let sumLength = 13
  private static let unit: Int64 = 1_000_000

  /// The longest identifier of a zone. Real ones have up to 32 bytes.
  private static let longestZone = 64

  /// Whether a text may be an identifier of a zone. Whether there is such a zone is left to the reader.
  static func isZone(_ text: String) -> Bool {
    guard text.utf8.count <= longestZone, text.utf8.first?.isLetter ?? false else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "._+-/".utf8.contains($0) }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var bytes = Array("\(Self.magic)\(Self.version) \(date)\n".utf8)
    for (zone, quarters) in zones.sorted(by: { $0.key < $1.key }) {
      bytes += "z \(zone)".utf8
      for run in quarters.runs {
        bytes += (run.count == 1 ? " \(run.lowerBound)" : " \(run.lowerBound)-\(run.upperBound)").utf8
      }
      bytes.append(.lineFeed)
    }
    for row in rows {
      bytes += "u ".utf8
      for name in [row.key.application, row.key.domain, row.key.categories] {
        bytes.append(name: name)
        bytes.append(.space)
      }
      bytes.removeLast()
      for element in row.quarters.elements { bytes += " \(element.quarter):\(element.nanoseconds / Self.unit)".utf8 }
      bytes.append(.lineFeed)
    }
    for visited in visits {
      bytes += (visited.target.isDomain ? "d " : "a ").utf8
      bytes.append(name: visited.target.name)
      for length in visited.lengths { bytes += " \(length)".utf8 }
      bytes.append(.lineFeed)
    }
    let digits = String(CRC32C.checksum(of: bytes.span), radix: 16)
    bytes += "sum \(String(repeating: "0", count: 8 - digits.utf8.count))\(digits)\n".utf8
    return bytes
  }

  /// Reads the file of a date. Complexity: O(bytes).
  init(_ bytes: [UInt8], of date: CivilDate) throws(TextProblem) {
    self.init(date)
    guard bytes.starts(with: Self.magic.utf8) else { throw .damaged }
    let body = bytes.count - Self.sumLength
    var line = UseLineReader(bytes, from: max(0, body))
    guard body > 0, line.skip("sum "), line.hexadecimal() == CRC32C.checksum(of: bytes.span.extracting(..<body)) else {
      throw .damaged
    }
    line = UseLineReader(bytes, from: Self.magic.utf8.count)
    // The checksum tells a newer version from damage.
    guard line.skip("\(Self.version) ") else { throw .newer }
    guard line.skip("\(date)\n") else { throw .damaged }
    while line.position < body {
      guard line.next(into: &self) else { throw .damaged }
    }
  }
}

/// Reads the lines of a day, whose bytes are known to be whole.
private struct UseLineReader {
  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], from position: Int) { (self.bytes, self.position) = (bytes, position) }

  mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Returns the eight digits before the end, or nil.
  mutating func hexadecimal() -> UInt32? {
    guard bytes.count - position == 9, bytes.last == .lineFeed else { return nil }
    return UInt32(String(decoding: bytes[position..<position + 8], as: UTF8.self), radix: 16)
  }

  /// Adds a line to a day. Returns false if it has another form.
  mutating func next(into day: inout UseDay) -> Bool {
    let kind = bytes[position]
    guard bytes[position + 1] == .space else { return false }
    position += 2
    guard let name = name(), !name.isEmpty else { return false }
    let isRead =
      switch kind {
      case UInt8(ascii: "z"): readZone(name, into: &day)
      case UInt8(ascii: "u"): readRow(of: name, into: &day)
      case UInt8(ascii: "a"): readVisits(of: VisitedTarget(name, isDomain: false), into: &day)
      case UInt8(ascii: "d"): readVisits(of: VisitedTarget(name, isDomain: true), into: &day)
      default: false
      }
    guard isRead, bytes[position] == .lineFeed else { return false }
    position += 1
    return true
  }

  private mutating func readZone(_ name: String, into day: inout UseDay) -> Bool {
    guard UseDay.isZone(name), day.rows.isEmpty, day.visits.isEmpty, day.zones.keys.allSatisfy({ $0 < name }) else {
      return false
    }
    var quarters = QuarterSet()
    while bytes[position] == .space {
      guard let first = number(), let last = bytes[position] == .hyphen ? number() : first,
        quarters.append(first, through: last)
      else { return false }
    }
    day.add(quarters, in: name)
    return !quarters.isEmpty && day.zones[name] == quarters
  }

  private mutating func readRow(of name: String, into day: inout UseDay) -> Bool {
    guard let domain = nextName(), let categories = nextName() else { return false }
    var row = UseDay.Row(key: UseKey(application: name, domain: domain, categories: categories))
    if let last = day.rows.last, last.key >= row.key { return false }
    while bytes[position] == .space {
      guard let quarter = number(), bytes[position] == UInt8(ascii: ":"), let length = number(),
        row.quarters.append(length.saturatingProduct(with: 1_000_000), in: Int(quarter))
      else { return false }
    }
    day.rows.append(row)
    return true
  }

  private mutating func readVisits(of target: VisitedTarget, into day: inout UseDay) -> Bool {
    var visits = UseDay.Visits(target: target)
    if let last = day.visits.last, last.target >= target { return false }
    while bytes[position] == .space {
      guard let length = number() else { return false }
      visits.lengths.append(length)
    }
    day.visits.append(visits)
    return true
  }

  private mutating func nextName() -> String? {
    guard bytes[position] == .space else { return nil }
    position += 1
    return name()
  }

  /// Reads a name up to a space or the end of the line: empty for `-`.
  private mutating func name() -> String? {
    let start = position
    var isEscaped = false
    while bytes[position] > .space {
      isEscaped = isEscaped || bytes[position] == .percent
      position += 1
    }
    let range = start..<position
    if range.count == 1, bytes[start] == .hyphen { return "" }
    guard !range.isEmpty else { return nil }
    return isEscaped ? unescaped(range) : String(decoding: bytes[range], as: UTF8.self)
  }

  private func unescaped(_ range: Range<Int>) -> String? {
    var plain: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == .percent else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < range.upperBound,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      else { return nil }
      plain.append(byte)
      index += 3
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Reads the digits after the byte at the position.
  private mutating func number() -> Int64? {
    position += 1
    let start = position
    var number: Int64 = 0
    while case let digit = bytes[position] &- 0x30, digit < 10, position - start < 18 {
      number = number &* 10 &+ Int64(digit)
      position += 1
    }
    return position > start ? number : nil
  }
}

extension [UInt8] {
  /// Appends a name with the bytes escaped that separate names; `-` if it is empty.
  fileprivate mutating func append(name: String) {
    guard !name.isEmpty else { return append(.hyphen) }
    let isHyphen = name == "-"
    for byte in name.utf8 {
      guard byte <= .space || byte == 0x7F || byte == .percent || isHyphen else {
        append(byte)
        continue
      }
      append(.percent)
      self += (byte < 16 ? "0" : "").utf8
      self += String(byte, radix: 16).utf8
    }
  }
}

extension Int64 {
  fileprivate func saturatingProduct(with other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max / other * other : product
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let percent = UInt8(ascii: "%")
  fileprivate static let hyphen = UInt8(ascii: "-")
}
