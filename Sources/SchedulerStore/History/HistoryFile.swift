/// The file `history.jsonl`: one JSON object a line, with ascending sequences, for people and their programs.
///
/// History is derived: whoever writes it can write the newest lines again. So a failure never throws; it stops the file
/// until it is opened again, and the lines that are missing by then are appended as if they were new.
public struct HistoryFile: Sendable {
  /// What became of lines.
  public enum Outcome: Hashable, Sendable {
    /// All that were missing have been written, so many, and survive a loss of power.
    case written(lineCount: Int)
    /// Nothing is written any more since this failure.
    case stopped(FileSystemError)
  }

  /// The name of the file. Older ones have the last sequence in them in their name: `history-4711.jsonl`.
  public static let name = "history.jsonl"
  /// A file is not made larger than that: editors still open it.
  public static let rotationSize = 16 << 20
  /// So many older files are kept; some hundred thousand sessions.
  public static let olderFileLimit = 4
  /// So many bytes are written and synchronised at a time; a crash leaves not more than that in disorder.
  static let pieceSize = 65_536

  /// The sequence of the last line; 0 without any.
  public private(set) var lastSequence: UInt64 = 0
  /// The permission bits of files that are made.
  public var permissions: UInt32
  private let firstKept: UInt64
  var size = 0
  var state: State

  enum State {
    case open(OpenFile)
    case stopped(FileSystemError)
  }

  /// Opens the file, or makes it; removes lines at its end that were not written whole. Reads its end only.
  ///
  /// - Parameter firstKept: the first of the sequences that can be given again. Where one of those is damaged, the file is
  ///   cut before it; any other damaged line stays, with all that is behind it.
  public static func open(
    in files: inout some FileSystem & ~Copyable, permissions: UInt32 = 0o600, firstKept: UInt64 = .max
  ) -> HistoryFile {
    HistoryFile(in: &files, permissions, firstKept)
  }

  private init(in files: inout some FileSystem & ~Copyable, _ permissions: UInt32, _ firstKept: UInt64) {
    self.permissions = permissions
    self.firstKept = firstKept
    state = .stopped(FileSystemError(.write, Self.name, .missing))
    do throws(FileSystemError) {
      let names = try files.names()
      lastSequence = Self.olderSequences(in: names).last ?? 0
      if names.contains(Self.name) { try repair(in: &files) } else { try begin(in: &files) }
    } catch {
      state = .stopped(error)
    }
  }

  /// Appends the lines whose sequences are above that of the last line, and waits until they survive a loss of power.
  ///
  /// - Parameter lines: in ascending order of their sequences.
  public mutating func append(
    _ lines: some Sequence<HistoryLine>, in files: inout some FileSystem & ~Copyable
  ) -> Outcome {
    var count = 0
    do throws(FileSystemError) {
      for piece in pieces(of: lines) {
        try append(piece, in: &files)
        count += piece.lineCount
      }
    } catch {
      stop(error, in: &files)
    }
    if case .stopped(let error) = state { return .stopped(error) }
    return .written(lineCount: count)
  }

  /// Lets lines from a sequence on be appended, though the file may have higher ones: of another history.
  public mutating func admit(from sequence: UInt64) { lastSequence = min(lastSequence, max(sequence, 1) - 1) }

  /// Whether what is appended will be found: somebody may have put another file there, or changed this one.
  public func isInPlace(in files: inout some FileSystem & ~Copyable) -> Bool {
    if case .open(let file) = state { files.isInPlace(file, size: size) } else { true }
  }

  /// Ends the use of the file.
  public consuming func close(in files: inout some FileSystem & ~Copyable) {
    if case .open(let file) = state { files.close(file) }
  }
}

/// Lines that are written together.
private struct HistoryPiece {
  var bytes: [UInt8] = []
  var lineCount = 0
  var lastSequence: UInt64 = 0
}

extension HistoryFile {
  private func pieces(of lines: some Sequence<HistoryLine>) -> [HistoryPiece] {
    var pieces: [HistoryPiece] = []
    var last = lastSequence
    for line in lines where line.sequence > last {
      last = line.sequence
      let hasRoom = pieces.last.map { $0.bytes.count + line.bytes.count <= Self.pieceSize } ?? false
      if !hasRoom { pieces.append(HistoryPiece()) }
      pieces[pieces.count - 1].bytes += line.bytes
      pieces[pieces.count - 1].lineCount += 1
      pieces[pieces.count - 1].lastSequence = last
    }
    return pieces
  }

