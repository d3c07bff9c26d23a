import CSchedulerLinux
import Glibc

@_exported public import struct SchedulerStore.FileSystemError

/// An error of a system call.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, such as `ENOENT`; see errno(3).
  public let code: Int32

  /// Creates the error with that number.
  public init(code: Int32) { self.code = code }

  /// The file does not exist (ENOENT).
  public static let missingFile = SystemError(code: ENOENT)

  /// Whether the error says that no file has the path: ENOENT, or ENOTDIR if a part of the path is not a directory.
  /// After any other error the file may exist.
  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// The user lacks the permission (EACCES).
  public static let forbidden = SystemError(code: EACCES)

  /// Another socket has the address (EADDRINUSE).
  public static let addressInUse = SystemError(code: EADDRINUSE)

  /// Bytes are no message of a protocol (EBADMSG).
  public static let badMessage = SystemError(code: EBADMSG)

  /// The reader has closed the pipe (EPIPE), as `head` does; usually not a failure.
  public static let brokenPipe = SystemError(code: EPIPE)

  /// Something did not happen within its time.
  public static let timedOut = SystemError(code: ETIMEDOUT)

  /// The meaning of the number in lower case, such as `no space left on device`; in English, independent of the locale.
  public var description: String {
    guard let words = schedctl_error_words(code) else { return "error \(code)" }
    let text = String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Makes a system call and repeats it while a signal interrupts it.
  ///
  /// - Throws: the error that a negative result reports.
  static func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }
}

extension SystemError {
  /// Makes a system call as `check` does. Returns nil if it fails with the number `expected`.
  static func check<Result: SignedInteger>(
    unless expected: Int32, _ call: () -> Result
  ) throws(SystemError) -> Result? {
    do throws(SystemError) {
      return try check(call)
    } catch {
      guard error.code == expected else { throw error }
      return nil
    }
  }

  /// Writes all bytes to an open file.
  static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBufferPointer { (memory) throws(SystemError) in
        try check { Glibc.write(file, memory.baseAddress, memory.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns what a call such as read(2) puts into memory for `count` bytes.
  static func bytes(
    atMost count: Int, from call: (UnsafeMutablePointer<UInt8>?) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, length in
      do throws(SystemError) { length = try check { call(memory.baseAddress) } } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension FileSystemError {
  /// The failure to write the file at a path, to remove it, or to create what it needs.
  init(writing path: String, _ error: SystemError) {
    self.init(.write, name: path, reason: error.code == ENOENT ? .noDirectory : Reason(error))
  }

  /// Makes a system call that writes the file at a path. Errors with one of the `tolerated` numbers are none.
  static func check(writing path: String, unless tolerated: [Int32] = [], call: () -> Int32) throws(FileSystemError) {
    do throws(SystemError) {
      _ = try SystemError.check(call)
    } catch {
      if !tolerated.contains(error.code) { throw FileSystemError(writing: path, error) }
    }
  }
}

extension FileSystemError.Reason {
  /// The reason that callers distinguish for an error of the system.
  package init(_ error: SystemError) {
    self =
      switch error.code {
      case ENOENT: .missing
      case EEXIST: .exists
      case EISDIR: .isDirectory
      case EACCES, EPERM: .permissionDenied
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      default: .system(code: error.code, meaning: error.description)
      }
  }
}
