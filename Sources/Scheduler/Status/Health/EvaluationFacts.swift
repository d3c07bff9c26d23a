import SchedulerCivilTime
import SchedulerStore

/// The content of a state directory.
public struct EvaluationFacts: Sendable {
  /// The time of the last evaluation, or nil if there was none.
  public var evaluatedAt: Instant?
  /// The number of events that have become due since then.
  public var dueCount = 0
  /// The losses in its files.
  public var losses: [StateLoss] = []
  /// The unreadable records.
  public var problems: [StateProblem] = []
  /// The losses in the history, in words: `1 line is missing`.
  public var historyLosses: [String] = []
  /// The newest loss of state that history records, or nil for none.
  public var recordedLoss: RecordedLoss?
  /// The reason why the history cannot be read, or nil if it can.
  public var historyFault: String?
  /// The reason why `shield.json` cannot be read, or nil if it can.
  public var shieldFault: String?
  /// The state of `shield.json`, or nil before the first evaluation.
  public var shield: ShieldFileStatus?
  /// The time until which `shield.json` is valid; nil if there is no limit or it cannot be read.
  public var shieldEnd: Instant?
  /// The limits of use, for each person whose use is known or counted.
  public var limits: [LimitStanding] = []
  /// The limits that nothing measures because their people are not logged in.
  public var absentLimits: [LimitStanding] = []
  /// The consent to the shield.
  public var authorization: AuthorizationStatus
  /// The consent once nothing is locked; nil if it does not change.
  public var awaitedAuthorization: AuthorizationStatus?
  /// The condition for that change.
  public var unlockedWords = "no strict session runs"

  /// Creates facts about a directory without faults.
  public init(evaluatedAt: Instant?, authorization: AuthorizationStatus) {
    self.evaluatedAt = evaluatedAt
    self.authorization = authorization
  }

  /// The maximum delay of an evaluation, in seconds, for callers that evaluate once a minute.
  static let longestDelay: Int64 = 120

  /// - Parameter isKept: whether a process works on the state: a daemon or, for a few milliseconds, a command.
  func findings(at now: Instant, isKept: Bool, _ words: (Instant) -> String) -> [Finding] {
    [consent] + [evaluation(at: now, isKept: isKept, words: words)].compactMap(\.self) + journal
      + [recordedLoss?.finding(words), history, shield(at: now, isKept: isKept, words: words)].compactMap(\.self)
  }

  /// The findings when the state directory does not exist.
  var findingsWithoutState: [Finding] { losses.isEmpty ? [consent] : [consent] + journal }

  /// The findings about limits: what measures them, and those that nothing measures. Without a daemon nothing does.
  ///
  /// - Parameter showsAbsent: whether the limits of people who are not logged in are among them.
  func limitFindings(hasDaemon: Bool, showsAbsent: Bool) -> [Finding] {
    let measured = hasDaemon ? limits.filter { !$0.source.isEmpty } : []
    let sources = Set(measured.map { [$0.user, $0.source] }).sorted { $0[0] < $1[0] }
    let unmeasured = limits.filter { $0.isUnmeasured || !hasDaemon }.map { Self.lack($0, reason: "") }
    let absent = absentLimits.map { Self.lack($0, reason: ", because no session of its people is active") }
    return sources.map { Self.measurement(of: $0[0], by: $0[1]) } + unmeasured + (showsAbsent ? absent : [])
  }

  /// The finding about what measures the limits of a person.
  private static func measurement(of user: String, by source: String) -> Finding {
    guard source == UseReport.runningPrograms else {
      return Finding(.ok, code: .use, text: "limits of '\(user)' are measured by \(source)")
    }
    return Finding(
      .note, code: .use,
      text: "limits of '\(user)' are measured by \(source) alone, and programs in the background count, too",
      remedy: "run 'schedctl agent' in the desktop session: it reports what is in use")
  }

  /// The finding that nothing measures a limit.
  private static func lack(_ standing: LimitStanding, reason: String) -> Finding {
    Finding(
      .note, code: .use, text: "\(standing.unmeasuredWords)\(reason) (profile '\(standing.profile.key)')",
      remedy:
        "run 'schedctl agent' and 'schedctl doctor' in the desktop session; domains need a source that names the tab "
        + "in front: 'schedctl browser-extension install' adds one to your browsers")
  }

  /// The finding about the consent to the shield.
  var consent: Finding {
    if awaitedAuthorization != nil {
      return Finding(.note, code: .authorization, text: "consent is withdrawn as soon as \(unlockedWords)")
    }
    switch authorization {
    case .approved: return Finding(.ok, code: .authorization, text: "consent to the shield is given")
    case .denied:
      return Finding(
        .note, code: .authorization, text: "nothing is shielded: consent was denied",
        remedy: "'schedctl authorize' asks for it again")
    case .notDetermined:
      return Finding(
        .problem, code: .authorization, text: "nothing is shielded: consent is missing",
        remedy: "'schedctl authorize' asks for it")
    }
  }

