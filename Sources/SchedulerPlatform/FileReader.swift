import Glibc

/// Reads whole files into memory, never more of them than a limit.
public struct FileReader: Sendable {
  private let standardInput: Int32
  private let onlyRegularFiles: Bool

  /// A reader that takes `standardInput` for the path `-`. With `onlyRegularFiles` it refuses pipes and devices, which
  /// could keep it waiting or never end.
  public init(standardInput: Int32 = STDIN_FILENO, onlyRegularFiles: Bool = false) {
    self.standardInput = standardInput
    self.onlyRegularFiles = onlyRegularFiles
  }

  /// All bytes of the file at `path`, or of standard input for `-`.
  ///
  /// Pipes and devices are read until they end. A path relative to nothing is relative to the current directory of the
  /// process. Complexity: O(bytes), at most `limit + 1` of which are read.
  ///
  /// - Throws: `FileError` when the file cannot be opened or read, is a directory or, where that matters, no
  ///   regular file, or has more than `limit` bytes.
  public func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try read(path, limit: limit) { (_, _) throws(SystemError) in }
  }

  /// The same where a file that cannot be read is as good as none: nil for any reason.
  public func readIfPossible(_ path: String, limit: Int) -> [UInt8]? {
    do throws(FileError) { return try read(path, limit: limit) } catch { return nil }
  }

  /// The same with the first way in which somebody besides root can change the file; see `FileExposure`. The file that
  /// is judged is the one that is read, also when another takes its name meanwhile.
  ///
  /// - Throws: as `read`, also when something on the way to the file cannot be looked at.
  public func readJudged(_ path: String, limit: Int) throws(FileError) -> (bytes: [UInt8], exposure: FileExposure?) {
    var exposure: FileExposure?
    let bytes = try read(path, limit: limit) { descriptor, path throws(SystemError) in
      exposure = try FileExposure.first(of: descriptor, openedBy: path)
    }
    return (bytes, exposure)
  }

  /// All bytes; `look` sees the open file before it is read, with its path unless it is standard input.
  private func read(
    _ path: String, limit: Int, _ look: (Int32, String?) throws(SystemError) -> Void
  ) throws(FileError) -> [UInt8] {
    // The system would end the path at a NUL and open another file.
    if path.utf8.contains(0) { throw FileError(path: path, reason: .missing) }
    if onlyRegularFiles, Self.isPipeOrDevice(path) { throw FileError(path: path, reason: .notRegular) }
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
      throw FileError(path: path, reason: leadsNowhere ? .leadsNowhere : FileError.Reason(error))
    }
    guard let content else { throw FileError(path: path, reason: .tooLarge(limit: limit)) }
    return content
  }

  private static func isPipeOrDevice(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Everything up to the end, or nil when there is more than the limit.
  private func bytes(of descriptor: Int32, _ limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    // One byte more than expected, so that the read that fills the array also finds the end.
    var room = min(limit, try sizeHint(of: descriptor)) + 1
    while bytes.count <= limit {
      let count = try bytes.append(upTo: room, from: descriptor)
      if count == 0 { return bytes }
      // After a read that was not filled the end is near, and a small one finds it.
      room = min(count < room ? Self.probe : Self.chunk, limit + 1 - bytes.count)
    }
    return nil
  }

  /// How much is asked for at a time where the size is not known: what a pipe holds.
  private static let chunk = 65_536

  /// How much is asked for after a short read.
  private static let probe = 4096

  /// The size of a regular file, which may be wrong (files of /proc say 0) and is only a hint; else one chunk.
  private func sizeHint(of descriptor: Int32) throws(SystemError) -> Int {
    var status = stat()
    _ = try SystemError.check { fstat(descriptor, &status) }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : Self.chunk
  }
}

extension [UInt8] {
  /// Reads at most `room` bytes behind those that are here, and says how many; 0 at the end.
  fileprivate mutating func append(upTo room: Int, from descriptor: Int32) throws(SystemError) -> Int {
    var failure: SystemError?
    let piece = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
      do throws(SystemError) {
        count = try SystemError.check { Glibc.read(descriptor, memory.baseAddress, room) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    // Most files are read in one piece, which needs no copy.
    if isEmpty { self = piece } else { self += piece }
    return piece.count
  }
}
