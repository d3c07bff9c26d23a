import Platform

/// Whose configuration is meant: that of the whole machine, or that of one user.
enum Instance: Hashable {
  case system, user
}

/// Where the configuration is to come from, as far as the command line and the environment say it.
enum ConfigurationChoice: Hashable {
  /// These files; `-` is standard input.
  case files([String])
  /// Whatever is in the directory of one instance.
  case instance(Instance)
  /// The usual one: the system's for root, for others their own if they have one, else the system's.
  case usual

  /// What was asked for: files as arguments and by `--config`, else `--system` or `--user`, else `$SCHEDCTL_CONFIG`.
  ///
  /// Throws with code 64 when these contradict each other.
  init(_ invocation: Invocation, arguments: [String] = [], _ environment: ProcessEnvironment) throws(CommandFailure) {
    let files = arguments + invocation.values(of: .config)
    let instances = [Option.system, .user].filter(invocation.has)
    if instances.count > 1 { throw .usage("'--system' cannot stand beside '--user'") }
    if let instance = instances.first, !files.isEmpty {
      throw .usage(
        "'--\(instance.name)' cannot stand beside a file", help: "'--\(instance.name)' looks the configuration up")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw .usage("standard input is named twice", help: "it can be read once")
    }
    self =
      if !files.isEmpty {
        .files(files)
      } else if let instance = instances.first {
        .instance(instance == .system ? .system : .user)
      } else {
        environment["SCHEDCTL_CONFIG"].map { .files([$0]) } ?? .usual
      }
  }
}
