import SchedulerDiagnostics
import SchedulerInstance

/// What insights are made from, besides the record of use.
struct InsightsSource {
  /// The state; nil if the person may not read it.
  let view: StateView?
  /// The state directory.
  let directory: String
  /// Why the state may not be read; nil if it may.
  let refusal: CommandFailure?
  /// The name of the configuration; nil if there is none that the person may read.
  let title: String?
  /// The configuration, or an empty one in the zone of the machine.
  let configuration: Configuration
  let now: Instant

  /// The zone of the days.
  var zone: ConfiguredZone { configuration.zone }

  /// The goals, without those that need a state that may not be read.
  var goals: [Goal] { configuration.goals.filter { view != nil || $0.subject != .focus } }

  /// Returns the heading of the text.
  func heading(columns: Int?) -> String {
    if let view { return view.heading(columns: columns) }
    let at = ZonedText(now, in: zone.rules)
    let words = [title, zone.title, "\(at.day) \(at.time)"].compactMap(\.self).joined(separator: " · ")
    let lines = PrintableText.printable(words).wrapped(toColumns: columns ?? .max)
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Console {
  /// Reads the state, or only the configuration if the person may not read the state.
  mutating func insightsSource(_ invocation: Invocation) throws(CommandFailure) -> InsightsSource {
    let instance = try self.instance(invocation)
    do throws(CommandFailure) {
      let view = try self.view(instance)
      // The newest line shows whether history may be read, too.
      try CommandFailure.mapping(instance.readNewestLine())
      return InsightsSource(
        view: view, directory: instance.directory, refusal: nil, title: view.update.title,
        configuration: view.engine.configuration, now: view.now.wall)
    } catch {
      if error.code != .refused {
        guard error.code == .configuration, try isWithoutConfiguration(instance) else { throw error }
      }
      return try insightsSource(without: error, of: instance)
    }
  }

  /// Whether there is no configuration, so that nothing but the record of use can be shown.
  private func isWithoutConfiguration(_ instance: Instance) throws(CommandFailure) -> Bool {
    try CommandFailure.mapping(host.readConfiguration(instance.configuration, trust: .preview)).isFallback
  }

  private mutating func insightsSource(
    without refusal: CommandFailure, of instance: Instance
  ) throws(CommandFailure) -> InsightsSource {
    let reading = readableConfiguration(of: instance)
    let configuration: Configuration
    if let known = reading?.configuration {
      configuration = known
    } else {
      let rules = try CommandFailure.mapping(host.zones.systemRules()) { (error: ZoneError) in
        .init(code: .inputOutput, message: "the zone of the machine is not known: \(error)")
      }
      configuration = Configuration(zone: ConfiguredZone(.system, rules: rules), profiles: [])
    }
    return InsightsSource(
      view: nil, directory: instance.directory, refusal: refusal, title: reading?.title, configuration: configuration,
      now: now)
  }

  /// Reads the files of a configuration. Returns nil if there are none, and if they cannot be read or have errors, which
  /// is reported.
  private mutating func readableConfiguration(of instance: Instance) -> ConfigurationReading? {
    do throws(InstanceError) {
      let reading = try host.readConfiguration(instance.configuration, trust: .preview)
      if reading.isFallback { return nil }
      if reading.isValid { return reading }
      report(reading.diagnostics.inSourceOrder, in: reading.sources)
    } catch {
      report(CommandFailure(error))
    }
    say("schedctl: without the configuration no goals are shown, and days are in the zone of the machine")
    return nil
  }
}

extension Instance {
  /// Reads the newest line of history, if there is one.
  fileprivate func readNewestLine() throws(InstanceError) {
    var history = try StoredHistory(directory)
    _ = try history?.next()
  }
}
