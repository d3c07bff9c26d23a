import CSchedulerLinux
import Glibc

/// The descriptors that the service manager keeps for a service while it restarts; see sd_pid_notify_with_fds(3).
///
/// ```swift
/// try notifier.store(group, name: "guard")
/// // After a restart:
/// let group = OpenDescriptor.stored(named: "guard", in: .current())
/// ```
/// The unit allows a number of them with `FileDescriptorStoreMax=`. The manager drops them when the service is stopped,
/// unless the unit says otherwise.
extension ServiceNotifier {
  /// Makes the manager keep a copy of an open descriptor, until `removeStored`. It does not answer: without room in its
  /// store it closes the copy.
  ///
  /// - Parameter name: 1 to 255 printable characters of ASCII without a colon. Each call with a name adds a descriptor.
  /// - Throws: EINVAL for another name, EAGAIN if the manager does not keep up; otherwise the error of sendmsg(2).
  public func store(_ descriptor: borrowing OpenDescriptor, name: String) throws(SystemError) {
    // Without FDPOLL=0 the manager would drop a descriptor that reports an error or the end.
    let bytes = try Self.message("FDSTORE=1", name: name, more: "\nFDPOLL=0")
    let file = descriptor.number
    _ = try SystemError.check { bytes.withUnsafeBytes { sendBytes($0, with: file) } }
  }

  /// Makes the manager close all descriptors that it keeps with a name.
  ///
  /// - Throws: as `store`.
  public func removeStored(name: String) throws(SystemError) {
    let bytes = try Self.message("FDSTOREREMOVE=1", name: name)
    _ = try SystemError.check { bytes.withUnsafeBytes { sendBytes($0) } }
  }

  private static func message(_ first: String, name: String, more: String = "") throws(SystemError) -> [UInt8] {
    let isValid = 1...255 ~= name.utf8.count && name.utf8.allSatisfy { 32..<127 ~= $0 && $0 != UInt8(ascii: ":") }
    guard isValid else { throw SystemError(code: EINVAL) }
    return Array("\(first)\nFDNAME=\(name)\(more)".utf8)
  }
}

extension OpenDescriptor {
  /// Takes over a descriptor that the service manager kept under a name, and closes others with that name. Returns nil
  /// if there is none. Call it at most once for each name.
  ///
  /// Listening sockets are left for `ListeningSocket.inherited`, whatever their names.
  ///
  /// - Parameter environment: the variables `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`; see sd_listen_fds(3).
  public static func stored(named name: String, in environment: ProcessEnvironment) -> OpenDescriptor? {
    let numbers = handedOver(environment)
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard names.count == numbers.count else { return nil }
    let found = zip(numbers, names).filter { number, other in
      other == name && fcntl(number, F_GETFD) >= 0 && schedctl_socket_is_listening(number) == 0
    }
    // The others are closed when they are released.
    return found.map { number, _ in
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      return OpenDescriptor(number)
    }.first
  }

  /// The numbers of the descriptors that a service manager passed to this process: listening sockets, and what it kept.
  static func handedOver(_ environment: ProcessEnvironment) -> Range<Int32> {
    guard ListeningSocket.isHandedOver(environment),
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), 1...mostHandedOver ~= count
    else { return 0..<0 }
    return firstHandedOver..<firstHandedOver + count
  }

  private static let firstHandedOver: Int32 = 3
  /// Maximum number of descriptors that are passed.
  private static let mostHandedOver: Int32 = 64
}
