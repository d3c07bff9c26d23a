import SchedulerDaemon

/// A notice as notify-send(1) shows it on a desktop.
enum DesktopNotification {
  static let program = "notify-send"

  /// The words of its command line.
  ///
  /// - Parameter path: of the program.
  static func words(for notice: Notice, program path: String) -> [String] {
    let urgency = notice.isUrgent ? "critical" : "normal"
    // What begins with a dash is a text all the same.
    return [path, "--app-name=schedctl", "--urgency=\(urgency)", "--", notice.title, escaped(notice.body)]
  }

  /// A body as the Desktop Notifications Specification wants it: with markup, of which this is none.
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
