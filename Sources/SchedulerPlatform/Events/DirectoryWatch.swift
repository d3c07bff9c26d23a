import CSchedulerLinux
import Glibc

/// Tells what changes in directories; see inotify(7).
///
/// Directories are watched and not files: editors write a new file and give it the name of the old. What programs write into
/// a file is told when they close it. Directories below those that are watched are not; nor are changes that other machines
/// make on a network file system told.
public struct DirectoryWatch: Sendable {
  /// What happened.
  public enum Change: Hashable, Sendable {
    /// A name came to be. A file that is being written comes to be empty, and is told again when it was written.
    case created(directory: Int32, name: String)
    /// A file was written and closed, came under this name, or got other rights.
    case written(directory: Int32, name: String)
    /// A name is gone.
    case removed(directory: Int32, name: String)
    /// The directory itself is gone, or is elsewhere; it is watched no longer.
    case gone(directory: Int32)
    /// More happened than the kernel kept: anything may have changed.
    case lost
  }

  /// Can be read when something happened.
  public let descriptor: OpenDescriptor
  private let tellsOfAppends: Bool

  /// Watches nothing yet.
  ///
  /// - Parameter tellsOfAppends: whether each write into a file is told, and not only that it was closed: for files that
  ///   somebody keeps open.
  /// - Throws: the error of inotify_init1(2), such as EMFILE.
  public init(tellsOfAppends: Bool = false) throws(SystemError) {
    descriptor = try OpenDescriptor.opened(by: schedctl_watch)
    self.tellsOfAppends = tellsOfAppends
  }

  /// Watches a directory, and says under which number its changes are told. Once more is harmless and gives the same.
  ///
  /// - Throws: the error of inotify_add_watch(2): ENOENT, ENOTDIR, EACCES, or ENOSPC when the user's watches are used up.
  public func add(_ directory: String) throws(SystemError) -> Int32 {
    try SystemError.check { schedctl_watch_add(descriptor.number, directory, tellsOfAppends ? 1 : 0) }
  }

  /// Watches a directory no longer; what it had to tell may still come.
  public func remove(_ number: Int32) { schedctl_watch_remove(descriptor.number, number) }

  /// What happened since this was asked last, in order.
  ///
  /// - Throws: the error of read(2).
  public func read() throws(SystemError) -> [Change] {
    var changes: [Change] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try SystemError.check { Glibc.read(descriptor.number, &buffer, buffer.count) }
      } catch {
        guard error.code == EAGAIN else { throw error }
        return changes
      }
      guard count > 0 else { return changes }
      changes += Self.changes(in: buffer[..<count])
    }
  }

  /// An event has 16 bytes and a name of at most 255: some dozens fit.
  private static let bufferSize = 8192

  /// Events as the kernel writes them: number, mask, cookie, length of the name, and the name with null bytes behind it.
  private static func changes(in bytes: ArraySlice<UInt8>) -> [Change] {
    var changes: [Change] = []
    bytes.withUnsafeBytes { memory in
      var start = 0
      while start + 16 <= memory.count {
        let number = memory.loadUnaligned(fromByteOffset: start, as: Int32.self)
        let mask = memory.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
        let length = Int(memory.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        let name = memory[(start + 16)..<min(start + 16 + length, memory.count)].prefix { $0 != 0 }
        changes += Self.changes(number, mask, String(decoding: name, as: UTF8.self))
        start += 16 + length
      }
    }
    return changes
  }

  private static func changes(_ number: Int32, _ mask: UInt32, _ name: String) -> [Change] {
    let meaning = schedctl_watch_meaning(mask)
    if meaning & SCHEDCTL_WATCH_LOST != 0 { return [.lost] }
    if meaning & SCHEDCTL_WATCH_GONE != 0 { return [.gone(directory: number)] }
    // Of the directory's own rights nothing follows.
    guard !name.isEmpty else { return [] }
    if meaning & SCHEDCTL_WATCH_REMOVED != 0 { return [.removed(directory: number, name: name)] }
    if meaning & SCHEDCTL_WATCH_CREATED != 0 { return [.created(directory: number, name: name)] }
    return meaning & SCHEDCTL_WATCH_WRITTEN != 0 ? [.written(directory: number, name: name)] : []
  }
}
