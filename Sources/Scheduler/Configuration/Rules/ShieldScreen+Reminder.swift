/// The text shown in place of a blocked target, `[profile.KEY.shield]`.
public struct ShieldScreen: Hashable, Sendable {
  /// The headline.
  public var title = "Stay focused!"
  /// The line below the headline.
  public var subtitle = "You chose to focus. Keep going!"
  /// The label of the button that leads back.
  public var button = "Back to work"

  /// The default texts.
  public init() {}
}

extension ShieldScreen: TableDraft {}

extension TableSchema where Draft == ShieldScreen {
  /// `[profile.deep-work.shield]`
  static var screen: Self {
    let words = ShieldScreen()
    return TableSchema(name: "a 'shield' table") {
      KeyRow("title", into: \.title, value: .string, summary: "The headline", default: "\"\(words.title)\"")
      KeyRow(
        "subtitle", into: \.subtitle, value: .string, summary: "What stands below it",
        default: "\"\(words.subtitle)\"")
      KeyRow(
        "button", into: \.button, value: .string, summary: "The label of the button", default: "\"\(words.button)\"")
    }
  }
}

/// A reminder after a session has ended, `[profile.KEY.reminder]`.
public struct Reminder: Hashable, Sendable {
  /// The delay after the end, in seconds, at least 1.
  public var afterEndSeconds: Int64
  /// The message; empty for the profile's name.
  public var message: String

  /// A reminder `afterEndSeconds` after the end of a session.
  public init(afterEndSeconds: Int64, message: String = "") {
    self.afterEndSeconds = afterEndSeconds
    self.message = message
  }
}

extension Reminder? {
  /// `15m after the end: Deep work time!`
  var text: String {
    guard let self else { return "none" }
    let message = self.message.isEmpty ? "" : ": \(self.message)"
    return "\(DurationText.text(seconds: self.afterEndSeconds)) after the end\(message)"
  }
}

extension Reminder: TableDraft {
  /// What reading a table begins with. A table needs a time.
  init() { self.init(afterEndSeconds: 0) }
}

extension TableSchema where Draft == Reminder {
  /// `[profile.deep-work.reminder]`
  static var reminder: Self {
    TableSchema(name: "a 'reminder' table") {
      KeyRow(
        "after-end", into: \.afterEndSeconds, value: .duration(), summary: "How long after the end of a session",
        required: "\"15m\"")
      KeyRow("message", into: \.message, value: .string, summary: "What it says", default: "the profile's name")
    }
  }
}

extension Reminder: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    afterEndSeconds = try archive.field("afterEnd", of: value?.afterEndSeconds)
    message = try archive.field("message", of: value?.message)
  }
}
