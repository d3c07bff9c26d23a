import Scheduler
import SchedulerDiagnostics

extension Console {
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
    let configuration = try configurationInForce(inForce, place)
    guard inForce.fault != nil else {
      let loaded = try loadConfiguration(invocation)
      return LoadedConfiguration(
        configuration: configuration, sources: loaded.sources, title: loaded.title, isSample: loaded.isSample)
    }
    report(inForce, stored, place)
    return LoadedConfiguration(
      configuration: configuration, sources: record.sources, title: inForce.title, isSample: false)
  }

  /// What is in force now: the files, but for what of them waits.
  private func configurationInForce(
    _ inForce: ConfigurationInForce, _ place: StatePlace
  ) throws(CommandFailure) -> Configuration {
    guard let reading = try readState(place) else { return inForce.current }
    var unheard: [StateProblem] = []
    var engine = reading.engine(inForce.previous, after: inForce.earlier, problems: &unheard)
    let now = try moment()
    for input in engine.inputs(toReach: now, inForce, isSynchronised: clocks.isSynchronised()) {
      _ = engine.handle(input, at: now)
    }
    return engine.acceptedConfigurations.count > 1 ? engine.configuration : inForce.current
  }
}
