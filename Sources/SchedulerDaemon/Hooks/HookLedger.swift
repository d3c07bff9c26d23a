import SchedulerJSON
import SchedulerStore

/// Up to which event of history all hooks have been run, in the file `hooks.json` of the state directory.
///
/// It is written behind the runs: after a crash a hook may be run for an event a second time, and is never left out. Events
/// that came while no daemon ran are made up for, as long as they are less than a day old.
struct HookLedger: Sendable {
  /// The name of the file.
  static let fileName = "hooks.json"
  /// For so long a hook is made up for, in seconds: nobody wants a week of them at once.
  static let longestDelay: Int64 = 86_400
  private static let version: Int64 = 1
  private static let sizeLimit = 4_096

  /// The number of the last event whose hooks have been run; nil when nothing is known.
  private(set) var through: Int64?
  private var file: AtomicFile

  /// What a directory says. A file that is no ledger is as none: what it said is known no more.
  ///
  /// - Throws: what the file system reports.
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

  /// Has the file have these permission bits, now if it is there, and whenever it is written.
  ///
  /// - Throws: what the file system reports.
  mutating func protect(
    _ permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    file.permissions = permissions
    if try files.names().contains(Self.fileName) { try files.protect(Self.fileName, permissions: permissions) }
  }

  /// Writes that all hooks have been run up to an event.
  ///
  /// - Throws: what the file system reports; it is tried again with the next one.
  mutating func note(through number: Int64, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    guard number > through ?? .min else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("version", Self.version)
      json.member("through", number)
    }
    json.newline()
    try file.replace(with: json.bytes, in: &files)
    through = number
  }
}
