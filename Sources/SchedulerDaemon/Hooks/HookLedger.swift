import SchedulerJSON
import SchedulerStore

/// The number of the last history event for which all hooks have run, stored in `hooks.json` in the state directory.
///
/// The file is written after the runs. After a crash, a hook may run twice for an event but is never skipped. Hooks for
/// events that happened while no daemon ran are run later, if the events are less than a day old.
struct HookLedger: Sendable {
  /// The name of the file.
  static let fileName = "hooks.json"
  /// The maximum age of an event whose hooks are run later, in seconds. Older events are skipped, to avoid running the
  /// hooks of a week at once.
  static let longestDelay: Int64 = 86_400
  private static let version: Int64 = 1
  private static let sizeLimit = 4_096

  /// The number of the last event whose hooks have all run, or nil if it is unknown.
  private(set) var through: Int64?
  private var file: AtomicFile

  /// Reads the ledger in a directory. An invalid file is treated as missing.
  ///
  /// - Throws: errors of the file system.
  init(permissions: UInt32, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    file = AtomicFile(Self.fileName, permissions: permissions)
    guard try files.names().contains(Self.fileName) else { return }
    let bytes = try files.read(Self.fileName, limit: Self.sizeLimit)
    do throws(JSONError) {
      let object = try JSONValue(parsing: bytes).objectValue
      if object?["version"]?.integerValue == Self.version { through = object?["through"]?.integerValue }
    } catch {
      through = nil
    }
  }

  /// Sets the permission bits of the file, both now, if it exists, and for future writes.
  ///
  /// - Throws: errors of the file system.
  mutating func protect(_ permissions: UInt32, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    file.permissions = permissions
    if try files.names().contains(Self.fileName) { try files.protect(Self.fileName, permissions: permissions) }
  }

  /// Writes that all hooks have run up to an event.
  ///
  /// - Throws: errors of the file system. The next call tries again.
  mutating func note(through number: Int64, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    guard number > through ?? .min else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("version", value: Self.version)
      json.member("through", value: number)
    }
    json.newline()
    try file.replace(with: json.bytes, in: &files)
    through = number
  }
}
