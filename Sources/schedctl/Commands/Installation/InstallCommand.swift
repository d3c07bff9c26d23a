import SchedulerInstance

extension Subcommand {
  static let install = Subcommand(
    name: "install", arguments: "", argumentCount: 0...0, summary: "Install units, completions and manual pages",
    discussion: """
      Installs this program, systemd units for the machine and for users, completions for bash, zsh and fish, and manual
      pages: for all users below /usr/local, or below /usr if the program is there; with '--user' for you alone, in your home
      directory. For GNOME there is an extension, by which the agent learns which application has the focus; '--user' turns
      it on. If systemd is running and there is a configuration, it then enables and starts the daemon.

      '--root DIR' installs below DIR/usr and does not call systemd. '--print' prints each text after a line with its path.
      Files that are already installed stay. A file that 'schedctl' did not write, or that was changed since, is never
      overwritten: then nothing is written at all. 'schedctl uninstall' removes everything that was written.

      '--json' prints an object for each file, with path and change, or with path and text. Exits with 69 if systemd fails, 74
      if a file cannot be written, and 77 if a file is in the way, or without '--user' if you are not root. docs/systemd.md
      has more.
      """,
    options: [.root, .print],
    examples: [
      ("sudo ./schedctl install", "installs and starts it for everybody"),
      ("schedctl install --user", "for yourself"),
      ("schedctl install --root build/package", "for those who make packages"),
      ("schedctl install --print", "shows all units and other texts"),
    ], run: runInstall)
}

private func runInstall(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let place = try session.installationPlace(invocation)
  if invocation.has(.print) {
    session.output.write(InstalledFile.all(at: place), at: place, asJSON: invocation.has(.json))
    return .success
  }
  let installation = try session.installation(at: place)
  try installation.refuseConflicts()
  try installation.perform()
  let changes: [(change: String, path: String)] =
    installation.writes.map { ("written", $0.file.path) } + installation.leftovers.map { ("removed", $0) }
  session.tell(changes, at: place, asJSON: invocation.has(.json))
  session.tellDesktops(of: changes.map(\.path), at: place)
  if place.instance == .user { session.setShellExtension(isEnabled: true) }
  if changes.isEmpty { session.say("schedctl: everything is installed already") }
  if place.root.isEmpty { try session.startDaemon(place, isNew: !changes.isEmpty) }
  return .success
}

extension Installation {
  fileprivate func refuseConflicts() throws(CommandFailure) {
    guard let first = conflicts.first else { return }
    throw CommandFailure(
      code: .refused, message: "another program wrote or changed '\(first)'; nothing was installed",
      help: conflicts.dropFirst().map { "so was '\($0)'" } + [
        "move it away; changes of units belong in drop-ins: 'systemctl edit schedctl.service'"
      ])
  }
}

extension Console {
  fileprivate func installation(at place: InstallationPlace) throws(CommandFailure) -> Installation {
    // If the program runs from its destination and no installation recorded it, a package has installed it.
    let record = try InstallationRecord.read(at: place)
    let isThere = place.root.isEmpty && runningProgram == place.program && !record.holds(place.program)
    let files = InstalledFile.all(at: place).filter { !isThere || $0.path != place.program }
    return try Installation(files, at: place, program: places.program)
  }

  /// Makes systemd reload its units, and starts the daemon if there is a configuration for it.
  fileprivate mutating func startDaemon(_ place: InstallationPlace, isNew: Bool) throws(CommandFailure) {
    let units = [ServiceUnit.name, SocketUnit.name]
    let option = place.instance == .user ? " --user" : ""
    guard let systemd = systemControl(of: place.instance) else {
      say("schedctl: systemd does not run here; 'schedctl run\(option)' is the daemon")
      return
    }
    messages.flush()
    output.flush()
    try systemd.run(["daemon-reload"])
    if isNew { try systemd.run(["try-restart", ServiceUnit.name]) }
    // On a machine, each user enables the agent.
    try systemd.run(["enable", place.instance == .user ? AgentUnit.name : RevertBootUnit.name])
    if place.instance == .system { try systemd.run(["enable", "--now", RevertPathUnit.name]) }
    guard try hasConfiguration(place.instance) else {
      try systemd.run(["enable"] + units)
      say(
        "schedctl: there is no configuration yet: 'schedctl init' writes one, and 'systemctl\(option) start schedctl' "
          + "starts the daemon")
      return
    }
    try systemd.run(["enable", "--now"] + units)
    say("schedctl: the daemon runs; 'systemctl\(option) status schedctl' shows it")
  }

  /// Returns whether a daemon would find a configuration: files, or a configuration accepted before.
  private func hasConfiguration(_ scope: InstanceScope) throws(CommandFailure) -> Bool {
    let directory = try CommandFailure.mapping(host.configurationDirectories(.instance(scope))[0])
    if try CommandFailure.mapping(directory.isPresent()) { return true }
    return try CommandFailure.mapping(host.instance(of: scope)?.isKept()) ?? false
  }
}

extension TextOutput {
  /// Writes the texts that would be installed. In the text form each follows a line with its path.
  fileprivate mutating func write(_ files: [InstalledFile], at place: InstallationPlace, asJSON: Bool) {
    for (index, file) in files.enumerated() {
      let path = place.root + file.path
      var text: String?
      if case .text(let content) = file.content { text = content }
      if asJSON {
        jsonLine { json in
          json.member("path", value: path)
          json.member("text", orNull: text)
        }
      } else {
        write((index == 0 ? "" : "\n") + "# \(path)" + (text == nil ? ": this program" : "") + "\n" + (text ?? ""))
      }
    }
  }
}

extension Console {
  /// Turns the extension of GNOME Shell on or off, and says what became of it if that is news.
  mutating func setShellExtension(isEnabled: Bool) {
    switch (ShellExtension.set(isEnabled: isEnabled, in: environment), isEnabled) {
    case (.unchanged, _), (.changed, false): break
    case (.changed, true):
      say("schedctl: after the next login, GNOME Shell tells the agent which application has the focus")
    case (.failed, true):
      say(
        "schedctl: gsettings cannot turn on the extension of GNOME Shell; after the next login, "
          + "'gnome-extensions enable \(ShellExtension.focus.rawValue)' can")
    case (.failed, false):
      say(
        "schedctl: gsettings cannot turn off the extension of GNOME Shell; in your desktop session, "
          + "'gnome-extensions disable \(ShellExtension.focus.rawValue)' can")
    }
  }

  /// Reports the changes of files.
  mutating func tell(_ changes: [(change: String, path: String)], at place: InstallationPlace, asJSON: Bool) {
    for (change, path) in changes {
      if asJSON {
        output.jsonLine { json in
          json.member("path", value: place.root + path)
          json.member("change", value: change)
        }
      } else if verbosity > .quiet {
        output.write("\(change) \(place.root)\(path)\n")
      }
    }
  }
}
