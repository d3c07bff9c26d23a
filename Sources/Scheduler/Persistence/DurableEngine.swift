import SchedulerCivilTime
import SchedulerStore

/// An engine whose state is in a directory and survives kills, losses of power and full disks.
///
/// ```swift
/// var files = try DirectoryFileSystem("/var/lib/schedctl")
/// var engine = try DurableEngine.open(ConfigurationVersions(configuration), in: &files)
/// let evaluation = try engine.handle(.command(.start(key)), at: SystemClocks.moment(), in: &files)
/// ```
/// An evaluation first makes the new state durable (`journal`), then replaces `shield.json`, then appends to
/// `history.jsonl`, and only then returns. If the process is killed in between, the reopened directory contains either
/// the whole evaluation or no part of it. The first evaluation then updates the other files.
///
/// `open` takes a lock, so only one engine can use a directory.
public struct DurableEngine: Sendable {
  /// The engine with the rules and their results as of the last evaluation.
  public private(set) var engine: Engine
  /// The damage found in the files of the state when they were opened.
  public let losses: [StateLoss]
  /// The records that could not be read.
  public let problems: [StateProblem]

  var store: StateStore
  var configurationFiles: ConfigurationFiles
  var shield: AppliedShield
  var history: HistoryLog
  /// The results of evaluations since the state was last written.
  private var unsaved = Transition()
  /// Whether a part of the last evaluation could not be written.
  private(set) var isBehind = false
  /// The largest number of bytes of changes that did not fit on the disk and have not been matched by a successful
  /// write since.
  var failedByteCount = 0
  /// Whether the space of a replaced `shield.json` is freed by `release(in:)`, not by the evaluation. On a busy disk that
  /// takes some milliseconds, in which the caller can apply the new shield.
  package var releasesLater = false
  /// Whether evaluations keep the shield lifted, as `liftShield` left it, because its keeper is about to end.
  package var staysLifted = false

  /// Opens the state in a directory, takes its lock, and repairs the effects of a crash. Evaluates nothing yet.
  ///
  /// - Parameters:
  ///   - versions: the configurations accepted when the directory was last used; see `Engine.configurationVersions`. A
  ///     newer configuration must be passed as an input. For an empty directory: the first configuration. A program
  ///     whose directory stores the accepted configurations opens a `LockedState` instead.
  ///   - authorization: the initial authorization of a state that was never evaluated.
  ///   - store: the store of the applied shield; nil for the file `shield.json` in the directory.
  ///   - permissions: the permission bits of new files.
  /// - Throws: `inUse`, `newerVersion`, and errors of the file system.
  public static func open(
    _ versions: ConfigurationVersions, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, applyingTo store: (any RestrictionStore)? = nil,
    in files: inout some FileSystem & ~Copyable, permissions: StatePermissions = StatePermissions()
  ) throws(StateStoreError) -> DurableEngine {
    DurableEngine(
      versions, router: router, authorization: authorization, applyingTo: store,
      from: try .open(in: &files, permissions: permissions), in: &files)
  }

  /// Continues from a locked state. Evaluates nothing yet.
  ///
  /// - Parameters:
  ///   - versions: the versions in `state.configuration`, see `AcceptedConfiguration.versions(zones:)`; if there are
  ///     none or they cannot be used, the best guess.
  ///   - authorization: the initial authorization of a state that was never evaluated.
  ///   - store: the store of the applied shield; nil for the file `shield.json` in the directory.
  ///   - state: the locked state of the directory `files`.
  ///   - known: the progress of the state since the machine was started, from outside of the directory; nil if it is
  ///     unknown. If the state is not as far, an older copy took its place: that is a loss.
  ///   - published: the sessions that were published last, with the keys of their profiles, from outside of the
  ///     directory. They name the profiles of a state that is lost together with its other files.
  ///   - isPublishedActive: whether what was published last says that targets were blocked, so that there was consent.
  public init(
    _ versions: ConfigurationVersions, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, applyingTo store: (any RestrictionStore)? = nil,
    from state: LockedState, known: StateProgress? = nil, published: [SessionID: ProfileKey] = [:],
    isPublishedActive: Bool = false, in files: inout some FileSystem & ~Copyable
  ) {
    var problems: [StateProblem] = []
    self.store = state.store
    var shield = AppliedShield(in: store ?? FileRestrictionStore(permissions: state.permissions.shield))
    history = HistoryLog(after: state.store.state, permissions: state.permissions.state, in: &files)
    // The history is written after the state. If it is ahead, state was lost.
    let isLost =
      state.store.state.lastSequence == 0 && state.store.losses.allSatisfy(\.isTornEnd)
      && (history.lastNumber > 0 || state.store.hadJournal && shield.hasLayers(in: &files))
    var losses = state.store.losses + (isLost ? [.missingFile("journal")] : [])
    let older = StateLoss(endingAt: state.store.state.lastSequence, before: known, besides: losses)
    losses += [older].compactMap(\.self)
    engine = Engine(
      versions, router: router, authorization: authorization, records: state.store.state.changes, problems: &problems)
    self.problems = problems
    self.shield = shield
    configurationFiles = state.configurationFiles
    let lost = StateLoss(of: engine, problems: problems, lastInHistory: history.lastNumber)
    let missing = history.takeMissing(upTo: engine.lastNumber).map {
      StateLoss.missingLines(first: $0.lowerBound, last: $0.upperBound)
    }
    self.losses = losses + [lost, missing].compactMap(\.self)
    if engine.authorization == .notDetermined, !self.losses.isEmpty,
      isPublishedActive || self.shield.hasLayers(in: &files)
    {
      engine.restoreConsent()
    }
    engine.continueNumbers(after: history.lastNumber)
    engine.continueNumbers(after: known?.number ?? 0)
    if let loss = lossRecord(besides: published, in: &files) { engine.note(loss) }
    // Written with the next evaluation, so that the loss is reported once.
    if lost != nil { unsaved.changes = engine.records.filter { $0.key == "engine" } }
  }

