import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform

extension Instance {
  /// Reads the files, and compares them with what was accepted before.
  ///
  /// Files with errors, files that are gone and files that are empty change nothing: then `fault` says why what was accepted
  /// last stays in force.
  ///
  /// - Parameters:
  ///   - stored: what was accepted before.
  ///   - known: the same as configurations, if they are parsed already; nil to parse its texts again.
  ///   - trust: what becomes of files that others than root can change, when root reads them.
  /// - Throws: `standardInput`; and when nothing was accepted before, what is wrong with the files.
  /// - Complexity: linear in the files; a change is compared with what was accepted over 400 days once 32 edits wait.
  public func configurationUpdate(
    stored: StoredConfiguration, known: ConfigurationVersions? = nil, trust: TrustPolicy, at now: Instant
  ) throws(InstanceError) -> ConfigurationUpdate {
    if configuration.isStandardInput {
      throw InstanceError(
        .standardInput, message: "standard input cannot be the configuration of sessions",
        help: ["it has to be there the next time"])
    }
    let before = Before(stored: stored, known: KnownConfigurations(stored, atHand: known, host: host))
    let reading: ConfigurationReading
    do throws(InstanceError) {
      reading = try host.readConfiguration(configuration, trust: trust, isForState: true)
    } catch {
      return try kept(before, because: ConfigurationFault(error.message), otherwise: error)
    }
    guard let configuration = reading.configuration, !reading.isFallback, !reading.isBlank else {
      let (fault, error) = try shortcoming(of: reading)
      var kept = try kept(before, because: fault, otherwise: error)
      kept.listFiles = reading.listFiles
      return kept
    }
    var update = update(to: configuration, by: reading, after: before, at: now)
    update.listFiles = reading.listFiles
    guard loosensTooMuch(update, at: now) else { return update }
    let fault = ConfigurationFault(
      "\(Self.maximumWaiting) edits of the configuration already wait, and this one loosens more",
      remedy: "'schedctl pending' says until when; what only tightens, or takes the last of them back, is accepted")
    let parsed = KnownConfigurations(stored, atHand: update.previous, host: host)
    return try kept(
      Before(stored: stored, known: parsed), because: fault,
      otherwise: InstanceError(.configuration, message: fault.message))
  }

  /// Reads the files for a program that keeps the state open. An error is the fault of the result.
  ///
  /// - Parameters:
  ///   - stored: what was accepted before.
  ///   - known: the same as configurations; see `Engine.configurationVersions`.
  public func configurationUpdate(
    besides stored: StoredConfiguration, known: ConfigurationVersions, at now: Instant
  ) -> ConfigurationUpdate {
    var update: ConfigurationUpdate
    do throws(InstanceError) {
      update = try configurationUpdate(stored: stored, known: known, trust: .act, at: now)
    } catch {
      update = ConfigurationUpdate(to: known.configuration, from: known, title: "", acceptedAt: now)
      update.fault = ConfigurationFault(error.message.isEmpty ? "the configuration has errors" : error.message)
    }
    update.watched = watchedPaths(record: update.record ?? stored.accepted, lists: update.listFiles)
    return update
  }

  /// How many edits may wait. Each keeps its files in the state, and is compared with the others at every further one.
  private static let maximumWaiting = 32

  /// How many seconds ahead a further edit is compared: 400 days, so that a yearly window is seen.
  private static let comparedSeconds: Int64 = 400 * 86_400

  /// Whether a further edit would have to wait while the maximum waits.
  private func loosensTooMuch(_ update: ConfigurationUpdate, at now: Instant) -> Bool {
    guard case .configuration(let configuration) = update.input, update.previous.earlier.count >= Self.maximumWaiting
    else {
      return false
    }
    return !update.previous.configuration.isOnlyTightened(
      by: configuration, in: now..<now.adding(seconds: Self.comparedSeconds))
  }

  /// Why files that were read are no configuration, and the error where none was accepted before.
  private func shortcoming(
    of reading: ConfigurationReading
  ) throws(InstanceError) -> (ConfigurationFault, InstanceError) {
    if reading.isFallback { return (ConfigurationFault("there is no configuration any more"), try missing()) }
    if reading.isBlank {
      let fault = ConfigurationFault("the configuration is empty")
      let help = ["a remark in it says that this is meant"]
      return (fault, InstanceError(.configuration, message: fault.message, help: help))
    }
    let fault = ConfigurationFault(
      "the configuration has errors", diagnostics: reading.diagnostics.inSourceOrder, sources: reading.sources)
    return (fault, InstanceError(.configuration, message: ""))
  }

