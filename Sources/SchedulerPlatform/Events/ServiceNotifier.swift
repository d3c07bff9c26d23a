import CSchedulerLinux
import Glibc

/// Tells the service manager how a daemon fares; see sd_notify(3).
///
/// What cannot be told is dropped: a manager that is gone does not stop a service.
public struct ServiceNotifier: Sendable {
  /// What is told.
  public enum Message: Hashable, Sendable {
    /// It has started, or read its configuration again.
    case ready
    /// It reads its configuration again, from now on; told with what CLOCK_MONOTONIC shows.
    case reloading
    /// It is about to end.
    case stopping
    /// A line for people on what it does.
    case status(String)
    /// It is alive.
    case watchdog
  }

  /// After how many nanoseconds of silence the manager takes it for dead (`WATCHDOG_USEC`); nil when it does not watch.
  public let watchdogLimit: Int64?
  private let descriptor: OpenDescriptor

  /// The service manager that `NOTIFY_SOCKET` names, by a path or by an abstract name behind `@`; nil when there is none.
  ///
  /// - Throws: what the system reports when it cannot be reached.
  public init?(_ environment: ProcessEnvironment) throws(SystemError) {
    guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@") else {
      return nil
    }
    descriptor = try OpenDescriptor.opened { schedctl_socket(0) }
    let number = descriptor.number
    _ = try SystemError.check { schedctl_socket_connect(number, address) }
    watchdogLimit = Self.watchdogLimit(environment)
  }

  /// Tells several things at once.
  public func send(_ messages: [Message]) {
    let bytes = Array(messages.map { $0.text(atMicroseconds: Self.microseconds()) }.joined(separator: "\n").utf8)
    _ = bytes.withUnsafeBytes { schedctl_socket_send(descriptor.number, $0.baseAddress, $0.count) }
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
  /// The assignments of the protocol, a line each.
  fileprivate func text(atMicroseconds microseconds: Int64) -> String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
    case .stopping: "STOPPING=1"
    case .status(let words): "STATUS=" + String(words.map { $0.isNewline ? " " : $0 })
    case .watchdog: "WATCHDOG=1"
    }
  }
}
