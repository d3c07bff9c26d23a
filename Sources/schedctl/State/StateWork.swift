import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

/// A state directory that this process has to itself, evaluated up to now.
struct StateWork: ~Copyable {
  /// The rules and what they have come to.
  private(set) var engine: DurableEngine
  /// The present, read when nobody else had the directory.
  let now: Moment
  /// Where things are.
  let place: StatePlace
  /// The configuration and where it comes from.
  let inForce: ConfigurationInForce
  /// What came of all that was done.
  private(set) var evaluations: [Evaluation] = []
  /// The directory.
  private(set) var files: DirectoryFileSystem

  init(
    _ engine: DurableEngine, _ files: consuming DirectoryFileSystem, _ place: StatePlace,
    _ inForce: ConfigurationInForce, _ now: Moment
  ) {
    self.engine = engine
    self.files = files
    self.place = place
    self.inForce = inForce
    self.now = now
  }

  /// Does what is due, lets the engine follow the files of the configuration, and has what was accepted written down.
  mutating func evaluate(isSynchronised: Bool) throws(CommandFailure) {
    let inputs = engine.engine.inputs(toReach: now, inForce, isSynchronised: isSynchronised)
    do throws(StateStoreError) {
      for (index, input) in inputs.enumerated() {
        let record = index == inputs.count - 1 ? inForce.record : nil
        evaluations.append(try engine.handle(input, accepting: record, at: now, in: &files))
      }
    } catch {
      throw CommandFailure(error, in: place.directory)
    }
  }

  /// Lets the files have the permissions that the configuration in force wants, which may be newer than they are.
  ///
  /// - Parameter group: the number of the group that it names; nil for none.
  /// - Returns: what could not be changed.
  mutating func protect(group: UInt32?) -> [StateStoreError] {
    files.group = group
    return engine.protect(StatePermissions(engine.engine.configuration.daemon), in: &files)
  }

  /// Carries out a command.
  ///
  /// Throws when its outcome could not be made durable: then nothing of it is there, or it says that nobody knows.
  mutating func carryOut(
    _ command: Command, by requester: Requester
  ) throws(CommandFailure) -> CommandOutcome? {
    do throws(StateStoreError) {
      let evaluation = try engine.handle(.command(command, by: requester), at: now, in: &files)
      evaluations.append(evaluation)
      return evaluation.reply
    } catch {
      var failure = CommandFailure(error, in: place.directory)
      failure.help.append(error.meaning)
      throw failure
    }
  }

  /// Records what somebody says to the shield.
  ///
  /// Throws when that could not be made durable: then nothing of it is there, or it says that nobody knows.
  mutating func authorize(_ status: AuthorizationStatus) throws(CommandFailure) {
    do throws(StateStoreError) {
      evaluations.append(try engine.handle(.authorization(status), at: now, in: &files))
    } catch {
      var failure = CommandFailure(error, in: place.directory)
      failure.help.append(error.meaning)
      throw failure
    }
  }

  /// What could not be written, neither at once nor by a later evaluation, and what that means.
  var failures: StateFailures {
    StateFailures(
      errors: evaluations.last?.failures ?? [], isShieldBehind: evaluations.last?.isShieldBehind ?? false,
      isDurable: evaluations.last?.isDurable ?? true)
  }

  /// Gives the directory back.
  consuming func close() { engine.close(in: &files) }
}

extension StateStoreError {
  /// What it means for a command.
  fileprivate var meaning: String {
    switch self {
    case .outcomeUnknown: "it is not known whether the command was carried out"
    case .inUse, .newerVersion, .file, .journalUnusable, .tooLarge, .shield: "the command was not carried out"
    }
  }
}

/// What of the state could not be written.
struct StateFailures {
  let errors: [StateStoreError]
  /// Whether `shield.json` is among it.
  let isShieldBehind: Bool
  /// Whether what was done is in the journal.
  let isDurable: Bool

  /// What it means for what was to be done; nil when all of it is there.
  var meaning: String? {
    if !isDurable { return "nothing of what is due is done until 'schedctl run --once' can write it" }
    return isShieldBehind
      ? "what was done is kept; the shield on disk is the one before until 'schedctl run --once' can write it" : nil
  }
}

extension Engine {
  /// What reaches an engine that was evaluated at some time in the past, so that it is up to now.
  func inputs(toReach now: Moment, _ inForce: ConfigurationInForce, isSynchronised: Bool) -> [Input] {
    let isStepped = present.map { now.showsClockStep(since: $0.moment) } ?? false
    // What was accepted is recorded with the last of them.
    let inputs =
      (isStepped ? [.clockStep(isSynchronised: isSynchronised)] : [])
      + (isToBeAuthorized(by: inForce) ? [.authorization(.approved)] : []) + [inForce.input].compactMap { $0 }
    return inputs.isEmpty ? [.time] : inputs
  }
}
