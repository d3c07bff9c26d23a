import CSchedulerLinux
import Glibc

/// Denies the start of programs by fanotify(7): the kernel asks it before a marked file is run.
///
/// ```swift
/// let guardian = try StartGuard()
/// try guardian.replace(with: [StartGuard.Row(file: file, token: 1, users: nil)])
/// try guardian.start()
/// _ = try guardian.mark("/usr/bin/game", as: file)
/// ```
/// A thread of its own answers from an immutable table. It reads events, examines the opened file and the user of the
/// process with stat(2), and answers. It starts, opens, allocates and locks nothing, so that no start can wait for
/// another one, whatever the other threads do. The user is the effective one, as the process has it before the start.
///
/// When the last descriptor of the group is closed, the kernel allows the starts that wait. While another process, such
/// as the service manager, has the descriptor as well, they wait for the next guard.
public final class StartGuard: Sendable {
  /// A file that some users may not run.
  public struct Row: Sendable {
    /// The file.
    public let file: ExecutableFile
    /// The number that an attempt carries.
    public let token: UInt64
    /// The users who may not run it; nil for everybody but root.
    public let users: [UInt32]?

    /// Creates a row.
    public init(file: ExecutableFile, token: UInt64, users: [UInt32]?) {
      (self.file, self.token, self.users) = (file, token, users)
    }
  }

  /// A denied start.
  public struct Attempt: Hashable, Sendable {
    /// The file.
    public let file: ExecutableFile
    /// The token of the row that denied it.
    public let token: UInt64
    /// The process.
    public let process: Int32
    /// Its effective user.
    public let user: UInt32
    /// The reading of CLOCK_BOOTTIME, in nanoseconds.
    public let boot: Int64
  }

  /// How much a guard has done since it was created.
  public struct Counts: Hashable, Sendable {
    /// The events that it answered.
    public let events: UInt64
    /// The events that it denied.
    public let denials: UInt64
    /// The denials that were not kept as attempts because the queue was full.
    public let lost: UInt64
    /// The denials of processes that could not be identified. They are no attempts.
    public let unknown: UInt64
  }

  /// The descriptor of the fanotify group. A service manager that keeps it makes starts wait after the end of this
  /// process.
  public let group: OpenDescriptor
  /// Rings after a denial.
  public let bell: Bell
  private let stop: Bell
  /// The address of the state in C, which its atomic variables make safe to share.
  private let address: UInt
  private let thread: SystemThread

  /// Creates a guard and starts its thread. Until `replace` is called, starts are only answered for an inherited group,
  /// by the first table.
  ///
  /// - Parameters:
  ///   - inherited: a group of an earlier process, with its marks and the starts that wait; nil for a new one. Starts
  ///     that the earlier process was about to answer when it ended are denied, or allowed if the table is empty: which
  ///     file they concern is lost.
  ///   - rows: the first table.
  ///   - bell: what to ring after a denial.
  /// - Throws: the error of the system; EPERM without CAP_SYS_ADMIN in the initial user namespace, ENOMEM if memory is
  ///   exhausted.
  public init(inheriting inherited: OpenDescriptor? = nil, rows: [Row] = [], ringing bell: Bell) throws(SystemError) {
    let group = if let inherited { inherited } else { try OpenDescriptor.opened(by: schedctl_guard_group) }
    let stop = try Bell()
    guard let state = schedctl_guard_create(group.number, bell.descriptor.number, stop.descriptor.number) else {
      throw SystemError(code: ENOMEM)
    }
    if inherited != nil { schedctl_guard_answer_unanswered(group.number, rows.isEmpty ? 1 : 0) }
    do throws(SystemError) {
      try Self.publish(rows, in: state)
      let address = UInt(bitPattern: state)
      thread = try SystemThread(stackByteCount: 1 << 16) { schedctl_guard_serve(OpaquePointer(bitPattern: address)) }
    } catch {
      schedctl_guard_free(state)
      throw error
    }
    (self.group, self.stop, self.bell, address) = (group, stop, bell, UInt(bitPattern: state))
  }

  deinit {
    stop.ring()
    thread.join()
    schedctl_guard_free(state)
  }

  var state: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// Replaces the table from which the guard answers. If several rows with the same file cover a user, the first one
  /// decides. When the function returns, no answer follows the old table.
  ///
  /// Complexity: O(n log n) for n rows.
  ///
  /// - Throws: ENOMEM if memory is exhausted.
  public func replace(with rows: [Row]) throws(SystemError) { try Self.publish(rows, in: state) }

  private static func publish(_ rows: [Row], in state: OpaquePointer?) throws(SystemError) {
    var users: [UInt32] = []
    let order = rows.indices.sorted { (rows[$0].file, $0) < (rows[$1].file, $1) }
    let table = order.map { index in
      let row = rows[index]
      defer { users += row.users ?? [] }
      return schedctl_guard_row(
        device: row.file.device, file: row.file.number, token: row.token, first_user: UInt32(users.count),
        user_count: row.users.map { UInt32($0.count) } ?? UInt32.max)
    }
    guard schedctl_guard_replace(state, table, table.count, users, users.count) == 0 else {
      throw SystemError(code: ENOMEM)
    }
  }

  /// Returns the attempts since the last call, oldest first. For one thread at a time.
  public func takeAttempts() -> [Attempt] {
    var attempts: [Attempt] = []
    var next = schedctl_guard_attempt()
    while schedctl_guard_take(state, &next) != 0 {
      attempts.append(
        Attempt(
          file: ExecutableFile(device: next.device, number: next.file), token: next.token, process: next.process,
          user: next.user, boot: next.boot))
    }
    return attempts
  }

  /// How much the guard has done.
  public var counts: Counts {
    let counts = schedctl_guard_counts(state)
    return Counts(events: counts.events, denials: counts.denials, lost: counts.lost, unknown: counts.unknown)
  }
}
