import SchedulerDiagnostics

extension Value {
  /// Returns the bytes of the source that correspond to a range of the decoded UTF-8 of a string. An escape is included
  /// as a whole if the range touches it. Text that a line-ending backslash removes is excluded at either end.
  ///
  /// The range is clamped to the string. An empty range gives an empty span at its start. For other kinds than strings,
  /// returns the span of the whole value.
  ///
  /// - Complexity: O(length of the string).
  public func span(ofStringBytes range: Range<Int>) -> SourceSpan {
    guard kind == .string else { return span }
    return storage.withSource { source in
      let content = record.form.content(of: record.range, in: source)
      guard record.form.isEscaped else {
        let lower = min(content.lowerBound + max(0, range.lowerBound), content.upperBound)
        return storage.span(lower..<min(lower + range.count, content.upperBound))
      }
      return storage.span(Self.escapedSpan(of: range, content, in: source))
    }
  }

  private static func escapedSpan(of range: Range<Int>, _ content: Range<Int>, in source: ByteView) -> Range<Int> {
    var pieces = StringPieces(content, in: source)
    var decoded = 0
    var lower: Int?
    var upper = content.upperBound
    while let piece = pieces.next() {
      let count = piece.decodedCount
      guard count > 0 else { continue }
      let isVerbatim = count == piece.range.count
      if lower == nil, range.lowerBound < decoded + count {
        lower = piece.range.lowerBound + (isVerbatim ? max(0, range.lowerBound - decoded) : 0)
      }
      if let lower, range.upperBound <= decoded + count {
        let end = isVerbatim ? piece.range.lowerBound + range.upperBound - decoded : piece.range.upperBound
        return lower..<(range.isEmpty ? lower : max(lower, end))
      }
      decoded += count
      upper = piece.range.upperBound
    }
    return min(lower ?? upper, upper)..<upper
  }
}

extension StringPieces.Piece {
  /// The number of UTF-8 bytes that the piece decodes to.
  fileprivate var decodedCount: Int {
    switch self {
    case .verbatim(let range): range.count
    case .escape(_, let scalar): UTF8.width(scalar)
    case .removed: 0
    case .invalid(let problem): problem.range.count
    }
  }
}
