import Foundation

/// Tests that start the browsers of the machine. They take a minute, and a busy machine may delay a browser for longer than
/// they wait, so they run only with `SCHEDCTL_BROWSERS=1`.
public enum RealBrowsers {
  /// Whether they run.
  public static let areAsked = ProcessInfo.processInfo.environment["SCHEDCTL_BROWSERS"] == "1"

  /// Why they do not run.
  public static let reason = "SCHEDCTL_BROWSERS=1 starts the browsers of the machine"
}