  private func evaluation(at now: Instant, isKept: Bool, words: (Instant) -> String) -> Finding? {
    guard let evaluatedAt else {
      // The time of the last evaluation is lost with the state.
      guard losses.isEmpty else { return nil }
      return Finding(
        .note, code: .evaluation, text: "the state was never evaluated",
        remedy: isKept ? "the daemon is about to do so" : "'schedctl run --once' does what is due")
    }
    guard dueCount > 0, now.seconds(since: evaluatedAt) > Self.longestDelay else {
      return Finding(.ok, code: .evaluation, text: "the state was evaluated last at \(words(evaluatedAt))")
    }
    return Finding(
      .problem, code: .evaluation,
      text:
        "what became due since \(words(evaluatedAt)) is not done: \(dueCount) \(dueCount == 1 ? "event" : "events")",
      remedy: isKept
        ? "the process that keeps the state does not do it: what it says of that is in its log"
        : "'schedctl run --once' does it now")
  }

  private var journal: [Finding] {
    let found =
      losses.map(\.finding)
      + problems.map { problem in
        Finding(
          .problem, code: .record, text: problem.description,
          remedy: "'schedctl run --once' continues with the rest, and writes it anew")
      }
    return found.isEmpty ? [Finding(.ok, code: .journal, text: "all records of the state can be read")] : found
  }

  private var history: Finding {
    if let historyFault { return Finding(.note, code: .history, text: historyFault) }
    guard !historyLosses.isEmpty else { return Finding(.ok, code: .history, text: "history is whole") }
    return Finding(
      .note, code: .history, text: "in history \(historyLosses.joined(separator: ", "))",
      remedy: "only the record of the past is affected, not the running sessions")
  }

  private func shield(at now: Instant, isKept: Bool, words: (Instant) -> String) -> Finding? {
    if let shieldFault { return Finding(.note, code: .shield, text: shieldFault) }
    guard let shield else { return nil }
    let remedy = isKept ? "the daemon writes it as soon as it can" : "'schedctl run --once' writes it"
    if shield.isBehind {
      let what = shield.generation.map { "still has generation \($0)" } ?? "is not there or cannot be read"
      return Finding(
        .problem, code: .shield, text: "the shield on disk is behind: 'shield.json' \(what)", remedy: remedy)
    }
    if let shieldEnd, shieldEnd <= now {
      return Finding(
        .problem, code: .shield,
        text: "'shield.json' counts until \(words(shieldEnd)) only: programs take it for off since then",
        remedy: remedy)
    }
    return Finding(.ok, code: .shield, text: "'shield.json' says what the sessions ask for")
  }
}

/// A loss of state that history records: one or more events `stateDidLose` of one evaluation.
public struct RecordedLoss: Hashable, Sendable {
  /// The time at which the loss was noticed.
  public let noticedAt: Instant
  /// What was lost of the files.
  public let message: String
  /// The keys of the profiles concerned, as far as they are known.
  public private(set) var profiles: [String] = []

  /// Creates the loss of an event. Returns nil for other entries of history.
  public init?(_ record: HistoryRecord) {
    guard record.event == .stateDidLose, let noticedAt = record.delivered else { return nil }
    self.noticedAt = noticedAt
    message = record.message ?? ""
    add(record)
  }

  /// Adds the profile of an event. Returns false if the event belongs to another loss.
  @discardableResult
  public mutating func add(_ record: HistoryRecord) -> Bool {
    guard record.event == .stateDidLose, record.delivered == noticedAt else { return false }
    if !record.profile.isEmpty, !profiles.contains(record.profile) { profiles.append(record.profile) }
    return true
  }

  /// The finding about the loss, with the time of the loss in words.
  func finding(_ words: (Instant) -> String) -> Finding {
    let concerned =
      profiles.isEmpty ? "" : ", which concerned \(profiles.sorted().map { "'\($0)'" }.joined(separator: ", "))"
    return Finding(
      .note, code: .stateLoss, text: "a loss of state was recorded at \(words(noticedAt))\(concerned): \(message)",
      remedy: "'schedctl log --since \"\(words(noticedAt))\"' shows it, and 'schedctl sessions' what runs again")
  }
}

extension StateLoss {
  /// The finding about the loss. A crash leaves a torn end without confirmed changes, but a damaged last change looks
  /// identical.
  fileprivate var finding: Finding {
    if case .tornEnd = self {
      return Finding(
        .note, code: .tornEnd,
        text: "\(self): a crash leaves such an end, and so does a disk that damages the last change",
        remedy: "'schedctl run --once' keeps it aside and continues")
    }
    return Finding(
      .problem, code: .journal, text: description,
      remedy: "'schedctl status' shows what is left; 'schedctl run --once' continues from it and writes it again")
  }
}
