import SchedulerStore

extension Instance {
  /// Inspects the instance and its machine for problems. Changes nothing.
  ///
  /// - Returns: the facts. If no configuration was ever accepted, also the error of its files.
  /// - Throws: `noHome` and `standardInput`, and `inputOutput` if the clocks cannot be read. Other problems are among
  ///   the facts.
  /// - Complexity: O(bytes of state and history).
  public func inspect() throws(InstanceError) -> (inspection: Inspection, configurationError: InstanceError?) {
    var state = stateFacts
    var reading: StateReading?
    // Read before the state, which another process may continue meanwhile.
    let known = knownProgress(inBoot: try host.moment().bootID)
    var isKnown = true
    do throws(InstanceError) {
      reading = try readState()
    } catch {
      isKnown = false
      state.presence = .unusable(error.message, remedy: error.help.first)
    }
    let now = try host.moment()
    let stored = reading?.configuration ?? .none
    var (configuration, update, error) = try configurationFacts(stored, at: now.wall)
    configuration.isRecordKnown = isKnown
    configuration.recordFault = recordFault(stored)
    try addWarnings(to: &configuration, at: now.wall)
    let zone = update?.current.zone.rules ?? systemZoneRules
    var evaluation: EvaluationFacts?
    var waiting: String?
    // If the state cannot be read, nothing is known about its evaluation.
    if let update, configuration.isRecordKnown {
      (evaluation, waiting) = evaluationFacts(of: reading, with: update, known: known, at: now)
    }
    var inspection = Inspection(
      at: now.wall, zone: zone, state: state, evaluation: evaluation,
      clocks: ClockFacts(isSynchronised: host.clocks.isSynchronised(), hardware: host.clocks.hardware()),
      systemZone: systemZoneFacts, configuration: configuration)
    inspection.waiting = waiting.map { [$0] } ?? []
    return (inspection, error)
  }

  private var systemZoneRules: ZoneRules {
    do throws(ZoneError) { return try host.zones.systemRules() } catch { return .utc }
  }

  private var systemZoneFacts: SystemZoneFacts {
    var facts: SystemZoneFacts
    do throws(ZoneError) {
      facts = SystemZoneFacts(identifier: try host.zones.systemRules().identifier)
    } catch {
      facts = SystemZoneFacts(identifier: nil)
      facts.fault = "\(error)"
    }
    facts.environment = host.zones.environmentValue
    do throws(ZoneError) { facts.localtime = try host.zones.rulesWithoutEnvironment().identifier } catch {}
    return facts
  }

  private var stateFacts: StateFacts {
    let file: FileStatus
    do throws(SystemError) {
      guard let found = try FileStatus.ifPresent(directory) else {
        return StateFacts(path: directory, presence: .missing)
      }
      file = found
    } catch {
      return StateFacts(
        path: directory, presence: .unusable("'\(directory)' cannot be examined: \(error)", remedy: nil))
    }
    var facts = StateFacts(path: directory, presence: .readable)
    facts.owner = host.accounts.userName(of: file.userID) ?? "\(file.userID)"
    facts.permissions = file.permissions
    facts.exposure = exposure.map { ($0.message(accounts: host.accounts), $0.help.first) }
    facts.exposedFiles = files { $0.permissions & 0o022 != 0 }
    facts.foreignFiles = files { $0.userID != file.userID }
    facts.isReadOnly = FreeSpace.isReadOnly(at: directory)
    facts.freeBytes = FreeSpace.bytes(at: directory)
    facts.keepsTornEnd = FileWriter().isTaken("\(directory)/\(StateStore.tornEndName)")
    facts.writer =
      switch holder {
      case .free: .none
      case .process(let process): .process(process)
      case nil: .unknown
      }
    return facts
  }

