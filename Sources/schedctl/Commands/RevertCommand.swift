import SchedulerEnforcement
import SchedulerInstance

extension Subcommand {
  static let revert = Subcommand(
    name: "revert", arguments: "", argumentCount: 0...0, summary: "Remove what a shield left in files of the machine",
    discussion: """
      Removes what adapters wrote to files of the machine, such as the block in /etc/hosts, and leaves the rest of these files
      as it is, byte for byte. Their table of the firewall is removed as well, which only root can see. Programs that were
      stopped continue. It needs no daemon and no configuration. What the daemon blocks without files and without the firewall
      ends with the daemon.

      '--expired', the default, removes it if the shield in 'shield.json' of the state directory has expired, and after a
      killed 'schedctl try' if its time is over. '--all' removes it in any case, also without a 'shield.json'. A running
      daemon applies its shield again. While a strict session runs, only root can use '--all', and the output says so.

      '--timer' is for 'schedctl-revert.service', which 'schedctl install' installs: it leaves the files to a running daemon,
      and replaces the timer of systemd that starts this service when the shield expires.

      Prints each file that was reverted. Each line of '--json' has adapter, path and change: 'reverted', or 'left' for a
      file that still contains something. The file 'frozen-programs' of the state directory names the stopped programs. Exits
      with 0 if nothing that should go is left, 65 if there is no 'shield.json' that can be read, 69 if '--timer' finds no
      systemd, 74 if a file cannot be read or written or a program cannot continue, and 77 if you are not root.
      """,
    options: [.expired, .all, .timer],
    examples: [
      ("sudo schedctl revert", "removes what an expired shield left"),
      ("sudo schedctl revert --all", "removes everything, for example after a crash"),
    ], run: runRevert)
}

private func runRevert(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  if invocation.has(.all), invocation.has(.expired) { throw .usage("'--all' cannot be combined with '--expired'") }
  let instance = try session.instanceToRevert(invocation)
  guard invocation.has(.timer) else {
    return try session.revert(isAll: invocation.has(.all), of: instance, asJSON: invocation.has(.json))
  }
  if invocation.has(.all) { throw .usage("'--all' cannot be combined with '--timer'") }
  return try session.revertAndSetTimer(of: instance, asJSON: invocation.has(.json))
}

extension Console {
  /// Reverts what has expired, and replaces the timer. Without systemd it still reverts, and exits with 69.
  fileprivate mutating func revertAndSetTimer(
    of instance: Instance, asJSON: Bool
  ) throws(CommandFailure) -> ExitCode {
    while true {
      // What changes from here on has it run again.
      let note = forgetShieldNote()
      let isKept = if case .process? = instance.holder { true } else { false }
      // The daemon removes it by itself, unless it ends at this moment: then the timer has it looked at once more.
      let code = isKept ? .success : try revert(isAll: false, of: instance, asJSON: asJSON)
      let shield = StoredShield.deciding(of: instance).set
      let isUnfinished = isKept ? shield?.layers.isEmpty == false : code != .success
      output.flush()
      messages.flush()
      guard let timer = expiryTimer else {
        let failure = CommandFailure(
          code: .unavailable, message: "systemd, whose timer '--timer' sets, does not run here")
        report(failure)
        return code == .success ? failure.code : code
      }
      try timer.set(ExpiryTimer.Due(for: shield, isUnfinished: isUnfinished, at: moment()))
      // systemd does not start a service for a change of a file while the service runs.
      if StoredShield.deciding(of: instance).set == shield { return code == .success ? note : code }
    }
  }

  /// Removes the file that says that the shield has changed.
  private mutating func forgetShieldNote() -> ExitCode {
    do throws(FileSystemError) {
      try FileWriter().remove(host.places.shieldNote)
      return .success
    } catch {
      let failure = CommandFailure(error)
      report(failure)
      return failure.code
    }
  }

