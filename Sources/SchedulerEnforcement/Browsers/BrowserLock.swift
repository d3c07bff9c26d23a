import SchedulerPlatform

/// The right to write the policies of a family of browsers, which one daemon of the machine has.
struct BrowserLock: Sendable {
  private let path: String?
  private let subject: String
  private var held: HeldLock?

  /// Describes a lock.
  ///
  /// - Parameters:
  ///   - path: the lock file; nil if no other daemon can write.
  ///   - subject: what is written, for the message.
  init(_ path: String?, of subject: String) { (self.path, self.subject) = (path, subject) }

  /// Takes the lock, unless this adapter has it.
  ///
  /// - Throws: which process has it.
  mutating func take() throws(AdapterError) {
    guard let path, held == nil else { return }
    do throws(FileSystemError) {
      try FileWriter().createDirectories(of: path, permissions: 0o755)
      held = try HeldLock(path)
    } catch {
      guard case .inUse(let process) = error.reason else {
        throw AdapterError("the lock of \(subject) cannot be taken: \(error)")
      }
      let holder = process.map { ", process \($0)," } ?? ""
      throw AdapterError(
        "another daemon\(holder) writes \(subject)", remedy: "stop one of them, or leave it out in '[enforce] adapters'"
      )
    }
  }

  /// Gives the lock back.
  mutating func release() { held = nil }
}

/// A lock that copies of an adapter share.
private final class HeldLock: Sendable {
  private let file: LockFile

  init(_ path: String) throws(FileSystemError) { file = try LockFile(path) }
}
