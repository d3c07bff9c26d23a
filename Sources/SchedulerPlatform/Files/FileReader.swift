import Glibc

/// Reads whole files into memory, up to a size limit.
public struct FileReader: Sendable {
  private let standardInput: Int32
  private let onlyRegularFiles: Bool

  /// Creates a reader that reads `standardInput` for the path `-`. With `onlyRegularFiles` it rejects pipes and
  /// devices, on which a read could wait or never end.
  public init(standardInput: Int32 = STDIN_FILENO, onlyRegularFiles: Bool = false) {
    self.standardInput = standardInput
    self.onlyRegularFiles = onlyRegularFiles
  }

  /// Returns all bytes of the file at `path`, or of standard input for `-`.
  ///
  /// Pipes and devices are read to their end. A relative path is relative to the current directory of the process.
  ///
  /// Complexity: O(bytes). At most `limit + 1` bytes are read.
  ///
  /// - Throws: `FileSystemError` if the file cannot be opened or read, is a directory, is not a regular file where that is
  ///   required, or is larger than `limit` bytes.
  public func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    try read(path, limit: limit) { (_, _) throws(SystemError) in }
  }

  /// Returns all bytes of the file at `path`, or nil if it cannot be read for any reason.
  public func readIfPossible(_ path: String, limit: Int) -> [UInt8]? {
    do throws(FileSystemError) { return try read(path, limit: limit) } catch { return nil }
  }

  /// Returns whether the effective user may read the file at `path`; see faccessat(2).
  public static func mayRead(_ path: String) -> Bool { faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 }

  /// Returns all bytes of the file at `path` and the first way in which a user other than root can change the file; see
  /// `FileExposure`. The examined file is the one that is read, even if another takes its name meanwhile.
  ///
  /// - Throws: as `read`, and if the exposure cannot be determined.
  public func readJudged(_ path: String, limit: Int) throws(FileSystemError) -> (
    bytes: [UInt8], exposure: FileExposure?
  ) {
    var exposure: FileExposure?
    let bytes = try read(path, limit: limit) { descriptor, path throws(SystemError) in
      exposure = try FileExposure.first(of: descriptor, openedBy: path)
    }
    return (bytes, exposure)
  }

  /// Returns all bytes. `look` examines the open file before it is read; its path is nil for standard input.
  private func read(
    _ path: String, limit: Int, examine look: (Int32, String?) throws(SystemError) -> Void
  ) throws(FileSystemError) -> [UInt8] {
    // The system would truncate the path at the NUL and open another file.
    if path.utf8.contains(0) { throw FileSystemError(.read, name: path, reason: .missing) }
    if onlyRegularFiles, Self.isPipeOrDevice(path) { throw FileSystemError(.read, name: path, reason: .notRegular) }
    var content: [UInt8]?
    do throws(SystemError) {
      if path == "-" {
        try look(standardInput, nil)
        content = try bytes(of: standardInput, limit)
      } else {
        let descriptor = try SystemError.check { open(path, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        try look(descriptor, path)
        content = try bytes(of: descriptor, limit)
      }
    } catch {
      let leadsNowhere = error.code == ENOENT && SymbolicLink.target(of: path) != nil
      throw FileSystemError(.read, name: path, reason: leadsNowhere ? .leadsNowhere : .init(error))
    }
    guard let content else { throw FileSystemError(.read, name: path, reason: .tooLarge(limit: limit)) }
    return content
  }

  private static func isPipeOrDevice(_ path: String) -> Bool {
    FileStatus(path: path).map { !$0.isRegular && !$0.isDirectory } ?? false
  }

  /// Returns all bytes up to the end, or nil if there are more than the limit.
  private func bytes(of descriptor: Int32, _ limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    // One byte more than expected, so that the read that fills the array also detects the end.
    var room = min(limit, try sizeHint(of: descriptor)) + 1
    while bytes.count <= limit {
      let count = try bytes.append(upTo: room, from: descriptor)
      if count == 0 { return bytes }
      // After a short read the end is near, and a small read finds it.
      room = min(count < room ? Self.probe : Self.chunk, limit + 1 - bytes.count)
    }
    return nil
  }

  /// Bytes per read if the size is unknown: the capacity of a pipe.
  private static let chunk = 65_536

  /// Bytes per read after a short read.
  private static let probe = 4096

  /// Returns the size of a regular file as a hint, which may be wrong (files in /proc report 0); otherwise one chunk.
  private func sizeHint(of descriptor: Int32) throws(SystemError) -> Int {
    let status = try FileStatus(descriptor: descriptor)
    return status.isRegular ? status.size : Self.chunk
  }
}

extension [UInt8] {
  /// Appends up to `room` bytes from the descriptor and returns their number; 0 at the end.
  fileprivate mutating func append(upTo room: Int, from descriptor: Int32) throws(SystemError) -> Int {
    let piece = try SystemError.bytes(atMost: room) { Glibc.read(descriptor, $0, room) }
    // Most files are read in one piece, which needs no copy.
    if isEmpty { self = piece } else { self += piece }
    return piece.count
  }
}
