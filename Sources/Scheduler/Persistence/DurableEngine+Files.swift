import SchedulerStore

extension DurableEngine {
  /// The changes that an evaluation writes, and the failures to write them.
  struct Writing {
    let transition: Transition
    /// The history lines for its entries.
    let lines: [HistoryLine]
    var failures: [StateStoreError] = []
    /// The number of lines that are lost from the history.
    var lostLineCount = 0

    init(_ transition: Transition) {
      self.transition = transition
      lines = transition.entries.compactMap(HistoryLine.init)
    }
  }
}

// MARK: - State

extension DurableEngine {
  /// Makes the state durable. Meanwhile, the store prepares the shield that follows from the state.
  mutating func save<Files: FileSystem & ~Copyable>(
    _ writing: Writing, of next: Engine, naming configurations: inout ConfigurationFiles, preparing set: ShieldSet?,
    in files: inout Files
  ) throws(StateStoreError) {
    var changes = writing.transition.changes
    if let record = history.record(with: writing.lines) { changes.append(record) }
    // The files are written before the journal, which may be the first to notice that the directory is another one.
    if try store.restoreDirectory(in: &files) { try forgetMissing(of: &configurations, in: &files) }
    do throws(FileSystemError) {
      if let change = try configurations.write(next.configurationVersions, in: &files) { changes.append(change) }
    } catch {
      throw .file(error)
    }
    let byteCount = changes.reduce(0) { $0 + $1.key.utf8.count + $1.payload.count }
    do throws(StateStoreError) {
      try append(changes, preparing: set, in: &files)
    } catch {
      if error.isForWantOfRoom { failedByteCount = max(failedByteCount, byteCount) }
      throw error
    }
    if byteCount >= failedByteCount { failedByteCount = 0 }
    configurations.commit(next.configurationVersions, in: &files)
  }

  private mutating func append<Files: FileSystem & ~Copyable>(
    _ changes: [StateChange], preparing set: ShieldSet?, in files: inout Files
  ) throws(StateStoreError) {
    do throws(StateStoreError) {
      // While the store is being changed, no other property of this value may be changed.
      var shield = shield
      defer { self.shield = shield }
      try store.append(changes, in: &files) { sequence, files in
        guard let set else { return }
        shield.prepare(set, leastGeneration: Int64(clamping: sequence), in: &files)
      }
    } catch {
      switch error {
      case .journalUnusable:
        try store.compact(in: &files)
        try store.append(changes, in: &files)
      case .tooLarge where changes.count > 1:
        try saveOneByOne(changes, in: &files)
      default: throw error
      }
    }
  }

  /// Saves copies of sessions' rules before all other changes. Without the sessions the copies have no effect, so a
  /// crash in between does no harm.
  private mutating func saveOneByOne(
    _ changes: [StateChange], in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    let copies = changes.filter { $0.key.hasPrefix("rules:") && !$0.payload.isEmpty }
    for copy in copies { try store.append([copy], in: &files) }
    try store.append(changes.filter { !copies.contains($0) }, in: &files)
  }

  /// Makes the next evaluation rewrite files, or the whole directory, that another program has removed. They are
  /// rewritten from memory, so no part of the state is lost, but the history loses its lines up to now.
  ///
  /// Must be called when files of the directory are missing. The next change detects missing files of the state by
  /// itself.
  ///
  /// - Throws: `inUse` if another process has taken the directory since, and errors of the file system.
  public mutating func restoreFiles(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    try store.restoreDirectory(in: &files)
    var configurations = configurationFiles
    try forgetMissing(of: &configurations, in: &files)
    configurationFiles = configurations
  }

  /// Makes the next evaluation compare the applied shield with the state and write it again if it differs.
  ///
  /// Must be called when another program may have replaced or changed `shield.json`.
  public mutating func checkShield() { shield.forget() }

  /// Makes the next write of each file that is missing from the directory write it again.
  private mutating func forgetMissing(
    of configurations: inout ConfigurationFiles, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    let names: [String]
    do throws(FileSystemError) { names = try files.names() } catch { throw .file(error) }
    configurations.forgetMissing(in: names)
    if !names.contains(HistoryFile.name) { history.reopen(in: &files) }
    shield.forget()
  }

