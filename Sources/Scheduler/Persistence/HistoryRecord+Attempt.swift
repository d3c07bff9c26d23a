import SchedulerJSON

// The values of attempts to use what a layer blocks.
extension HistoryRecord {
  /// Attempts of one user to use one application, as they are read back from a line.
  public struct Attempt: Hashable, Sendable {
    /// The name of the application.
    public let application: String
    /// The name of the adapter that noticed the attempts, as written.
    public let adapter: String
    /// What became of the application, as written: the name of a `ShieldAttempt.Outcome`, or one of a newer version.
    public let outcome: String
    /// The path of the executable file.
    public let program: String
    /// The name of the user who tried, or the number if the name was unknown.
    public let user: String
    /// The number of attempts.
    public let count: Int64

    /// The attempts in words, for example `steam (/usr/games/steam) of ana, denied, 3 times`.
    public var words: String {
      let subject =
        (program.isEmpty ? application : "\(application) (\(program))") + (user.isEmpty ? "" : " of \(user)")
      return ([subject, outcome].filter { !$0.isEmpty } + (count == 1 ? [] : ["\(count) times"])).joined(
        separator: ", ")
    }
  }

  /// The attempts that a layer blocked; nil for other entries. A text that the line does not have is empty, and a
  /// count is 1.
  public var attempt: Attempt? {
    guard event == .shieldDidBlock else { return nil }
    func text(_ member: String) -> String { object[member]?.stringValue ?? "" }
    return Attempt(
      application: message ?? "", adapter: text("adapter"), outcome: text("outcome"), program: text("program"),
      user: text("user"), count: object["count"]?.integerValue ?? 1)
  }
}

/// The number of attempts of a session in words.
public enum AttemptWords {
  /// Returns `3 attempts`, `1 attempt`; nil for none and for an unknown number.
  public static func text(_ count: Int64?) -> String? {
    guard let count, count != 0 else { return nil }
    return "\(count) \(count == 1 ? "attempt" : "attempts")"
  }
}
