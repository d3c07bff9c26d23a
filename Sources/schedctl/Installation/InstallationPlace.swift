import SchedulerInstance
import SchedulerPlatform

/// Where the files of the program go: absolute paths, behind a root that is none of them.
struct InstallationPlace {
  /// Whether the whole machine has it, or one person.
  let instance: InstanceScope
  /// The directory that stands for `/`; empty for that of this machine.
  let root: String
  /// The path of the program.
  let program: String
  /// The directory of the units of the machine; nil where one person has it.
  let systemUnits: String?
  /// The directory of the units that each person may use.
  let userUnits: String
  /// The directory of manual pages, links and records, such as `/usr/local/share`.
  let data: String
  /// The directory of completions for fish.
  let fish: String

  /// Below a prefix, such as `/usr` or `/usr/local`.
  init(prefix: String, root: String) {
    instance = .system
    self.root = root
    program = prefix + "/bin/schedctl"
    systemUnits = prefix + "/lib/systemd/system"
    userUnits = prefix + "/lib/systemd/user"
    data = prefix + "/share"
    fish = prefix + "/share/fish/vendor_completions.d"
  }

  /// In the home of the person whose environment it is; nil without one.
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

  /// The list of what was installed there.
  var record: String { data + "/schedctl/installed" }
  /// The directory of desktop entries.
  var applications: String { data + "/applications" }

  /// Where programs are that everybody has.
  static let prefixes = ["/usr", "/usr/local"]
}

extension Console {
  /// Where the command line asks to install.
  ///
  /// With a root, for packages, it is `/usr`; else it is where the running program is installed, or `/usr/local`.
  ///
  /// Throws with code 64 for options that contradict each other and where there is no home, with 77 when others than
  /// root mean the whole machine.
  func installationPlace(_ invocation: Invocation) throws(CommandFailure) -> InstallationPlace {
    let isOwn = try ConfigurationChoice(invocation, environment) == .instance(.user)
    let common = InstallationPlace.prefixes.map { $0 + "/bin/schedctl" }.first { $0 == runningProgram }
    if let root = try root(invocation) {
      if isOwn { throw .usage("'--root' is for packages, and cannot stand beside '--user'") }
      return InstallationPlace(prefix: InstallationPlace.prefixes[0], root: root)
    }
    guard isOwn else {
      guard environment.effectiveUserID == 0 || invocation.has(.print) else {
        throw CommandFailure(
          code: .refused, message: "only root can do that for the whole machine",
          help: ["'schedctl \(invocation.command.name) --user' does it for yourself"])
      }
      let prefix = common.map { String($0.dropLast("/bin/schedctl".utf8.count)) }
      return InstallationPlace(prefix: prefix ?? InstallationPlace.prefixes[1], root: "")
    }
    guard let place = InstallationPlace(homeOf: environment, program: common) else {
      throw .usage("'--user' needs a home directory: HOME is not set to an absolute path")
    }
    return place
  }

  /// The path of the program that runs.
  var runningProgram: String { SymbolicLink.target(of: places.program) ?? places.program }

  /// The directory of `--root` without slashes at its end; nil for that of this machine, be it named or not.
  private func root(_ invocation: Invocation) throws(CommandFailure) -> String? {
    guard var root = try invocation.value(of: .root) else { return nil }
    guard !root.isEmpty else { throw .usage("'--root' needs the path of a directory") }
    while root.utf8.last == UInt8(ascii: "/") { root.removeLast() }
    return root.isEmpty ? nil : root
  }
}
