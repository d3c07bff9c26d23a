import Scheduler
import SchedulerPlatform
import SchedulerStore

extension Console {
  /// All that decides what the configuration says: its files, the list files that it names, and the zone files.
  ///
  /// - Parameters:
  ///   - record: what was accepted last.
  ///   - lists: the list files that the files name now.
  func watchedPaths(
    _ place: StatePlace, _ record: AcceptedConfiguration?, _ lists: [String]
  ) -> [WatchedPath] {
    let named = lists + (record?.lists ?? []).map(\.name)
    let identifiers = (record?.namedZones ?? []).map(\.identifier)
    let zoneFiles = zones.files(of: identifiers, followsSystem: record?.systemZone != nil)
    return configurationPaths(place.configuration) + (named + zoneFiles).map { WatchedPath($0) }
  }

  private func configurationPaths(_ choice: ConfigurationChoice) -> [WatchedPath] {
    if case .files(let paths) = choice { return paths.map { WatchedPath($0) } }
    do throws(CommandFailure) {
      return try configurationDirectories(choice).flatMap(\.watchedPaths)
    } catch {
      // Without a home there is nothing to watch.
      return []
    }
  }

  /// The files of the state, which are written again when somebody removes them.
  func statePaths(_ place: StatePlace) -> [WatchedPath] {
    let names = StateStore.stateNames + [StateStore.lockName, AcceptedConfiguration.fileName, HistoryFile.name]
    return names.map { WatchedPath("\(place.directory)/\($0)") }
  }

  /// The files that others read, of which the daemon wants to know when they are gone.
  func publishedPaths(_ place: StatePlace) -> [WatchedPath] {
    let runtime = place.runtime.map { ["\($0)/live.json", "\($0)/shield.json"] } ?? []
    return (runtime + [place.directory + "/shield.json"]).map { WatchedPath($0) }
  }
}
