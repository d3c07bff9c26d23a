import Scheduler
import SchedulerPlatform

/// The right to write what an adapter applies, which one daemon of the machine has. Copies share it.
struct AdapterLock: Sendable {
  private let path: String?
  private let subject: String
  private let adapter: EnforcementSettings.Adapter
  private var held: HeldLock?

  /// Describes a lock. Takes nothing yet.
  ///
  /// - Parameters:
  ///   - path: the lock file; nil if no other daemon can write.
  ///   - subject: what is written, as sentences have it.
  ///   - adapter: the adapter that writes it.
  init(_ path: String?, of subject: String, for adapter: EnforcementSettings.Adapter) {
    (self.path, self.subject, self.adapter) = (path, subject, adapter)
  }

  /// Takes the lock unless it is taken. Its directory is created where there is none.
  ///
  /// - Throws: which process has it.
  mutating func take() throws(AdapterError) {
    guard let path, held == nil else { return }
    do throws(FileSystemError) {
      let directory = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
      if !FileWriter().isTaken(directory) { try DirectoryFileSystem.create(directory, permissions: 0o755) }
      held = try HeldLock(path)
    } catch {
      guard case .inUse(let process) = error.reason else {
        throw AdapterError("the lock of \(subject) cannot be taken: \(error)", remedy: AdapterError(of: error).remedy)
      }
      let holder = process.map { ", process \($0)," } ?? ""
      var failure = AdapterError(
        "another daemon\(holder) writes \(subject)",
        remedy: "stop one of them, or leave out '\(adapter.rawValue)' in its '[enforce] adapters'")
      failure.isOfAnotherDaemon = true
      throw failure
    }
  }

  /// Gives the lock back.
  mutating func release() { held = nil }
}

/// A lock file that copies of an adapter share.
private final class HeldLock: Sendable {
  private let file: LockFile

  init(_ path: String) throws(FileSystemError) { file = try LockFile(path) }
}
