import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import SchedulerStore

/// A state directory that this process has to itself.
///
/// `Instance.open` makes it. `evaluate` does what is due; until then nothing is done.
public struct OpenState: ~Copyable {
  /// The rules and what they have come to.
  public private(set) var engine: DurableEngine
  /// The present of the last evaluation; before the first one the present after the lock was taken.
  public private(set) var now: Moment
  /// Where the state is.
  public let instance: Instance
  /// The configuration and where it comes from.
  public private(set) var update: ConfigurationUpdate
  /// What a person should know about it.
  public let notices: [InstanceNotice]
  /// The results of the evaluations since the state was opened, or since the last call of `advance`.
  public private(set) var evaluations: [Evaluation] = []
  /// The directory.
  private var files: DirectoryFileSystem

  fileprivate init(
    _ engine: DurableEngine, in files: consuming DirectoryFileSystem, of instance: Instance,
    by update: ConfigurationUpdate, notices: [InstanceNotice], at now: Moment
  ) {
    self.engine = engine
    self.files = files
    self.instance = instance
    self.update = update
    self.notices = notices
    self.now = now
  }

  /// Does what is due, has the engine follow the files of the configuration, and writes what was accepted.
  ///
  /// - Throws: `inputOutput` when that cannot be made durable, and `inUse` when another process has taken the directory.
  public mutating func evaluate() throws(InstanceError) {
    let inputs = engine.engine.inputs(
      toReach: now, with: update, isSynchronised: instance.host.clocks.isSynchronised())
    do throws(StateStoreError) {
      for (index, input) in inputs.enumerated() {
        let record = index == inputs.count - 1 ? update.record : nil
        evaluations.append(try engine.handle(input, accepting: record, at: now, in: &files))
      }
    } catch {
      throw InstanceError(error, in: instance.directory)
    }
  }

  /// Reads the clocks and the files again, and does what is due: what a daemon does when it is woken.
  ///
  /// A program that keeps a state open calls it at `engine.nextDeadline`, and when a file of `update.watched` changes. It may
  /// be called at any time; without anything due it writes nothing.
  ///
  /// - Throws: as `evaluate`, and `inputOutput` when the clocks cannot be read. Files with errors are in `update.fault`.
  /// - Complexity: that of reading the configuration.
  public mutating func advance() throws(InstanceError) {
    now = try instance.host.moment()
    evaluations = []
    update = instance.configurationUpdate(
      besides: engine.storedConfiguration, known: engine.engine.configurationVersions, at: now.wall)
    try evaluate()
  }

  /// Gives the files the group and the permission bits that the configuration in force wants.
  ///
  /// - Returns: what could not be changed.
  public mutating func protect() -> [InstanceError] {
    let settings = engine.engine.configuration.daemon
    files.group = instance.host.groupID(of: settings)
    return engine.protect(StatePermissions(settings), in: &files).map { InstanceError($0, in: instance.directory) }
  }

  /// Carries out a command.
  ///
  /// - Throws: `inputOutput` when its outcome could not be made durable. Then nothing of it is there, or `help` says that
  ///   this is not known.
  public mutating func carryOut(
    _ command: Command, by requester: Requester
  ) throws(InstanceError) -> CommandOutcome? {
    try handle(.command(command, by: requester)).reply
  }

  /// Records whether the user consents to the shield. Throws as `carryOut`.
  public mutating func authorize(_ status: AuthorizationStatus) throws(InstanceError) {
    _ = try handle(.authorization(status))
  }

  private mutating func handle(_ input: Input) throws(InstanceError) -> Evaluation {
    do throws(StateStoreError) {
      let evaluation = try engine.handle(input, at: now, in: &files)
      evaluations.append(evaluation)
      return evaluation
    } catch {
      var failure = InstanceError(error, in: instance.directory)
      failure.help.append(error.meaning)
      throw failure
    }
  }

  /// What could not be written, neither at once nor by a later evaluation, and what that means.
  public var failures: StateFailures {
    StateFailures(
      errors: (evaluations.last?.failures ?? []).map { InstanceError($0, in: instance.directory) },
      isShieldBehind: evaluations.last?.isShieldBehind ?? false, isDurable: evaluations.last?.isDurable ?? true)
  }