  /// The error that there is no configuration. Users other than root are shown the path of their own: they cannot write the
  /// system's.
  private func missing() throws(InstanceError) -> InstanceError {
    let isOthers = configuration == .instance(.system) && !host.isRoot
    let path = try host.newConfigurationPath(isOthers ? .usual : configuration)
    return InstanceError(
      .noConfiguration, message: "there is no configuration",
      help: ["write one to \(path), or let 'schedctl init' do it"])
  }

  /// Throws `noConfiguration` where a daemon has nothing to keep: there are no files, and nothing was ever accepted. What
  /// this user cannot look at may be there.
  public func refuseMissingConfiguration() throws(InstanceError) {
    if case .files = configuration { return }
    do throws(InstanceError) {
      for directory in try host.configurationDirectories(configuration) where try directory.isPresent() { return }
      if try isKept() { return }
    } catch {
      return
    }
    throw try missing()
  }
}

/// What was accepted before, as texts and as configurations.
private struct Before {
  let stored: StoredConfiguration
  let known: KnownConfigurations
}

extension Instance {
  /// The update that puts what the files say in force.
  private func update(
    to configuration: Configuration, by reading: ConfigurationReading, after before: Before, at now: Instant
  ) -> ConfigurationUpdate {
    let stored = before.stored
    let record = AcceptedConfiguration(
      configuration, title: reading.title, files: reading.texts.map(AcceptedConfiguration.File.init),
      lists: reading.lists.map(AcceptedConfiguration.File.init), acceptedAt: now)
    func result(from previous: ConfigurationVersions, input: Input?, isNew: Bool) -> ConfigurationUpdate {
      var update = ConfigurationUpdate(
        to: configuration, from: previous, title: reading.title,
        acceptedAt: isNew ? now : stored.accepted?.acceptedAt ?? now)
      update.files = record.files
      update.input = input
      update.record = isNew ? record : nil
      update.isConsenting = reading.isConsenting
      return update
    }
    guard let accepted = stored.accepted else {
      let first = ConfigurationVersions(configuration)
      if case .none = stored { return result(from: first, input: nil, isNew: true) }
      return result(from: first, input: .configuration(configuration), isNew: true)
    }
    switch accepted.difference(to: record) {
    case .none:
      let isNew = !accepted.isSameRecord(as: record)
      return result(from: before.known.replacingNewest(with: configuration), input: nil, isNew: isNew)
    case .systemZone:
      let rules = configuration.systemRules
      let previous = accepted.systemRules(among: host.zones).map(configuration.following) ?? configuration
      return result(
        from: before.known.replacingNewest(with: previous), input: rules.map(Input.zoneChange), isNew: true)
    case .content:
      return result(
        from: before.known.all ?? ConfigurationVersions(configuration), input: .configuration(configuration),
        isNew: true)
    }
  }

  /// The update that keeps what was accepted last in force. Throws `error` where nothing was.
  private func kept(
    _ before: Before, because fault: ConfigurationFault, otherwise error: InstanceError
  ) throws(InstanceError) -> ConfigurationUpdate {
    guard let accepted = before.stored.accepted, let known = before.known.all else {
      var error = error
      (error.diagnostics, error.sources) = (fault.diagnostics, fault.sources)
      if case .unusable(let reason, _, _) = before.stored {
        error.remarks = ["the configuration in the state, what was accepted before, cannot be used either: \(reason)"]
      }
      throw error
    }
    let previous = known.configuration
    let zone = previous.systemRules.map(AcceptedConfiguration.Zone.init)
    var current = previous
    var input: Input?
    // The machine travels on while the files are broken.
    if let rules = systemRules, AcceptedConfiguration.Zone(rules) != zone, zone != nil {
      current = previous.following(rules)
      input = .zoneChange(rules)
    }
    var update = ConfigurationUpdate(
      to: current, from: known, title: accepted.title, acceptedAt: accepted.acceptedAt)
    if input != nil {
      update.record = AcceptedConfiguration(
        current, title: accepted.title, files: accepted.files, lists: accepted.lists, acceptedAt: accepted.acceptedAt)
    }
    update.files = accepted.files
    update.input = input
    update.fault = fault
    return update
  }

  private var systemRules: ZoneRules? {
    do throws(ZoneError) { return try host.zones.systemRules() } catch { return nil }
  }
}
