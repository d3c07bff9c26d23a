import SchedulerCivilTime
import SchedulerStore

/// History as it follows from the state: the newest lines are kept in the state until the file has them.
struct HistoryLog: Sendable {
  /// The key under which the lines are kept.
  private static let key = "history"
  /// The number of lines that are kept in memory for a file that cannot be written; of more, the oldest are lost.
  static let maximumKept = 1_000
  /// The size of the lines that the state keeps, in case the process is killed before the file has them.
  private static let maximumBytes = 16 << 20
  /// A day, in seconds: the file is not written more often because of lines that become too old.
  private static let removalDistance: Int64 = 86_400

  /// The permission bits of files that are made.
  var permissions: UInt32 { didSet { file.permissions = permissions } }
  private var file: HistoryFile
  /// Lines that the file may not have.
  private var kept: [HistoryLine]
  /// When it is looked again for lines that are too old.
  private var nextRemoval: Instant?

  /// Opens the file and appends what the state says is missing.
  init(behind state: StoredState, permissions: UInt32, in files: inout some FileSystem & ~Copyable) {
    self.permissions = permissions
    kept = HistoryLine.lines(in: state[Self.key] ?? [])
    file = Self.open(appending: kept, permissions: permissions, in: &files)
    _ = write(in: &files)
  }

  /// The number of the last line in the file; 0 without any.
  var lastNumber: Int64 { Int64(clamping: file.lastSequence) }

  /// What the state has to keep of history when these lines are added; nil when there are none.
  func record(with lines: [HistoryLine]) -> StateChange? {
    if lines.isEmpty { return nil }
    var room = Self.maximumBytes
    let newest = (kept + lines).reversed().prefix { line in
      room -= line.bytes.count
      return room >= 0
    }
    return StateChange(key: Self.key, payload: newest.reversed().flatMap(\.bytes))
  }

  /// The state keeps no lines any more, since the file has all.
  static let written = StateChange.removal(of: key)

  /// Appends lines that the state has, and those that the file still lacks.
  ///
  /// - Returns: why that was not possible, and how many lines were given up; it is tried again with the next lines.
  mutating func append(
    _ lines: [HistoryLine], in files: inout some FileSystem & ~Copyable
  ) -> (error: FileSystemError, lostCount: Int)? {
    kept += lines
    guard let error = write(in: &files) else { return nil }
    kept.removeAll { $0.sequence <= file.lastSequence }
    let lostCount = max(0, kept.count - Self.maximumKept)
    kept.removeFirst(lostCount)
    return (error, lostCount)
  }

  private mutating func write(in files: inout some FileSystem & ~Copyable) -> FileSystemError? {
    guard let first = kept.first else { return nil }
    if !file.isInPlace(in: &files) {
      do throws(FileSystemError) { try adopt(from: first.sequence, in: &files) } catch { return error }
    }
    if case .stopped = file.append(kept, in: &files) { reopen(in: &files) }
    switch file.append(kept, in: &files) {
    case .written:
      kept = []
      return nil
    case .stopped(let error): return error
    }
  }

  /// Removes lines that are older than so many seconds, once a day at most.
  ///
  /// - Parameter now: the trusted clock, so that lines do not go because somebody has set the other one.
  mutating func removeLines(
    olderThan seconds: Int64, at now: Instant, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    if let nextRemoval, now < nextRemoval { return }
    nextRemoval = now.adding(seconds: Self.removalDistance)
    try file.removeLines(olderThan: seconds, slack: Self.removalDistance, in: &files) { line in
      line.instant.map { now.seconds(since: $0) }
    }
  }

  /// Goes on with the file that is there, or with a new one. What is not in it yet comes with the next lines.
  mutating func reopen(in files: inout some FileSystem & ~Copyable) {
    file.close(in: &files)
    file = Self.open(appending: kept, permissions: permissions, in: &files)
    // What has higher numbers than there ever were is of another history.
    if let first = kept.first, let last = kept.last, file.lastSequence > last.sequence {
      file.admit(from: first.sequence)
    }
  }

  /// Goes on with a file that somebody has put there, or has changed: with its lines, but with the permissions of ours.
  private mutating func adopt(
    from sequence: UInt64, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      try files.protect(HistoryFile.name, permissions: permissions)
    } catch {
      guard error.reason == .missing else { throw error }
    }
    file.close(in: &files)
    file = HistoryFile.open(in: &files, permissions: permissions)
    file.admit(from: sequence)
  }

  private static func open(
    appending kept: [HistoryLine], permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) -> HistoryFile {
    HistoryFile.open(in: &files, permissions: permissions, firstKept: kept.first?.sequence ?? .max)
  }

  /// Ends the use of the file.
  consuming func close(in files: inout some FileSystem & ~Copyable) { file.close(in: &files) }
}
