import Foundation

/// Waits for what other processes do.
public enum Waiting {
  /// Waits until a condition holds, for 20 seconds at most. Returns whether it does.
  public static func until(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while try !condition() {
      if ContinuousClock.now > deadline { return false }
      usleep(1_000)
    }
    return true
  }
}
