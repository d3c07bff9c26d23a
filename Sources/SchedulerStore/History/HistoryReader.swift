/// Reads history backwards, the newest lines first. Takes no lock and changes no file, so it works while another
/// process writes.
public struct HistoryReader: Sendable {
  /// The names of the older files that are still to be read, the newest last; nil before the newest file was read.
  private var older: [String]?
  /// The sequence of the oldest line read.
  private var oldest = UInt64.max
  /// The sequence of the newest line read; 0 if there is none.
  public private(set) var newest: UInt64 = 0
  /// The number of unreadable lines so far, foreign ones included.
  public private(set) var unreadableCount = 0
  /// The number of sequences missing between the lines read, not counting those that unreadable lines may have had.
  public private(set) var missingCount: UInt64 = 0
  /// The number of unreadable lines since the last readable one.
  private var unreadableSince: UInt64 = 0

  /// Creates a reader that has read nothing yet.
  public init() {}

  /// Returns the lines of the next file, the newest first, as JSON objects without line feeds. Returns nil if there are
  /// no more files. Skips incomplete lines and lines that were returned before.
  ///
  /// Complexity: O(bytes of the file).
  public mutating func next(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [[UInt8]]? {
    guard var names = older else {
      // Read before the names of the others: a file that is renamed meanwhile is then read twice instead of skipped.
      let newest = try Self.content(of: HistoryFile.name, in: &files)
      older = try HistoryFile.olderNames(in: files.names())
      return lines(in: newest)
    }
    guard let name = names.popLast() else { return nil }
    older = names
    return lines(in: try Self.content(of: name, in: &files))
  }

  private mutating func lines(in bytes: [UInt8]) -> [[UInt8]] {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    var lines: [[UInt8]] = []
    for line in bytes[..<end].split(separator: UInt8(ascii: "\n")).reversed() {
      guard let sequence = HistoryLine.sequence(of: line), !line.contains(0) else {
        unreadableCount += 1
        unreadableSince += 1
        continue
      }
      guard sequence < oldest else { continue }
      count(gapTo: sequence)
      newest = max(newest, sequence)
      oldest = sequence
      lines.append(Array(line))
    }
    return lines
  }

  private mutating func count(gapTo sequence: UInt64) {
    let gap = oldest == .max ? 0 : oldest - sequence - 1
    missingCount += gap - min(gap, unreadableSince)
    unreadableSince = 0
  }

  /// A file that is removed during the search has no lines left.
  private static func content(
    of name: String, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> [UInt8] {
    try files.readIfPresent(name, limit: 2 * HistoryFile.rotationSize) ?? []
  }
}

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
  /// Sequences ascend.
  static func start(
    after number: UInt64, in name: String, _ files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    var low = 0
    var high = try files.metadata(of: name).size
    while high - low > HistoryFile.pieceSize {
      let middle = (low + high) / 2
      let piece = try files.read(name, from: middle, limit: HistoryFile.pieceSize)
      // A piece contains at least one whole line. A piece of foreign lines says nothing.
      let rest = piece.drop { $0 != UInt8(ascii: "\n") }
      guard let first = HistoryLine.lines(in: Array(rest)).first, first.sequence <= number else {
        high = middle
        continue
      }
      low = middle
    }
    return low
  }
}
