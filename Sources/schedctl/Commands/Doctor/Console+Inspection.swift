import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import SchedulerStore

extension Console {
  /// Looks at everything, and changes nothing.
  ///
  /// Throws for a command line that is wrong; what is wrong with the machine is among the facts.
  mutating func inspect(_ place: StatePlace) throws(CommandFailure) -> Inspection {
    var state = stateFacts(place)
    var reading: StateReading?
    var isKnown = true
    do throws(CommandFailure) {
      reading = try readState(place)
    } catch {
      isKnown = false
      state.presence = .unusable(error.message, remedy: error.help.first)
    }
    let now = try moment()
    let stored = reading?.configuration ?? .none
    var (configuration, inForce) = try configurationFacts(place, stored)
    configuration.isRecordKnown = isKnown
    configuration.recordFault = stored.fault(in: place)
    try add(warningsOf: place, to: &configuration)
    let zone = inForce?.current.zone.rules ?? systemRules()
    var evaluation: EvaluationFacts?
    var waiting: String?
    // Of a state that cannot be read nothing is known.
    if let inForce, configuration.isRecordKnown {
      (evaluation, waiting) = try evaluationFacts(reading, inForce, now, place)
    }
    var inspection = Inspection(
      at: now.wall, zone: zone, state: state, evaluation: evaluation,
      clocks: ClockFacts(isSynchronised: clocks.isSynchronised(), hardware: clocks.hardware()),
      systemZone: systemZoneFacts(), configuration: configuration)
    inspection.waiting = waiting.map { [$0] } ?? []
    return inspection
  }

  private func systemRules() -> ZoneRules {
    do throws(ZoneError) { return try zones.systemRules() } catch { return .utc }
  }

  private func systemZoneFacts() -> SystemZoneFacts {
    var facts: SystemZoneFacts
    do throws(ZoneError) {
      facts = SystemZoneFacts(identifier: try zones.systemRules().identifier)
    } catch {
      facts = SystemZoneFacts(identifier: nil)
      facts.fault = "\(error)"
    }
    facts.environment = zones.environmentValue
    do throws(ZoneError) { facts.localtime = try zones.rulesWithoutEnvironment().identifier } catch {}
    return facts
  }

  private func stateFacts(_ place: StatePlace) -> StateFacts {
    guard let file = FileOwnership(path: place.directory) else {
      return StateFacts(path: place.directory, presence: .missing)
    }
    var facts = StateFacts(path: place.directory, presence: .readable)
    facts.owner = places.accounts.userName(of: file.userID) ?? "\(file.userID)"
    facts.permissions = file.permissions
    facts.exposure = exposedState(place).map { ($0.message(places.accounts), $0.help.first) }
    facts.exposedFiles = exposedFiles(in: place.directory)
    facts.foreignFiles = foreignFiles(in: place.directory, ownedBy: file)
    facts.isReadOnly = FreeSpace.isReadOnly(at: place.directory)
    facts.freeBytes = FreeSpace.bytes(at: place.directory)
    facts.keepsTornEnd = FileWriter().isTaken("\(place.directory)/\(StateStore.tornEndName)")
    facts.writer =
      switch place.holder {
      case .nobody: .none
      case .process(let process): .process(process)
      case nil: .unknown
      }
    return facts
  }

  /// The names of files in a state directory that others than their owners can change.
  private func exposedFiles(in directory: String) -> [String] {
    files(in: directory) { $0.permissions & 0o022 != 0 }
  }

  /// The names of files in a state directory that belong to somebody else than itself.
  private func foreignFiles(in directory: String, ownedBy owner: FileOwnership) -> [String] {
    files(in: directory) { $0.userID != owner.userID }
  }

  /// The names of files in a directory of which something holds; none where the names may not be listed.
  private func files(in directory: String, where holds: (FileOwnership) -> Bool) -> [String] {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      return try files.names().sorted().filter { FileOwnership(path: "\(directory)/\($0)").map(holds) ?? false }
    } catch {
      return []
    }
  }
}

