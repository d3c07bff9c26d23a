/// The owner of an instance: the system or one user.
public enum InstanceScope: Hashable, Sendable {
  /// The instance of the whole machine, run by root.
  case system
  /// The instance of one user.
  case user
}

/// The source of a configuration.
public enum ConfigurationChoice: Hashable, Sendable {
  /// The given files, merged in order; `-` is standard input.
  case files([String])
  /// `config.toml` and the files in `conf.d` of the given directory.
  case directory(String)
  /// The files in the configuration directory of an instance.
  case instance(InstanceScope)
  /// For root, the system's configuration. For other users, their own configuration if they have one, otherwise the
  /// system's.
  case usual

  /// Whether one of the files is standard input.
  public var isStandardInput: Bool { if case .files(let paths) = self { paths.contains("-") } else { false } }

  /// Whether the files or their directory were named explicitly, by a user or in a variable.
  var isNamed: Bool {
    switch self {
    case .files, .directory: true
    case .instance, .usual: false
    }
  }

  /// Returns the choice of a path: a directory with its files, or a single file; `-` is standard input.
  public static func path(_ path: String) -> ConfigurationChoice {
    FileStatus(path: path)?.isDirectory == true ? .directory(path) : .files([path])
  }
}

extension Host {
  /// Returns the directories searched for a configuration, in order of precedence; never empty.
  ///
  /// - Throws: `noHome` for the user's own configuration if the user has no home directory.
  package func configurationDirectories(
    _ choice: ConfigurationChoice
  ) throws(InstanceError) -> [ConfigurationDirectory] {
    let system = ConfigurationDirectory(path: places.systemConfiguration)
    let user = environment.home("XDG_CONFIG_HOME", or: ".config").map {
      ConfigurationDirectory(path: $0 + "/schedctl")
    }
    switch choice {
    case .directory(let path): return [ConfigurationDirectory(path: path)]
    case .instance(.system): return [system]
    case .instance(.user):
      guard let user else { throw .withoutHome }
      return [user]
    case .usual, .files:
      guard let user, !isRoot else { return [system] }
      return [user, system]
    }
  }

  /// Returns whether a choice leads to a file. Throws `inputOutput` if a directory cannot be read.
  public func hasConfiguration(_ choice: ConfigurationChoice) throws(InstanceError) -> Bool {
    if case .files = choice { return true }
    for directory in try configurationDirectories(choice) where try directory.isPresent() { return true }
    return false
  }

  /// Returns the path at which a new configuration is written.
  ///
  /// - Throws: `noHome` for a user who has no home directory and cannot write the system's configuration either.
  public func newConfigurationPath(_ choice: ConfigurationChoice) throws(InstanceError) -> String {
    if case .files(let paths) = choice, let path = paths.first { return path }
    if choice == .usual, !isRoot, environment.home("XDG_CONFIG_HOME", or: ".config") == nil { throw .withoutHome }
    return try configurationDirectories(choice)[0].mainFile
  }

  /// Returns the path of the one file of a configuration to edit, or the path of a new file if there is none.
  ///
  /// - Throws: `severalFiles`, `inputOutput` and `noHome`.
  public func editedConfigurationPath(_ choice: ConfigurationChoice) throws(InstanceError) -> String {
    if case .files(let paths) = choice, let path = paths.first { return path }
    let directories = try configurationDirectories(choice)
    for directory in directories { if let path = try directory.editedFile() { return path } }
    return directories[0].mainFile
  }
}

extension InstanceError {
  fileprivate static let withoutHome = InstanceError(
    .noHome,
    message:
      "your own configuration needs a home directory: neither XDG_CONFIG_HOME nor HOME is set to an absolute path")
}

extension ProcessEnvironment {
  /// Returns a base directory: the value of a variable if it is an absolute path, otherwise `path` in the home
  /// directory; nil if neither exists.
  package func home(_ variable: String, or path: String) -> String? {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return self["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(path)" : nil }
  }
}
