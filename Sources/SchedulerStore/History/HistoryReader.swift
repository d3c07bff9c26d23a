/// Reads history backwards, the newest lines first. Takes no lock and changes no file, so it works while another
/// process writes.
///
/// ```swift
/// var reader = HistoryReader()
/// while let lines = try reader.next(in: &files) { … }
/// ```
/// Other work may be done between two pieces. If the newest file is rotated or loses its oldest lines meanwhile, no line
/// is skipped: unread lines only move to a smaller offset or to an older file, and the older files are listed last.
public struct HistoryReader: Sendable {
  /// Whether the newest file was read or is being read.
  private var isNewestRead = false
  /// The names of the older files that are still to be read, the newest last; nil before the newest file was read.
  private var older: [String]?
  /// The file that is being read, from its end to its start; nil between two files.
  private var current: Place?
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

  /// The unread part of a file.
  private struct Place {
    let name: String
    /// The end of the unread part.
    var end: Int
    /// The bytes after it that belong to its last line, with the line feed.
    var rest: [UInt8] = []
  }

  /// The usual number of bytes read at a time, which bounds the memory that a reader takes.
  public static let usualPieceSize = 1 << 20
  private let pieceSize: Int

  /// Creates a reader that has read nothing yet.
  ///
  /// - Parameter pieceSize: the number of bytes read at a time.
  public init(pieceSize: Int = usualPieceSize) { self.pieceSize = pieceSize }

  /// Returns the next lines, the newest first, as JSON objects without line feeds: those of a piece of a file, perhaps
  /// none. Returns nil at the end of history. Skips incomplete lines and lines that were returned before.
  ///
  /// Complexity: O(1) in time and memory, whatever the size of the files.
  public mutating func next(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [[UInt8]]? {
    while true {
      if let place = current { return try lines(before: place, in: &files) }
      guard try moveToNextFile(in: &files) else { return nil }
    }
  }

  /// Moves to the end of the next file. Returns false if there is none.
  private mutating func moveToNextFile(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> Bool {
    let name: String
    if isNewestRead {
      // Listed after the newest file was read: a file that is renamed meanwhile is then read twice instead of skipped.
      var names = if let older { older } else { try HistoryFile.olderNames(in: files.names()) }
      guard let last = names.popLast() else { return false }
      (name, older) = (last, names)
    } else {
      (name, isNewestRead) = (HistoryFile.name, true)
    }
    // A file that is removed during the search has no lines left.
    let size = try FileSystemError.unlessMissing(files.metadata(of: name))?.size ?? 0
    current = size > 0 ? Place(name: name, end: size) : nil
    return true
  }

  /// Reads the last piece of the unread part of a file.
  private mutating func lines(
    before place: Place, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> [[UInt8]] {
    var place = place
    let start = max(0, place.end - pieceSize)
    let piece = try FileSystemError.unlessMissing(files.read(place.name, from: start, limit: place.end - start)) ?? []
    let bytes = piece + place.rest
    place.end = start
    guard start > 0, !piece.isEmpty else {
      current = nil
      return lines(in: bytes[...])
    }
    // The first line may begin in the piece before.
    let first = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex - 1
    place.rest = first < pieceSize ? Array(bytes[...first]) : Self.endOfLongLine
    current = place
    return lines(in: bytes[(first + 1)...])
  }

  /// Stands for the end of a line that is longer than any line that is written, and that cannot be read.
  private static let endOfLongLine = [0, UInt8(ascii: "\n")]

  private mutating func lines(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
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
  private static func start(
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
