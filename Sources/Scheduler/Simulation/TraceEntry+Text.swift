import SchedulerCivilTime
import SchedulerStore

extension TraceEntry {
  /// The title: a word, or the form in a script: `intervalDidStart`, `shield:`, `> break deep-work`.
  public var title: String {
    switch item {
    case .action(let action): "> \(action)"
    case .answered(let command, _), .unanswered(let command, _): "> \(command.request.words)"
    case .history(.event(let event), _): event.name.rawValue
    case .history(.missed, _): "missed"
    case .history(.finished, _): "sessionDidFinish"
    case .activityRefused: "activity refused"
    case .shield: "shield:"
    case .failure: "failure"
    case .started: "process started"
    case .notStarted: "process not started"
    case .died: "process died"
    case .booted: "machine started"
    }
  }

  /// The keys of the profiles that the entry concerns.
  public var profiles: [ProfileKey] {
    switch item {
    case .answered(_, .done(let result)): [result.profile]
    case .history(let entry, _): entry.profile.map { [$0.key] } ?? []
    case .shield(let set): set.layers.map(\.layer.profile.key)
    default: []
    }
  }

  /// Returns further remarks for the user, with times in a zone.
  public func remarks(in zone: ZoneRules) -> [String] {
    let shown = TraceTime(zone, at: wall)
    var remarks = self.remarks(shown)
    if wall != at, isOfMachine { remarks.append("clock shows \(TraceTime(zone, at: at).text(wall))") }
    return remarks
  }

  /// Whether the entry is about the machine and not the process. Such entries show the reading of a wrong clock.
  private var isOfMachine: Bool {
    switch item {
    case .action, .booted: true
    default: false
    }
  }

  private func remarks(_ time: TraceTime) -> [String] {
    switch item {
    case .action, .booted: []
    case .answered(_, let outcome): outcome.remarks(time)
    case .unanswered(_, .outcomeUnknown(let error)): ["not known whether it was carried out: \(error)"]
    case .unanswered(_, let error): [error.map { "not carried out: \($0)" } ?? "no answer"]
    case .history(let entry, let isRecovered): entry.remarks(time) + (isRecovered ? ["handed out after a crash"] : [])
    case .activityRefused(let refused): ["\(refused.reason)"]
    case .shield(let set): set.remarks
    case .failure(let error), .notStarted(let error): [error.description]
    case .started(let losses, let problems): losses.map(\.description) + problems.map(\.description)
    case .died(let operation, let error): ["at file operation \(operation)\(error.map { ": \($0.place)" } ?? "")"]
    }
  }
}

/// Instants in the form of remarks: only the time if the date is the line's date.
private struct TraceTime {
  let zone: ZoneRules
  let date: CivilDate

  init(_ zone: ZoneRules, at instant: Instant) {
    self.zone = zone
    date = zone.civil(at: instant).date
  }

  func text(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return civil.date == date ? "\(civil.time)" : "\(civil.date) \(civil.time)"
  }
}

extension CommandOutcome {
  fileprivate func remarks(_ time: TraceTime) -> [String] {
    switch self {
    case .done(let result):
      [result.change.words] + (result.from.map { ["from \(time.text($0))"] } ?? [])
        + (result.until.map { ["until \(time.text($0))"] } ?? [])
        + (result.nextStart.map { ["starts as planned at \(time.text($0))"] } ?? [])
        + (result.usesLeft.map { ["\($0 == 0 ? "no" : "\($0)") \($0 == 1 ? "use" : "uses") left"] } ?? [])
    case .refused(let refusal):
      ["refused: \(refusal.message)"] + (refusal.allowedAt.map { ["allowed from \(time.text($0))"] } ?? [])
    }
  }
}

extension CommandResult.Change {
  /// A description: `break started`.
  fileprivate var words: String {
    switch self {
    case .alreadyRunning: "runs already"
    case .phaseStarted: "phase started"
    case .breakStarted: "break started"
    case .breakEnded: "break ended"
    case .accessOpened: "access opened"
    case .moreGranted: "more use granted"
    case .emergencyUsed: "ended in an emergency"
    default: rawValue
    }
  }
}

extension HistoryEntry {
  fileprivate func remarks(_ time: TraceTime) -> [String] {
    switch self {
    case .event(let event): event.remarks(time)
    case .missed(let missed): missed.remarks(time)
    case .finished(let session): session.remarks(time)
    }
  }
}

extension Event {
  fileprivate func remarks(_ time: TraceTime) -> [String] {
    var remarks: [String] = []
    switch activity {
    case .schedule?, nil: break
    case .break?: remarks.append("break")
    case .strategy?: remarks.append("strategy")
    case .pause?: remarks.append("pause")
    case .access?: remarks.append("access")
    case .registered(let name)?: remarks.append(name)
    }
    if let mode { remarks.append(mode.rawValue) }
    if let attempt = HistoryRecord(json).attempt {
      remarks.append(attempt.words)
    } else if let message, !message.isEmpty {
      remarks.append(message)
    }
    if isLate { remarks.append("late, planned \(time.text(planned))") }
    return remarks
  }
}

extension Missed {
  fileprivate func remarks(_ time: TraceTime) -> [String] {
    let count = Int64(intervals.count) + further
    guard let last = intervals.last else { return [] }
    // The date of the end is included if it differs from the date of the start, regardless of the line's date.
    let span = "\(time.text(last.start)) – \(TraceTime(time.zone, at: last.start).text(last.end))"
    return [count == 1 ? span : "\(count) intervals, the last \(span)"]
  }
}

extension FinishedSession {
  fileprivate func remarks(_ time: TraceTime) -> [String] {
    [origins.sorted().map(\.rawValue).joined(separator: ", "), DurationText.text(seconds: seconds)]
      + spent.words { DurationText.text(seconds: $0) } + [AttemptWords.text(attemptCount)].compactMap(\.self)
  }
}

extension ShieldSet {
  fileprivate var remarks: [String] {
    if layers.isEmpty { return ["nothing"] }
    let denying = layers.filter { $0.layer.onlyDenials == $0.layer }.map(\.layer.profile.key.text)
    return (denying.isEmpty ? [] : ["denials alone: " + denying.joined(separator: ", ")]) + (isStrict ? ["strict"] : [])
  }
}

extension FileSystemError {
  /// The action and the file: `write 'journal'`.
  var place: String { "\(action.rawValue) \(name == "." ? "the directory" : "'\(name)'")" }
}
