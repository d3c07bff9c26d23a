import Scheduler
import SchedulerEnforcement
import SchedulerInstance

/// What a trial applies, for how long, and what it concerns on this machine.
struct TrialPlan: Sendable {
  /// The key of the profile.
  let profile: String
  /// The length in seconds.
  let seconds: Int64
  /// What the profile blocks.
  let layer: Layer
  /// The shield of the profile, which ends some seconds after the trial should.
  private(set) var shield: ShieldSet
  /// The settings of the adapters.
  let settings: EnforcementSettings
  /// The programs that the shield blocks on this machine; none if they are those of another one.
  let blocks: [ApplicationBlock]
  /// The blocked names, and how they are looked up.
  let names: NameCheck
  /// The blocked programs that run already.
  private(set) var running: [RunningBlocked]
  /// The path of the program of the user that takes part; nil for none.
  var program: String? { settings.uses(.program) ? settings.program.first : nil }
  /// Whether these are ended, or stopped if the settings say so.
  var closesRunning = false
  /// Whether they are ended.
  var endsRunning: Bool { closesRunning && !settings.freezes && !running.isEmpty }

  /// The time in which the programs that are ended may end, in seconds.
  var graceSeconds: Int64 { endsRunning ? settings.graceSeconds : 0 }

  /// The maximum time for applying, in seconds.
  static let patienceSeconds: Int64 = 10

  /// Makes the shield begin at a moment, with the programs that run then: a question may have waited long for its answer.
  mutating func begin(at now: Moment) throws(CommandFailure) {
    running = try Self.running(of: blocks)
    shield = Self.shield(of: layer, seconds: seconds + graceSeconds + Self.patienceSeconds, from: now)
  }

  /// Returns the blocked programs that run.
  static func running(of blocks: [ApplicationBlock]) throws(CommandFailure) -> [RunningBlocked] {
    try CommandFailure.mapping(Sweeper.running(of: blocks)) { (error: SystemError) in
      .init(code: .inputOutput, message: "the running programs cannot be examined: \(error)")
    }
  }

  /// The lengths in seconds that a trial may have: long enough to see it, and too short to be forgotten.
  static let lengths: ClosedRange<Int64> = 1...600
  /// The length in seconds unless another one is given.
  static let usualSeconds: Int64 = 30

  /// Returns the shield that a session with a layer applies from now on.
  static func shield(of layer: Layer, seconds: Int64, from now: Moment) -> ShieldSet {
    let end = now.wall.adding(seconds: seconds)
    let session = SessionID(UUIDValue(version5Of: "try:\(now.wall.epochSeconds)", in: layer.profile.id.uuid))
    let applied = AppliedLayer(layer: layer, session: session, origins: [.manual], until: end)
    var shield = ShieldSet(
      writtenAt: now.wall, bootID: now.bootID, validUntil: end,
      validUntilBoot: now.boot / 1_000_000_000 + seconds + 1, layers: [applied])
    shield.generation = 1
    return shield
  }

  /// The shield that nothing applies, for the end.
  var nothing: ShieldSet {
    var none = ShieldSet(writtenAt: shield.writtenAt, bootID: shield.bootID)
    none.generation = 2
    return none
  }
}

extension Console {
  /// Determines what a trial does, and refuses one that makes no sense. Changes nothing.
  ///
  /// Throws with code 64 for a wrong length or an unknown profile, and with 78 if there is no configuration, if others
  /// than root can change it, or if the profile blocks nothing.
  mutating func trialPlan(_ invocation: Invocation, of instance: Instance) throws(CommandFailure) -> TrialPlan {
    let seconds = try trialSeconds(invocation)
    try CommandFailure.mapping(instance.refuseMissingConfiguration())
    let reading = try readConfiguration(ConfigurationChoice(invocation, environment: environment), trust: .act)
    guard let loaded = LoadedConfiguration(reading) else {
      throw CommandFailure(
        code: .configuration, message: "", diagnostics: reading.diagnostics.inSourceOrder, sources: reading.sources)
    }
    let key = invocation.arguments[0]
    let configuration = loaded.configuration
    try IntervalQuery.check(keys: [key], configuration)
    guard let profile = ProfileKey(key).flatMap(configuration.profile), !configuration.layer(of: profile).blocksNothing
    else {
      throw CommandFailure(
        code: .configuration, message: "profile '\(key)' blocks nothing, so there is nothing to try",
        help: ["'block.apps' and 'block.domains' say what it blocks; 'schedctl apps' lists the installed applications"])
    }
    let layer = configuration.layer(of: profile)
    let shield = TrialPlan.shield(of: layer, seconds: seconds, from: try moment())
    let resolver = SharedApplicationResolver(.ofThisMachine(environment))
    let blocks = host.places.isElsewhere ? [] : resolver.blocks(of: shield)
    var covering = CoveringLayers(accounts: host.accountsOfLayers)
    return TrialPlan(
      profile: key, seconds: seconds, layer: layer, shield: shield, settings: configuration.enforcement, blocks: blocks,
      names: NameCheck(of: covering.select(from: shield).shield, machine: .ofThisMachine, path: host.places.hosts),
      running: try TrialPlan.running(of: blocks))
  }

