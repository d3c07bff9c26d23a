/// A file that is only ever replaced whole: a reader sees all of the old bytes or all of the new ones, also after the
/// process was killed or the power failed.
///
/// The bytes go into a new file beside it, `.NAME.new`, which is synchronised and then takes the name. There must be one
/// writer only; see `FileSystem.lock`.
public struct AtomicFile: Hashable, Sendable {
  /// The name of the file.
  public let name: String
  /// The permission bits with which it is written.
  public var permissions: UInt32
  private var trust = Trust.unknown
  private let staysOpen: Bool
  /// The new file beside the old one.
  private var next: NewFile?
  /// The file that has the name, as far as it was written here.
  private var current: OpenFile?
  /// The one that had it before.
  private var replaced: OpenFile?

  /// A file with all its bytes, which are not certain yet.
  private struct NewFile: Hashable {
    let file: OpenFile
    let bytes: [UInt8]
  }

  /// What this process knows of the file that is there.
  private enum Trust { case unknown, durable, doubtful }

  /// A file, which is not touched yet.
  ///
  /// - Parameter staysOpen: whether files stay open until others have taken their name and `settle` is called: where nobody
  ///   has them open, the replacement waits until the room of the old one is given back, as long as for the new one's bytes.
  ///   Who sets it calls `close` at the end.
  public init(_ name: String, permissions: UInt32, staysOpen: Bool = false) {
    self.name = name
    self.permissions = permissions
    self.staysOpen = staysOpen
  }

  /// Makes `bytes` the content of the file and waits until that survives a loss of power. A file that has these bytes and
  /// permissions already is left alone, unless they were begun.
  ///
  /// Takes some 0.4 ms on a local disk, and a read of the file when nothing changes.
  ///
  /// - Returns: whether the file was written.
  /// - Throws: what the file system reports. The old file is then as it was, unless the very last step failed,
  ///   synchronising the directory: the new one has taken the name, but perhaps not for good.
  @discardableResult
  public mutating func replace(
    with bytes: [UInt8], in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Bool {
    if next?.bytes != bytes, trust != .doubtful, try holds(bytes, in: &files) {
      // Another process may have been killed before it came to synchronise.
      abandon(in: &files)
      if trust == .unknown { try synchronize(in: &files) }
      return false
    }
    try prepare(bytes, in: &files)
    try publish(in: &files)
    return true
  }

  /// Begins to write what is soon to be replaced, without waiting for the disk: a `replace` with the same bytes goes on from
  /// there, one with others begins anew. Where it fails, nothing has happened; `replace` will tell.
  public mutating func begin(_ bytes: [UInt8], in files: inout some FileSystem & ~Copyable) {
    do throws(FileSystemError) {
      try files.startWriting(try write(bytes, in: &files))
    } catch {
      discard(in: &files)
    }
  }

  /// Takes back what was begun and not replaced.
  public mutating func abandon(in files: inout some FileSystem & ~Copyable) {
    if next != nil { discard(in: &files) }
  }

  /// Gives back the room of the file that was replaced last.
  public mutating func settle(in files: inout some FileSystem & ~Copyable) {
    if let replaced { files.close(replaced) }
    replaced = nil
  }

  /// Ends the use of the file.
  public mutating func close(in files: inout some FileSystem & ~Copyable) {
    abandon(in: &files)
    settle(in: &files)
    if let current { files.close(current) }
    current = nil
  }

  /// Removes what writers that were killed have left behind. Call it at the start, while holding the lock.
  public static func removeLeftovers(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    for name in try files.names() where name.hasPrefix(".") && name.hasSuffix(".new") && name.utf8.count > 5 {
      try files.removeIfPresent(name)
    }
  }

  /// Writes the new file beside the old one. When that fails nothing has changed.
  mutating func prepare(_ bytes: [UInt8], in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    do throws(FileSystemError) {
      let file = if let next, next.bytes == bytes { next.file } else { try write(bytes, in: &files) }
      try files.synchronize(file)
      if !staysOpen { closeNext(in: &files) }
    } catch {
      discard(in: &files)
      // People know the name of the file, not the one in between.
      throw FileSystemError(error.action, name, error.reason)
    }
  }

  private mutating func write(
    _ bytes: [UInt8], in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> OpenFile {
    closeNext(in: &files)
    let file = try createNew(in: &files)
    next = NewFile(file: file, bytes: bytes)
    try files.append(bytes, to: file)
    return file
  }

  /// Makes the new file, in the place of what a failure has left of another: there is hardly ever one, so that it is not
  /// looked for.
  private func createNew(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> OpenFile {
    do throws(FileSystemError) {
      return try files.create(newName, permissions: permissions)
    } catch {
      guard error.reason == .exists else { throw error }
      try files.remove(newName)
      return try files.create(newName, permissions: permissions)
    }
  }

  /// Gives the new file the name of the old one.
  mutating func publish(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    do throws(FileSystemError) {
      try files.rename(newName, to: name)
    } catch {
      discard(in: &files)
      throw FileSystemError(error.action, name, error.reason)
    }
    settle(in: &files)
    (replaced, current, next) = (current, next?.file, nil)
    trust = .doubtful
    try files.synchronizeNames()
    trust = .durable
  }

  private mutating func closeNext(in files: inout some FileSystem & ~Copyable) {
    if let next { files.close(next.file) }
    next = nil
  }

  private var newName: String { ".\(name).new" }

  private func holds(_ bytes: [UInt8], in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) {
      let metadata = try files.metadata(of: name)
      guard metadata.kind == .regular, metadata.permissions == permissions, metadata.size == bytes.count else {
        return false
      }
      return try files.read(name, from: 0, limit: bytes.count) == bytes
    } catch {
      // What cannot be read can perhaps be replaced.
      return false
    }
  }

  private mutating func synchronize(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    trust = .doubtful
    let file = try files.open(name)
    defer { files.close(file) }
    try files.synchronize(file)
    try files.synchronizeNames()
    trust = .durable
  }

  /// Removes the new file as far as that is possible: the failure before it is what people have to know.
  private mutating func discard(in files: inout some FileSystem & ~Copyable) {
    closeNext(in: &files)
    do throws(FileSystemError) { try files.remove(newName) } catch {}
  }
}
