import Diagnostics
import Scheduler

extension Session {
  /// Reads the configuration that is in force: what the files say; while they are broken or gone what was accepted of them
  /// last, which is said. Nothing was accepted where no state belongs to the files for sure.
  ///
  /// Throws as `loadConfiguration`.
  mutating func loadConfigurationInForce(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    let place: StatePlace
    do throws(CommandFailure) {
      place = try statePlace(invocation)
    } catch {
      // Without a home there is no state.
      return try loadConfiguration(invocation)
    }
    guard place.isSureOfConfiguration, try hasReadableState(place), let stored = try readState(place)?.configuration,
      case .accepted(let record) = stored
    else { return try loadConfiguration(invocation) }
    let inForce = try configurationInForce(place.configuration, stored: stored, trust: .preview)
    guard inForce.fault != nil else { return try loadConfiguration(invocation) }
    report(inForce, stored, place)
    var sources = SourceMap()
    for file in record.files { _ = sources.add(SourceText(name: file.name, file.text)) }
    return LoadedConfiguration(
      configuration: inForce.current, sources: sources, title: inForce.title, isSample: false)
  }
}
