extension Recovery {
  /// Returns the journal to append to: the existing one without its torn end, or a new one if there is no complete
  /// record.
  func repairJournal(
    permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Journal {
    let bytes = journal?.bytes ?? []
    var length = journal?.contents.wholeLength ?? 0
    let isKept = try keepTornEnd(Array(bytes[length...]), permissions, in: &files)
    if length == 0 {
      let start = Journal.start(behind: state.lastSequence)
      var file = AtomicFile(StateFile.journal, permissions: permissions)
      try file.prepare(start, in: &files)
      try file.publish(in: &files)
      length = start.count
    } else if !isKept {
      length = bytes.count
    }
    let repaired = try Journal(length: length, in: &files)
    try files.synchronizeNames()
    return repaired
  }

  /// Keeps a copy of the torn end. Returns whether it may be removed from the journal. On a full disk it stays, and the
  /// records after it are still read.
  private func keepTornEnd(
    _ bytes: [UInt8], _ permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Bool {
    guard !bytes.isEmpty else { return true }
    var file = AtomicFile(StateFile.tornEnd, permissions: permissions)
    do throws(FileSystemError) {
      try file.replace(with: bytes, in: &files)
      return true
    } catch {
      guard error.reason == .full else { throw error }
      return false
    }
  }
}
