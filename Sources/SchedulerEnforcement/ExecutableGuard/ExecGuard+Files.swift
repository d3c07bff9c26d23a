import Scheduler
import SchedulerPlatform

extension ExecGuard {
  /// Replaces the table and marks its files. Files that are no longer blocked lose their marks after they are allowed.
  mutating func replace(with next: GuardTable) throws(AdapterError) {
    let earlier = table
    var next = next
    _ = watch.follow(next.paths.map { WatchedPath($0) })
    // A file that was moved away stays denied under its new name.
    for path in next.paths { next.files[path] = next.examine(path) ?? earlier.files[path] }
    let guardian = try opened(with: next.rows)
    let rows = next.rows
    try AdapterError.explaining("the table of programs cannot be replaced") { () throws(SystemError) in
      try guardian.replace(with: rows)
    }
    // The queue has tokens of both tables. After this it has none of the earlier one.
    collectAttempts(or: next)
    table = next
    // A file that cannot be marked does not keep the marks of others.
    let failure = failureToMark()
    let hadOtherMarks = hasOtherMarks
    // If a mark cannot be removed, the next `apply` removes it.
    hasOtherMarks = true
    let kept = Set(table.files.values)
    for (path, file) in earlier.files where !kept.contains(file) {
      try AdapterError.explaining("the mark of '\(path)' cannot be removed") { () throws(SystemError) in
        try guardian.unmark(path, as: file)
      }
    }
    hasOtherMarks = hadOtherMarks
    try removeOtherMarks()
    if let failure { throw failure }
  }

  /// Marks the files of the table, and removes the marks of others that an earlier failure has left.
  mutating func markTable() throws(AdapterError) {
    let failure = failureToMark()
    try removeOtherMarks()
    if let failure { throw failure }
  }

  /// Marks the files of the table. Returns the error.
  private mutating func failureToMark() -> AdapterError? {
    do throws(AdapterError) {
      try markFiles()
      return nil
    } catch {
      return error
    }
  }

  /// Removes the marks of files that are not in the table. Their paths are not known, so all marks are removed and set
  /// again, within microseconds; the sweeper ends what starts in between.
  private mutating func removeOtherMarks() throws(AdapterError) {
    guard hasOtherMarks, let guardian else { return }
    do throws(FileSystemError) {
      let marks = try guardian.marks()
      guard marks.count > Set(table.files.values).filter(marks.contains).count else {
        hasOtherMarks = false
        return
      }
    } catch {
      throw AdapterError("the marks of programs cannot be read: \(error)")
    }
    denied.all = []
    try AdapterError.explaining("the marks of programs cannot be removed") { () throws(SystemError) in
      try guardian.unmarkAll()
    }
    hasOtherMarks = false
    try markFiles()
  }

  /// Marks all files that are there, and those that replaced others since the last call.
  ///
  /// - Returns: the paths whose files are others than before.
  @discardableResult
  mutating func markFiles() throws(AdapterError) -> [String] {
    var changed: Set<String> = []
    // A file that is replaced between two steps is examined again; each time another program must replace it.
    for _ in 0..<Self.attemptLimit {
      _ = watch.follow(table.paths.map { WatchedPath($0) })
      changed.formUnion(try examinePaths())
      if try markPaths() { return changed.sorted() }
    }
    throw AdapterError("another program replaces the blocked programs all the time")
  }

  /// Maximum number of examinations in a row.
  private static let attemptLimit = 5

  /// Makes the table match the files at its paths. Returns the paths whose files are others.
  private mutating func examinePaths() throws(AdapterError) -> [String] {
    var (changed, gone): ([String], [String]) = ([], [])
    for path in table.paths {
      guard let file = table.examine(path) else {
        if table.files[path] != nil { gone.append(path) }
        continue
      }
      guard file != table.files[path] else { continue }
      table.files[path] = file
      changed.append(path)
    }
    let hasForgotten = forgetRemoved(gone)
    guard !changed.isEmpty || hasForgotten, let guardian else { return changed }
    // The guard must know a file before it is asked about it.
    let rows = table.rows
    try AdapterError.explaining("the table of programs cannot be replaced") { () throws(SystemError) in
      try guardian.replace(with: rows)
    }
    return changed
  }

  /// Forgets those files at paths that the kernel has removed, with their marks: another file may get the same number.
  /// A file that was moved away, or that still runs, keeps its mark. Returns whether one was forgotten.
  private mutating func forgetRemoved(_ paths: [String]) -> Bool {
    guard !paths.isEmpty, let guardian else { return false }
    do throws(FileSystemError) {
      let marks = try guardian.marks()
      let removed = paths.filter { path in table.files[path].map { !marks.contains($0) } ?? false }
      for path in removed { table.files[path] = nil }
      return !removed.isEmpty
    } catch {
      // `verify` reports that the marks cannot be read.
      return false
    }
  }

  /// Marks the files of the table. Returns false if a path has become another file. A file that cannot be marked does
  /// not keep the others from being marked.
  private func markPaths() throws(AdapterError) -> Bool {
    guard let guardian else { return true }
    var isComplete = true
    var failure: AdapterError?
    for (path, file) in table.files where !table.waitingPaths.contains(path) && ExecutableFile(unlinked: path) != nil {
      do throws(SystemError) {
        if try !guardian.mark(path, as: file) { isComplete = false }
      } catch {
        failure = AdapterError("the start of '\(path)' cannot be denied: \(error)")
      }
    }
    if let failure { throw failure }
    return isComplete
  }

  /// Marks replaced files after a change in a watched directory, and all files when it is time. Returns what was
  /// repaired.
  mutating func examineFiles(atBoot boot: Int64) -> [String] {
    var hasChanged = false
    do throws(SystemError) { hasChanged = try !watch.read().isEmpty } catch { hasChanged = true }
    guard let due = nextBoot, hasChanged || boot >= due else { return [] }
    // What starts before the new file has its mark is found when the sweeper looks again after this.
    if hasChanged { denied.all = [] }
    do throws(AdapterError) {
      let changed = try markFiles()
      denied.all = table.denied
      nextBoot = boot + Self.examinationInterval
      return changed.map { "'\($0)' was created or replaced; its start is denied again" }
    } catch {
      denied.all = []
      // `verify` reports what is missing. The next examination tries again.
      nextBoot = boot + Self.retryInterval
      return []
    }
  }

  /// The interval until the next examination after a failed one, in nanoseconds.
  private static let retryInterval: Int64 = 1_000_000_000

  /// Asks the kernel whether each file that is there has a mark.
  public mutating func verify() throws(AdapterError) {
    guard !table.isEmpty, let guardian else { return }
    do throws(AdapterError) { try verifyMarks(of: guardian) } catch {
      denied.all = []
      throw error
    }
  }

  private func verifyMarks(of guardian: StartGuard) throws(AdapterError) {
    let marks: StartMarks
    do throws(FileSystemError) {
      marks = try guardian.marks()
    } catch {
      throw AdapterError("the marks of programs cannot be read: \(error)")
    }
    for path in table.paths {
      guard let place = ExecutablePlace(unlinked: path), !place.waitsForOthers else { continue }
      let file = place.file
      guard table.files[path] == file, marks.contains(file) else {
        throw AdapterError("the start of '\(path)' is not denied")
      }
    }
  }
}
