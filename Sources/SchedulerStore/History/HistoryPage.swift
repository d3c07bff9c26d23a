/// Some lines of history behind a number, the oldest first: for whoever catches up, and for the process that writes them.
public enum HistoryPage {
  /// The oldest lines with sequences above a number, at most so many; those of somebody else are left out.
  ///
  /// Complexity: O(bytes of the lines), besides some pieces of a file in which the first of them is searched for.
  public static func lines(
    after number: UInt64, limit: Int, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> [HistoryLine] {
    var lines: [HistoryLine] = []
    var last = number
    for name in HistoryFile.names(after: number, in: try files.names()) where lines.count < limit {
      var offset = try start(after: number, in: name, &files)
      var rest: [UInt8] = []
      // Where the search ended inside of a line, that one is not above the number.
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

  /// Where to begin to read a file: at its start, or in a line that is not above a number. Sequences ascend.
  private static func start(
    after number: UInt64, in name: String, _ files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    var low = 0
    var high = try files.metadata(of: name).size
    while high - low > HistoryFile.pieceSize {
      let middle = (low + high) / 2
      let piece = try files.read(name, from: middle, limit: HistoryFile.pieceSize)
      // A piece holds a whole line; of others than ours nothing is known.
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
