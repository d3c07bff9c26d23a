import SchedulerPlatform

/// Where a configuration is read, where the sessions that it makes are kept, and where they are published.
struct StatePlace {
  /// Where the configuration comes from.
  let configuration: ConfigurationChoice
  /// The state directory.
  let directory: String
  /// The run-time directory; nil when nobody knows one.
  let runtime: String?
  /// Whether the state directory was named by a person or by a service manager.
  let isNamed: Bool

  /// Whether what the directory holds belongs to the configuration for sure: both are looked up, or the directory is named.
  var isSureOfConfiguration: Bool {
    if case .files = configuration { isNamed && !configuration.isStandardInput } else { true }
  }
}

extension Console {
  /// Where things are, by the options and the environment.
  ///
  /// The state directory is that of `--state`, else `$STATE_DIRECTORY`, else that of the instance. Unless it is chosen, the
  /// instance of everybody but root is their own if they have a configuration or state, else the system's.
  func statePlace(_ invocation: Invocation) throws(CommandFailure) -> StatePlace {
    let choice = try ConfigurationChoice(invocation, environment)
    let instance = try instance(choice)
    var configuration = choice
    if choice == .usual { configuration = .instance(instance) }
    if let path = try invocation.value(of: .state) {
      guard !path.isEmpty else { throw .usage("'--state' needs the path of a directory") }
      return StatePlace(configuration: configuration, directory: path, runtime: ownRuntime(instance), isNamed: true)
    }
    // A service manager may hand out several directories; the first is ours.
    if let path = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
      return StatePlace(
        configuration: configuration, directory: String(path), runtime: ownRuntime(instance), isNamed: true)
    }
    guard let directory = stateDirectory(of: instance) else {
      throw .usage(
        "your own state needs a home directory: neither XDG_STATE_HOME nor HOME is set to an absolute path",
        help: "'--state DIR' names the directory")
    }
    return StatePlace(
      configuration: configuration, directory: directory, runtime: runtimeDirectory(of: instance), isNamed: false)
  }

  /// Where the things of an instance are, whatever the options say; nil for a user without a home.
  func statePlace(of instance: Instance) -> StatePlace? {
    stateDirectory(of: instance).map {
      StatePlace(
        configuration: .instance(instance), directory: $0, runtime: runtimeDirectory(of: instance), isNamed: false)
    }
  }

  private func instance(_ choice: ConfigurationChoice) throws(CommandFailure) -> Instance {
    if case .instance(let instance) = choice { return instance }
    if environment.effectiveUserID == 0 { return .system }
    if case .files = choice { return .user }
    let own = try configurationDirectories(.usual)[0]
    guard own.path != places.systemConfiguration else { return .system }
    if let path = stateDirectory(of: .user), FileWriter().isTaken(path) { return .user }
    return try own.isPresent() ? .user : .system
  }

  private func stateDirectory(of instance: Instance) -> String? {
    switch instance {
    case .system: places.systemState
    case .user: environment.home("XDG_STATE_HOME", ".local/state").map { $0 + "/schedctl" }
    }
  }

  private func runtimeDirectory(of instance: Instance) -> String? {
    if let path = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first { return String(path) }
    switch instance {
    case .system: return places.systemRuntime
    case .user: return environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/schedctl" : nil }
    }
  }

  /// Of a state directory somewhere else nothing is published where programs look for that of the instance.
  private func ownRuntime(_ instance: Instance) -> String? {
    environment["RUNTIME_DIRECTORY"] == nil ? nil : runtimeDirectory(of: instance)
  }
}

extension ProcessEnvironment {
  /// A base directory: that of a variable when it holds an absolute path, else one in the home directory.
  func home(_ variable: String, _ path: String) -> String? {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return self["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(path)" : nil }
  }
}
