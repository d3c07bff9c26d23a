/// Reads consecutive lines of history after a sequence, the oldest first: for clients that catch up and for the writer.
public enum HistoryPage {
  /// Returns the oldest lines with sequences above a number, up to `limit`. Lines in a foreign format are skipped.
  ///
  /// Complexity: O(bytes of the lines), plus a few pieces of a file in which the first line is searched for.
  public static func lines(
    after number: UInt64, limit: Int, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> [HistoryLine] {
    var lines: [HistoryLine] = []
    var last = number
    for name in HistoryFile.names(after: number, in: try files.names()) where lines.count < limit {
      var offset = try start(after: number, in: name, &files)
      var rest: [UInt8] = []
      // If the search ended within a line, that line is not above the number.
      while lines.count < limit {
        let piece = try files.read(name, from: offset, limit: HistoryFile.pieceSize)
        if piece.isEmpty { break }
        offset += piece.count
        rest += piece
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
        for line in HistoryLine.lines(in: Array(rest[...end])) where line.sequence > last && lines.count < limit {
          lines.append(line)
          last = line.sequence
        }
        rest.removeSubrange(...end)
      }
    }
    return lines
  }

  /// Returns an offset at which to start reading a file: its start, or within a line that is not above the number.
  /// Sequences
  /// ascend.
  private static func start(
    after number: UInt64, in name: String, _ files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    var low = 0
    var high = try files.metadata(of: name).size
    while high - low > HistoryFile.pieceSize {
      let middle = (low + high) / 2
      let piece = try files.read(name, from: middle, limit: HistoryFile.pieceSize)
      // A piece contains at least one whole line. A piece of foreign lines says nothing.
      let behind = piece.drop { $0 != UInt8(ascii: "\n") }
      guard let first = HistoryLine.lines(in: Array(behind)).first, first.sequence <= number else {
        high = middle
        continue
      }
      low = middle
    }
    return low
  }
}
