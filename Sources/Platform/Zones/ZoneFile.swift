import Glibc

/// Reads the bytes of a zone file.
enum ZoneFile {
  /// Why a file has no bytes to offer.
  enum Failure: Error {
    /// There is no regular file of that path.
    case missing
    /// It cannot be read; the reason is in the system's words.
    case unreadable(reason: String)
  }

  /// The largest real zone file has some 4 kB; what is larger than this is none, and not worth the memory.
  static let sizeLimit = 1 << 20

  /// The whole file. Never waits for a pipe or a terminal that lies where a file should.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .missing }
    guard status.st_size <= sizeLimit else { throw .unreadable(reason: "it is larger than \(sizeLimit) bytes") }
    return try bytes(of: descriptor, expecting: Int(status.st_size))
  }

  /// Whether a regular file begins as zone files do; false for what cannot be read.
  static func isZoneFile(_ path: String) -> Bool {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var magic: [UInt8] = [0, 0, 0, 0]
    return retrying { Glibc.read(descriptor, &magic, 4) } == 4 && magic.elementsEqual("TZif".utf8)
  }

  /// Reads to the end, also of a file that grows or shrinks meanwhile, but not past the limit.
  private static func bytes(of descriptor: Int32, expecting size: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes[filled...].withUnsafeMutableBytes { rest in
        retrying { Glibc.read(descriptor, rest.baseAddress, rest.count) }
      }
      guard count >= 0 else { throw failure(errno) }
      guard count > 0 else { break }
      filled += count
      guard filled <= sizeLimit else { throw .unreadable(reason: "it is larger than \(sizeLimit) bytes") }
      if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: 4096)) }
    }
    return Array(bytes[..<filled])
  }

  /// Repeats a system call that a signal interrupted.
  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  private static func failure(_ code: Int32) -> Failure {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .missing
    default: .unreadable(reason: String(cString: strerror(code)))
    }
  }
}
