import SchedulerCivilTime
import SchedulerStore

/// An engine whose state is in a directory and survives anything: being killed, losses of power, full disks.
///
/// ```swift
/// var files = try DirectoryFileSystem("/var/lib/schedctl")
/// var engine = try DurableEngine.open(configuration, in: &files)
/// let evaluation = try engine.handle(.command(.start(key)), at: SystemClocks.moment(), in: &files)
/// ```
/// An evaluation first makes the new state durable (`journal`), then replaces `shield.json`, then appends to
/// `history.jsonl`, and only then answers. Killed in between, it is there wholly or not at all when the directory is opened
/// again, and the first evaluation brings the other files up to it.
///
/// Two cannot have the same directory: `open` takes a lock.
public struct DurableEngine: Sendable {
  /// The rules and what they have come to, as of the last evaluation.
  public private(set) var engine: Engine
  /// What was wrong with the files of the state when they were opened.
  public let losses: [StateLoss]
  /// Records that could not be read.
  public let problems: [StateProblem]

  var store: StateStore
  var configurationFile: ConfigurationFile
  var shield: AppliedShield
  var history: HistoryLog
  /// What came of evaluations since the state could last be written.
  private var unsaved = Transition()
  /// The configurations that are written with it.
  var remembered: RememberedConfigurations
  /// Whether something of the last evaluation could not be written.
  private var isBehind = false
  /// How many bytes of changes could not be written for want of room, and nothing as large since.
  var failedByteCount = 0

  /// Opens the state in a directory, takes its lock, and repairs what a crash has left. Evaluates nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that was accepted last when the directory was last used; hand in a newer one as
  ///     an input. In an empty directory: the first one. Who lets the directory remember it opens a `LockedState` instead.
  ///   - earlier: those accepted before it of which something was in force; see `Engine.acceptedConfigurations`.
  ///   - authorization: whether the shield may be applied where nothing was ever evaluated.
  ///   - store: keeps the applied shield; nil for the file `shield.json` of the directory.
  ///   - permissions: of the files that are made.
  /// - Throws: `inUse`, `newerVersion`, and what the file system reports.
  public static func open(
    _ configuration: Configuration, after earlier: [Configuration] = [], router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, applyingTo store: (any RestrictionStore)? = nil,
    in files: inout some FileSystem & ~Copyable, permissions: StatePermissions = StatePermissions()
  ) throws(StateStoreError) -> DurableEngine {
    DurableEngine(
      configuration, after: earlier, router: router, authorization: authorization, applyingTo: store,
      from: try .open(in: &files, permissions: permissions), in: &files)
  }

  /// Goes on from a state that was locked. Evaluates nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: what `state.configuration` says; where that is nothing, or cannot be used, the best guess.
  ///   - earlier: what it says of those before.
  ///   - authorization: whether the shield may be applied where nothing was ever evaluated.
  ///   - store: keeps the applied shield; nil for the file `shield.json` of the directory.
  ///   - state: of the directory that `files` are.
  public init(
    _ configuration: Configuration, after earlier: [Configuration] = [], router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, applyingTo store: (any RestrictionStore)? = nil,
    from state: LockedState, in files: inout some FileSystem & ~Copyable
  ) {
    var problems: [StateProblem] = []
    self.store = state.store
    var shield = AppliedShield(in: store ?? FileRestrictionStore(permissions: state.permissions.shield))
    history = HistoryLog(behind: state.store.state, permissions: state.permissions.state, in: &files)
    // History is written behind the state: where it is ahead, state was lost.
    let isLost = state.store.state.lastSequence == 0 && history.lastNumber > 0 && state.store.losses.isEmpty
    let losses = state.store.losses + (isLost ? [.missingFile("journal")] : [])
    // Whoever is shielded had consented: what is lost withdraws nothing.
    let isShieldAlone = !losses.isEmpty && state.store.state.changes.isEmpty && shield.hasLayers(in: &files)
    engine = Engine(
      configuration, after: earlier, router: router, authorization: isShieldAlone ? .approved : authorization,
      records: state.store.state.changes, problems: &problems)
    self.problems = problems
    self.shield = shield
    remembered = RememberedConfigurations(state.configuration, numbers: engine.succession.numbers)
    configurationFile = state.configurationFile
    let lost = StateLoss(of: engine, problems, lastInHistory: history.lastNumber)
    self.losses = losses + [lost].compactMap(\.self)
    engine.continueNumbers(after: history.lastNumber)
    // Written with the next evaluation, so that it is told once.
    if lost != nil { unsaved.changes = engine.records.filter { $0.key == "engine" } }
  }

  /// Ends the use of the directory and gives its lock back. Everything that was answered is safe without it.
  public consuming func close(in files: inout some FileSystem & ~Copyable) {
    history.close(in: &files)
    shield.close(in: &files)
    store.close(in: &files)
  }
}

