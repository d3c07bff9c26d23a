import SchedulerStore

extension DurableEngine {
  /// Lets the state keep no line that history has: many would take memory. That it can be written is seen by this, too,
  /// where something could not be, and by now nothing else waits. As many bytes are written as could not be: less might fit
  /// where that does not.
  mutating func noteWritten(_ failures: inout [StateStoreError], in files: inout some FileSystem & ~Copyable) {
    let room = [UInt8](repeating: 0, count: min(failedByteCount, Self.longestTrial))
    let trial = room.isEmpty ? [] : [StateChange(key: "trial", payload: room), .removal(of: "trial")]
    do throws(StateStoreError) {
      try store.append(trial + [HistoryLog.written], in: &files)
      failedByteCount = 0
    } catch {
      failures.append(error)
    }
  }

  /// Not more bytes than that are written to see whether there is room.
  private static let longestTrial = 1 << 20

  /// Appends lines to history, and says how many were given up.
  mutating func tellHistory(
    _ lines: [HistoryLine], _ failures: inout [StateStoreError], in files: inout some FileSystem & ~Copyable
  ) -> Int {
    guard let (error, lostCount) = history.append(lines, in: &files) else { return 0 }
    failures.append(.file(error))
    return lostCount
  }

  /// Removes lines that are older than the configuration keeps them, by the earlier of both clocks.
  mutating func removeOldHistory(
    _ failures: inout [StateStoreError], in files: inout some FileSystem & ~Copyable
  ) {
    guard let present = engine.present else { return }
    let now = min(present.wall, present.trusted.instant)
    do throws(FileSystemError) {
      try history.removeLines(olderThan: engine.configuration.daemon.historySeconds, at: now, in: &files)
    } catch {
      failures.append(.file(error))
    }
  }
}
