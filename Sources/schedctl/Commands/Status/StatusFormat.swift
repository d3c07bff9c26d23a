import SchedulerDiagnostics

/// The format in which a status is printed.
enum StatusFormat {
  /// Text in blocks.
  case text
  /// A JSON object with the complete status.
  case json
  /// An object for a custom module of waybar.
  case waybar
  /// A line for a status bar, with a second template for the time without a session.
  case template(StatusTemplate, idle: StatusTemplate)

  /// The names of formats. A text with a brace is a template.
  static let names = ["text", "json", "waybar"]

  /// Reads the format from the options.
  init(_ invocation: Invocation) throws(CommandFailure) {
    let text = try invocation.value(of: .format) ?? (invocation.has(.json) ? "json" : "text")
    let idle = try invocation.value(of: .idle)
    switch text {
    case "text": self = .text
    case "json": self = .json
    case "waybar": self = .waybar
    default:
      guard text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) else {
        throw .unknown(
          text, among: Self.names, message: "'--format' is text, json, waybar or a template, found '\(text)'",
          help: "a template has fields in braces, such as '{time} {profile}'")
      }
      self = .template(try StatusTemplate(text), idle: try StatusTemplate(idle ?? ""))
      return
    }
    guard idle == nil else { throw .usage("'--idle' goes with a template, found '--format \(text)'") }
  }
}
