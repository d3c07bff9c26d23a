import Scheduler
import SchedulerCivilTime
import SchedulerPlatform

/// The machine and the user for whom instances are kept: environment, zones, accounts, clocks and the usual places.
///
/// ```swift
/// let host = Host.current()
/// let instance = try host.instance()
/// ```
/// Everything that differs between machines is a property, so tests hand in what they need. A host reads nothing until it
/// is asked.
public struct Host: Sendable {
  /// The variables and the effective user. Base directories such as `$XDG_STATE_HOME` come from here.
  public var environment: ProcessEnvironment
  /// The zone rules and the machine's own zone.
  public var zones: ZoneInfoDirectory
  /// The users and groups.
  public var accounts: AccountDatabase
  /// The clocks by which state is evaluated.
  public var clocks: MachineClocks
  /// The directories of the system's instance.
  public var places: MachinePlaces

  /// A host from its parts.
  ///
  /// - Parameters:
  ///   - zones: nil takes those that `environment` names; see `ZoneInfoDirectory.system`.
  ///   - places: nil takes those that `environment` names; see `MachinePlaces.named(in:)`.
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

  /// The host of this process.
  public static func current() -> Host { Host(environment: .current()) }

  /// The present.
  ///
  /// - Throws: `inputOutput` when the boot ID cannot be read.
  public func moment() throws(InstanceError) -> Moment {
    do throws(FileError) { return try clocks.moment() } catch { throw InstanceError(error, tooLarge: .inputOutput) }
  }

  /// Whether root runs the program: then files that others can change are not trusted.
  public var isRoot: Bool { environment.effectiveUserID == 0 }

  /// The number of the group that a configuration names; nil without one, and for a group that does not exist.
  public func groupID(of settings: DaemonSettings) -> UInt32? { settings.group.flatMap(accounts.groupID) }
}

/// The clocks of a machine as functions: tests hand in their own, and wait for nothing.
public struct MachineClocks: Sendable {
  /// Reads the present on all clocks. State is evaluated at it.
  public var moment: @Sendable () throws(FileError) -> Moment
  /// Reads the wall clock alone. A configuration is accepted at it.
  public var wall: @Sendable () -> Instant
  /// Whether the kernel calls the wall clock synchronised.
  public var isSynchronised: @Sendable () -> Bool
  /// Reads the clock that runs while the machine is off; nil where there is none.
  public var hardware: @Sendable () -> Instant?
  /// Waits for some milliseconds.
  public var wait: @Sendable (_ milliseconds: Int32) -> Void

  /// Clocks from their parts.
  public init(
    moment: @escaping @Sendable () throws(FileError) -> Moment, wall: @escaping @Sendable () -> Instant,
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

/// The directories of the system's instance; tests hand in others.
public struct MachinePlaces: Sendable {
  /// The directory of the system's configuration.
  public var systemConfiguration: String
  /// The directory of the system's state.
  public var systemState: String
  /// The directory in which the system publishes what other programs read.
  public var systemRuntime: String
  /// The directory in which the system's services link their Varlink sockets.
  public var varlinkRegistry: String

  /// Places; without arguments those of the Filesystem Hierarchy Standard.
  public init(
    systemConfiguration: String = "/etc/schedctl", systemState: String = "/var/lib/schedctl",
    systemRuntime: String = "/run/schedctl", varlinkRegistry: String = "/run/varlink/registry"
  ) {
    self.systemConfiguration = systemConfiguration
    self.systemState = systemState
    self.systemRuntime = systemRuntime
    self.varlinkRegistry = varlinkRegistry
  }
}

extension MachinePlaces {
  /// The places of the machine. If `$SCHEDCTL_ROOT` is an absolute path, the places below that root: the image of another
  /// machine, or the folder of a test.
  public static func named(in environment: ProcessEnvironment) -> MachinePlaces {
    var places = MachinePlaces()
    guard let root = environment["SCHEDCTL_ROOT"], root.hasPrefix("/") else { return places }
    places.systemConfiguration = root + places.systemConfiguration
    places.systemState = root + places.systemState
    places.systemRuntime = root + places.systemRuntime
    places.varlinkRegistry = root + places.varlinkRegistry
    return places
  }
}

extension AccountDatabase: AccountSource {}

extension UserIdentity {
  /// A user of the account files.
  ///
  /// - Parameter moreGroups: groups of other name services.
  public init(_ user: AccountDatabase.User, moreGroups: Set<String>? = nil) {
    self.init(name: user.name, groups: Set(user.groups).union(moreGroups ?? []), isRoot: user.id == 0)
  }
}
