import SchedulerStore

/// An installation: a configuration, a state directory, and a directory in which the state is published for other
/// programs.
///
/// ```swift
/// let instance = Instance(on: .current(), configuration: .files(["focus.toml"]), directory: "state")
/// var state = try instance.open()
/// try state.evaluate()
/// for failure in instance.publish(state) { print(failure) }
/// state.close()
/// ```
/// `view()` reads the state without a lock and writes nothing. The daemon is an instance that stays open.
public struct Instance: Sendable {
  /// The machine and the user.
  public var host: Host
  /// The source of the configuration.
  public let configuration: ConfigurationChoice
  /// The state directory.
  public let directory: String
  /// The run-time directory, in which `live.json` and a link to `shield.json` are published; nil to publish nothing.
  public let runtime: String?
  /// Whether the state directory was named explicitly, by the caller or a service manager.
  public let isNamed: Bool
  /// The initial authorization of a state that was never evaluated. By default, the shield waits for consent.
  public var firstAuthorization = AuthorizationStatus.notDetermined
  /// The activities that the engine knows, in addition to those of the configuration language.
  public var router = ActivityRouter()
  /// The store that applies the shield; nil for the file `shield.json` in the state directory.
  public var restrictionStore: (any RestrictionStore)?

  /// Creates an instance with the given directories. Reads nothing.
  ///
  /// - Parameters:
  ///   - directory: the state directory. `open` creates it if it is missing.
  ///   - runtime: the run-time directory; nil to publish nothing.
  public init(on host: Host, configuration: ConfigurationChoice, directory: String, runtime: String? = nil) {
    self.init(on: host, configuration: configuration, directory: directory, runtime: runtime, isNamed: true)
  }

  init(on host: Host, configuration: ConfigurationChoice, directory: String, runtime: String?, isNamed: Bool) {
    self.host = host
    self.configuration = configuration
    self.directory = directory
    self.runtime = runtime
    self.isNamed = isNamed
  }

  /// Whether the state certainly belongs to the configuration: both have their default locations, or both were named
  /// explicitly.
  public var isSureOfConfiguration: Bool {
    if case .files = configuration { isNamed && !configuration.isStandardInput } else { true }
  }

  /// The path of the daemon's control socket: in the run-time directory, else in the state directory. Nil if the path is
  /// longer than the system allows for a socket.
  public var socketPath: String? {
    let path = "\(runtime ?? directory)/control.sock"
    return path.utf8.count <= Self.longestSocketPath ? path : nil
  }

  /// The maximum length of the path of a socket in bytes, without the null byte; see unix(7).
  private static let longestSocketPath = 107

  /// The ID of the process that holds the state directory; nil if there is none, or if this user may not see it.
  public var keeper: Int32? { if case .process(let process) = holder { process } else { nil } }

  /// The holder of the state directory's lock, as the published state names it if this user may not see the lock. Nil if
  /// that names none, either.
  public var holder: LockHolder? {
    do throws(SystemError) {
      return try LockHolder(ofLock: "\(directory)/\(StateStore.lockName)")
    } catch {
      guard let published = publishedState(), isCurrent(published) else { return nil }
      return published.live.keeper.map { .process($0.process) }
    }
  }
}

extension Host {
  /// Returns the instance of a configuration.
  ///
  /// The state directory is `directory`, otherwise `$STATE_DIRECTORY`, otherwise the default. For root, `usual` is the
  /// system's instance. For other users, it is their own instance if they have a configuration or a state, otherwise
  /// the system's.
  ///
  /// - Throws: `noHome` if the directory belongs to a user without a home directory, and `inputOutput` if a
  ///   configuration directory cannot be read.
  public func instance(
    _ choice: ConfigurationChoice = .usual, directory: String? = nil
  ) throws(InstanceError) -> Instance {
    let scope = try scope(of: choice)
    let configuration = choice == .usual ? .instance(scope) : choice
    // A service manager may pass several directories. The first one is used.
    if let directory = directory ?? environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init) {
      // Programs expect the default state in the default run-time directory, so this state is not published there.
      let runtime = environment["RUNTIME_DIRECTORY"] == nil ? nil : runtimeDirectory(of: scope)
      return Instance(on: self, configuration: configuration, directory: directory, runtime: runtime)
    }
    guard let directory = stateDirectory(of: scope) else {
      throw InstanceError(
        .noHome,
        message: "your own state needs a home directory: neither XDG_STATE_HOME nor HOME is set to an absolute path")
    }
    return Instance(
      on: self, configuration: configuration, directory: directory, runtime: runtimeDirectory(of: scope),
      isNamed: false)
  }

  /// Returns the instance of a scope with its default directories, or nil for a user without a home directory.
  public func instance(of scope: InstanceScope) -> Instance? {
    stateDirectory(of: scope).map {
      Instance(
        on: self, configuration: .instance(scope), directory: $0, runtime: runtimeDirectory(of: scope), isNamed: false)
    }
  }

  private func scope(of choice: ConfigurationChoice) throws(InstanceError) -> InstanceScope {
    if case .instance(let scope) = choice { return scope }
    if isRoot { return .system }
    if choice.isNamed { return .user }
    let own = try configurationDirectories(.usual)[0]
    guard own.path != places.systemConfiguration else { return .system }
    if let path = stateDirectory(of: .user), isState(path) { return .user }
    return try own.isPresent() ? .user : .system
  }

  /// Whether a directory has the state of an instance, or cannot be read. One that has only the record of use is none:
  /// an agent writes it for people without an instance of their own, too.
  private func isState(_ path: String) -> Bool {
    do throws(FileSystemError) {
      return try DirectoryListing.names(in: path)?.contains { $0 != Self.useName } ?? false
    } catch {
      return true
    }
  }

  /// The directory of the record of use of the user who runs the program, which may not exist; nil for a user without a
  /// home directory.
  public var useDirectory: String? { stateDirectory(of: .user).map { "\($0)/\(Self.useName)" } }

  /// The name of the record of use in the directory of a person's state.
  private static let useName = "use"

  private func stateDirectory(of scope: InstanceScope) -> String? {
    switch scope {
    case .system: places.systemState
    case .user: environment.home("XDG_STATE_HOME", or: ".local/state").map { $0 + "/schedctl" }
    }
  }

  private func runtimeDirectory(of scope: InstanceScope) -> String? {
    if let path = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first { return String(path) }
    switch scope {
    case .system: return places.systemRuntime
    case .user: return environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/schedctl" : nil }
    }
  }
}
