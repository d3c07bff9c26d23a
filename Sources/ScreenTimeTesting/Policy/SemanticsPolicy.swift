/// The choices where Apple's documents and the measurements leave more than one behavior open.
///
/// `documented` is the default of a device. A test that runs under every value of `allVariants` shows that an app does
/// not depend on a choice.
public struct SemanticsPolicy: Hashable, Sendable {
  /// What components of different kinds at the two ends of a schedule do.
  public enum MixedComponents: Hashable, Sendable, CaseIterable {
    /// Both ends are matched as they are. Apple does not throw.
    case matched
    /// No start comes after a time without a date before a dated end, and no end after a dated start before a time
    /// without a date, as developers report on Apple's forum (thread 729841).
    case silent
  }

  /// What a time zone without a calendar does in components.
  public enum ComponentZone: Hashable, Sendable, CaseIterable {
    /// Nothing, as in Foundation.
    case ignored
    /// The components are matched in that zone.
    case honored
  }

  /// How the length of an interval is measured.
  public enum IntervalLength: Hashable, Sendable, CaseIterable {
    /// By elapsed time.
    case elapsed
    /// By the difference of the clock's readings.
    case wallClock
  }

  /// What replacing an activity does to its open interval.
  public enum Overwrite: Hashable, Sendable, CaseIterable {
    /// It is dropped, and no end is delivered.
    case silent
    /// Its end is delivered first.
    case endsInterval
  }

  /// What happens to an activity that does not repeat, after its interval.
  public enum FinishedActivities: Hashable, Sendable, CaseIterable {
    /// It stays in `activities`, and counts, until it is stopped or replaced.
    case kept
    /// It is removed.
    case dropped
  }

  /// What a reboot does to monitoring.
  public enum Reboot: Hashable, Sendable, CaseIterable {
    /// Activities, open intervals and counters survive.
    case keepsMonitoring
    /// All activities are lost.
    case losesMonitoring
  }

  /// Whether warnings wait for the device to be used.
  public enum Warnings: Hashable, Sendable, CaseIterable {
    /// They wait, as starts and ends do.
    case awaitUse
    /// They come at their time.
    case ungated
  }

  /// When an event comes whose threshold is reached exactly at the end of the interval.
  public enum ThresholdAtEnd: Hashable, Sendable, CaseIterable {
    /// Before the end.
    case beforeEnd
    /// After the end.
    case afterEnd
  }

  /// How callbacks that are due at one moment run.
  public enum Concurrency: Hashable, Sendable, CaseIterable {
    /// One after the other.
    case serial
    /// At the same time, each on a thread of its own, as measured for an end warning and an end.
    case concurrent
  }

  /// The order of callbacks of different activities that are due at one moment.
  public enum TieOrder: Hashable, Sendable {
    /// In the order of registration.
    case registration
    /// In a random order.
    case random(seed: UInt64)
  }

  /// What `stopMonitoring` does in a callback.
  public enum StopInCallback: Hashable, Sendable, CaseIterable {
    /// It returns.
    case returns
    /// It does not return before the system ends the extension, 31 seconds later. What follows it has no effect. Measured
    /// (iOS 26.6) where the callback holds a lock for which the end of the interval, on a second thread, waits.
    case blocks
  }

  /// How long a monitor object lives.
  public enum MonitorLifetime: Hashable, Sendable, CaseIterable {
    /// Each callback gets a new one.
    case callback
    /// Until the device reboots or the extension is killed.
    case process
  }

  /// What stopping an activity does to a start that is on its way.
  public enum StopBeforeStart: Hashable, Sendable, CaseIterable {
    /// It removes the start.
    case dropsStart
    /// The start comes late, and no end follows.
    case lateStart
  }

  /// Whether time on a shield counts as use.
  public enum ShieldTime: Hashable, Sendable, CaseIterable {
    /// It does not count.
    case ignored
    /// It counts as use of the application.
    case counted
  }

  /// What components of different kinds at the two ends of a schedule do.
  public var mixedComponents = MixedComponents.matched
  /// What a time zone without a calendar does in components.
  public var componentZone = ComponentZone.ignored
  /// How the length of an interval is measured.
  public var intervalLength = IntervalLength.elapsed
  /// What replacing an activity does to its open interval.
  public var overwrite = Overwrite.silent
  /// What happens to an activity that does not repeat, after its interval.
  public var finishedActivities = FinishedActivities.kept
  /// What a reboot does to monitoring.
  public var reboot = Reboot.keepsMonitoring
  /// Whether warnings wait for the device to be used.
  public var warnings = Warnings.awaitUse
  /// When an event comes whose threshold is reached exactly at the end.
  public var thresholdAtEnd = ThresholdAtEnd.beforeEnd
  /// How callbacks that are due at one moment run.
  public var concurrency = Concurrency.serial
  /// The order of callbacks that are due at one moment.
  public var tieOrder = TieOrder.registration
  /// What `stopMonitoring` does in a callback.
  public var stopInCallback = StopInCallback.returns
  /// How long a monitor object lives.
  public var monitorLifetime = MonitorLifetime.callback
  /// What stopping an activity does to a start that is on its way.
  public var stopBeforeStart = StopBeforeStart.dropsStart
  /// Whether time on a shield counts as use.
  public var shieldTime = ShieldTime.ignored
  /// The time between the moment at which a callback is due and its delivery.
  public var latency = Latency.none
  /// The choices about settings: caps, and reads of what another process wrote.
  public var settings = SettingsPolicy()
  /// The choices about authorization.
  public var authorization = AuthorizationPolicy()

  /// Creates the policy `documented`.
  public init() {}

  /// What Apple documents, what was measured, and our choice where neither says.
  public static let documented = SemanticsPolicy()

  /// Returns this policy with one choice changed.
  public func with<Choice>(_ choice: WritableKeyPath<SemanticsPolicy, Choice>, as value: Choice) -> SemanticsPolicy {
    var policy = self
    policy[keyPath: choice] = value
    return policy
  }
}

/// The time between the moment at which a callback is due and its delivery.
public enum Latency: Hashable, Sendable {
  /// No time.
  case none
  /// Three seconds, and none for the end that follows `stopMonitoring`. A start was measured at 2.8 s, an end at 3.0 s
  /// and the end after a stop within milliseconds. That warnings and thresholds take three seconds is our choice.
  case observed
  /// Always the given number of milliseconds.
  case fixed(milliseconds: Int64)
  /// A random number of milliseconds.
  case random(milliseconds: ClosedRange<Int64>, seed: UInt64)
}
