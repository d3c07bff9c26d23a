import DurableStore

/// History as it follows from the state: the newest lines are kept in the state until the file has them.
struct HistoryLog: Sendable {
  /// The key under which the lines are kept.
  private static let key = "history"
  /// So many lines are kept for a file that cannot be written; of more, the oldest are given up.
  static let mostKept = 1_000

  /// The permission bits of files that are made.
  var permissions: UInt32 { didSet { file.permissions = permissions } }
  private var file: HistoryFile
  /// Lines that the file may not have.
  private var kept: [HistoryLine]

  /// Opens the file and appends what the state says is missing.
  init(behind state: StoredState, permissions: UInt32, in files: inout some FileSystem & ~Copyable) {
    self.permissions = permissions
    kept = HistoryLine.lines(in: state[Self.key] ?? [])
    file = Self.file(kept, permissions, in: &files)
    _ = append([], in: &files)
  }

  /// The number of the last line in the file; 0 without any.
  var lastNumber: Int64 { Int64(clamping: file.lastSequence) }

  /// What the state has to keep of history when these lines are added; nil when there are none.
  func record(with lines: [HistoryLine]) -> StateChange? {
    if lines.isEmpty { return nil }
    return StateChange(key: Self.key, payload: (kept + lines).suffix(Self.mostKept).flatMap(\.bytes))
  }

  /// Appends lines that the state has, and those that the file still lacks.
  ///
  /// - Returns: why that was not possible; it is tried again with the next lines.
  mutating func append(_ lines: [HistoryLine], in files: inout some FileSystem & ~Copyable) -> FileSystemError? {
    kept = (kept + lines).suffix(Self.mostKept)
    if kept.isEmpty { return nil }
    if case .stopped = file.append(kept, in: &files) {
      file.close(in: &files)
      file = Self.file(kept, permissions, in: &files)
    }
    switch file.append(kept, in: &files) {
    case .written:
      kept = []
      return nil
    case .stopped(let error): return error
    }
  }

  /// Begins the file again, which is gone. What is not in it yet comes with the next lines.
  mutating func reopen(in files: inout some FileSystem & ~Copyable) {
    file.close(in: &files)
    file = Self.file(kept, permissions, in: &files)
  }

  private static func file(
    _ kept: [HistoryLine], _ permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) -> HistoryFile {
    HistoryFile.open(in: &files, permissions: permissions, firstKept: kept.first?.sequence ?? .max)
  }

  /// Ends the use of the file.
  consuming func close(in files: inout some FileSystem & ~Copyable) { file.close(in: &files) }
}
