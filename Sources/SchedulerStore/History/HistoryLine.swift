/// A line of `history.jsonl`: a JSON object that begins with its sequence.
public struct HistoryLine: Hashable, Sendable {
  /// Its number; each line has a higher one than the line before.
  public let sequence: UInt64
  /// The line with its end, a line feed.
  public let bytes: [UInt8]

  /// The longest line, in bytes: one piece is written at a time, and lines are not divided.
  public static let limit = 32_768

  private static let start = Array(#"{"sequence":"#.utf8)

  /// A line for a JSON object such as `{"event":"stop"}`, which becomes `{"sequence":7,"event":"stop"}`.
  ///
  /// Nil when the text does not begin and end with a brace, has a line end or another control character in it, or is
  /// longer than a line may be. That the rest is JSON is up to the caller.
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

  /// Lines as they were written, one behind the other; those that are somebody else's are left out.
  public static func lines(in bytes: [UInt8]) -> [HistoryLine] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap(HistoryLine.init(reading:))
  }

  /// A line as it was written, without its end; nil when it is somebody else's.
  init?(reading line: ArraySlice<UInt8>) {
    guard let sequence = Self.sequence(of: line) else { return nil }
    self.sequence = sequence
    bytes = line + [UInt8(ascii: "\n")]
  }

  /// The sequence of a line as it was read, or nil when it is somebody else's.
  static func sequence(of line: ArraySlice<UInt8>) -> UInt64? {
    guard line.starts(with: start), line.last == UInt8(ascii: "}") else { return nil }
    let digits = line.dropFirst(start.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }
}
