/// A position in the history, which is read backwards in slices of a bounded size.
///
/// ```swift
/// var cursor = HistoryCursor()
/// while !cursor.isOver { for line in try cursor.next(in: &files) { … } }
/// ```
/// Other work may be done between two slices. The lines are those that `HistoryReader` returns, also if the file is
/// rotated or loses its oldest lines meanwhile.
public struct HistoryCursor: Sendable {
  /// The number of bytes in a slice. A daemon parses as many in about 10 ms, so that no edge waits longer.
  public static let sliceSize = 256 << 10

  /// Whether all lines were returned.
  public private(set) var isOver = false
  /// The part of a file that was not read yet; nil before the first slice.
  private var rest: Rest?
  /// The sequence of the oldest line read.
  private var oldest = UInt64.max

  /// The bytes of a file before an offset.
  private struct Rest {
    /// The last sequence in the file's name; the maximum for `history.jsonl`.
    var file: UInt64
    var end: Int
    /// The offset of the oldest line read from the file, which has the sequence `oldest`; nil if none was read.
    var anchor: Int?

    var name: String { file == .max ? HistoryFile.name : HistoryFile.olderName(file) }
  }

  /// Creates a cursor behind the newest line.
  public init() {}

  /// Returns the lines of the next slice, the newest first. A slice without readable lines is empty. Skips incomplete
  /// lines and lines that were returned before.
  ///
  /// Complexity: O(`sliceSize`), plus a search if the files changed since the last slice.
  public mutating func next(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [HistoryLine] {
    guard var rest = try current(in: &files) else {
      isOver = true
      return []
    }
    let start = max(0, rest.end - Self.sliceSize)
    let bytes = try files.read(rest.name, from: start, limit: rest.end - start)
    var lines: [HistoryLine] = []
    var lineEnd = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    // Without a whole line, all bytes belong to a line that is longer than a slice, which is foreign.
    rest.end = start
    while lineEnd > 0 {
      let feed = bytes[..<lineEnd].lastIndex(of: UInt8(ascii: "\n"))
      guard feed != nil || start == 0 else { break }
      let line = bytes[(feed.map { $0 + 1 } ?? 0)..<lineEnd]
      lineEnd = feed ?? 0
      rest.end = start + line.startIndex
      guard let read = HistoryLine(reading: line), !line.contains(0), read.sequence < oldest else { continue }
      oldest = read.sequence
      rest.anchor = rest.end
      lines.append(read)
    }
    self.rest = rest
    return lines
  }

  /// Returns the part to read next, or nil if there is none.
  private func current(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> Rest? {
    let names = try files.names()
    guard var rest else {
      return names.contains(HistoryFile.name)
        ? Rest(file: .max, end: try files.metadata(of: HistoryFile.name).size)
        : try Self.last(before: .max, among: names, in: &files)
    }
    if rest.file == .max, try !isInPlace(rest, among: names, in: &files) {
      rest = try moved(rest, among: names, in: &files)
    }
    guard rest.end <= 0 || !names.contains(rest.name) else { return rest }
    return try Self.last(before: rest.file, among: names, in: &files)
  }

  /// Returns the file before another one, or nil if there is none.
  private static func last(
    before file: UInt64, among names: [String], in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Rest? {
    guard let older = HistoryFile.olderSequences(in: names).last(where: { $0 < file }) else { return nil }
    return Rest(file: older, end: try files.metadata(of: HistoryFile.olderName(older)).size)
  }

  /// Returns whether the oldest line read is still where it was.
  private func isInPlace(
    _ rest: Rest, among names: [String], in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Bool {
    guard names.contains(rest.name) else { return false }
    guard let anchor = rest.anchor else { return try files.metadata(of: rest.name).size >= rest.end }
    let line = try files.read(rest.name, from: anchor, limit: HistoryLine.limit)
    return HistoryLine.sequence(of: line.prefix { $0 != UInt8(ascii: "\n") }) == oldest
  }

  /// Returns the place of the oldest line read after the file was rotated or has lost its oldest lines.
  private func moved(
    _ rest: Rest, among names: [String], in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Rest {
    let older = max(oldest, 1) - 1
    var found = rest
    found.file = HistoryFile.olderSequences(in: names).first { $0 >= older } ?? .max
    guard names.contains(found.name) else { return Rest(file: found.file, end: 0) }
    if try isInPlace(found, among: names, in: &files) { return found }
    let start = try HistoryPage.start(after: older, in: found.name, &files)
    let size = try files.metadata(of: found.name).size
    return Rest(file: found.file, end: min(size, start + 2 * HistoryFile.pieceSize))
  }
}