extension Console {
  /// What the files and what was accepted of them come to; without a configuration when nothing does.
  private mutating func configurationFacts(
    _ place: StatePlace, _ stored: StoredConfiguration
  ) throws(CommandFailure) -> (ConfigurationFacts, ConfigurationInForce?) {
    do throws(CommandFailure) {
      let inForce = try configurationInForce(place.configuration, stored: stored, trust: .preview)
      let acceptedAt = stored.accepted?.acceptedAt
      let standing = inForce.fault.map { ConfigurationFacts.Standing.kept(reason: $0.message) } ?? .files
      var facts = ConfigurationFacts(standing, title: inForce.title, acceptedAt: acceptedAt)
      if let remedy = inForce.fault?.remedy { facts.remedy = remedy }
      if let accepted = stored.accepted, let record = inForce.record, inForce.fault == nil {
        facts.isChanged = accepted.difference(to: record) == .content
      }
      return (facts, inForce)
    } catch {
      guard error.code != .usage else { throw error }
      let reason = error.message.isEmpty ? "the configuration has errors" : error.message
      return (ConfigurationFacts(.none(reason: reason), title: "no configuration"), nil)
    }
  }

  /// What `check` would say beyond errors.
  private mutating func add(
    warningsOf place: StatePlace, to facts: inout ConfigurationFacts
  ) throws(CommandFailure) {
    guard case .files = facts.standing else { return }
    let report = try readConfiguration(place.configuration, trust: .check, isForState: true)
    let diagnostics = report.diagnostics.diagnostics + (report.configuration?.findings(at: now) ?? [])
    let warnings = diagnostics.filter { $0.severity == .warning }
    facts.exposures = warnings.filter { $0.code == .writableByOthers }.map(\.message)
    facts.warningCount = warnings.count - facts.exposures.count
    facts.consentsInVain = report.isConsentingInVain
  }

  /// What the state comes to now, and that something of the configuration waits.
  private mutating func evaluationFacts(
    _ reading: StateReading?, _ inForce: ConfigurationInForce, _ now: Moment, _ place: StatePlace
  ) throws(CommandFailure) -> (facts: EvaluationFacts, waiting: String?) {
    var problems: [StateProblem] = []
    var engine =
      reading?.engine(
        inForce.previous, after: inForce.earlier, authorization: firstAuthorization, problems: &problems)
      ?? Engine(inForce.previous, authorization: firstAuthorization)
    var facts = EvaluationFacts(evaluatedAt: engine.present?.wall, authorization: engine.authorization)
    facts.losses = reading?.losses(beside: engine, problems) ?? []
    facts.problems = problems
    if reading != nil { addFiles(beside: engine, place, to: &facts) }
    for input in engine.inputs(toReach: now, inForce, isSynchronised: clocks.isSynchronised()) {
      facts.dueCount += engine.handle(input, at: now).entries.count
    }
    facts.authorization = engine.authorization
    facts.awaitedAuthorization = engine.awaitedAuthorization
    return (facts, engine.pendingNotice)
  }

  /// What the files are like that are written behind the state. Others may read the one and not the other.
  private mutating func addFiles(beside engine: Engine, _ place: StatePlace, to facts: inout EvaluationFacts) {
    do throws(CommandFailure) {
      facts.shield = try shieldStanding(beside: engine, place)
      facts.shieldEnd = publishedShield("\(place.directory)/shield.json")?.validUntil
    } catch {
      facts.shieldFault = error.message
    }
    do throws(CommandFailure) {
      facts.historyLosses = try historyLosses(in: place.directory, upTo: engine.lastNumber)
    } catch {
      facts.historyFault = error.message
    }
  }

  /// What is wrong with history. Complexity: O(bytes of history).
  private func historyLosses(in directory: String, upTo number: Int64) throws(CommandFailure) -> [String] {
    guard var history = try StoredHistory(directory) else { return [] }
    while try history.next() != nil {}
    return history.losses(upTo: number)
  }
}