  /// Returns the names of the files in the state directory that satisfy a condition; empty if the names may not be listed.
  private func files(where holds: (FileStatus) -> Bool) -> [String] {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      return try files.names().sorted().filter { FileStatus(path: "\(directory)/\($0)").map(holds) ?? false }
    } catch {
      return []
    }
  }

  /// Returns facts about the files and the accepted configuration, or an error if neither is usable.
  private func configurationFacts(
    _ stored: StoredConfiguration, at now: Instant
  ) throws(InstanceError) -> (ConfigurationFacts, ConfigurationUpdate?, InstanceError?) {
    do throws(InstanceError) {
      let update = try configurationUpdate(stored: stored, trust: .preview, at: now)
      let acceptedAt = stored.accepted?.acceptedAt
      let standing = update.fault.map { ConfigurationFacts.Standing.kept(reason: $0.message) } ?? .files
      var facts = ConfigurationFacts(standing, title: update.title, acceptedAt: acceptedAt)
      facts.isPrivate = update.current.daemon.isPrivate
      facts.blocksURLs = update.current.profiles.contains { $0.isEnabled && !$0.block.urls.isEmpty }
      if let remedy = update.fault?.remedy { facts.remedy = remedy }
      if let accepted = stored.accepted, let record = update.record, update.fault == nil {
        facts.isChanged = accepted.difference(to: record) == .content
      }
      return (facts, update, nil)
    } catch {
      if [.noHome, .standardInput, .severalFiles].contains(error.reason) { throw error }
      let reason = error.message.isEmpty ? "the configuration has errors" : error.message
      return (ConfigurationFacts(.none(reason: reason), title: "no configuration"), nil, error)
    }
  }

  /// Adds the warnings of `check`.
  private func addWarnings(to facts: inout ConfigurationFacts, at now: Instant) throws(InstanceError) {
    guard case .files = facts.standing else { return }
    let reading = try host.readConfiguration(configuration, trust: .check, isForState: true)
    let diagnostics = reading.diagnostics.diagnostics + (reading.configuration?.findings(at: now) ?? [])
    let warnings = diagnostics.filter { $0.severity == .warning }
    facts.exposures = warnings.filter { $0.code == .writableByOthers }.map(\.message)
    facts.warningCount = warnings.count - facts.exposures.count
    facts.consentsInVain = reading.isConsentingInVain
  }

  /// Returns the result of evaluating the state now, and a notice if parts of the configuration wait.
  private func evaluationFacts(
    of reading: StateReading?, with update: ConfigurationUpdate, known: StateProgress?, at now: Moment
  ) -> (facts: EvaluationFacts, waiting: String?) {
    var problems: [StateProblem] = []
    var engine = engine(of: reading, with: update, problems: &problems)
    var facts = EvaluationFacts(evaluatedAt: engine.present?.wall, authorization: engine.authorization)
    facts.losses = losses(of: reading, beside: engine, problems: problems, known: known)
    facts.problems = problems
    if reading != nil { addFiles(beside: engine, to: &facts) }
    for input in engine.inputs(toReach: now, with: update, isSynchronised: host.clocks.isSynchronised()) {
      facts.dueCount += engine.handle(input, at: now).entries.count
    }
    facts.limits = limitStandings(of: engine, at: now)
    facts.absentLimits = absentLimitStandings(of: engine, at: now)
    facts.authorization = engine.authorization
    facts.awaitedAuthorization = engine.awaitedAuthorization
    facts.unlockedWords = engine.unlockedWords
    return (facts, engine.pendingNotice)
  }

  /// Adds the problems of the files that are written after the state. A user may be able to read only some of them.
  private func addFiles(beside engine: Engine, to facts: inout EvaluationFacts) {
    do throws(InstanceError) {
      facts.shield = try shieldFileStatus(beside: engine)
      facts.shieldEnd = publishedShield()?.validUntil
    } catch {
      facts.shieldFault = error.message
    }
    do throws(InstanceError) {
      (facts.historyLosses, facts.recordedLoss) = try historyLosses(upTo: engine.lastNumber)
    } catch {
      facts.historyFault = error.message
    }
  }

  /// Returns the problems of the history, and the newest loss of state that it records.
  ///
  /// Complexity: O(bytes of history).
  private func historyLosses(upTo number: Int64) throws(InstanceError) -> ([String], RecordedLoss?) {
    guard var history = try StoredHistory(directory) else { return ([], nil) }
    var loss: RecordedLoss?
    while let line = try history.next() {
      if loss == nil { loss = RecordedLoss(line.entry) } else { loss?.add(line.entry) }
    }
    return (history.losses(upTo: number), loss)
  }
}

extension Engine {
  /// A sentence with the number of waiting changes of the configuration, or nil if none waits.
  package var pendingNotice: String? {
    let changes = pendingChanges
    let count = changes.count
    guard count > 0 else { return nil }
    let reason = changes.contains { !$0.limits.isEmpty } ? " for a limit that was used up" : ""
    return
      "\(count) \(count == 1 ? "change" : "changes") of the configuration \(count == 1 ? "waits" : "wait")\(reason); "
      + "'schedctl pending' tells until when"
  }
}