  fileprivate mutating func revert(
    isAll: Bool, of instance: Instance, asJSON: Bool
  ) throws(CommandFailure) -> ExitCode {
    let artefacts = host.artefacts(in: instance.directory)
    var run = Reversion(asJSON: asJSON)
    if isAll, host.isRoot { for artefact in artefacts { refresh(artefact, in: &run) } }
    for artefact in artefacts where isPresent(artefact, in: &run) { run.present.append(artefact) }
    let trial = TrialRecord(in: instance.directory)
    if host.hidesFirewall { say("schedctl: the firewall was not looked at, which takes the rights of root") }
    guard let first = run.present.first else {
      if run.code == .success {
        say("schedctl: nothing to revert: no file of the machine contains a block, and no program is stopped")
      }
      // A killed trial of programs alone leaves nothing but its record.
      if trial.isPresent, try StoredShield.deciding(of: instance).isOver(at: moment(), orIf: isAll) {
        remove(trial, in: &run)
      }
      return run.code
    }
    if isAll {
      try checkStrict(StoredShield(of: instance))
    } else if try isInForce(.deciding(of: instance), leaving: first.path) {
      for artefact in run.present { tell("left", of: artefact, asJSON: run.asJSON) }
      return run.code
    }
    run.isAppliedAgain = instance.keeper != nil || trial.holder != nil
    for artefact in run.present { remove(artefact, in: &run) }
    tellAppliers(of: instance, trial: trial)
    remove(trial, in: &run)
    return run.code
  }
}

/// What one run of the command found and did.
private struct Reversion {
  let asJSON: Bool
  /// The artefacts that were found.
  var present: [any FileArtefact] = []
  /// Whether a daemon or a trial runs, which may apply its shield again at once.
  var isAppliedAgain = false
  /// The exit code so far.
  var code = ExitCode.success

  init(asJSON: Bool) { self.asJSON = asJSON }
}

/// The `shield.json` of a state directory.
private enum StoredShield {
  /// Maximum size in bytes. A layer with 100,000 domains has about 2 MiB.
  private static let sizeLimit = 256 << 20

  case found(ShieldSet)
  /// There is none that can be used, for this reason and with this exit code.
  case unusable(String, ExitCode)

  /// The shield; nil if there is none that can be used.
  var set: ShieldSet? { if case .found(let set) = self { set } else { nil } }

  /// Whether there is one that can be used, and its time is over; with `isAll` in any case.
  func isOver(at now: Moment, orIf isAll: Bool) -> Bool { isAll || set.map { !$0.isInForce(at: now) } ?? false }

  init(of instance: Instance) { self.init(at: instance.directory + "/shield.json") }

  /// The shield that decides whether what is left has expired. After a killed trial it is the trial's: a trial begins only
  /// where nothing is left, and a daemon reverts it before it applies anything.
  static func deciding(of instance: Instance) -> StoredShield {
    let trial = TrialRecord(in: instance.directory)
    return trial.isPresent ? StoredShield(at: trial.path) : StoredShield(of: instance)
  }

  private init(at path: String) {
    do throws(FileSystemError) {
      let bytes = try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit)
      do throws(ShieldSetError) {
        self = .found(try ShieldSet(parsing: bytes))
      } catch {
        self = .unusable("'\(path)' cannot be read: \(error)", .data)
      }
    } catch {
      self = .unusable("\(error)", error.reason == .missing ? .data : .inputOutput)
    }
  }
}

extension Console {
  /// Returns the instance whose shield decides: that of the machine, unless options name another. Reads nothing.
  fileprivate func instanceToRevert(_ invocation: Invocation) throws(CommandFailure) -> Instance {
    let directory = try invocation.value(of: .state)
    if directory?.isEmpty == true { throw .usage("'--state' needs the path of a directory") }
    if invocation.has(.system), invocation.has(.user) { throw .usage("'--system' cannot be combined with '--user'") }
    let scope = invocation.has(.user) ? InstanceScope.user : .system
    return try CommandFailure.mapping(host.instance(.instance(scope), directory: directory))
  }