  /// Sets the permission bits of the directory's files, and the group that `files` assigns. Existing files change at
  /// once, others when they are created.
  ///
  /// Complexity: a few system calls for each file.
  ///
  /// - Returns: the errors for files that could not be changed. The next call tries again.
  public mutating func protect(
    _ permissions: StatePermissions, in files: inout some FileSystem & ~Copyable
  ) -> [StateStoreError] {
    store.permissions = permissions.state
    history.permissions = permissions.state
    configurationFiles.permissions = permissions.state
    shield.setFilePermissions(permissions.shield)
    var failures: [StateStoreError] = []
    do throws(FileSystemError) {
      for name in try files.names() {
        guard let bits = permissions.bits(forFile: name) else { continue }
        do throws(FileSystemError) {
          try files.protect(name, permissions: bits)
        } catch {
          failures.append(.file(error))
        }
      }
    } catch {
      failures.append(.file(error))
    }
    return failures
  }
}

// MARK: - Shield

extension DurableEngine {
  /// Removes all layers from the applied shield except those of strict sessions, for a time without evaluations. The
  /// state is unchanged, and the next evaluation restores the shield, even in another process.
  ///
  /// Does nothing before the first evaluation.
  ///
  /// - Returns: the remaining layers.
  /// - Throws: the error of the shield's store, which then keeps the previous set.
  @discardableResult
  public mutating func liftShield(
    in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> [AppliedLayer] {
    let strict = engine.strictShield
    do throws(RestrictionStoreError) {
      _ = try apply(ShieldSet(of: engine, layers: strict), in: &files)
    } catch {
      throw error.stateStoreError
    }
    return strict
  }

  /// The set to apply after an evaluation of an engine.
  func shieldSet(of engine: Engine) -> ShieldSet? {
    staysLifted ? ShieldSet(of: engine, layers: engine.strictShield) : ShieldSet(of: engine)
  }

  /// Makes the store of the shield keep a set.
  ///
  /// - Returns: the stored set, or nil if nothing changed or `set` is nil.
  mutating func apply(
    _ set: ShieldSet?, in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) -> ShieldSet? {
    guard let set else { return nil }
    return try shield.commit(set, leastGeneration: Int64(clamping: store.state.lastSequence), in: &files)
  }
}

extension Engine {
  /// The layers of strict sessions, which only the end of their sessions removes.
  var strictShield: [AppliedLayer] { shield.filter(\.isStrict) }
}

// MARK: - History

extension DurableEngine {
  /// Removes lines from the state that are already in the history, to save memory. After a failure, this also tests
  /// whether the state can be written again if no other change waits. The test writes as many bytes as failed before,
  /// because fewer bytes might fit on a full disk.
  mutating func removeWrittenLines(for writing: inout Writing, in files: inout some FileSystem & ~Copyable) {
    let room = [UInt8](repeating: 0, count: min(failedByteCount, Self.longestTrial))
    let trial = room.isEmpty ? [] : [StateChange(key: "trial", payload: room), .removal(of: "trial")]
    do throws(StateStoreError) {
      try store.append(trial + [HistoryLog.written], in: &files)
      failedByteCount = 0
    } catch {
      writing.failures.append(error)
    }
  }

  /// The maximum number of bytes written to test for room.
  private static let longestTrial = 1 << 20

  /// Removes lines that exceed the configured age, measured by the earlier of the two clocks.
  mutating func removeOldHistory(for writing: inout Writing, in files: inout some FileSystem & ~Copyable) {
    guard let present = engine.present else { return }
    let now = min(present.wall, present.trusted.instant)
    do throws(FileSystemError) {
      try history.removeLines(olderThan: engine.configuration.daemon.historySeconds, at: now, in: &files)
    } catch {
      writing.failures.append(.file(error))
    }
  }
}

extension StateStoreError {
  /// Whether the disk was full.
  fileprivate var isForWantOfRoom: Bool {
    switch self {
    case .file(let error), .outcomeUnknown(let error): error.reason == .full
    case .inUse, .newerVersion, .journalUnusable, .tooLarge, .shield: false
    }
  }
}
