import Scheduler
import SchedulerCivilTime
import SchedulerPlatform

/// What the program around a daemon does for it.
public protocol DaemonHost: ~Copyable {
  /// Reads the files of the configuration and puts them beside what was accepted before. A fault is part of what it answers.
  ///
  /// - Parameters:
  ///   - stored: what was accepted, as texts.
  ///   - accepted: the same as configurations, the newest last.
  mutating func readConfiguration(
    besides stored: StoredConfiguration, _ accepted: [Configuration], at now: Instant
  ) -> ConfigurationRereading

  /// The number of a group of the machine; nil where there is none of that name.
  func groupID(named name: String) -> UInt32?

  /// Writes what other programs read in the run-time directory, where it says something else than before.
  ///
  /// - Parameter isLifted: whether the shield was lifted for the time in which no daemon runs, but for strict sessions.
  /// - Returns: what could not be written, a line each.
  mutating func publish(_ engine: Engine, at now: Moment, isLifted: Bool) -> [String]
}

/// The machine on which a daemon runs, as far as it waits for it and talks with it; a test has one in virtual time.
public protocol DaemonMachine: ~Copyable {
  /// The present.
  func moment() -> Moment

  /// Whether the kernel calls the wall clock synchronised.
  func isSynchronised() -> Bool

  /// Waits until something happens, and says what, in order; `woken` no later than the deadline.
  ///
  /// - Throws: what makes waiting impossible.
  mutating func wait(until deadline: NextDeadline) throws(SystemError) -> [Happening]

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
  mutating func listen(to connection: ConnectionID, _ isWanted: Bool)

  /// Lets the members of a group connect from now on, besides the owner; nil for nobody else.
  ///
  /// - Throws: what stands against it.
  mutating func admit(group: UInt32?) throws(SystemError)

  /// Starts a hook. That it ended, or could not be started, is a happening later.
  mutating func startHook(_ id: UInt64, _ run: HookRun)

  /// Asks a hook and its children to end, or makes them.
  mutating func stopHook(_ id: UInt64, isForced: Bool)

  /// Ends a connection.
  mutating func close(_ connection: ConnectionID)
}
