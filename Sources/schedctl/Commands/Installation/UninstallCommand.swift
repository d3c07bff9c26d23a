import SchedulerEnforcement
import SchedulerInstance

extension Subcommand {
  static let uninstall = Subcommand(
    name: "uninstall", arguments: "", argumentCount: 0...0, summary: "Remove what 'install' wrote",
    discussion: """
      Stops the daemon, and removes the files that 'schedctl install' wrote and the directories that it created, and those of
      'schedctl browser-extension install'. Files that were changed since, the configuration and the state stay, and the
      output lists them. What a shield left on the machine, such as in /etc/hosts, is removed as by 'schedctl revert --all'.

      While a strict session runs, or a limit of a strict profile is used up, the command is refused (77). The session ends
      by itself, by a key, or by 'schedctl emergency'. It is also refused (69) while a daemon runs that systemd has not
      started.

      '--json' prints an object for each file, with path and change.
      """,
    options: [.root],
    examples: [
      ("sudo schedctl uninstall", "removes what everybody has"),
      ("schedctl uninstall --user", "removes what you have yourself"),
    ], run: runUninstall)
}

private func runUninstall(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let place = try session.installationPlace(invocation)
  let removal = try Removal(at: place)
  guard !removal.record.isEmpty else {
    session.say("schedctl: 'schedctl install' wrote nothing here: there is no '\(place.root)\(place.record)'")
    return .success
  }
  if place.root.isEmpty {
    try session.refuseWhileStrict(place.instance)
    let isDisabled = try session.stopDaemon(place)
    try session.refuseBesideDaemon(place.instance, isDisabled: isDisabled)
    if place.instance == .system { session.revertArtefacts() }
  }
  if place.instance == .user { session.setShellExtension(isEnabled: false) }
  // The program is removed last.
  let removals = (place.instance == .system ? [try Removal(at: place.ofExtension)] : []) + [removal]
  for removal in removals { try removal.perform() }
  let (files, changed) = (removals.flatMap(\.files), removals.flatMap(\.changed))
  let asJSON = invocation.has(.json)
  session.tell(
    files.map { ("removed", $0) } + changed.map { ("left", $0) }, at: place, asJSON: asJSON)
  session.tellDesktops(of: files, at: place)
  for path in changed { session.say("schedctl: '\(place.root)\(path)' was changed since, and stays") }
  if place.instance == .system, try place.keepFirefoxExtension(false) {
    session.tell([("restored", FirefoxExtension.file().path)], at: place, asJSON: asJSON)
  }
  if place.root.isEmpty { try session.tellOfRest(place) }
  return .success
}

extension Console {
  /// Throws with code 77 while a strict session runs, or a limit of a strict profile is used up, because without a daemon
  /// the shield would end early.
  fileprivate mutating func refuseWhileStrict(_ scope: InstanceScope) throws(CommandFailure) {
    guard let instance = self.instance(of: scope), try CommandFailure.mapping(instance.isKept()) else { return }
    let view = try self.view(instance)
    for strict in view.sessions where strict.rules.lock == .strict {
      var engine = view.engine
      let outcome = engine.handle(.command(.stop(.session(strict.id))), at: view.now).reply
      guard case .refused(let refusal)? = outcome else { continue }
      var failure = CommandFailure(refusal, in: engine.configuration, now: view.now)
      failure.help.append("nothing was removed; 'schedctl emergency' ends it before its time")
      throw failure
    }
    guard let lock = view.engine.lockingLimits.first else { return }
    let end = lock.end.map { " until \(view.words($0, in: view.engine.configuration.zone.rules))" } ?? ""
    throw CommandFailure(
      code: .refused,
      message: "a limit of the strict profile '\(lock.profile)' was used up, and locks it\(end): \(lock.limit)",
      help: ["nothing was removed; 'schedctl emergency' lifts it before its time"])
  }

  /// Makes systemd stop and disable the units. Returns false if there are none, or no systemd.
  fileprivate mutating func stopDaemon(_ place: InstallationPlace) throws(CommandFailure) -> Bool {
    let folder = place.systemUnits ?? place.userUnits
    let pages = ShieldPageSocketUnit.allCases.map(\.name) + [ShieldPageUnit.name]
    let names =
      pages + [
        RevertPathUnit.name, ServiceUnit.name, SocketUnit.name, RecoveryUnit.name, RevertUnit.name, RevertBootUnit.name,
        AgentUnit.name,
      ]
    let units = names.filter { FileWriter().isTaken("\(folder)/\($0)") }
    guard !units.isEmpty, let systemd = systemControl(of: place.instance) else { return false }
    messages.flush()
    try systemd.run(["disable", "--now"] + units)
    if let timer = expiryTimer, place.instance == .system { try timer.set(.never) }
    return true
  }

  /// Throws with code 69 if a daemon runs that systemd has not started. Without the files nothing could stop it and
  /// revert its shield.
  fileprivate func refuseBesideDaemon(_ scope: InstanceScope, isDisabled: Bool) throws(CommandFailure) {
    guard let instance = host.instance(of: scope) else { return }
    // A command keeps the state for some milliseconds.
    for _ in 0..<20 {
      guard instance.holder?.isProcess == true else { return }
      Pause.wait(milliseconds: 50)
    }
    let number = instance.keeper.map { "\($0)" }
    throw CommandFailure(
      code: .unavailable,
      message: "a daemon that systemd has not started runs" + (number.map { " as process \($0)" } ?? ""),
      help: [
        (number.map { "'kill \($0)' stops it" } ?? "stop it") + ", and then run 'schedctl uninstall' again",
        isDisabled ? "the units are disabled, and no file was removed" : "no file was removed",
      ])
  }

  /// Removes what a shield left in files of the machine, because no daemon does so any more. Says what stays.
  fileprivate mutating func revertArtefacts() {
    guard let state = host.instance(of: .system)?.directory else { return }
    for artefact in host.artefacts(in: state) {
      do throws(AdapterError) {
        if try artefact.isPresent() {
          try artefact.remove()
          say("schedctl: what a shield left in '\(artefact.path)' is removed")
        }
        try artefact.refresh()
      } catch {
        let help = [error.remedy].filter { !$0.isEmpty } + ["'schedctl revert --all' tries it again"]
        report(CommandFailure(code: .inputOutput, message: error.reason, help: help))
      }
    }
  }

  /// Makes systemd forget the units, and reports the remaining files.
  fileprivate mutating func tellOfRest(_ place: InstallationPlace) throws(CommandFailure) {
    messages.flush()
    output.flush()
    try systemControl(of: place.instance)?.run(["daemon-reload"])
    guard let state = host.instance(of: place.instance) else { return }
    let configuration = try CommandFailure.mapping(host.configurationDirectories(state.configuration)[0].path)
    say("schedctl: the configuration in '\(configuration)' and the state in '\(state.directory)' stay")
  }
}
