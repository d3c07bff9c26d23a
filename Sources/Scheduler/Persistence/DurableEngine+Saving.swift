import SchedulerStore

extension DurableEngine {
  /// Makes the state durable, and has the disk write the shield that follows from it at the same time.
  mutating func save<Files: FileSystem & ~Copyable>(
    _ changes: [StateChange], _ lines: [HistoryLine], _ remembered: inout RememberedConfigurations,
    soon set: ShieldSet?, in files: inout Files
  ) throws(StateStoreError) {
    var changes = changes
    if let record = history.record(with: lines) { changes.append(record) }
    let staged = try stage(remembered, in: &files)
    if let staged { changes.append(staged) }
    let byteCount = changes.reduce(0) { $0 + $1.key.utf8.count + $1.payload.count }
    do throws(StateStoreError) {
      try append(changes, soon: set, in: &files)
    } catch {
      if error.isForWantOfRoom { failedByteCount = max(failedByteCount, byteCount) }
      throw error
    }
    if byteCount >= failedByteCount { failedByteCount = 0 }
    if staged != nil { configurationFile.commit() }
    remembered.noteSaved()
  }

  private mutating func append<Files: FileSystem & ~Copyable>(
    _ changes: [StateChange], soon set: ShieldSet?, in files: inout Files
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

  private mutating func stage(
    _ remembered: RememberedConfigurations, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> StateChange? {
    guard remembered.isUnsaved, let record = remembered.whole else { return nil }
    do throws(FileSystemError) {
      return try configurationFile.stage(record, in: &files)
    } catch {
      throw .file(error)
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
