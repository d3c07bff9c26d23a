import SchedulerDiagnostics

/// In which form a status is printed.
enum StatusFormat {
  /// Blocks for people.
  case text
  /// An object with all there is.
  case json
  /// An object for a custom module of waybar.
  case waybar
  /// A line for a status bar, and the one for when no session runs.
  case template(StatusTemplate, idle: StatusTemplate)

  /// The words that name a form; anything with a brace is a template.
  static let names = ["text", "json", "waybar"]

  /// The form that is asked for.
  init(_ invocation: Invocation) throws(CommandFailure) {
    let text = try invocation.value(of: .format) ?? (invocation.has(.json) ? "json" : "text")
    let idle = try invocation.value(of: .idle)
    switch text {
    case "text": self = .text
    case "json": self = .json
    case "waybar": self = .waybar
    default:
      guard text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) else {
        throw Self.unknown(text)
      }
      self = .template(try StatusTemplate(text), idle: try StatusTemplate(idle ?? ""))
      return
    }
    guard idle == nil else { throw .usage("'--idle' goes with a template, found '--format \(text)'") }
  }

  private static func unknown(_ text: String) -> CommandFailure {
    let nearest = NearestName.nearest(to: text, among: names).map { "did you mean '\($0)'?" }
    return .usage(
      "'--format' is text, json, waybar or a template, found '\(text)'",
      help: nearest ?? "a template has fields in braces, such as '{time} {profile}'")
  }
}
