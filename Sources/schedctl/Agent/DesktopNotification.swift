import SchedulerDaemon

/// A notice as a desktop notification of notify-send(1).
enum DesktopNotification {
  static let program = "notify-send"

  /// The words of the command line.
  ///
  /// - Parameter path: the path of notify-send.
  static func words(for notice: Notice, program path: String) -> [String] {
    let urgency = notice.isUrgent ? "critical" : "normal"
    // `--` makes a text that starts with a dash an argument.
    return [path, "--app-name=schedctl", "--urgency=\(urgency)", "--", notice.title, escaped(notice.body)]
  }

  /// The body with markup escaped, because the Desktop Notifications Specification interprets it.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
