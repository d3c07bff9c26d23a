import SchedulerDiagnostics

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

extension ShieldScreen: TableDraft {
  func finished(at span: SourceSpan, _ reading: inout Reading) -> ShieldScreen? { self }
}

extension TableSchema where Draft == ShieldScreen {
  /// `[profile.deep-work.shield]`
  static var screen: Self {
    let words = ShieldScreen()
    return TableSchema(
      "a 'shield' table",
      rows: [
        KeyRow("title", value: .string, summary: "The headline", default: "\"\(words.title)\"") { $0.title = $1 },
        KeyRow("subtitle", value: .string, summary: "What stands below it", default: "\"\(words.subtitle)\"") {
          $0.subtitle = $1
        },
        KeyRow("button", value: .string, summary: "The label of the button", default: "\"\(words.button)\"") {
          $0.button = $1
        },
      ])
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

/// The keys of a `reminder` table while they are read.
struct ReminderDraft: TableDraft {
  var afterEnd: Int64?
  var message = ""

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Reminder? {
    afterEnd.map { Reminder(afterEndSeconds: $0, message: message) }
  }
}

extension TableSchema where Draft == ReminderDraft {
  /// `[profile.deep-work.reminder]`
  static var reminder: Self {
    TableSchema(
      "a 'reminder' table",
      rows: [
        KeyRow("after-end", value: .duration(), summary: "How long after the end of a session", required: "\"15m\"") {
          $0.afterEnd = $1
        },
        KeyRow("message", value: .string, summary: "What it says", default: "the profile's name") { $0.message = $1 },
      ])
  }
}

extension Reminder: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    afterEndSeconds = try archive.field("afterEnd", of: value?.afterEndSeconds)
    message = try archive.field("message", of: value?.message)
  }
}
