/// Reads history back, the newest lines first, without a lock and without changing a file; also while another process
/// writes.
public struct HistoryReader: Sendable {
  /// The names of the older files that were not read yet, the newest at the end; nil before the newest file was read.
  private var older: [String]?
  /// The sequence of the oldest line so far.
  private var oldest = UInt64.max
  /// The sequence of the newest line that was read so far; 0 without any.
  public private(set) var newest: UInt64 = 0
  /// How many lines could not be read so far; those of somebody else, too.
  public private(set) var unreadableCount = 0
  /// How many sequences no line has that was read so far, without those that unreadable lines may have had.
  public private(set) var missingCount: UInt64 = 0
  /// How many unreadable lines there were since the last one that could be read.
  private var unreadableSince: UInt64 = 0

  /// A reader that has read nothing yet.
  public init() {}

  /// The lines of the next file, the newest line first: JSON objects without their line ends. Nil when there are no more
  /// files. A line that is not written whole, and one that was there before, is left out.
  ///
  /// Complexity: O(bytes of the file).
  public mutating func next(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [[UInt8]]? {
    guard var names = older else {
      // Before the names of the others: a file that is renamed meanwhile is then read twice, and not left out.
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

  /// A file that goes while it is looked for has no lines any more.
  private static func content(
    of name: String, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> [UInt8] {
    try files.readIfPresent(name, limit: 2 * HistoryFile.rotationSize) ?? []
  }
}