  /// Takes the directory out. The caller has the lock from then on.
  package consuming func takeFiles() -> DirectoryFileSystem { files }

  /// Gives the lock back.
  public consuming func close() { engine.close(in: &files) }
}

extension StateStoreError {
  /// What the error means for a command.
  fileprivate var meaning: String {
    switch self {
    case .outcomeUnknown: "it is not known whether the command was carried out"
    case .inUse, .newerVersion, .file, .journalUnusable, .tooLarge, .shield: "the command was not carried out"
    }
  }
}

/// What of a state could not be written.
public struct StateFailures: Sendable {
  /// The errors; empty when everything was written.
  public let errors: [InstanceError]
  /// Whether `shield.json` could not be written.
  public let isShieldBehind: Bool
  /// Whether what was done is in the journal.
  public let isDurable: Bool

  /// What the errors mean; nil when what was to be done is done.
  public var meaning: String? {
    if !isDurable { return "nothing of what is due is done until 'schedctl run --once' can write it" }
    return isShieldBehind
      ? "what was done is kept; the shield on disk is the one before until 'schedctl run --once' can write it" : nil
  }
}

extension Instance {
  /// How often and how long another process is waited for: 2 seconds together.
  private static let lockTimeout = (attempts: 40, milliseconds: Int32(50))

  /// Opens the state directory, which is made if it is missing, and takes its lock. Evaluates nothing yet.
  ///
  /// Waits up to 2 seconds for another process.
  ///
  /// - Throws: `inUse` when another process keeps the directory, `newerVersion`, `inputOutput` and `forbidden` when it cannot
  ///   be used, `exposed` for root when others can change it, and as `configurationUpdate`.
  public func open() throws(InstanceError) -> OpenState {
    try refuseExposure()
    var holder: Int32?
    for attempt in 0...Self.lockTimeout.attempts {
      if attempt > 0 { host.clocks.wait(Self.lockTimeout.milliseconds) }
      let stored = try readState()?.configuration ?? .none
      let update = try configurationUpdate(stored: stored, trust: .act, at: host.clocks.wall())
      let settings = update.current.daemon
      var files = try stateFiles(settings)
      // Where it was not there before, another user may have been quicker to make it.
      try refuseExposure()
      let state: LockedState
      do throws(StateStoreError) {
        state = try LockedState.open(in: &files, permissions: StatePermissions(settings))
      } catch {
        guard case .inUse(let process) = error else { throw InstanceError(error, in: directory) }
        holder = process
        continue
      }
      // Before the lock was taken, another process may have accepted another configuration.
      guard state.configuration == stored else {
        state.close(in: &files)
        continue
      }
      let engine = DurableEngine(
        update.previous, router: router, authorization: firstAuthorization,
        applyingTo: restrictionStore, from: state,
        in: &files)
      let now = try host.moment()
      let lost = notices(of: engine.losses, problems: engine.problems, engine: engine.engine, at: now)
      return OpenState(
        engine, in: files, of: self, by: update, notices: notices(of: update, stored: stored) + lost, at: now)
    }
    throw InstanceError(StateStoreError.inUse(by: holder), in: directory)
  }

  private func refuseExposure() throws(InstanceError) {
    guard let exposure else { return }
    var error = InstanceError(.exposed, message: "")
    error.diagnostics.report(.exposed(exposure, as: .error, accounts: host.accounts))
    throw error
  }

  private func stateFiles(_ settings: DaemonSettings) throws(InstanceError) -> DirectoryFileSystem {
    let group = host.groupID(of: settings)
    do throws(FileSystemError) {
      do throws(FileSystemError) {
        return try DirectoryFileSystem(directory, group: group)
      } catch {
        guard error.reason == .missing else { throw error }
        try DirectoryFileSystem.create(directory, permissions: 0o755)
        return try DirectoryFileSystem(directory, group: group)
      }
    } catch {
      throw InstanceError(error, in: directory)
    }
  }
}
