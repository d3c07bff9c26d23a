import Scheduler
import SchedulerPlatform
import SchedulerStore

/// An installation: a configuration, the directory of its state, and the directory in which other programs read what comes
/// of it.
///
/// ```swift
/// let instance = Instance(on: .current(), configuration: .files(["focus.toml"]), directory: "state")
/// var state = try instance.open()
/// try state.evaluate()
/// for failure in instance.publish(state) { print(failure) }
/// state.close()
/// ```
/// `view()` looks at the state without a lock and writes nothing. The daemon is an instance that stays open.
public struct Instance: Sendable {
  /// The machine and the user.
  public var host: Host
  /// Where the configuration comes from.
  public let configuration: ConfigurationChoice
  /// The state directory.
  public let directory: String
  /// The run-time directory, in which `live.json` and a link to `shield.json` are published; nil to publish nothing.
  public let runtime: String?
  /// Whether the caller or a service manager named the state directory.
  public let isNamed: Bool
  /// Whether a state that was never evaluated shields at once; by default it waits for consent.
  public var firstAuthorization = AuthorizationStatus.notDetermined
  /// The activities that the engine knows besides those of the language.
  public var router = ActivityRouter()
  /// The store that applies the shield; nil for the file `shield.json` of the state directory.
  public var restrictionStore: (any RestrictionStore)?

  /// An instance in places of the caller's choice. Reads nothing.
  ///
  /// - Parameters:
  ///   - directory: the state directory, which `open` makes if it is missing.
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

  /// Whether the state belongs to the configuration for sure: both are in their usual places, or both were named.
  public var isSureOfConfiguration: Bool {
    if case .files = configuration { isNamed && !configuration.isStandardInput } else { true }
  }

  /// The path of the control socket of its daemon; nil without a run-time directory.
  public var socketPath: String? { runtime.map { "\($0)/control.sock" } }

  /// The number of the process that keeps the state directory; nil when there is none, or when this user may not see it.
  public var keeper: Int32? { if case .process(let process) = holder { process } else { nil } }

  /// Who has the lock of the state directory; nil when this user may not see that.
  public var holder: LockHolder? {
    do throws(SystemError) { return try LockHolder(ofLock: "\(directory)/\(StateStore.lockName)") } catch { return nil }
  }
}

extension Host {
  /// The instance of a configuration.
  ///
  /// The state directory is `directory`, else `$STATE_DIRECTORY`, else the usual one. `usual` is the system's instance for
  /// root; for other users their own if they have a configuration or a state, else the system's.
  ///
  /// - Throws: `noHome` when the directory is that of a user without a home directory, and `inputOutput` when a configuration
  ///   directory cannot be read.
  public func instance(
    _ choice: ConfigurationChoice = .usual, directory: String? = nil
  ) throws(InstanceError) -> Instance {
    let scope = try scope(of: choice)
    let configuration = choice == .usual ? .instance(scope) : choice
    // A service manager may hand out several directories; the first is ours.
    if let directory = directory ?? environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init) {
      // Programs look in the usual run-time directory for the usual state, not for this one.
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

  /// The instance of a scope in its usual places; nil for a user without a home directory.
  public func instance(of scope: InstanceScope) -> Instance? {
    stateDirectory(of: scope).map {
      Instance(
        on: self, configuration: .instance(scope), directory: $0, runtime: runtimeDirectory(of: scope), isNamed: false)
    }
  }

  private func scope(of choice: ConfigurationChoice) throws(InstanceError) -> InstanceScope {
    if case .instance(let scope) = choice { return scope }
    if isRoot { return .system }
    if case .files = choice { return .user }
    let own = try configurationDirectories(.usual)[0]
    guard own.path != places.systemConfiguration else { return .system }
    if let path = stateDirectory(of: .user), FileWriter().isTaken(path) { return .user }
    return try own.isPresent() ? .user : .system
  }

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
