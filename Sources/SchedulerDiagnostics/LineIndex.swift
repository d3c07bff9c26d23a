/// Where the lines of a text begin, for turning byte offsets into lines and columns.
///
/// A line ends at a line feed or at a carriage return with a line feed; a lone carriage return is part of its line. A
/// byte order mark at the start of the text belongs to no line. Nothing needs an index until something is shown, so it
/// is built only then: one pass over the text, four bytes a line.
public struct LineIndex: Sendable {
  private let text: SourceText
  private let starts: [UInt32]

  /// Indexes `text`. Complexity: O(bytes).
  public init(_ text: SourceText) {
    self.text = text
    var starts: [UInt32] = [text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (offset, byte) in text.bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(UInt32(offset) + 1)
    }
    self.starts = starts
  }

  /// How many lines there are: one more than line feeds.
  public var lineCount: Int { starts.count }

  /// The line, counted from 1, that a byte offset lies in; a line's end belongs to it. An offset behind the text means
  /// its end. Complexity: O(log lines).
  public func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The bytes of a line, counted from 1 to `lineCount`, without what ends it.
  public func content(ofLine line: Int) -> Range<Int> {
    let lower = Int(starts[line - 1])
    guard line < starts.count else { return lower..<text.bytes.count }
    let upper = Int(starts[line]) - 1
    let endsInReturn = upper > lower && text.bytes[upper - 1] == UInt8(ascii: "\r")
    return lower..<(endsInReturn ? upper - 1 : upper)
  }

  /// The line and the column of a byte offset, both from 1.
  ///
  /// The column counts Unicode scalars, as editors and compilers do: a tab, a wide character and a byte that is no
  /// UTF-8 are one each. An offset inside a scalar has the column of that scalar, one inside of a line's end the column
  /// of that end. Complexity: O(log lines + length of the line).
  public func position(at offset: Int) -> (line: Int, column: Int) {
    let line = line(at: offset)
    let content = content(ofLine: line)
    var column = 1
    var position = content.lowerBound
    while position < content.upperBound {
      position += text.scalar(at: position, before: content.upperBound).length
      if position > offset { break }
      column += 1
    }
    return (line, column)
  }
}
