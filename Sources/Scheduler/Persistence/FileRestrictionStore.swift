import SchedulerJSON
import SchedulerStore

/// A store that keeps the shield set in the file `shield.json` of the state directory, from which other programs read
/// it. The file is always replaced as a whole.
public struct FileRestrictionStore: RestrictionStore {
  /// The name of the file.
  public static let fileName = "shield.json"
  /// The maximum size of the file, in bytes. This program never writes a larger one.
  private static let sizeLimit = 256 << 20

  private var file: AtomicFile
  /// The bytes that `load` found last; nil once they are replaced.
  private var found: [UInt8]?
  /// The prepared set and its bytes.
  private var prepared: (shield: ShieldSet, bytes: [UInt8])?

  /// Creates a store. The file is not accessed yet.
  ///
  /// - Parameter permissions: the permission bits of the file.
  public init(permissions: UInt32 = 0o644) {
    file = AtomicFile(Self.fileName, permissions: permissions, staysOpen: true)
  }

  /// Returns the set in the file, or nil if there is no file. Complexity: O(bytes).
  public mutating func load(
    in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) -> ShieldSet? {
    found = nil
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try files.read(Self.fileName, limit: Self.sizeLimit)
    } catch {
      if error.reason == .missing { return nil }
      throw .file(error)
    }
    do throws(ShieldSetError) {
      let shield = try ShieldSet(parsing: bytes)
      found = bytes
      return shield
    } catch {
      throw .damaged(name: Self.fileName, error, generation: Self.generation(in: bytes))
    }
  }

  /// Writes the set to a temporary file without waiting for the disk.
  public mutating func prepare(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) {
    let bytes = shield.bytes
    prepared = (shield, bytes)
    file.begin(bytes, in: &files)
  }

  /// Replaces the file and waits until the replacement survives a loss of power, about 0.4 ms. Does nothing if `load`
  /// found a file with equal bytes.
  public mutating func commit(
    _ shield: ShieldSet, in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) {
    let bytes = if let prepared, prepared.shield == shield { prepared.bytes } else { shield.bytes }
    prepared = nil
    if found == bytes { return }
    do throws(FileSystemError) {
      try file.replace(with: bytes, in: &files)
      found = nil
    } catch {
      throw .file(error)
    }
  }

  /// Removes a set that was prepared but not committed, and releases the space of the replaced file.
  public mutating func settle(in files: inout some FileSystem & ~Copyable) {
    prepared = nil
    file.abandon(in: &files)
    file.settle(in: &files)
  }

  /// Closes the file.
  public mutating func close(in files: inout some FileSystem & ~Copyable) { file.close(in: &files) }

  /// Uses the given permission bits for the file from now on.
  public mutating func setFilePermissions(_ permissions: UInt32) { file.permissions = permissions }

  /// Returns the generation in a file that is otherwise not a valid shield set, or 0 if there is none.
  private static func generation(in bytes: [UInt8]) -> Int64 {
    do throws(JSONError) { return try JSONValue(parsing: bytes)["generation"]?.integerValue ?? 0 } catch { return 0 }
  }
}
