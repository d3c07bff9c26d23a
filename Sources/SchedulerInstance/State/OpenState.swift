/// A state directory that this process holds exclusively.
///
/// `Instance.open` returns it. `evaluate` does everything due; before that, nothing is done.
public struct OpenState: ~Copyable {
  /// The engine with the rules and their current results.
  public fileprivate(set) var engine: DurableEngine
  /// The present of the last evaluation. Before the first evaluation, the present after the lock was taken.
  public private(set) var now: Moment
  /// The instance of the state.
  public let instance: Instance
  /// The configuration and its source.
  public private(set) var update: ConfigurationUpdate
  /// Notices for the user about the state.
  public let notices: [InstanceNotice]
  /// The results of the evaluations since the state was opened or since the last call of `advance`.
  public private(set) var evaluations: [Evaluation] = []
  fileprivate var files: DirectoryFileSystem

  /// Does everything due, applies changes of the configuration files, and writes what was accepted.
  ///
  /// - Throws: `inputOutput` if the changes cannot be made durable, and `inUse` if another process has taken the
  ///   directory.
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

  /// Reads the clocks and the files again, and does everything due. A daemon does this whenever it wakes up.
  ///
  /// A program that keeps a state open calls this at `engine.nextDeadline` and when a file in `update.watched` changes.
  /// It may be called at any time; if nothing is due, it writes nothing.
  ///
  /// - Throws: the errors of `evaluate`, and `inputOutput` if the clocks cannot be read. Errors in the files are in
  ///   `update.fault`.
  /// - Complexity: linear in the size of the configuration.
  public mutating func advance() throws(InstanceError) {
    now = try instance.host.moment()
    evaluations = []
    update = instance.configurationUpdate(
      besides: engine.storedConfiguration, known: engine.engine.configurationVersions, at: now.wall)
    try evaluate()
  }

  /// Gives the files the group and the permission bits of the configuration in force.
  ///
  /// - Returns: the errors of files that could not be changed.
  public mutating func protect() -> [InstanceError] {
    let settings = engine.engine.configuration.daemon
    files.group = instance.host.groupID(of: settings)
    return engine.protect(StatePermissions(settings), in: &files).map { InstanceError($0, in: instance.directory) }
  }

  /// Carries out a command and returns its outcome.
  ///
  /// - Throws: `inputOutput` if the outcome could not be made durable. Either the command had no effect, or `help`
  ///   states that this is unknown.
  public mutating func carryOut(_ command: Command, by requester: Requester) throws(InstanceError) -> CommandOutcome? {
    try handle(.command(command, by: requester)).reply
  }

  /// Records whether the user consents to the shield. Throws the errors of `carryOut`.
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

  /// The failures to write, both immediate and in later evaluations, and their meaning.
  public var failures: StateFailures {
    StateFailures(
      errors: (evaluations.last?.failures ?? []).map { InstanceError($0, in: instance.directory) },
      isShieldBehind: evaluations.last?.isShieldBehind ?? false, isDurable: evaluations.last?.isDurable ?? true)
  }

  /// Returns the directory. From then on the caller holds the lock.
  package consuming func takeFiles() -> DirectoryFileSystem { files }

  /// Ends the use of the restriction store and releases the lock. The end of the value's life releases only the lock.
  public consuming func close() { engine.close(in: &files) }
}

extension StateStoreError {
  /// A clause about whether the command was carried out.
  fileprivate var meaning: String {
    switch self {
    case .outcomeUnknown: "it is not known whether the command was carried out"
    case .inUse, .newerVersion, .file, .journalUnusable, .tooLarge, .shield: "the command was not carried out"
    }
  }
}

/// The parts of a state that could not be written.
public struct StateFailures: Sendable {
  /// The errors; empty if everything was written.
  public let errors: [InstanceError]
  /// Whether `shield.json` could not be written.
  public let isShieldBehind: Bool
  /// Whether the changes are in the journal.
  public let isDurable: Bool

  /// A sentence about the consequences of the errors, or nil if everything was done.
  public var meaning: String? {
    if !isDurable { return "nothing of what is due is done until 'schedctl run --once' can write it" }
    return isShieldBehind
      ? "what was done is kept; until 'schedctl run --once' can write 'shield.json', the file keeps its earlier content"
      : nil
  }
}

extension Instance {
  /// The number of attempts and the time between them while another process holds the lock: 2 seconds in total.
  private static let lockTimeout = (attempts: 40, milliseconds: Int32(50))

  /// Opens the state directory and takes its lock. Creates the directory if it is missing. Evaluates nothing yet.
  ///
  /// Waits up to 2 seconds for another process.
  ///
  /// - Throws: `inUse` if another process holds the directory; `newerVersion`, `inputOutput` and `forbidden` if it
  ///   cannot be used; `exposed` for root if others can change it; and the errors of `configurationUpdate`.
  public func open() throws(InstanceError) -> OpenState {
    try refuseExposure()
    var holder: Int32?
    for attempt in 0...Self.lockTimeout.attempts {
      if attempt > 0 { host.clocks.wait(Self.lockTimeout.milliseconds) }
      let stored = try readState()?.configuration ?? .none
      let update = try configurationUpdate(stored: stored, trust: .act, at: host.clocks.wall())
      let settings = update.current.daemon
      var files = try stateFiles(settings)
      // If the directory was missing before, another user may have created it first.
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
      let now = try host.moment()
      let engine = DurableEngine(
        update.previous, router: router, authorization: firstAuthorization,
        applyingTo: restrictionStore, from: state, known: knownProgress(inBoot: now.bootID),
        published: publishedSessions, isPublishedActive: isPublishedActive, in: &files)
      let lost = notices(of: engine.losses, problems: engine.problems, engine: engine.engine, at: now)
      return OpenState(
        engine: engine, now: now, instance: self, update: update, notices: notices(of: update, stored: stored) + lost,
        files: files)
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
      if let files = try FileSystemError.unlessMissing(DirectoryFileSystem(directory, group: group)) { return files }
      try DirectoryFileSystem.create(directory, permissions: 0o755)
      return try DirectoryFileSystem(directory, group: group)
    } catch {
      throw InstanceError(error, in: directory)
    }
  }
}