  /// Ends the use of the directory and releases its lock. All returned results are durable even without this.
  public consuming func close(in files: inout some FileSystem & ~Copyable) {
    history.close(in: &files)
    shield.close(in: &files)
    store.close(in: &files)
  }
}

extension DurableEngine {
  /// Evaluates an input and makes the results durable.
  ///
  /// If the state cannot be written, time still passes: everything due is done in memory, reported as a failure, and
  /// written with the next evaluation that can write. Events are returned only once they are durable.
  ///
  /// An answered input is either carried out and durable as a whole, or not carried out: a command, an authorization, an
  /// activity, and a start or a stop of monitoring. If the disk does not reveal which, `outcomeUnknown` is thrown. Once
  /// durable, it stays so even if `shield.json` cannot be applied, which is reported as a failure.
  ///
  /// On a local disk, this takes about 0.1 ms if the state changes and 0.4 ms if the shield changes, otherwise nothing.
  ///
  /// - Parameter record: the configuration for the directory to store as the one in force from this evaluation on. Pass
  ///   it with a `.configuration` or a `.zoneChange`, or when the texts of a configuration changed but not its meaning.
  /// - Throws: for `.command`, `.authorization`, `.activity`, `.startMonitoring` and `.stopMonitoring`, the reason why the
  ///   input was not carried out, such as a full disk, or that this is unknown. Everything due before it is done. For all inputs, `inUse` if the lock was removed and another process now has
  ///   the directory. In that case nothing was written, and no further writes are allowed.
  public mutating func handle(
    _ input: Input, accepting record: AcceptedConfiguration? = nil, at now: Moment,
    in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> Evaluation {
    do throws(StateStoreError) {
      return try evaluate(input, accepting: record, at: now, in: &files)
    } catch {
      // The files now belong to another process.
      if case .inUse = error { throw error }
      keepInMemory(engine.handle(.time, at: now), in: &files)
      throw error
    }
  }

  /// The next deadline of the engine, or 10 seconds after an evaluation with failures to write, whichever is earlier.
  public var nextDeadline: NextDeadline {
    guard let moment = engine.present?.moment else { return engine.nextDeadline }
    if !engine.unrecordedLosses.isEmpty { return NextDeadline(wall: moment.wall, boot: nil) }
    guard isBehind else { return engine.nextDeadline }
    let retry = moment.boot + Self.retryNanoseconds
    return NextDeadline(wall: engine.nextDeadline.wall, boot: min(engine.nextDeadline.boot ?? retry, retry))
  }

  /// The accepted configurations that the directory stores, or will store once they can be written.
  public var storedConfiguration: StoredConfiguration { configurationFiles.stored(engine.configurationVersions) }

  /// The store of the applied shield.
  public var restrictionStore: any RestrictionStore { shield.store }

  /// The shield set that should be in force, for the parts that apply it to the machine; nil before the first evaluation.
  /// Its generation increases with each change. It is the content of `shield.json`, unless that cannot be written: then
  /// it is what the file should contain.
  public var wantedShield: ShieldSet? { shield.wanted }

  /// The time after which failed writes are tried again.
  private static let retryNanoseconds = 10 * Nanoseconds.perSecond

  private mutating func evaluate(
    _ input: Input, accepting record: AcceptedConfiguration?, at now: Moment,
    in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> Evaluation {
    var next = engine
    var configurations = configurationFiles
    let digest = record.map { configurations.add($0) }
    let (admitted, lostCount) = admit(input)
    var writing = Writing(unsaved.followed(by: next.handle(admitted, accepting: digest, at: now)))
    writing.lostLineCount = lostCount
    let set = shieldSet(of: next)
    do throws(StateStoreError) {
      try save(writing, of: next, naming: &configurations, preparing: set, in: &files)
    } catch {
      if case .inUse = error { throw error }
      if input.isAnswered { throw error }
      writing.failures.append(error)
    }
    let isDurable = writing.failures.isEmpty
    engine = next
    configurationFiles = configurations
    unsaved = isDurable ? Transition() : writing.transition
    var applied: ShieldSet?
    var isShieldBehind = false
    do throws(RestrictionStoreError) {
      applied = try apply(set, in: &files)
    } catch {
      writing.failures.append(error.stateStoreError)
      isShieldBehind = true
    }
    if isDurable { writeRest(of: &writing, in: &files) }
    if !releasesLater { release(in: &files) }
    isBehind = !writing.failures.isEmpty
    return Evaluation(
      transition: isDurable ? writing.transition : Transition(), lines: isDurable ? writing.lines : [], shield: applied,
      isShieldBehind: isShieldBehind, isDurable: isDurable, failures: writing.failures,
      lostLineCount: writing.lostLineCount)
  }

  /// Returns an input without the attempts for which there is no room, and their number. While the state cannot be
  /// written, users could otherwise fill the memory with attempts.
  private func admit(_ input: Input) -> (input: Input, lostCount: Int) {
    guard case .attempts(let attempts) = input else { return (input, 0) }
    let room = max(0, HistoryLog.maximumKept - unsaved.entries.count)
    return (.attempts(Array(attempts.prefix(room))), max(0, attempts.count - room))
  }

  /// Does everything due without the failed command. The result is written and reported with the next evaluation.
  private mutating func keepInMemory(_ transition: Transition, in files: inout some FileSystem & ~Copyable) {
    unsaved = unsaved.followed(by: transition)
    isBehind = true
    do throws(RestrictionStoreError) {
      _ = try apply(shieldSet(of: engine), in: &files)
    } catch {
      // The next evaluation tries again, and reports a failure.
    }
    release(in: &files)
  }

  /// Frees the space that evaluations no longer need.
  package mutating func release(in files: inout some FileSystem & ~Copyable) { shield.settle(in: &files) }

  /// Writes the consequences of a durable state: the history, and a new snapshot if the journal is long.
  private mutating func writeRest(of writing: inout Writing, in files: inout some FileSystem & ~Copyable) {
    if let (error, lostCount) = history.append(writing.lines, in: &files) {
      writing.failures.append(.file(error))
      writing.lostLineCount += lostCount
    }
    // The next evaluation records it, because this one is durable already.
    if let missing = history.takeMissing(upTo: 0) { engine.note(StateLossRecord(of: missing)) }
    if store.needsCompaction {
      do throws(StateStoreError) { try store.compact(in: &files) } catch { writing.failures.append(error) }
    }
    if !writing.lines.isEmpty { removeOldHistory(for: &writing, in: &files) }
    let isMuch = writing.lines.count > HistoryLog.maximumKept
    if writing.failures.isEmpty, isMuch || isBehind && (writing.transition.changes.isEmpty || failedByteCount > 0) {
      removeWrittenLines(for: &writing, in: &files)
    }
  }
}

/// The result of an evaluation: its transition, and the parts that are durable.
public struct Evaluation: Sendable {
  /// The changes, including those of earlier evaluations that could not be written at the time. Empty if the state
  /// could not be written; a later evaluation then contains the changes.
  public let transition: Transition
  /// The history lines for its entries.
  public let lines: [HistoryLine]
  /// The shield set that was written, or nil if the content of the file is unchanged.
  public let shield: ShieldSet?
  /// Whether `shield.json` could not be written and still contains the previous set.
  public let isShieldBehind: Bool
  /// Whether the state could be written. If not, the shield is the only part of the evaluation that may have been
  /// written, unless `isShieldBehind` is true as well.
  public let isDurable: Bool
  /// The failures to write. The next evaluation tries again.
  public let failures: [StateStoreError]
  /// The number of lines lost from the history, because too many waited for a file that cannot be written, and of
  /// attempts that were neither recorded nor counted, because too much of the state could not be written.
  public let lostLineCount: Int

  /// The history entries, in ascending order of numbers.
  public var entries: [HistoryEntry] { transition.entries }
  /// The events among the entries.
  public var events: [Event] { transition.events }
  /// The intervals that passed without an evaluation.
  public var missed: [Missed] { transition.missed }
  /// The sessions that have ended.
  public var finished: [FinishedSession] { transition.finished }
  /// The activities that were delivered under invalid names.
  public var refusedActivities: [RefusedActivity] { transition.refusedActivities }
  /// The reply to a command; nil for any other input.
  public var reply: CommandOutcome? { transition.reply }
  /// The answer to an activity that was delivered; nil for any other input, and for an invalid name.
  public var delivery: ActivityDelivery? { transition.delivery }
}