extension DurableEngine {
  /// Evaluates and makes durable what came of it.
  ///
  /// When nothing can be written, time goes on all the same: what is due is done in memory, told as a failure, and written
  /// with the next evaluation that can. Events are handed out only when they are durable. A command is another matter,
  /// and so is an authorization: it is wholly there and durable, or it was not carried out; where the disk lets nobody
  /// find out which, `outcomeUnknown` is thrown. Once it is durable it stays, also when `shield.json` can then not be
  /// applied: that is told as a failure.
  ///
  /// Takes some 0.1 ms for the state and 0.4 ms for the shield on a local disk where they change, else nothing.
  ///
  /// - Parameter record: what the directory is to remember from this evaluation on as the configuration in force; hand it
  ///   in with a `.configuration` or a `.zoneChange`, or when the texts of a configuration changed and not its meaning.
  /// - Throws: for a command and an authorization, why it was not carried out, or that nobody knows. What was due before it is
  ///   done. For all `inUse`, when somebody removed the lock and another process has the directory now: nothing was written
  ///   then, and nothing more may be.
  public mutating func handle(
    _ input: Input, accepting record: AcceptedConfiguration? = nil, at now: Moment,
    in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> Evaluation {
    do throws(StateStoreError) {
      return try evaluate(input, accepting: record, at: now, in: &files)
    } catch {
      // The files are another's now.
      if case .inUse = error { throw error }
      keepInMemory(engine.handle(.time, at: now), in: &files)
      remembered.follow(engine.succession.numbers, newest: nil)
      throw error
    }
  }

  /// When to evaluate next: as the engine says, and 10 seconds after an evaluation of which something could not be written.
  public var nextDeadline: NextDeadline {
    guard isBehind, let moment = engine.present?.moment else { return engine.nextDeadline }
    let retry = moment.boot + Self.retryNanoseconds
    return NextDeadline(wall: engine.nextDeadline.wall, boot: min(engine.nextDeadline.boot ?? retry, retry))
  }

  /// What the directory remembers, or is to remember as soon as it can be written, of the configurations that were accepted.
  public var storedConfiguration: StoredConfiguration { remembered.whole.map(StoredConfiguration.accepted) ?? .none }

  /// What keeps the applied shield.
  public var restrictionStore: any RestrictionStore { shield.store }

  /// The generation that the shield has at least.
  var leastGeneration: Int64 { Int64(clamping: store.state.lastSequence) }

  /// After so long what could not be written is tried again.
  private static let retryNanoseconds = 10 * Nanoseconds.perSecond

  /// Does what is due without the command that failed; it is written, and told, with the next evaluation.
  private mutating func keepInMemory(_ transition: Transition, in files: inout some FileSystem & ~Copyable) {
    unsaved = unsaved.followed(by: transition)
    isBehind = true
    do throws(RestrictionStoreError) {
      _ = try apply(ShieldSet(of: engine), in: &files)
    } catch {
      // The next evaluation tries again, and tells of it when it fails.
    }
    shield.settle(in: &files)
  }

  private mutating func evaluate(
    _ input: Input, accepting record: AcceptedConfiguration?, at now: Moment,
    in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> Evaluation {
    var next = engine
    let transition = unsaved.followed(by: next.handle(input, at: now))
    let lines = transition.entries.compactMap(HistoryLine.init)
    var remembered = remembered
    remembered.follow(next.succession.numbers, newest: record)
    let set = ShieldSet(of: next)
    var failures: [StateStoreError] = []
    do throws(StateStoreError) {
      try save(transition.changes, lines, &remembered, soon: set, in: &files)
    } catch {
      if case .inUse = error { throw error }
      if input.isAnswered { throw error }
      failures.append(error)
    }
    let isDurable = failures.isEmpty
    engine = next
    self.remembered = remembered
    unsaved = isDurable ? Transition() : transition
    var applied: ShieldSet?
    var isShieldBehind = false
    do throws(RestrictionStoreError) {
      applied = try apply(set, in: &files)
    } catch {
      failures.append(error.stateStoreError)
      isShieldBehind = true
    }
    var lostLineCount = 0
    if isDurable { lostLineCount = writeRest(of: transition, lines, &failures, in: &files) }
    shield.settle(in: &files)
    isBehind = !failures.isEmpty
    return Evaluation(
      isDurable ? transition : Transition(), lines: isDurable ? lines : [], shield: applied,
      isShieldBehind: isShieldBehind, isDurable: isDurable, failures: failures, lostLineCount: lostLineCount)
  }

  private mutating func publishConfiguration(
    _ failures: inout [StateStoreError], in files: inout some FileSystem & ~Copyable
  ) {
    do throws(FileSystemError) {
      try configurationFile.publish(in: &files)
    } catch {
      failures.append(.file(error))
    }
  }

  /// Writes what follows from a state that is durable, and says how many lines of history were given up.
  private mutating func writeRest(
    of transition: Transition, _ lines: [HistoryLine], _ failures: inout [StateStoreError],
    in files: inout some FileSystem & ~Copyable
  ) -> Int {
    publishConfiguration(&failures, in: &files)
    let lostLineCount = tellHistory(lines, &failures, in: &files)
    compact(&failures, in: &files)
    if !lines.isEmpty { removeOldHistory(&failures, in: &files) }
    let isMuch = lines.count > HistoryLog.mostKept
    if failures.isEmpty, isMuch || isBehind && (transition.changes.isEmpty || failedByteCount > 0) {
      noteWritten(&failures, in: &files)
    }
    return lostLineCount
  }

  private mutating func apply(
    _ set: ShieldSet?, in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) -> ShieldSet? {
    guard let set else { return nil }
    return try shield.commit(set, leastGeneration: leastGeneration, in: &files)
  }

  private mutating func compact(
    _ failures: inout [StateStoreError], in files: inout some FileSystem & ~Copyable
  ) {
    guard store.needsCompaction else { return }
    do throws(StateStoreError) {
      try store.compact(in: &files)
    } catch {
      failures.append(error)
    }
  }
}
