import SchedulerCivilTime
import SchedulerPlatform

/// The clocks that state is evaluated by; tests hand in others, and do not wait.
struct Clocks: Sendable {
  /// The present.
  var moment: @Sendable () throws(FileError) -> Moment
  /// Whether the kernel calls the wall clock synchronised.
  var isSynchronised: @Sendable () -> Bool
  /// What the clock shows that runs while the machine is off; nil where there is none.
  var hardware: @Sendable () -> Instant? = { nil }
  /// Lets some milliseconds pass.
  var wait: @Sendable (_ milliseconds: Int32) -> Void

  /// Those of the machine.
  static let system = Clocks(
    moment: SystemClocks.moment, isSynchronised: SystemClocks.isSynchronised, hardware: SystemClocks.hardware,
    wait: Pause.wait(milliseconds:))
}
