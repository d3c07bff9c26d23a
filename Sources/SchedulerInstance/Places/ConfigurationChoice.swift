import SchedulerPlatform

/// Whose instance is meant: the system's, or that of one user.
public enum InstanceScope: Hashable, Sendable {
  /// The instance of the whole machine, which root keeps.
  case system
  /// The instance of one user.
  case user
}

/// Where a configuration comes from.
public enum ConfigurationChoice: Hashable, Sendable {
  /// These files, merged in this order; `-` is standard input.
  case files([String])
  /// The files in the configuration directory of an instance.
  case instance(InstanceScope)
  /// The system's configuration for root; for other users their own if they have one, else the system's.
  case usual

  /// Whether a part of it comes from standard input.
  public var isStandardInput: Bool { if case .files(let paths) = self { paths.contains("-") } else { false } }

  /// Whether a person or a variable named the files.
  var isNamed: Bool { if case .files = self { true } else { false } }
}

extension Host {
  /// The directories in which a configuration is searched, the first one first; never empty.
  ///
  /// - Throws: `noHome` for the own configuration of a user without a home directory.
  package func configurationDirectories(
    _ choice: ConfigurationChoice
  ) throws(InstanceError) -> [ConfigurationDirectory] {
    let system = ConfigurationDirectory(path: places.systemConfiguration)
    let user = environment.home("XDG_CONFIG_HOME", or: ".config").map {
      ConfigurationDirectory(path: $0 + "/schedctl")
    }
    switch choice {
    case .instance(.system): return [system]
    case .instance(.user):
      guard let user else { throw .withoutHome }
      return [user]
    case .usual, .files:
      guard let user, !isRoot else { return [system] }
      return [user, system]
    }
  }

  /// The path at which a new configuration is written.
  ///
  /// - Throws: `noHome` for a user without a home directory, who cannot write the system's configuration either.
  public func newConfigurationPath(_ choice: ConfigurationChoice) throws(InstanceError) -> String {
    if case .files(let paths) = choice, let path = paths.first { return path }
    if choice == .usual, !isRoot, environment.home("XDG_CONFIG_HOME", or: ".config") == nil { throw .withoutHome }
    return try configurationDirectories(choice)[0].mainFile
  }

  /// The one file to edit of a configuration; the path of a new file when there is none.
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
  /// A base directory: the value of a variable if it is an absolute path, else `path` in the home directory; nil without
  /// both.
  package func home(_ variable: String, or path: String) -> String? {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return self["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(path)" : nil }
  }
}
