/// The machine and the user of an instance: environment, zones, accounts, clocks and default directories.
///
/// ```swift
/// let host = Host.current()
/// let instance = try host.instance()
/// ```
/// Everything that differs between machines is a property, so tests can replace it. A host reads files only on demand.
public struct Host: Sendable {
  /// The environment variables and the effective user. They determine base directories, for example `$XDG_STATE_HOME`.
  public var environment: ProcessEnvironment
  /// The zone rules and the machine's own zone.
  public var zones: ZoneInfoDirectory
  /// The users and groups.
  public var accounts: AccountDatabase
  /// The clocks used to evaluate the state.
  public var clocks: MachineClocks
  /// The directories of the system's instance.
  public var places: MachinePlaces

  /// Creates a host from its parts.
  ///
  /// - Parameters:
  ///   - zones: nil to use the zones given by `environment`; see `ZoneInfoDirectory.system`.
  ///   - places: nil to use the directories given by `environment`; see `MachinePlaces.named(in:)`.
  public init(
    environment: ProcessEnvironment, zones: ZoneInfoDirectory? = nil, accounts: AccountDatabase = .system,
    clocks: MachineClocks = .system, places: MachinePlaces? = nil
  ) {
    self.environment = environment
    self.zones = zones ?? .system(environment)
    self.accounts = accounts
    self.clocks = clocks
    self.places = places ?? .named(in: environment)
  }

  /// Returns the host of this process.
  public static func current() -> Host { Host(environment: .current()) }

  /// Reads the clocks and returns the present.
  ///
  /// - Throws: `inputOutput` if the boot ID cannot be read.
  public func moment() throws(InstanceError) -> Moment {
    try InstanceError.mapping(clocks.moment()) { .init($0, tooLarge: .inputOutput) }
  }

  /// Whether root runs the program. If so, files that other users can change are not trusted.
  public var isRoot: Bool { environment.effectiveUserID == 0 }

  /// Returns the ID of the configured group, or nil if none is configured or the group does not exist.
  public func groupID(of settings: DaemonSettings) -> UInt32? { settings.group.flatMap(accounts.groupID) }
}

/// The clocks of a machine as functions. Tests replace them and need no real waiting.
public struct MachineClocks: Sendable {
  /// Reads all clocks. The state is evaluated at the result.
  public var moment: @Sendable () throws(FileSystemError) -> Moment
  /// Reads only the wall clock. A configuration is accepted at the result.
  public var wall: @Sendable () -> Instant
  /// Whether the kernel reports the wall clock as synchronised.
  public var isSynchronised: @Sendable () -> Bool
  /// Reads the hardware clock, which runs while the machine is off; returns nil if there is none.
  public var hardware: @Sendable () -> Instant?
  /// Waits for the given number of milliseconds.
  public var wait: @Sendable (_ milliseconds: Int32) -> Void

  /// Creates clocks from functions.
  public init(
    moment: @escaping @Sendable () throws(FileSystemError) -> Moment, wall: @escaping @Sendable () -> Instant,
    isSynchronised: @escaping @Sendable () -> Bool,
    hardware: @escaping @Sendable () -> Instant? = { nil }, wait: @escaping @Sendable (_ milliseconds: Int32) -> Void
  ) {
    self.moment = moment
    self.wall = wall
    self.isSynchronised = isSynchronised
    self.hardware = hardware
    self.wait = wait
  }

  /// The clocks of this machine.
  public static let system = MachineClocks(
    moment: SystemClocks.moment, wall: SystemClocks.now, isSynchronised: SystemClocks.isSynchronised,
    hardware: SystemClocks.hardware, wait: Pause.wait(milliseconds:))
}

/// The directories of the system's instance, and the files of the machine that adapters write. Tests replace them.
public struct MachinePlaces: Sendable {
  /// The directory of the system's configuration.
  public var systemConfiguration: String
  /// The directory of the system's state.
  public var systemState: String
  /// The directory in which the system's instance publishes files for other programs.
  public var systemRuntime: String
  /// The directory in which system services link their Varlink sockets.
  public var varlinkRegistry: String
  /// The hosts file of the machine.
  public var hosts: String
  /// The directory that exists while systemd manages the machine; see sd_booted(3).
  public var systemdRuntime = "/run/systemd/system"
  /// The directory in which logind keeps a file for each user who is logged in.
  public var logins = LogindUser.directory
  /// The directories of system units, those of the administrator first; see systemd.unit(5).
  public var systemUnits = ["/etc", "/usr/local/lib", "/usr/lib"].map { $0 + "/systemd/system" }
  /// The file by which a daemon tells `schedctl-revert.path` that the shield has changed.
  public var shieldNote: String { systemRuntime + "/shield-changed" }
  /// Returns the lock of the one daemon that writes the files of an adapter.
  public func lock(of adapter: EnforcementSettings.Adapter) -> String { "\(systemRuntime)/\(adapter.rawValue).lock" }
  /// The root directory of the machine without its last slash: empty for this machine, or `$SCHEDCTL_ROOT`.
  public var root = ""
  /// Whether the places belong to another machine, such as an image below a directory.
  public var isElsewhere: Bool { !root.isEmpty }

  /// Creates a set of directories. The defaults follow the Filesystem Hierarchy Standard.
  public init(
    systemConfiguration: String = "/etc/schedctl", systemState: String = "/var/lib/schedctl",
    systemRuntime: String = "/run/schedctl", varlinkRegistry: String = "/run/varlink/registry",
    hosts: String = "/etc/hosts"
  ) {
    self.systemConfiguration = systemConfiguration
    self.systemState = systemState
    self.systemRuntime = systemRuntime
    self.varlinkRegistry = varlinkRegistry
    self.hosts = hosts
  }
}

extension MachinePlaces {
  /// Returns the directories of the machine. If `$SCHEDCTL_ROOT` is an absolute path, they are below that path: the
  /// image of another machine, or a test's folder.
  public static func named(in environment: ProcessEnvironment) -> MachinePlaces {
    var places = MachinePlaces()
    guard let root = environment["SCHEDCTL_ROOT"], root.hasPrefix("/"), root != "/" else { return places }
    places.systemConfiguration = root + places.systemConfiguration
    places.systemState = root + places.systemState
    places.systemRuntime = root + places.systemRuntime
    places.varlinkRegistry = root + places.varlinkRegistry
    places.hosts = root + places.hosts
    places.systemdRuntime = root + places.systemdRuntime
    places.logins = root + places.logins
    places.systemUnits = places.systemUnits.map { root + $0 }
    places.root = root
    return places
  }
}

extension AccountDatabase: AccountSource {}

extension ProgramSearch: ProgramSource {
  /// Returns the absolute path of the program that a shell runs for a name; nil if there is none.
  public func path(of name: String) -> String? { paths(of: name).first }
}

extension UserIdentity {
  /// Creates the identity of a user in the account files.
  ///
  /// - Parameter moreGroups: groups from other name services.
  public init(_ user: AccountDatabase.User, moreGroups: Set<String>? = nil) {
    self.init(name: user.name, groups: Set(user.groups).union(moreGroups ?? []), isRoot: user.id == 0)
  }
}
