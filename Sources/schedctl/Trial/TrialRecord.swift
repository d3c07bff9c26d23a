import SchedulerEnforcement
import SchedulerInstance
import Synchronization

/// The file `try.json` of a state directory: the shield of a trial, from before it is applied until it is reverted. It has
/// the form of `shield.json`.
///
/// If the trial is killed, the file tells `revert` until when what it left was to stay. While the trial runs, it holds
/// the lock beside the file.
struct TrialRecord: Sendable {
  /// The path of the file.
  let path: String
  private let directory: String
  private var lockPath: String { directory + "/try.lock" }

  init(in directory: String) {
    self.directory = directory
    path = directory + "/try.json"
  }

  /// Whether there is a record.
  var isPresent: Bool { FileWriter().isTaken(path) }

  /// The process of the trial that runs; nil if none does, or if this user may not see it.
  var holder: Int32? {
    do throws(SystemError) {
      if case .process(let process) = try LockHolder(ofLock: lockPath) { return process ?? 0 }
    } catch {
      return nil
    }
    return nil
  }

  /// Removes the record unless a trial runs.
  func removeIfAbandoned() throws(FileSystemError) {
    guard isPresent, holder == nil else { return }
    // The killed trial has left the file of its lock as well, which goes with this one.
    let lock = try LockFile(lockPath)
    try FileWriter().remove(path)
    withExtendedLifetime(lock) {}
  }

  /// Writes the record of a trial, and creates its directory if there is none.
  ///
  /// - Throws: `inUse` if another trial runs.
  func begin(_ shield: ShieldSet) throws(FileSystemError) -> Holding {
    let isNew = !FileWriter().isTaken(directory)
    if isNew { try DirectoryFileSystem.create(directory, permissions: 0o755) }
    let lock = try LockFile(lockPath)
    // Only who can revert it needs to read it.
    try FileWriter().replace(path, with: shield.bytes, permissions: 0o600, followsLinks: false)
    return Holding(path: path, directory: isNew ? directory : nil, lock: lock)
  }

  /// A record that a running trial holds.
  final class Holding: Sendable {
    private let path: String
    /// The directory, if it was created for the record.
    private let directory: String?
    private let lock: Mutex<LockFile?>

    fileprivate init(path: String, directory: String?, lock: consuming LockFile) {
      (self.path, self.directory) = (path, directory)
      self.lock = Mutex(consume lock)
    }

    /// Removes the record, because nothing is applied any more.
    func end() throws(FileSystemError) {
      try FileWriter().remove(path)
      lock.withLock { $0 = nil }
      if let directory { try FileWriter().removeIfEmpty(directory) }
    }
  }
}

extension Console {
  /// Reverts what a killed trial left. A daemon calls it before it applies its own shield.
  mutating func revertAbandonedTrial(in directory: String) {
    let record = TrialRecord(in: directory)
    guard record.isPresent, record.holder == nil else { return }
    do throws(AdapterError) {
      for artefact in host.artefacts(in: directory) where try artefact.isPresent() {
        try artefact.remove()
      }
      try AdapterError.mapping(record.removeIfAbandoned()) { (error: FileSystemError) in AdapterError("\(error)") }
    } catch {
      say("schedctl: what a killed 'schedctl try' left stays: \(error)")
    }
  }
}
