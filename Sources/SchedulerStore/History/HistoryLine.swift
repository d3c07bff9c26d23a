/// A line of `history.jsonl`: a JSON object that begins with its sequence.
public struct HistoryLine: Hashable, Sendable {
  /// The number of the line; higher than that of the line before.
  public let sequence: UInt64
  /// The bytes of the line, including its line feed.
  public let bytes: [UInt8]

  /// Maximum length of a line, in bytes. Lines are written in one piece and never divided.
  public static let limit = 32_768
  /// The end of the sequences that lines have. A line with a larger number, which no machine reaches, is foreign.
  public static let sequenceLimit: UInt64 = 1 << 53

  private static let start = Array(#"{"sequence":"#.utf8)

  /// Creates a line from a JSON object such as `{"event":"stop"}`, which becomes `{"sequence":7,"event":"stop"}`.
  ///
  /// Returns nil if the text does not begin and end with a brace, contains a line end or another control character, or
  /// is longer than `limit`. The caller guarantees that the rest is JSON.
  public init?(sequence: UInt64, object: String) {
    let object = Array(object.utf8)
    guard object.count >= 2, object.first == UInt8(ascii: "{"), object.last == UInt8(ascii: "}"),
      object.allSatisfy({ $0 >= 0x20 })
    else { return nil }
    var bytes = Self.start
    bytes += String(sequence).utf8
    if object.count > 2 { bytes.append(UInt8(ascii: ",")) }
    bytes += object.dropFirst()
    bytes.append(UInt8(ascii: "\n"))
    guard bytes.count <= Self.limit else { return nil }
    self.sequence = sequence
    self.bytes = bytes
  }

  /// Returns the lines in `bytes`. Lines in a foreign format are skipped.
  public static func lines(in bytes: [UInt8]) -> [HistoryLine] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap(HistoryLine.init(reading:))
  }

  /// Parses a line without its line feed. Returns nil for a foreign format.
  init?(reading line: ArraySlice<UInt8>) {
    guard let sequence = Self.sequence(of: line) else { return nil }
    self.sequence = sequence
    bytes = line + [UInt8(ascii: "\n")]
  }

  /// Returns the sequence of a line, or nil for a foreign format.
  public static func sequence(of line: ArraySlice<UInt8>) -> UInt64? {
    guard line.starts(with: start), line.last == UInt8(ascii: "}") else { return nil }
    let digits = line.dropFirst(start.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return UInt64(String(decoding: digits, as: UTF8.self)).flatMap { $0 < sequenceLimit ? $0 : nil }
  }
}

/// The end of the valid lines of a history file, computed from the bytes of its end.
///
/// A loss of power leaves NULs in the part that was written last, also before whole lines. Those lines can be written
/// again and are cut off. A NUL elsewhere is other damage: only its own line is lost, and the lines after it are kept.
struct HistoryEnd {
  /// The number of bytes to keep.
  private(set) var length = 0
  /// The sequence of the last line to keep; nil if no line has one.
  private(set) var lastSequence: UInt64?
  /// Examines bytes that begin with a line.
  ///
  /// - Parameters:
  ///   - previous: the sequence of the last line before the bytes; 0 if there is none.
  ///   - firstKept: the first sequence whose line can be written again.
  init(_ bytes: ArraySlice<UInt8>, after previous: UInt64, firstKept: UInt64) {
    var rest = bytes
    var isBehindDamage = false
    var newest: UInt64?
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.contains(0) {
        isBehindDamage = true
        continue
      }
      let sequence = HistoryLine.sequence(of: line)
      newest = sequence ?? newest
      let isNextKept = (lastSequence ?? previous) >= max(firstKept, 1) - 1
      if isBehindDamage && isNextKept && sequence != nil { continue }
      isBehindDamage = false
      lastSequence = newest
      length = rest.startIndex - bytes.startIndex
    }
  }
}
