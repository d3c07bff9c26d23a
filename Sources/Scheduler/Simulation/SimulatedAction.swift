import SchedulerCivilTime

/// Something that is done to a simulated machine, or on it. Each has a form in scripts, see `description`.
public enum SimulatedAction: Sendable {
  /// Somebody gives a command.
  case command(Command)
  /// Somebody allows the shield to be applied, or withdraws that.
  case authorization(Bool)
  /// Another program delivers an edge by the name of its activity.
  case activity(name: String, profile: String? = nil, ActivityPhase)
  /// The configuration is replaced by another, which messages call by this name.
  case configuration(Configuration, name: String)
  /// Somebody sets the wall clock; `isSynchronised` says whether the kernel calls it synchronised then.
  case clock(ClockSetting, isSynchronised: Bool = false)
  /// The machine's own zone is another; only `timezone = "system"` follows it.
  case zone(ZoneRules)
  /// The process is woken though nothing is due.
  case wake
  /// From now on wake-ups come so.
  case wakeUps(WakeUps)
  /// The machine sleeps for so many seconds: nothing is woken, and all clocks run on.
  case suspend(seconds: Int64)
  /// The process is killed, now or at a file operation ahead, and started again unless `staysDown`.
  case crash(FileOperationPoint? = nil, staysDown: Bool = false)
  /// The process is started, unless it runs.
  case launch
  /// The machine is shut down, is off, and starts again.
  case reboot(Outage = Outage())
  /// The power fails, now or at a file operation ahead: what was not synchronised may be lost. Then it starts again.
  case powerCut(FileOperationPoint? = nil, Outage = Outage())
  /// The disk is another from now on.
  case disk(DiskState)
}

/// What a wall clock is set to.
public enum ClockSetting: Hashable, Sendable {
  /// This instant.
  case to(Instant)
  /// So many seconds later than it shows, or earlier.
  case by(seconds: Int64)
  /// The true time.
  case right
}

/// How a process is woken when something is due.
public enum WakeUps: Hashable, Sendable {
  /// In time.
  case normal
  /// Not at all: only what else happens makes it look.
  case dropped
  /// Twice.
  case doubled
  /// So many seconds too late.
  case late(seconds: Int64)
}

/// A place in the sequence of file operations.
public struct FileOperationPoint: Hashable, Sendable {
  /// Where at an operation.
  public enum Position: Hashable, Sendable {
    /// Before anything of it is done.
    case before
    /// When so many bytes of it have been written; nil for as many as the seed says.
    case within(byteCount: Int?)
    /// When it is done, before anybody is told.
    case after
  }

  /// Which operation, counted from the next one, which is 1.
  public var operation: Int
  /// Where at it.
  public var position: Position

  /// A place at the `operation`-th operation from now, at least 1.
  public init(_ position: Position, _ operation: Int) {
    self.operation = operation
    self.position = position
  }
}

/// A time for which a machine is off.
public struct Outage: Hashable, Sendable {
  /// How long, in seconds.
  public var seconds: Int64
  /// What the wall clock is set to when it starts again; nil where it has run on.
  public var clock: ClockSetting?

  /// A time off; none at all unless said otherwise.
  public init(seconds: Int64 = 0, clock: ClockSetting? = nil) {
    self.seconds = seconds
    self.clock = clock
  }
}

/// What is the matter with a disk.
public enum DiskState: Hashable, Sendable {
  /// Nothing.
  case normal
  /// It takes no more bytes.
  case full
  /// It can only be read.
  case readOnly
  /// The operation of this number from now fails, once: what a worn disk does.
  case failing(operation: Int)
}