  private func trialSeconds(_ invocation: Invocation) throws(CommandFailure) -> Int64 {
    guard let text = try invocation.value(of: .trialLength) else { return TrialPlan.usualSeconds }
    let seconds = try CommandFailure.mapping(LengthExpression.seconds(text)) { (problem: TimeExpression.Problem) in
      .usage("'--for': \(problem.message)")
    }
    guard TrialPlan.lengths.contains(seconds) else {
      var failure = CommandFailure.usage("'--for' is 1 second to 10 minutes, found '\(text)'")
      if seconds > 0 { failure.help = ["'schedctl start' is for longer"] }
      throw failure
    }
    return seconds
  }

  /// Throws with code 69 if a daemon runs that may apply shields to the same machine, if another trial runs, or if
  /// something is left of an earlier shield: the end of the trial would undo it. What a killed trial left is reverted.
  mutating func refuseCompetition(
    _ invocation: Invocation, plan: TrialPlan, of instance: Instance
  ) throws(CommandFailure) {
    if let process = TrialRecord(in: instance.directory).holder {
      throw CommandFailure(
        code: .unavailable, message: "'schedctl try' already runs as process \(process)", help: ["wait until it ends"])
    }
    let system = host.isRoot ? host.instance(of: .system) : nil
    for other in [instance, system].compactMap(\.self) {
      let process = other.keeper
      let isAnswered = try isAnswered(invocation, by: other)
      guard process != nil || isAnswered else { continue }
      let name = process.map { " as process \($0)" } ?? ""
      throw CommandFailure(
        code: .unavailable, message: "a daemon runs\(name), and a trial beside it could undo what it applies",
        help: ["'schedctl start \(plan.profile) --for \(plan.seconds)s' makes the daemon apply the profile"])
    }
    if let process = hostsWriter {
      throw CommandFailure(
        code: .unavailable,
        message: "process \(process), a daemon or another 'schedctl try', already writes '\(host.places.hosts)'",
        help: ["wait until it ends, or stop it"])
    }
    revertAbandonedTrial(in: instance.directory)
    for artefact in host.artefacts(in: instance.directory) where isLeft(artefact) {
      throw CommandFailure(
        code: .unavailable, message: "'\(artefact.path)' still has what an earlier shield left",
        help: ["'\(undoCommand(of: instance))' removes it"])
    }
  }

  /// The process that has the right to write the hosts file; nil if none has, or if this user may not see it and
  /// therefore cannot write the file either.
  private var hostsWriter: Int32? {
    do throws(SystemError) {
      if case .process(let process) = try LockHolder(ofLock: host.places.lock(of: .hosts)) { return process ?? 0 }
      return nil
    } catch {
      return nil
    }
  }

  /// Whether an artefact is there. One that cannot be read is none here: its adapter says why it cannot work.
  private func isLeft(_ artefact: any FileArtefact) -> Bool {
    do throws(AdapterError) { return try artefact.isPresent() } catch { return false }
  }

  private func isAnswered(_ invocation: Invocation, by instance: Instance) throws(CommandFailure) -> Bool {
    guard let path = try socketPath(invocation, of: instance) else { return false }
    do throws(SystemError) {
      _ = try LocalConnection(to: path)
      return true
    } catch {
      return false
    }
  }

  /// The command that undoes what a killed trial leaves.
  func undoCommand(of instance: Instance) -> String {
    var words = ["schedctl", "revert", "--all"]
    if instance.directory != host.places.systemState { words += ["--state", instance.directory.quotedForShell] }
    if host.places.isElsewhere, let root = environment["SCHEDCTL_ROOT"] {
      words.insert("SCHEDCTL_ROOT=\(root.quotedForShell)", at: 0)
    } else if host.isRoot {
      words.insert("sudo", at: 0)
    }
    return words.joined(separator: " ")
  }
}
