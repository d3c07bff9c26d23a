import SchedulerStore

/// A state directory that is locked and read, from which an engine can continue.
///
/// ```swift
/// let state = try LockedState.open(in: &files)
/// let before = state.configuration.accepted?.versions(zones: zones)
/// var engine = DurableEngine(before ?? ConfigurationVersions(configuration), from: state, in: &files)
/// ```
public struct LockedState: Sendable {
  /// The configuration that was in force when the state was last evaluated.
  public let configuration: StoredConfiguration
  let store: StateStore
  let configurationFiles: ConfigurationFiles
  let permissions: StatePermissions

  /// Takes the lock of a directory, reads it, and repairs the effects of a crash.
  ///
  /// - Parameter permissions: the permission bits of new files.
  /// - Throws: `inUse`, `newerVersion`, and errors of the file system.
  public static func open(
    in files: inout some FileSystem & ~Copyable, permissions: StatePermissions = StatePermissions()
  ) throws(StateStoreError) -> LockedState {
    let store = try StateStore.open(
      in: &files, besides: StateReading.laterNames, permissions: permissions.state, check: EngineState.checkVersion(of:)
    )
    do throws(StateStoreError) {
      let reading = try ConfigurationFiles.Reading(under: store.state, after: store.losses, in: &files)
      let configurations = ConfigurationFiles(reading, permissions: permissions.state)
      do throws(FileSystemError) { try configurations.sweep(reading, in: &files) } catch { throw .file(error) }
      return LockedState(
        configuration: reading.configuration, store: store, configurationFiles: configurations,
        permissions: permissions)
    } catch {
      store.close(in: &files)
      throw error
    }
  }

  /// Releases the lock without changing any file.
  public consuming func close(in files: inout some FileSystem & ~Copyable) { store.close(in: &files) }
}
