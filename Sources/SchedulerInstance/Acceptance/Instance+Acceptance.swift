extension Instance {
  /// Reads the files and compares them with the last accepted configuration.
  ///
  /// Missing files, empty files and files with errors change nothing. In that case `fault` contains the reason why the
  /// last accepted configuration stays in force.
  ///
  /// - Parameters:
  ///   - stored: the last accepted configuration.
  ///   - known: the accepted configurations, if they are already parsed; nil to parse their texts again.
  ///   - trust: the policy for files that users other than root can change, if root reads them.
  /// - Throws: `standardInput`. If nothing was accepted before, also the error of the files.
  /// - Complexity: linear in the size of the files. Once 32 edits wait, a change is also compared with the accepted
  ///   configuration over 400 days.
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

  /// Reads the files for a program that keeps the state open. Errors are returned as the update's fault.
  ///
  /// - Parameters:
  ///   - stored: the last accepted configuration.
  ///   - known: the accepted configurations; see `Engine.configurationVersions`.
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

  /// The maximum number of waiting edits. Each edit keeps its files in the state, and every further edit is compared
  /// with all of them.
  private static let maximumWaiting = 32

  /// The number of seconds ahead over which a further edit is compared: 400 days, which include a yearly window.
  private static let comparedSeconds: Int64 = 400 * 86_400

  /// Whether an update would have to wait although the maximum number of edits is already waiting.
  private func loosensTooMuch(_ update: ConfigurationUpdate, at now: Instant) -> Bool {
    guard case .configuration(let configuration) = update.input, update.previous.earlier.count >= Self.maximumWaiting
    else {
      return false
    }
    return !update.previous.configuration.isOnlyTightened(
      by: configuration, in: now..<now.adding(seconds: Self.comparedSeconds))
  }

  /// Returns why the files that were read are not a configuration, and the error to throw if none was accepted before.
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

  /// Returns the error for a missing configuration. Its help shows users other than root the path of their own
  /// configuration, because they cannot write the system's.
  private func missing() throws(InstanceError) -> InstanceError {
    let isOthers = configuration == .instance(.system) && !host.isRoot
    let path = try host.newConfigurationPath(isOthers ? .usual : configuration)
    return InstanceError(
      .noConfiguration, message: "there is no configuration",
      help: ["write one to \(path), or let 'schedctl init' do it"])
  }

  /// Throws `noConfiguration` if a daemon has no configuration to run: there are no files, and none were ever accepted.
  /// Files that this user cannot read count as present.
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

/// The last accepted configuration, as texts and as parsed configurations.
private struct Before {
  let stored: StoredConfiguration
  let known: KnownConfigurations
}

extension Instance {
  /// Returns the update that puts the files in force.
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

  /// Returns the update that keeps the last accepted configuration in force. Throws `error` if there is none.
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
    // The system's zone is followed even while the files are broken.
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