  private mutating func append(
    _ piece: HistoryPiece, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    if size > 0 && size + piece.bytes.count > Self.rotationSize { try rotate(in: &files) }
    guard case .open(let file) = state else { return }
    try files.append(piece.bytes, to: file)
    try files.synchronize(file)
    size += piece.bytes.count
    lastSequence = piece.lastSequence
  }

  private mutating func rotate(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    try files.rename(Self.name, to: Self.olderName(lastSequence))
    try begin(in: &files)
    for sequence in Self.olderSequences(in: try files.names()).dropLast(Self.olderFileLimit) {
      try files.removeIfPresent(Self.olderName(sequence))
    }
  }

  private mutating func begin(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let file = try files.create(Self.name, permissions: permissions)
    if case .open(let previous) = state { files.close(previous) }
    state = .open(file)
    size = 0
    try files.synchronizeNames()
  }

  private mutating func stop(_ error: FileSystemError, in files: inout some FileSystem & ~Copyable) {
    guard case .open(let file) = state else { return }
    state = .stopped(error)
    // A line that is not whole would be in the way of readers; if it stays, the next to open the file removes it.
    do throws(FileSystemError) { try files.truncate(file, to: size) } catch {}
    files.close(file)
  }

  private static func olderName(_ sequence: UInt64) -> String { "history-\(sequence).jsonl" }

  /// The names of older files among some, the oldest first.
  static func olderNames(in names: [String]) -> [String] { olderSequences(in: names).map(olderName) }

  /// The names of the files among some that may have lines above a number, the oldest first.
  static func names(after number: UInt64, in names: [String]) -> [String] {
    olderSequences(in: names).filter { $0 > number }.map(olderName) + (names.contains(name) ? [name] : [])
  }

  private static func olderSequences(in names: [String]) -> [UInt64] {
    names.compactMap { name in
      guard name.hasPrefix("history-"), name.hasSuffix(".jsonl") else { return nil }
      guard let sequence = UInt64(name.dropFirst(8).dropLast(6)) else { return nil }
      return olderName(sequence) == name ? sequence : nil
    }.sorted()
  }
}

extension HistoryFile {
  /// The sequence of the last line that can be read, 0 without any, without changing a file. Reads the end of the file only.
  public static func lastSequence(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> UInt64 {
    let names = try files.names()
    let older = olderSequences(in: names).last ?? 0
    guard names.contains(name) else { return older }
    let size = try files.metadata(of: name).size
    let bytes = try files.read(name, from: max(0, size - 2 * pieceSize), limit: .max)
    return HistoryEnd(bytes[...], behind: older, firstKept: .max).lastSequence.map { max($0, older) } ?? older
  }

  /// Cuts the file behind the last line that stays. All that stays survives a loss of power.
  private mutating func repair(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let fileSize = try files.metadata(of: Self.name).size
    var end = try lineEnd(from: max(0, fileSize - 2 * Self.pieceSize), in: &files)
    // Lines of somebody else for as far as usual.
    if end.lastSequence == nil { end = try lineEnd(from: max(0, fileSize - 2 * Self.rotationSize), in: &files) }
    let file = try files.open(Self.name)
    do throws(FileSystemError) {
      if end.offset < fileSize { try files.truncate(file, to: end.offset) }
      try files.synchronize(file)
      try files.synchronizeNames()
    } catch {
      files.close(file)
      throw error
    }
    state = .open(file)
    size = end.offset
    lastSequence = max(lastSequence, end.lastSequence ?? 0)
  }

  /// Where the lines end that stay, by the bytes from an offset on.
  private func lineEnd(
    from offset: Int, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> (offset: Int, lastSequence: UInt64?) {
    var rest = try files.read(Self.name, from: offset, limit: .max)[...]
    if offset > 0 { rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
    let end = HistoryEnd(rest, behind: lastSequence, firstKept: firstKept)
    return (offset + rest.startIndex + end.length, end.lastSequence)
  }
}
