import SchedulerCivilTime

/// An action on a simulated machine. Each has a form in scripts; see `description`.
public enum SimulatedAction: Sendable {
  /// The user gives a command.
  case command(Command)
  /// The user consents to the shield, or withdraws consent.
  case authorization(Bool)
  /// Another program delivers an edge under the name of its activity.
  case activity(name: String, profile: String? = nil, ActivityPhase)
  /// Another configuration replaces the current one. Messages use the given name.
  case configuration(Configuration, name: String)
  /// The wall clock is set. `isSynchronised` is the kernel's report about the clock after that.
  case clock(ClockSetting, isSynchronised: Bool = false)
  /// The machine's own zone changes. Only `timezone = "system"` follows it.
  case zone(ZoneRules)
  /// The process is woken although nothing is due.
  case wake
  /// The behaviour of wake-ups changes.
  case wakeUps(WakeUps)
  /// The machine sleeps for the given number of seconds. Nothing is woken, and all clocks continue.
  case suspend(seconds: Int64)
  /// The process is killed, now or at a future file operation, and started again unless `staysDown`.
  case crash(FileOperationPoint? = nil, staysDown: Bool = false)
  /// The process is started if it does not run.
  case launch
  /// The machine is shut down, is off, and starts again.
  case reboot(Outage = Outage())
  /// The power fails, now or at a future file operation, and unsynchronised data may be lost. Then the machine starts
  /// again.
  case powerCut(FileOperationPoint? = nil, Outage = Outage())
  /// The state of the disk changes.
  case disk(DiskState)
}

/// A setting of the wall clock.
public enum ClockSetting: Hashable, Sendable {
  /// The given instant.
  case to(Instant)
  /// The current reading plus the given number of seconds, which may be negative.
  case by(seconds: Int64)
  /// The true time.
  case right
}

/// The way in which a process is woken when a deadline is due.
public enum WakeUps: Hashable, Sendable {
  /// On time.
  case normal
  /// Never. Only other events cause evaluations.
  case dropped
  /// Twice.
  case doubled
  /// Late by the given number of seconds.
  case late(seconds: Int64)
}

/// A point in the sequence of file operations.
public struct FileOperationPoint: Hashable, Sendable {
  /// A position relative to an operation.
  public enum Position: Hashable, Sendable {
    /// Before any part of the operation is done.
    case before
    /// After the given number of bytes has been written; for nil, a number derived from the seed.
    case within(byteCount: Int?)
    /// After the operation, but before it returns.
    case after
  }

  /// The number of the operation. The next operation has number 1.
  public var operation: Int
  /// The position relative to the operation.
  public var position: Position

  /// Creates a point at the `operation`-th operation from now, at least 1.
  public init(_ position: Position, operation: Int) {
    self.operation = operation
    self.position = position
  }
}

/// A time during which a machine is off.
public struct Outage: Hashable, Sendable {
  /// The duration in seconds.
  public var seconds: Int64
  /// The setting of the wall clock at the next start; nil if the clock continued.
  public var clock: ClockSetting?

  /// Creates an outage, by default with a duration of 0.
  public init(seconds: Int64 = 0, clock: ClockSetting? = nil) {
    self.seconds = seconds
    self.clock = clock
  }
}

/// The state of a disk.
public enum DiskState: Hashable, Sendable {
  /// The disk works.
  case normal
  /// The disk accepts no more bytes.
  case full
  /// The disk is read-only.
  case readOnly
  /// The operation with the given number, counted from now, fails once, as on a worn disk.
  case failing(operation: Int)
}
