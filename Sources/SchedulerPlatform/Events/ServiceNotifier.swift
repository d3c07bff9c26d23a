import CSchedulerLinux
import Glibc

/// Notifies the service manager of the state of a daemon; see sd_notify(3).
///
/// A message that cannot be sent is dropped: a missing manager must not stop a service.
public struct ServiceNotifier: Sendable {
  /// A notification.
  public enum Message: Hashable, Sendable {
    /// The service has started or has reloaded its configuration.
    case ready
    /// The service reloads its configuration from now on. Sent with the reading of CLOCK_MONOTONIC.
    case reloading
    /// The service is about to exit.
    case stopping
    /// A one-line status text.
    case status(String)
    /// The service is alive.
    case watchdog
    /// The service starts, reloads or stops in this time, or sends the message again; otherwise the manager ends it.
    /// Shortens no time limit of the unit.
    case extraTime(seconds: Int64)
    /// From now on the manager considers the service dead after this time without a `watchdog` message, in nanoseconds.
    case watchdogLimit(Int64)
  }

  /// Time without a `watchdog` message after which the manager considers the service dead (`WATCHDOG_USEC`), in
  /// nanoseconds; nil if it does not watch.
  public let watchdogLimit: Int64?
  private let descriptor: OpenDescriptor

  /// Connects to the service manager named by `NOTIFY_SOCKET`, a path or an abstract name that begins with `@`. Returns
  /// nil if there is none.
  ///
  /// - Throws: the error of the system if it cannot be reached.
  public init?(_ environment: ProcessEnvironment) throws(SystemError) {
    guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@") else {
      return nil
    }
    descriptor = try OpenDescriptor.opened { schedctl_socket(0) }
    let number = descriptor.number
    _ = try SystemError.check { schedctl_socket_connect(number, address) }
    watchdogLimit = Self.watchdogLimit(environment)
  }

  /// Sends several messages in one datagram.
  public func send(_ messages: [Message]) {
    let bytes = Array(messages.map { $0.text(atMicroseconds: Self.microseconds()) }.joined(separator: "\n").utf8)
    _ = bytes.withUnsafeBytes { sendBytes($0) }
  }

  /// Sends a datagram without waiting. Returns a negative number and sets `errno` on failure.
  func sendBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
    schedctl_socket_send(descriptor.number, bytes.baseAddress, bytes.count)
  }

  /// Sends a datagram as `sendBytes` does, with a copy of an open file.
  func sendBytes(_ bytes: UnsafeRawBufferPointer, with file: Int32) -> Int {
    schedctl_socket_send_file(descriptor.number, bytes.baseAddress, bytes.count, file)
  }

  private static func microseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  private static func watchdogLimit(_ environment: ProcessEnvironment) -> Int64? {
    if let process = environment["WATCHDOG_PID"], Int32(process) != getpid() { return nil }
    guard let limit = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), limit > 0 else { return nil }
    return limit.multipliedReportingOverflow(by: 1_000).overflow ? nil : limit * 1_000
  }
}

extension ServiceNotifier.Message {
  /// Returns the assignments of the protocol, one per line.
  fileprivate func text(atMicroseconds microseconds: Int64) -> String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
    case .stopping: "STOPPING=1"
    case .status(let words): "STATUS=" + String(words.map { $0.isNewline ? " " : $0 })
    case .watchdog: "WATCHDOG=1"
    case .extraTime(let seconds): "EXTEND_TIMEOUT_USEC=\(seconds)000000"
    case .watchdogLimit(let nanoseconds): "WATCHDOG_USEC=\(max(1, nanoseconds / 1_000))"
    }
  }
}

/// The stream to the system's journal.
public enum JournalStream {
  /// Whether a descriptor is the stream that `JOURNAL_STREAM` identifies by device and inode. Each line may then begin
  /// with a priority, `<6>`; see sd-daemon(3).
  public static func isConnected(to descriptor: Int32, environment: ProcessEnvironment) -> Bool {
    guard let stream = environment["JOURNAL_STREAM"] else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
