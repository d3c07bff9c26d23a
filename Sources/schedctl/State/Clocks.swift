import CivilTime
import Platform

/// The clocks that state is evaluated by; tests hand in others, and do not wait.
struct Clocks: Sendable {
  /// The present.
  var moment: @Sendable () throws(FileError) -> Moment
  /// Whether the kernel calls the wall clock synchronised.
  var isSynchronised: @Sendable () -> Bool
  /// Lets some milliseconds pass.
  var wait: @Sendable (_ milliseconds: Int32) -> Void

  /// Those of the machine.
  static let system = Clocks(
    moment: SystemClocks.moment, isSynchronised: SystemClocks.isSynchronised, wait: Pause.wait(milliseconds:))
}
