import SchedulerStore

extension DurableEngine {
  /// What an evaluation has to write, and what of it failed.
  struct Writing {
    let transition: Transition
    /// The lines of history for its entries.
    let lines: [HistoryLine]
    var failures: [StateStoreError] = []
    /// How many lines history will never have.
    var lostLineCount = 0

    init(_ transition: Transition) {
      self.transition = transition
      lines = transition.entries.compactMap(HistoryLine.init)
    }
  }
}

// MARK: - State

extension DurableEngine {
  /// Makes the state durable. Meanwhile the store prepares the shield that follows from it.
  mutating func save<Files: FileSystem & ~Copyable>(
    _ writing: Writing, of next: Engine, naming configurations: inout ConfigurationFiles, preparing set: ShieldSet?,
    in files: inout Files
  ) throws(StateStoreError) {
    var changes = writing.transition.changes
    if let record = history.record(with: writing.lines) { changes.append(record) }
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
      // While the store is changed nothing else of this value can be.
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

  /// Saves what sessions copied before all else: without the sessions it means nothing, so that a crash in between does no
  /// harm.
  private mutating func saveOneByOne(
    _ changes: [StateChange], in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    let copies = changes.filter { $0.key.hasPrefix("rules:") && !$0.payload.isEmpty }
    for copy in copies { try store.append([copy], in: &files) }
    try store.append(changes.filter { !copies.contains($0) }, in: &files)
  }

  /// Makes the next evaluation write again what another program has removed from the directory, or the whole directory: from
  /// memory, so that nothing of the state is lost. History loses the lines up to now.
  ///
  /// To be called when files of the directory are gone. The next change notices by itself that files of the state are.
  ///
  /// - Throws: `inUse` if another process has taken the directory since, and what the file system reports.
  public mutating func restoreFiles(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    try store.restoreDirectory(in: &files)
    let names: [String]
    do throws(FileSystemError) { names = try files.names() } catch { throw .file(error) }
    configurationFiles.forgetMissing(in: names)
    if !names.contains(HistoryFile.name) { history.reopen(in: &files) }
    shield.forget()
  }

  /// Gives the files of the directory other permission bits, and the group that `files` gives to new ones: existing files at
  /// once, others when they are made.
  ///
  /// Complexity: some system calls for each file.
  ///
  /// - Returns: what could not be changed and stays as it was; the next call tries again.
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
  /// Removes everything from the applied shield that is not of a strict session, for the time in which nobody evaluates. The
  /// state stays, and the next evaluation, also that of another process, restores the shield.
  ///
  /// Does nothing before the first evaluation.
  ///
  /// - Returns: what stays.
  /// - Throws: what the store of the shield reports; the set is then as it was.
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

  /// Makes the store of the shield keep a set.
  ///
  /// - Returns: the set as it is kept; nil if nothing changed, or if there is no set.
  mutating func apply(
    _ set: ShieldSet?, in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) -> ShieldSet? {
    guard let set else { return nil }
    return try shield.commit(set, leastGeneration: Int64(clamping: store.state.lastSequence), in: &files)
  }
}

extension Engine {
  /// The layers of strict sessions, which nothing lifts but what ends them.
  var strictShield: [AppliedLayer] {
    let strict = Set(book.sessions.values.filter { $0.rules.lock == .strict }.map(\.id))
    return shield.filter { strict.contains($0.session) }
  }
}

// MARK: - History

extension DurableEngine {
  /// Removes the lines from the state that history has: many would take memory. It also shows that the state can be written
  /// again after it could not, where nothing else waits by now. For that it writes as many bytes as could not be written then:
  /// fewer might fit where that many do not.
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

  /// The greatest number of bytes that are written to see whether there is room.
  private static let longestTrial = 1 << 20

  /// Removes lines that are older than the configuration keeps them, by the earlier of both clocks.
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
  /// Whether the disk had no room.
  fileprivate var isForWantOfRoom: Bool {
    switch self {
    case .file(let error), .outcomeUnknown(let error): error.reason == .full
    case .inUse, .newerVersion, .journalUnusable, .tooLarge, .shield: false
    }
  }
}
