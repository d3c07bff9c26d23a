import SchedulerInstance

/// A file of an installation.
struct InstalledFile {
  /// The absolute path, without the root.
  let path: String
  let content: Content

  enum Content {
    case text(String)
    /// A text that is a program.
    case script(String)
    /// Bytes.
    case bytes([UInt8])
    /// The running program.
    case program
  }

  init(_ path: String, text: String) {
    self.path = path
    content = .text(text)
  }

  init(_ path: String, script: String) {
    self.path = path
    content = .script(script)
  }

  init(_ path: String, bytes: [UInt8]) {
    self.path = path
    content = .bytes(bytes)
  }

  init(programAt path: String) {
    self.path = path
    content = .program
  }

  /// The permission bits.
  var permissions: UInt32 {
    switch content {
    case .program, .script: 0o755
    case .text, .bytes: 0o644
    }
  }

  /// Returns all files of a place, the program first.
  static func all(at place: InstallationPlace) -> [InstalledFile] {
    [InstalledFile(programAt: place.program)] + units(place) + pages(place) + completions(place) + links(place)
      + ShellExtension.files(in: place.data)
  }

  private static func units(_ place: InstallationPlace) -> [InstalledFile] {
    let agent = InstalledFile("\(place.userUnits)/\(AgentUnit.name)", text: AgentUnit.text(program: place.program))
    let machine = place.systemUnits.map { folder in
      [
        InstalledFile("\(folder)/\(RevertUnit.name)", text: RevertUnit.text(program: place.program)),
        InstalledFile("\(folder)/\(RevertBootUnit.name)", text: RevertBootUnit.text(program: place.program)),
        InstalledFile("\(folder)/\(RevertPathUnit.name)", text: RevertPathUnit.text),
        InstalledFile("\(folder)/\(RecoveryUnit.name)", text: RecoveryUnit.text),
        InstalledFile("\(folder)/\(ShieldPageUnit.name)", text: ShieldPageUnit.text(program: place.program)),
      ] + ShieldPageSocketUnit.allCases.map { InstalledFile("\(folder)/\($0.name)", text: $0.text) }
    }
    let folders: [(InstanceScope, String?)] = [(.system, place.systemUnits), (.user, place.userUnits)]
    return folders.flatMap { instance, folder -> [InstalledFile] in
      guard let folder else { return [] }
      return [
        InstalledFile("\(folder)/\(ServiceUnit.name)", text: ServiceUnit.text(of: instance, program: place.program)),
        InstalledFile("\(folder)/\(SocketUnit.name)", text: SocketUnit.text(of: instance)),
      ]
    } + (machine ?? []) + [agent]
  }

  private static func pages(_ place: InstallationPlace) -> [InstalledFile] {
    ManualPage.all.map { page in
      InstalledFile("\(place.data)/man/man\(page.section)/\(page.name).\(page.section)", text: page.roff)
    }
  }

  private static func completions(_ place: InstallationPlace) -> [InstalledFile] {
    CompletionShell.allCases.map { shell in
      let path =
        switch shell {
        case .bash: place.data + "/bash-completion/completions/schedctl"
        case .zsh: place.data + "/zsh/site-functions/_schedctl"
        case .fish: place.fish + "/schedctl.fish"
        }
      return InstalledFile(path, text: shell.script(for: CommandTable.commands))
    }
  }

  private static func links(_ place: InstallationPlace) -> [InstalledFile] {
    [InstalledFile("\(place.applications)/\(LinkHandler.name)", text: LinkHandler.text(program: place.program))]
  }
}
