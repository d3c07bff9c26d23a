import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerPlatform

/// Everything outside a daemon that it waits for, reads and writes, except its state directory. Tests have a machine in
/// virtual time.
public protocol DaemonMachine: ~Copyable {
  /// Reads the files of the configuration, and compares them with what was accepted before.
  ///
  /// - Parameters:
  ///   - stored: what was accepted, as texts.
  ///   - known: the same as configurations.
  mutating func readConfiguration(besides stored: StoredConfiguration, known: ConfigurationVersions)
    -> ConfigurationUpdate

  /// The number of the group that a configuration names; nil without one, and for a group that does not exist.
  func groupID(of settings: DaemonSettings) -> UInt32?

  /// Publishes what other programs read in the run-time directory, where it says something new.
  ///
  /// - Parameter isLifted: whether the shield is lifted while no daemon runs, except for strict sessions.
  /// - Returns: what could not be written, a line each.
  mutating func publish(_ engine: Engine, isLifted: Bool) -> [String]

  /// The present.
  func moment() -> Moment

  /// Whether the kernel calls the wall clock synchronised.
  func isSynchronised() -> Bool

  /// Waits until something happens, and says what, in order; `woken` no later than the deadline.
  ///
  /// - Throws: what makes waiting impossible.
  mutating func wait(until deadline: NextDeadline) throws(SystemError) -> [LoopEvent]

  /// Says something to whoever looks after the machine.
  mutating func log(_ entry: LogEntry)

  /// Tells the service manager.
  mutating func tell(_ messages: [ServiceNotifier.Message])

  /// Watches these files from now on, and no others; says whether something may have changed unseen.
  mutating func watch(_ paths: [WatchedPath]) -> Bool

  /// Writes bytes to a client as far as there is room, and says how many.
  mutating func write(_ bytes: ArraySlice<UInt8>, to connection: ConnectionID) -> Int

  /// Tells of a client once when there is room to write.
  mutating func awaitRoom(_ connection: ConnectionID)

  /// Reads from a client, or does not.
  mutating func listen(to connection: ConnectionID, isWanted: Bool)

  /// Lets the members of a group connect from now on, besides the owner; nil for nobody else.
  ///
  /// - Throws: what stands against it.
  mutating func admit(group: UInt32?) throws(SystemError)

  /// Starts a hook. That it ended, or could not be started, is a happening later.
  mutating func startHook(_ id: UInt64, run: HookRun)

  /// Asks a hook and its children to end, or makes them.
  mutating func stopHook(_ id: UInt64, isForced: Bool)

  /// Ends a connection.
  mutating func close(_ connection: ConnectionID)
}
