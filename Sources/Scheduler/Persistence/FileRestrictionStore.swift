import SchedulerStore

/// Keeps the shield set in `shield.json`, in a directory of its own, where other programs read it.
///
/// ```swift
/// var store = FileRestrictionStore(in: try DirectoryFileSystem("/var/lib/my-app"))
/// try store.replace(with: shield)
/// ```
///
/// A program that keeps its whole state with `DurableEngine` has the file already and needs no store. No lock is taken:
/// two that write the same directory are two writers.
public struct FileRestrictionStore<Files: FileSystem & ~Copyable>: RestrictionStore, ~Copyable {
  /// The directory.
  public private(set) var files: Files
  private var file: ShieldFile

  /// A store in a directory, which is not touched yet.
  ///
  /// - Parameters:
  ///   - files: the directory.
  ///   - permissions: the permission bits of the file.
  public init(in files: consuming Files, permissions: UInt32 = 0o644) {
    self.files = files
    file = ShieldFile(permissions: permissions)
  }

  /// The set in the file; nil when there is no file. Complexity: O(bytes).
  public mutating func load() throws(RestrictionStoreError) -> ShieldSet? {
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try files.read(ShieldFile.name, limit: ShieldFile.sizeLimit)
    } catch {
      if error.reason == .missing { return nil }
      throw .file(error)
    }
    do throws(ShieldSetError) {
      return try ShieldSet(parsing: bytes)
    } catch {
      throw .damaged(name: ShieldFile.name, error)
    }
  }

  /// Replaces the file and waits until that survives a loss of power, some 0.4 ms. A file that cannot be read is written
  /// anew.
  @discardableResult
  public mutating func replace(with shield: ShieldSet) throws(RestrictionStoreError) -> ShieldSet? {
    do throws(FileSystemError) {
      return try file.replace(with: shield, leastGeneration: shield.generation, in: &files)
    } catch {
      throw .file(error)
    }
  }
}

extension FileRestrictionStore: Copyable where Files: Copyable {}

extension FileRestrictionStore: Sendable where Files: Sendable & ~Copyable {}
