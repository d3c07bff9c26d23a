import SchedulerPlatform

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
    let instance = try Self.instance(invocation)
    if let instance, !files.isEmpty {
      let option = instance == .system ? "--system" : "--user"
      throw .usage("'\(option)' cannot stand beside a file", help: "'\(option)' looks the configuration up")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw .usage("standard input is named twice", help: "it can be read once")
    }
    self =
      if !files.isEmpty {
        .files(files)
      } else if let instance {
        .instance(instance)
      } else {
        environment["SCHEDCTL_CONFIG"].map { .files([$0]) } ?? .usual
      }
  }

  /// Whether any of it is read from standard input.
  var isStandardInput: Bool { if case .files(let paths) = self { paths.contains("-") } else { false } }

  private static func instance(_ invocation: Invocation) throws(CommandFailure) -> Instance? {
    switch (invocation.has(.system), invocation.has(.user)) {
    case (true, true): throw .usage("'--system' cannot stand beside '--user'")
    case (true, false): return .system
    case (false, true): return .user
    case (false, false): return nil
    }
  }
}
