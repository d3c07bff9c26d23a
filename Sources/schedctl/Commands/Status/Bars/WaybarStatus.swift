import SchedulerJSON

extension BarStatus {
  /// Writes the JSON object that a custom module of waybar reads with `"return-type": "json"`; see waybar-custom(5).
  func writeWaybar(to json: inout JSONWriter) {
    let first = sessions.first
    json.object { json in
      json.member("text", value: first.map { "\($0.shownMinutes) \($0.profile)" } ?? "")
      json.member("alt", value: alternative)
      json.member("tooltip", value: tooltip.joined(separator: "\n").escapedForMarkup)
      json.member(
        "class",
        value: [first?.state.rawValue ?? "idle"]
          + (first.map { [$0.mode.rawValue] + ($0.isUrgent ? ["urgent"] : []) } ?? [])
          + [shield.rawValue])
      json.member("percentage", value: first?.percent ?? 0)
    }
  }

  /// The word that selects an icon: `idle`, the state of a session that does not run, else the mode of the session.
  private var alternative: String {
    guard let first = sessions.first else { return "idle" }
    return first.state == .running ? first.mode.rawValue : first.state.rawValue
  }

  /// One line for each session, and one for the next start.
  private var tooltip: [String] {
    (sessions.isEmpty ? ["no session is running"] : sessions.map(line))
      + (next.map { ["next: \($0.profile) \(words($0.start))"] } ?? [])
  }

  /// Returns the line of a session.
  private func line(_ session: BarSession) -> String {
    var text = "\(session.profile): \(session.mode.displayName)"
    if let lift = session.lift {
      text += ", \(lift.kind.rawValue) until \(words(lift.end))"
    } else if session.state != .running {
      text += ", \(session.state.rawValue)"
    }
    if let end = session.end { text += session.lift == nil ? " until \(words(end))" : ", ends \(words(end))" }
    return text
  }
}