  /// Whether a shield is in force, and its artefacts stay. Says until when.
  ///
  /// - Throws: the exit code of a shield that cannot be used.
  fileprivate mutating func isInForce(
    _ shield: StoredShield, leaving path: String
  ) throws(CommandFailure) -> Bool {
    switch shield {
    case .unusable(let reason, let code):
      throw CommandFailure(
        code: code, message: "'\(path)' stays: \(reason)", help: ["'schedctl revert --all' removes it in any case"])
    case .found(let set):
      guard !set.layers.isEmpty, set.isInForce(at: try moment()) else { return false }
      let end = set.validUntil.map { "until \($0)" } ?? "without an end"
      say("schedctl: nothing was reverted: the shield is in force \(end)")
      return true
    }
  }

  /// Says that a strict session runs. Only root may revert its shield.
  ///
  /// - Throws: code 77 for other users.
  fileprivate mutating func checkStrict(_ shield: StoredShield) throws(CommandFailure) {
    guard case .found(let set) = shield, set.isStrict, !set.layers.isEmpty, set.isInForce(at: try moment()) else {
      return
    }
    let end = set.validUntil.map { " until \($0)" } ?? ""
    guard host.isRoot else {
      throw CommandFailure(code: .refused, message: "a strict session runs\(end): only root can revert its shield")
    }
    say("schedctl: a strict session runs\(end), and root reverts its shield")
  }

  /// Makes programs read a file again that may have lost what they keep of it.
  fileprivate mutating func refresh(_ artefact: any FileArtefact, in run: inout Reversion) {
    do throws(AdapterError) { try artefact.refresh() } catch {
      report(error, about: artefact, in: &run)
    }
  }

  /// Says who applies again what was reverted.
  fileprivate mutating func tellAppliers(of instance: Instance, trial: TrialRecord) {
    if let keeper = instance.keeper {
      say("schedctl: a daemon runs as process \(keeper), and applies its shield again")
    }
    if let process = trial.holder {
      say("schedctl: 'schedctl try' runs as process \(process), and applies its shield again until it ends")
    }
  }

  /// Removes the record of a killed trial after everything was reverted.
  fileprivate mutating func remove(_ trial: TrialRecord, in run: inout Reversion) {
    guard run.code == .success else { return }
    do throws(FileSystemError) {
      try trial.removeIfAbandoned()
    } catch {
      let failure = CommandFailure(error)
      run.code = failure.code
      report(failure)
    }
  }

  fileprivate mutating func isPresent(_ artefact: any FileArtefact, in run: inout Reversion) -> Bool {
    do throws(AdapterError) {
      return try artefact.isPresent()
    } catch {
      report(error, about: artefact, in: &run)
      return false
    }
  }

  fileprivate mutating func remove(_ artefact: any FileArtefact, in run: inout Reversion) {
    do throws(AdapterError) {
      try artefact.remove()
      let isPresent = try artefact.isPresent()
      let isLeft = isPresent && !run.isAppliedAgain
      tell(isLeft ? "left" : "reverted", of: artefact, asJSON: run.asJSON)
      if isLeft, artefact.adapter == .hosts {
        say("schedctl: '\(artefact.path)' is mounted, and keeps comments, which block nothing, before lines of others")
      }
    } catch {
      tell("left", of: artefact, asJSON: run.asJSON)
      report(error, about: artefact, in: &run)
    }
  }

  private mutating func report(_ error: AdapterError, about artefact: any FileArtefact, in run: inout Reversion) {
    run.code = host.isRoot ? .inputOutput : .refused
    let help = host.isRoot ? error.remedy : "'sudo schedctl revert' has the rights that it needs"
    report(CommandFailure(code: run.code, message: error.reason, help: help.isEmpty ? [] : [help]))
  }

  fileprivate mutating func tell(_ change: String, of artefact: any FileArtefact, asJSON: Bool) {
    guard asJSON else {
      if verbosity > .quiet { output.write("\(change) \(artefact.path)\n") }
      return
    }
    output.jsonLine { json in
      json.member("adapter", value: artefact.adapter.rawValue)
      json.member("path", value: artefact.path)
      json.member("change", value: change)
    }
  }
}
