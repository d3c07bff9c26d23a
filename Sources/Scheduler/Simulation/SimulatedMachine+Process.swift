import SchedulerStore

extension SimulatedMachine {
  /// Starts the process if it should run and does not. Tries again whenever it dies during the start.
  mutating func revive() {
    while engine == nil, isWanted {
      guard start() else { return }
    }
  }

  /// Starts the process and makes its first evaluation.
  ///
  /// - Returns: whether it was started. It may have died since.
  private mutating func start() -> Bool {
    do throws(StateStoreError) {
      let opened = try open()
      if files.isStopped { die(of: nil); return true }
      engine = opened
      note(.started(losses: opened.losses, problems: opened.problems))
    } catch {
      if files.isStopped { die(of: error); return true }
      note(.notStarted(error))
      return false
    }
    handOutRecovered()
    noteRecoveredShield()
    if changes.isEmpty { evaluate(.time) } else { giveChanges() }
    return true
  }

  /// Passes the pending configurations and zones to the process.
  mutating func giveChanges() {
    while engine != nil, givenChanges < changes.count {
      givenChanges += 1
      evaluate(changes[givenChanges - 1])
    }
  }

  /// Evaluates an input in the process, and records the results. The process may die.
  mutating func evaluate(_ input: Input) {
    guard engine != nil else {
      if case .command(let command, _) = input { note(.unanswered(command, nil)) }
      return
    }
    let before = files.plan == FaultPlan() ? nil : engine?.engine
    var failure: StateStoreError?
    var evaluation: Evaluation?
    do throws(StateStoreError) {
      evaluation = try engine?.handle(input, at: clocks.moment, in: &files)
    } catch {
      failure = error
    }
    let error = failure ?? evaluation?.failures.first
    if files.isStopped {
      keep(from: before, handling: input)
      if case .command(let command, _) = input { note(.unanswered(command, nil)) }
      return die(of: error)
    }
    if let evaluation { hand(out: evaluation, input) }
    if case .command(let command, _) = input, evaluation?.reply == nil { note(.unanswered(command, failure)) }
    switch input {
    case .authorization, .activity, .startMonitoring, .stopMonitoring: if let failure { note(.failure(failure)) }
    case .time, .command, .configuration, .clockStep, .zoneChange, .attempts, .deviceUse, .use, .suspension, .useEnds,
      .endingsInVain:
      break
    }
    if error == nil { settle() } else { keep(from: before, handling: failure == nil ? input : .time) }
  }

  /// Records that all changes are durable.
  private mutating func settle() {
    awaited = []
    guard let engine else { return }
    accepted = engine.engine.configurationVersions
    changes.removeFirst(givenChanges)
    givenChanges = 0
  }

  /// Keeps the entries of an evaluation that were not, or may not have been, written.
  private mutating func keep(from before: Engine?, handling input: Input) {
    guard var engine = before else { return }
    awaited += engine.handle(input, at: clocks.moment).entries
  }

  /// Records the entries that a process made durable before it died.
  private mutating func handOutRecovered() {
    let known = (engine?.engine.state.nextNumber ?? 1) - 1
    for entry in awaited where entry.number > handedOut && entry.number <= known {
      handedOut = entry.number
      note(.history(entry, isRecovered: true))
    }
    awaited = []
  }

  /// Records a shield that a process wrote before it died.
  private mutating func noteRecoveredShield() {
    guard let bytes = files[FileRestrictionStore.fileName] else { return }
    do throws(ShieldSetError) {
      let shield = try ShieldSet(parsing: bytes)
      if shield.generation > notedShield { note(shield) }
    } catch {
      // The file may be damaged after a loss of power. The next evaluation replaces it.
    }
  }

  private mutating func note(_ shield: ShieldSet) {
    notedShield = shield.generation
    note(.shield(shield))
  }

  private mutating func hand(out evaluation: Evaluation, _ input: Input) {
    if case .command(let command, _) = input, let reply = evaluation.reply { note(.answered(command, reply)) }
    for entry in evaluation.entries { note(.history(entry)) }
    for refused in evaluation.refusedActivities { note(.activityRefused(refused)) }
    if let shield = evaluation.shield { note(shield) }
    for failure in evaluation.failures { note(.failure(failure)) }
    handedOut = max(handedOut, evaluation.entries.last?.number ?? 0)
  }
}
