import SchedulerPlatform
import Synchronization

/// The store of the service manager, in which the guard's descriptor outlives the daemon: while none runs, starts of
/// marked programs wait for the next one.
///
/// The manager must bound this: a unit that fails for good loses what it stored, and the kernel then allows the starts
/// that wait.
public struct GuardStore: Sendable {
  private let notifier: ServiceNotifier

  /// Creates the store of a service manager.
  public init(_ notifier: ServiceNotifier) { self.notifier = notifier }

  /// The name of the descriptor.
  public static let name = "exec-guard"

  /// The time that a daemon has for its own start once it has answered the starts that waited for it, in seconds. Until
  /// then the time limit of its unit holds, which is shorter.
  static let restartSeconds: Int64 = 20
  /// The time for the start of a daemon for which nothing waits, in seconds: as much as systemd allows by default.
  static let startSeconds: Int64 = 90

  /// Makes the manager keep a copy of a descriptor.
  func keep(_ group: OpenDescriptor) throws(SystemError) { try notifier.store(group, name: Self.name) }

  /// Makes the manager close its copy.
  public func remove() throws(SystemError) { try notifier.removeStored(name: Self.name) }

  /// Notes that no start waits for this daemon any more, so that the rest of its own start may take longer.
  public func noteAnswered() { notifier.send([.extraTime(seconds: Self.restartSeconds)]) }

  /// Notes that no start waits for this daemon, because there is nothing to take over.
  public func noteAbsence() { notifier.send([.extraTime(seconds: Self.startSeconds)]) }
}

/// The descriptor of an earlier process. All copies of an adapter share it, so that it is closed when one lets it go.
final class InheritedGroup: Sendable {
  private let group: Mutex<OpenDescriptor?>

  init(_ group: OpenDescriptor?) { self.group = Mutex(group) }

  var isThere: Bool { group.withLock { $0 != nil } }

  func take() -> OpenDescriptor? {
    group.withLock { group in
      defer { group = nil }
      return group
    }
  }
}

extension ExecGuard {
  /// Makes the guard's descriptor outlive this process, or not. Returns what it cannot do, as a sentence.
  ///
  /// It outlives the process while a strict session is in force. Programs that other sessions block wait as well then.
  mutating func outliving(isWanted: Bool) -> [String] {
    guard let store, let group = guardian?.group, isWanted != isStored else { return [] }
    do throws(SystemError) {
      if isWanted {
        try store.keep(group)
        isStored = true
      } else {
        try forget()
      }
      return []
    } catch {
      let words = isWanted ? "programs start while the daemon restarts" : "programs wait for a daemon that restarts"
      return ["\(words): the service manager cannot be told: \(error)"]
    }
  }

  /// Makes the service manager forget the descriptor if it has it.
  mutating func forget() throws(SystemError) {
    guard isStored else { return }
    try store?.remove()
    isStored = false
  }
}
