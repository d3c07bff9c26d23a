import SchedulerInstance

/// The destinations of the files of the program: absolute paths below a root.
struct InstallationPlace {
  /// Whether the installation is for the machine or for one user.
  let instance: InstanceScope
  /// The directory that stands for `/`; empty for the root of this machine.
  let root: String
  /// The path of the program.
  let program: String
  /// The directory of system units; nil for the installation of one user.
  let systemUnits: String?
  /// The directory of user units.
  let userUnits: String
  /// The directory of manual pages, links and records: `/usr/local/share`.
  let data: String
  /// The directory of completions for fish.
  let fish: String
  /// The name of the record of installed files. What is installed by another command has a record of its own.
  var recordName = "installed"

  /// Creates a place below a prefix, `/usr` or `/usr/local`.
  init(prefix: String, root: String) {
    instance = .system
    self.root = root
    program = prefix + "/bin/schedctl"
    systemUnits = prefix + "/lib/systemd/system"
    userUnits = prefix + "/lib/systemd/user"
    data = prefix + "/share"
    fish = prefix + "/share/fish/vendor_completions.d"
  }

  /// Creates the place in the home of the user; nil without a home.
  init?(homeOf environment: ProcessEnvironment, program: String?) {
    guard let data = environment.home("XDG_DATA_HOME", or: ".local/share"),
      let configuration = environment.home("XDG_CONFIG_HOME", or: ".config"),
      let program = program ?? environment.home("", or: ".local/bin/schedctl")
    else { return nil }
    instance = .user
    root = ""
    self.program = program
    systemUnits = nil
    userUnits = configuration + "/systemd/user"
    self.data = data
    fish = configuration + "/fish/completions"
  }

  /// The path of the record of installed files.
  var record: String { data + "/schedctl/\(recordName)" }
  /// The directory of desktop entries.
  var applications: String { data + "/applications" }

  /// The prefixes of programs for all users.
  static let prefixes = ["/usr", "/usr/local"]
}

extension Console {
  /// Returns the place for the options of a command line: `/usr` with a root, as packages need it; else the prefix of
  /// the running program, or `/usr/local`.
  ///
  /// - Throws: code 64 for contradictory options or without a home; 77 if a user other than root installs for the
  ///   machine.
  ///
  /// - Parameter help: how another user than root does it; nil if '--user' is for that.
  func installationPlace(
    _ invocation: Invocation, elseHelp help: String? = nil
  ) throws(CommandFailure) -> InstallationPlace {
    let isOwn = try ConfigurationChoice(invocation, environment: environment) == .instance(.user)
    let common = InstallationPlace.prefixes.map { $0 + "/bin/schedctl" }.first { $0 == runningProgram }
    if let root = try root(invocation) {
      if isOwn { throw .usage("'--root' is for packages, and cannot be combined with '--user'") }
      return InstallationPlace(prefix: InstallationPlace.prefixes[0], root: root)
    }
    guard isOwn else {
      guard environment.effectiveUserID == 0 || invocation.has(.print) else {
        throw CommandFailure(
          code: .refused, message: "only root can do that for the whole machine",
          help: [help ?? "'schedctl \(invocation.command.name) --user' does it for yourself"])
      }
      let prefix = common.map { String($0.dropLast("/bin/schedctl".utf8.count)) }
      return InstallationPlace(prefix: prefix ?? InstallationPlace.prefixes[1], root: "")
    }
    guard let place = InstallationPlace(homeOf: environment, program: common) else {
      throw .usage("'--user' needs a home directory: HOME is not set to an absolute path")
    }
    return place
  }

  /// The path of the running program.
  var runningProgram: String { SymbolicLink.target(of: places.program) ?? places.program }

  /// Returns the directory of `--root` without trailing slashes, or nil for the root of this machine.
  private func root(_ invocation: Invocation) throws(CommandFailure) -> String? {
    guard var root = try invocation.value(of: .root) else { return nil }
    guard !root.isEmpty else { throw .usage("'--root' needs the path of a directory") }
    while root.utf8.last == UInt8(ascii: "/") { root.removeLast() }
    return root.isEmpty ? nil : root
  }
}
