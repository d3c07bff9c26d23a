import CSchedulerLinux
import Glibc

/// Reports changes in directories; see inotify(7).
///
/// It watches directories instead of files because editors write a new file and rename it to the old name. A change of
/// the content of a file is reported when the writer closes it. Subdirectories are not watched, and changes made by
/// other machines on a network file system are not reported.
public struct DirectoryWatch: Sendable {
  /// A change in a watched directory.
  public enum Change: Hashable, Sendable {
    /// A name was created. A file that is being written is empty at first and is reported as `written` later.
    case created(directory: Int32, name: String)
    /// A file was written and closed, renamed to this name, or its permissions were changed.
    case written(directory: Int32, name: String)
    /// A name was removed.
    case removed(directory: Int32, name: String)
    /// The directory itself was removed or moved. It is no longer watched.
    case gone(directory: Int32)
    /// The kernel dropped events: anything may have changed.
    case lost
  }

  /// The descriptor, readable after a change.
  public let descriptor: OpenDescriptor
  private let tellsOfAppends: Bool

  /// Creates a watch without directories.
  ///
  /// - Parameter tellsOfAppends: whether to report each write to a file instead of only closing it, for files that a
  ///   writer keeps open.
  /// - Throws: the error of inotify_init1(2), such as EMFILE.
  public init(tellsOfAppends: Bool = false) throws(SystemError) {
    descriptor = try OpenDescriptor.opened(by: schedctl_watch)
    self.tellsOfAppends = tellsOfAppends
  }

  /// Watches a directory and returns the number that its changes carry. For a directory that is already watched,
  /// returns the same number.
  ///
  /// - Throws: the error of inotify_add_watch(2): ENOENT, ENOTDIR, EACCES, or ENOSPC if the user's limit of watches is
  ///   reached.
  public func add(_ directory: String) throws(SystemError) -> Int32 {
    try SystemError.check { schedctl_watch_add(descriptor.number, directory, tellsOfAppends ? 1 : 0) }
  }

  /// Stops watching a directory. Earlier changes may still be reported.
  public func remove(_ number: Int32) { schedctl_watch_remove(descriptor.number, number) }

  /// Returns the changes since the last call, in order.
  ///
  /// - Throws: the error of read(2).
  public func read() throws(SystemError) -> [Change] {
    var changes: [Change] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = try SystemError.check(unless: EAGAIN) { Glibc.read(descriptor.number, &buffer, buffer.count) }
      guard let count, count > 0 else { return changes }
      changes += Self.changes(in: buffer[..<count])
    }
  }

  /// Size of the buffer in bytes. An event has 16 bytes and a name of at most 255, so some dozens fit.
  private static let bufferSize = 8192

  /// Decodes events of the kernel: number, mask, cookie, length of the name, and the name followed by null bytes.
  private static func changes(in bytes: ArraySlice<UInt8>) -> [Change] {
    var changes: [Change] = []
    bytes.withUnsafeBytes { memory in
      var start = 0
      while start + 16 <= memory.count {
        let number = memory.loadUnaligned(fromByteOffset: start, as: Int32.self)
        let mask = memory.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
        let length = Int(memory.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        let name = memory[(start + 16)..<min(start + 16 + length, memory.count)].prefix { $0 != 0 }
        changes += Self.changes(directory: number, mask: mask, name: String(decoding: name, as: UTF8.self))
        start += 16 + length
      }
    }
    return changes
  }

  private static func changes(directory number: Int32, mask: UInt32, name: String) -> [Change] {
    let meaning = schedctl_watch_meaning(mask)
    if meaning & SCHEDCTL_WATCH_LOST != 0 { return [.lost] }
    if meaning & SCHEDCTL_WATCH_GONE != 0 { return [.gone(directory: number)] }
    // A change of the directory's own permissions has no effect.
    guard !name.isEmpty else { return [] }
    if meaning & SCHEDCTL_WATCH_REMOVED != 0 { return [.removed(directory: number, name: name)] }
    if meaning & SCHEDCTL_WATCH_CREATED != 0 { return [.created(directory: number, name: name)] }
    return meaning & SCHEDCTL_WATCH_WRITTEN != 0 ? [.written(directory: number, name: name)] : []
  }
}
