import SchedulerCivilTime
import SchedulerStore

/// The history derived from the state. The state keeps the newest lines until they are in the file.
struct HistoryLog: Sendable {
  /// The key of the lines in the state.
  private static let key = "history"
  /// The maximum number of lines kept in memory for a file that cannot be written. If there are more, the oldest are
  /// lost.
  static let maximumKept = 1_000
  /// The maximum size of the lines kept in the state, in bytes. They are needed if the process is killed before they
  /// are in the file.
  private static let maximumBytes = 16 << 20
  /// The minimum time between removals of old lines, in seconds: one day. It limits how often the file is rewritten.
  private static let removalDistance: Int64 = 86_400

  /// The permission bits of new files.
  var permissions: UInt32 { didSet { file.permissions = permissions } }
  private var file: HistoryFile
  /// The lines that may be missing from the file.
  private var kept: [HistoryLine]
  /// The messages of the losses that were recorded with the last events.
  private let recordedLosses: Set<String>
  /// Lines that were found missing from the file, and cannot be written again.
  private var missing: ClosedRange<Int64>?
  /// The time of the next search for old lines.
  private var nextRemoval: Instant?

  /// Opens the file and appends the lines of the state that are missing from it.
  init(after state: StoredState, permissions: UInt32, in files: inout some FileSystem & ~Copyable) {
    self.permissions = permissions
    kept = HistoryLine.lines(in: state[Self.key] ?? [])
    let losses = kept.compactMap { HistoryRecord(line: Array($0.bytes.dropLast())) }
    recordedLosses = Set(losses.filter { $0.event == .stateDidLose }.compactMap(\.message))
    file = Self.open(appending: kept, permissions: permissions, in: &files)
    _ = write(in: &files)
  }

  /// The number of the last line in the file, or 0 if there is none.
  var lastNumber: Int64 { Int64(clamping: file.lastSequence) }

  /// Whether the loss is already recorded with the last events. The damage remains on the disk if the process was killed
  /// before it could write the state again.
  func containsLoss(_ message: String) -> Bool { recordedLosses.contains(message) }

  /// Returns the numbers of lines that are lost from the file, once. No evaluation writes them again.
  ///
  /// - Parameter number: the number of the newest line that the file must contain, unless it waits to be written.
  mutating func takeMissing(upTo number: Int64) -> ClosedRange<Int64>? {
    if kept.isEmpty { noteMissing(before: number + 1) }
    defer { missing = nil }
    return missing
  }

  /// Notes that the lines between the end of the file and the line with a number are lost.
  private mutating func noteMissing(before number: Int64) {
    guard file.isOpen, lastNumber + 1 < number else { return }
    missing = min(missing?.lowerBound ?? .max, lastNumber + 1)...max(missing?.upperBound ?? 0, number - 1)
  }

  /// Returns the change of the state that adds lines for the history, or nil if `lines` is empty.
  func record(with lines: [HistoryLine]) -> StateChange? {
    if lines.isEmpty { return nil }
    var room = Self.maximumBytes
    let newest = (kept + lines).reversed().prefix { line in
      room -= line.bytes.count
      return room >= 0
    }
    return StateChange(key: Self.key, payload: newest.reversed().flatMap(\.bytes))
  }

  /// The change that removes the lines from the state once the file contains all of them.
  static let written = StateChange.removal(of: key)

  /// Appends lines that the state contains, and earlier lines that are still missing from the file.
  ///
  /// - Returns: the error if that failed, and the number of lines given up. The next call tries again.
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
    if kept.isEmpty { return nil }
    do throws(FileSystemError) {
      if try !file.isInPlace(in: &files) { try adopt(in: &files) }
    } catch {
      return error
    }
    if let first = kept.first { noteMissing(before: Int64(clamping: first.sequence)) }
    if case .stopped = file.append(kept, in: &files) { reopen(in: &files) }
    switch file.append(kept, in: &files) {
    case .written:
      kept = []
      return nil
    case .stopped(let error): return error
    }
  }

  /// Removes lines that are older than the given number of seconds, at most once a day.
  ///
  /// - Parameter now: the trusted clock, so that setting the wall clock does not remove lines.
  mutating func removeLines(
    olderThan seconds: Int64, at now: Instant, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    if let nextRemoval, now < nextRemoval { return }
    nextRemoval = now.adding(seconds: Self.removalDistance)
    try file.removeLines(olderThan: seconds, slack: Self.removalDistance, in: &files) { line in
      line.instant.map { now.seconds(since: $0) }
    }
  }

  /// Continues with the existing file or a new one. Lines missing from it are written with the next lines.
  mutating func reopen(in files: inout some FileSystem & ~Copyable) {
    file.close(in: &files)
    file = Self.open(appending: kept, permissions: permissions, in: &files)
    admitKept()
  }

  /// Accepts the kept lines if the file ends with numbers that are higher than any number used so far: those belong to
  /// another history. A file that contains kept lines already gets only the others.
  private mutating func admitKept() {
    if let first = kept.first, let last = kept.last, file.lastSequence > last.sequence {
      file.admit(from: first.sequence)
    }
  }

  /// Continues with a file that another program created or changed. Keeps its lines, but sets the permission bits.
  private mutating func adopt(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    do throws(FileSystemError) {
      try files.protect(HistoryFile.name, permissions: permissions)
    } catch {
      guard error.reason == .missing else { throw error }
    }
    file.close(in: &files)
    file = HistoryFile.open(in: &files, permissions: permissions)
    admitKept()
  }

  private static func open(
    appending kept: [HistoryLine], permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) -> HistoryFile {
    HistoryFile.open(in: &files, permissions: permissions, firstKept: kept.first?.sequence ?? .max)
  }

  /// Ends the use of the file.
  consuming func close(in files: inout some FileSystem & ~Copyable) { file.close(in: &files) }
}
