/// The offsets at which the lines of a text begin, which convert byte offsets to lines and columns.
///
/// A line ends at a line feed or at a carriage return followed by a line feed. A lone carriage return is part of its
/// line. A byte order mark at the start of the text belongs to no line. An index is needed only when a place is shown
/// and is built only then: one pass over the text, four bytes per line.
public struct LineIndex: Sendable {
  private let text: SourceText
  private let starts: [UInt32]

  /// Indexes `text`.
  ///
  /// Complexity: O(bytes).
  public init(_ text: SourceText) {
    self.text = text
    var starts: [UInt32] = [text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (offset, byte) in text.bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(UInt32(offset) + 1)
    }
    self.starts = starts
  }

  /// The number of lines: one more than the number of line feeds.
  public var lineCount: Int { starts.count }

  /// Returns the line, counted from 1, that contains a byte offset. A line contains its terminator. An offset past the
  /// end of the text lies on the last line.
  ///
  /// Complexity: O(log lines).
  public func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the bytes of a line, counted from 1 to `lineCount`, without its terminator.
  public func content(ofLine line: Int) -> Range<Int> {
    let lower = Int(starts[line - 1])
    guard line < starts.count else { return lower..<text.bytes.count }
    let upper = Int(starts[line]) - 1
    let endsInReturn = upper > lower && text.bytes[upper - 1] == UInt8(ascii: "\r")
    return lower..<(endsInReturn ? upper - 1 : upper)
  }

  /// Returns the line and the column of a byte offset, both counted from 1.
  ///
  /// The column counts Unicode scalars, as editors and compilers do: a tab, a wide character and a byte that is not
  /// valid UTF-8 count as one each. An offset inside a scalar has the column of that scalar, and an offset inside a
  /// line terminator has the column of the terminator.
  ///
  /// Complexity: O(log lines + length of the line).
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
