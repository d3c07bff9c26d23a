import SchedulerEnforcement
import SchedulerInstance

/// The environment that a daemon waits for, reads and writes, except its state directory. Tests use a machine with
/// virtual time.
public protocol DaemonMachine: ~Copyable {
  /// Reads the configuration files and compares them with the last accepted configuration.
  ///
  /// - Parameters:
  ///   - stored: the accepted configuration as texts.
  ///   - known: the accepted configurations.
  mutating func readConfiguration(besides stored: StoredConfiguration, known: ConfigurationVersions)
    -> ConfigurationUpdate

  /// Returns the ID of the configured group, or nil if none is configured or the group does not exist.
  func groupID(of settings: DaemonSettings) -> UInt32?

  /// Publishes files for other programs in the run-time directory, if their content changes.
  ///
  /// - Returns: one line for each file that could not be written.
  mutating func publish(_ engine: Engine, facts: PublicationFacts) -> [String]

  /// Returns the present.
  func moment() -> Moment

  /// Returns whether the kernel reports the wall clock as synchronised.
  func isSynchronised() -> Bool

  /// Waits for events and returns them in order: `woken` first and no later than at the deadline, events of clients
  /// last. The number of the latter is limited, so that they take some milliseconds at the most.
  ///
  /// - Parameter isBusy: whether work for clients waits. If so, returns at once with the events that have occurred.
  /// - Throws: an error that makes waiting impossible.
  mutating func wait(until deadline: NextDeadline, isBusy: Bool) throws(SystemError) -> [LoopEvent]

  /// Writes a log entry.
  mutating func log(_ entry: LogEntry)

  /// Sends messages to the service manager.
  mutating func tell(_ messages: [ServiceNotifier.Message])

  /// Watches these files from now on, and no others. Returns whether a file may have changed unnoticed.
  mutating func watch(_ paths: [WatchedPath]) -> Bool

  /// Writes bytes to a client as far as there is room, and returns their number.
  mutating func write(_ bytes: ArraySlice<UInt8>, to connection: ConnectionID) -> Int

  /// Requests one event when there is room to write to a client.
  mutating func awaitRoom(_ connection: ConnectionID)

  /// Starts or stops reading from a client.
  mutating func listen(to connection: ConnectionID, isWanted: Bool)

  /// Allows the members of a group to connect from now on, in addition to the owner; with nil, only the owner.
  ///
  /// - Throws: errors of the system.
  mutating func admit(group: UInt32?) throws(SystemError)

  /// Starts a hook. A later event reports that it ended or could not be started.
  mutating func startHook(_ id: UInt64, run: HookRun)

  /// Asks a hook and its children to end, or forces them to.
  mutating func stopHook(_ id: UInt64, isForced: Bool)

  /// Closes a connection.
  mutating func close(_ connection: ConnectionID)

  /// Returns the time in which the machine was suspended since it started, in nanoseconds.
  func suspendedNanoseconds() -> Int64

  /// Returns the programs that run for users whose sessions are active, by the number of the user.
  ///
  /// - Parameter users: users who are left out.
  mutating func runningPrograms(except users: Set<UInt32>) -> [UInt32: [ApplicationIdentity]]

  /// Returns whether the application that an agent reports runs.
  mutating func evidence(about check: UseCheck) -> UseEvidence

  /// Locks or ends the sessions of a user on the machine, and does not wait for it.
  mutating func endSessions(of userID: UInt32, by consequence: UsageLimit.Consequence)

  /// Gives an adapter an order, and does not wait for it.
  mutating func order(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter)

  /// Makes the adapters follow these settings from their next order on.
  mutating func configureAdapters(_ settings: EnforcementSettings)

  /// Waits until adapters report something, up to this reading of CLOCK_BOOTTIME in nanoseconds, and returns the
  /// reports.
  mutating func reports(until boot: Int64) -> [AdapterReport]

  /// Ends the adapters, which take no orders any more, and returns what they have reported until then. It is called once,
  /// at the end of the loop.
  mutating func endAdapters() -> [AdapterReport]
}

/// What a daemon publishes in addition to the state of its engine.
public struct PublicationFacts: Sendable {
  /// How far the state has come, or nil if not everything is durable.
  public var progress: StateProgress?
  /// Whether the shield is lifted while no daemon runs, except for strict sessions.
  public var isLifted = false
  /// Whether the daemon stops and publishes nothing more.
  public var isLast = false
  /// The standings of the adapters.
  public var adapters: [AdapterStanding] = []

  init(progress: StateProgress?, isLifted: Bool, isLast: Bool, adapters: [AdapterStanding]) {
    (self.progress, self.isLifted, self.isLast, self.adapters) = (progress, isLifted, isLast, adapters)
  }
}
