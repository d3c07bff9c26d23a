import SchedulerStore

extension Instance {
  /// Returns the files on which the configuration depends: its own files, the list files named in them, and the zone
  /// files.
  ///
  /// - Parameters:
  ///   - record: the last accepted configuration.
  ///   - lists: the list files that the files name now.
  public func watchedPaths(record: AcceptedConfiguration?, lists: [String]) -> [WatchedPath] {
    let named = lists + (record?.lists ?? []).map(\.name)
    let identifiers = (record?.namedZones ?? []).map(\.identifier)
    let zoneFiles = host.zones.files(of: identifiers, followsSystem: record?.systemZone != nil)
    return configurationPaths + (named + zoneFiles).map { WatchedPath($0) }
  }

  private var configurationPaths: [WatchedPath] {
    if case .files(let paths) = configuration { return paths.map { WatchedPath($0) } }
    do throws(InstanceError) {
      return try host.configurationDirectories(configuration).flatMap(\.watchedPaths)
    } catch {
      // Without a home directory, there are no files to watch.
      return []
    }
  }

  /// The files of the state. A daemon rewrites them if they are removed.
  public var statePaths: [WatchedPath] {
    let names = StateStore.stateNames + [StateStore.lockName, AcceptedConfiguration.filePrefix + "*", HistoryFile.name]
    return names.map { WatchedPath("\(directory)/\($0)") }
  }

  /// The files for other programs. A daemon rewrites them if they are removed.
  public var publishedPaths: [WatchedPath] {
    let runtime = runtime.map { ["\($0)/live.json", "\($0)/shield.json"] } ?? []
    return (runtime + [directory + "/shield.json"]).map { WatchedPath($0) }
  }
}
