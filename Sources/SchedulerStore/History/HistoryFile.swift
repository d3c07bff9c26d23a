/// The file `history.jsonl`: one JSON object per line, with ascending sequences, for users and their programs.
///
/// History is derived from the state: the writer can write the newest lines again. Therefore a failure is not thrown.
/// It stops the file until it is opened again, and the lines that are missing by then are appended like new ones.
public struct HistoryFile: Sendable {
  /// The result of appending lines.
  public enum Outcome: Hashable, Sendable {
    /// All missing lines were written, `lineCount` of them, and survive a loss of power.
    case written(lineCount: Int)
    /// Nothing is written since this failure.
    case stopped(FileSystemError)
  }

  /// The name of the file. The name of an older file contains its last sequence: `history-4711.jsonl`.
  public static let name = "history.jsonl"
  /// Size in bytes at which the file is rotated, small enough for editors.
  public static let rotationSize = 16 << 20
  /// Maximum number of older files kept; they hold some hundred thousand sessions.
  public static let olderFileLimit = 4
  /// Number of bytes written and synchronised at a time, which bounds what a crash can leave in disorder.
  static let pieceSize = 65_536

  /// The sequence of the last line; 0 if there is none.
  public private(set) var lastSequence: UInt64 = 0
  /// The permission bits of created files.
  public var permissions: UInt32
  private let firstKept: UInt64
  var size = 0
  var state: State

  enum State {
    case open(OpenFile)
    case stopped(FileSystemError)
  }

  /// Opens the file or creates it. Removes incomplete lines at its end. Reads only its end.
  ///
  /// - Parameter firstKept: the first sequence whose line can be written again. If one of those lines is damaged, the
  ///   file is cut before it. Any other damaged line is kept with all lines after it.
  public static func open(
    in files: inout some FileSystem & ~Copyable, permissions: UInt32 = 0o600, firstKept: UInt64 = .max
  ) -> HistoryFile {
    HistoryFile(in: &files, permissions: permissions, firstKept: firstKept)
  }

  private init(in files: inout some FileSystem & ~Copyable, permissions: UInt32, firstKept: UInt64) {
    self.permissions = permissions
    self.firstKept = firstKept
    state = .stopped(FileSystemError(.write, name: Self.name, reason: .missing))
    do throws(FileSystemError) {
      let names = try files.names()
      lastSequence = Self.olderSequences(in: names).last ?? 0
      if names.contains(Self.name) { try repair(in: &files) } else { try begin(in: &files) }
    } catch {
      state = .stopped(error)
    }
  }

  /// Whether lines can be appended, so that `lastSequence` is known.
  public var isOpen: Bool { if case .open = state { true } else { false } }

  /// Appends the lines whose sequences are above that of the last line, and waits until they survive a loss of power.
  ///
  /// - Parameter lines: the lines in ascending order of their sequences.
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

  /// Accepts lines from a sequence on even if the file has higher ones, which belong to another history.
  public mutating func admit(from sequence: UInt64) { lastSequence = min(lastSequence, max(sequence, 1) - 1) }

  /// Whether the file is still the one with that name. It may have been replaced or changed.
  ///
  /// - Throws: an error after which it is not known.
  public func isInPlace(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> Bool {
    if case .open(let file) = state { try files.isInPlace(file, size: size) } else { true }
  }

  /// Closes the file.
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
    // An incomplete line would disturb readers. If it cannot be removed now, the next `open` removes it.
    do throws(FileSystemError) { try files.truncate(file, to: size) } catch {}
    files.close(file)
  }

  private static func olderName(_ sequence: UInt64) -> String { "history-\(sequence).jsonl" }

  /// Returns the names of the older files among `names`, the oldest first.
  static func olderNames(in names: [String]) -> [String] { olderSequences(in: names).map(olderName) }

  /// Returns those of `names` whose files may have lines above a number, the oldest first.
  static func names(after number: UInt64, in names: [String]) -> [String] {
    olderSequences(in: names).filter { $0 > number }.map(olderName) + (names.contains(name) ? [name] : [])
  }

  private static func olderSequences(in names: [String]) -> [UInt64] {
    names.compactMap { name in
      guard name.hasPrefix("history-"), name.hasSuffix(".jsonl") else { return nil }
      guard let sequence = UInt64(name.dropFirst(8).dropLast(6)) else { return nil }
      return olderName(sequence) == name && sequence < HistoryLine.sequenceLimit ? sequence : nil
    }.sorted()
  }

  /// Returns the sequence of the last readable line, or 0 if there is none. Reads only the end of the file and changes
  /// nothing.
  public static func lastSequence(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> UInt64 {
    let names = try files.names()
    let older = olderSequences(in: names).last ?? 0
    guard names.contains(name) else { return older }
    let size = try files.metadata(of: name).size
    let bytes = try files.read(name, from: max(0, size - 2 * pieceSize), limit: .max)
    return HistoryEnd(bytes[...], after: older, firstKept: .max).lastSequence.map { max($0, older) } ?? older
  }

  /// Cuts the file after the last line to keep. The kept lines survive a loss of power.
  private mutating func repair(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let fileSize = try files.metadata(of: Self.name).size
    var end = try lineEnd(from: max(0, fileSize - 2 * Self.pieceSize), in: &files)
    // The end consists of foreign lines. Search a larger part.
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

  /// Returns the end of the lines to keep, from the bytes after an offset.
  private func lineEnd(
    from offset: Int, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> (offset: Int, lastSequence: UInt64?) {
    var rest = try files.read(Self.name, from: offset, limit: .max)[...]
    if offset > 0 { rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
    let end = HistoryEnd(rest, after: lastSequence, firstKept: firstKept)
    return (offset + rest.startIndex + end.length, end.lastSequence)
  }
}
