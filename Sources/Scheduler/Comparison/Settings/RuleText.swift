extension ConfiguredZone.Choice {
  /// `system`, `Europe/Berlin`.
  var text: String {
    switch self {
    case .system: "system"
    case .identifier(let identifier): identifier
    }
  }
}

extension BreakRules? {
  /// `15m, 30m a session, at most 3, full again at 04:00`
  var text: String {
    guard let self else { return "none" }
    let parts = [
      DurationText.text(seconds: self.lengthSeconds), "\(DurationText.text(seconds: self.budgetSeconds)) a session",
      self.count.map { "at most \($0)" } ?? "any number", self.reset.map { "full again at \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension PauseRules? {
  /// `10m, at most 2`
  var text: String {
    map { "\(DurationText.text(seconds: $0.lengthSeconds)), at most \($0.count)" } ?? "none"
  }
}

extension AccessRules? {
  /// `5m, at most 3, full again after 6h`
  var text: String {
    guard let self else { return "none" }
    let refill = self.refillSeconds.map { ", full again after \(DurationText.text(seconds: $0))" } ?? ""
    return "\(DurationText.text(seconds: self.lengthSeconds)), at most \(self.count)\(refill)"
  }
}

extension UsageLimit? {
  /// `30m a day of steam, example.org`
  var text: String {
    guard let self else { return "none" }
    let targets =
      self.applications.map(\.text).sorted() + self.categories.map(\.name).sorted() + self.domains.map(\.text).sorted()
    let names = targets.isEmpty ? "nothing" : targets.joined(separator: ", ")
    return "\(DurationText.text(seconds: self.useSeconds)) a \(self.period.rawValue) of \(names)"
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

extension UnlockKey {
  /// `desk tag (hash 9f86d081…)`, `text of 32 characters`
  var text: String {
    let secret =
      switch self.secret {
      case .hash(let sha256): "hash \(sha256.prefix(8))…"
      case .text(let length): "text of \(length) characters"
      }
    return name.isEmpty ? secret : "\(name) (\(secret))"
  }
}

extension Strategy {
  /// `manual`, `timer 45m, no early stop`, `pomodoro 25m, breaks 5m and 15m, 4 rounds, starts both`; what is set for
  /// another kind follows.
  var text: String {
    let standard = PomodoroRules()
    var parts = kind == .manual ? [kind.rawValue] : []
    if kind == .timer || timer != nil { parts.append(timer.map(\.text) ?? "timer") }
    if kind == .pomodoro || pomodoro != standard { parts.append(pomodoro.text) }
    if kind == .pomodoro, parts.count > 1 { parts.reverse() }
    return parts.joined(separator: "; ")
  }
}

extension TimerRules {
  fileprivate var text: String {
    "timer \(DurationText.text(seconds: lengthSeconds))\(allowsEarlyStop ? "" : ", no early stop")"
  }
}

extension PomodoroRules {
  fileprivate var text: String {
    let breaks = "\(DurationText.text(seconds: shortBreakSeconds)) and \(DurationText.text(seconds: longBreakSeconds))"
    return "pomodoro \(DurationText.text(seconds: focusSeconds)), breaks \(breaks), \(rounds) rounds, "
      + "auto-start \(autoStart.rawValue)"
  }
}
