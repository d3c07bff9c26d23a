import SchedulerDiagnostics

/// The strategy that `schedctl start` runs, `[profile.KEY.strategy]`.
public struct Strategy: Hashable, Sendable {
  /// The kinds of strategy.
  public enum Kind: String, CaseIterable, Sendable {
    /// Runs until it is stopped.
    case manual
    /// Runs for a length.
    case timer
    /// Runs rounds of focus and breaks.
    case pomodoro
  }

  /// The kind that runs unless the command names another.
  public var kind: Kind
  /// The rules of the timer; nil if no length is given.
  public var timer: TimerRules?
  /// The rules of the rounds.
  public var pomodoro: PomodoroRules

  /// A strategy of a kind.
  public init(_ kind: Kind = .manual, timer: TimerRules? = nil, pomodoro: PomodoroRules = PomodoroRules()) {
    self.kind = kind
    self.timer = timer
    self.pomodoro = pomodoro
  }
}

/// A timer strategy.
public struct TimerRules: Hashable, Sendable {
  /// The length in seconds: 1 second to 7 days.
  public var lengthSeconds: Int64
  /// Whether a stop before the end is allowed, as far as the lock allows it.
  public var allowsEarlyStop: Bool

  /// A timer of a length.
  public init(lengthSeconds: Int64, allowsEarlyStop: Bool = true) {
    self.lengthSeconds = lengthSeconds
    self.allowsEarlyStop = allowsEarlyStop
  }

  /// The longest timer: 7 days.
  public static let maximumLengthSeconds: Int64 = 7 * 86_400
}

/// A pomodoro strategy: focus phases with short breaks between them, and a long break after each set of rounds.
public struct PomodoroRules: Hashable, Sendable {
  /// The phases that begin without a command.
  public enum AutoStart: String, CaseIterable, Sendable {
    case both, breaks, focus, none
  }

  /// A focus phase in seconds: 1 second to 7 days.
  public var focusSeconds: Int64 = 25 * 60
  /// A break in seconds: 1 second to 7 days.
  public var shortBreakSeconds: Int64 = 5 * 60
  /// Every `rounds`-th break in seconds: 1 second to 7 days.
  public var longBreakSeconds: Int64 = 15 * 60
  /// Focus phases until a long break, 1 to 100.
  public var rounds: Int64 = 4
  /// The phases that begin without a command.
  public var autoStart: AutoStart = .both

  /// Four rounds of 25 minutes, breaks of 5, a long one of 15.
  public init() {}
}

extension Strategy: SessionRule {
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

  func loosens(_ old: Strategy) -> Bool {
    kind != old.kind || pomodoro != old.pomodoro || old.timer.map { timer?.loosens($0) ?? true } ?? false
  }

  /// The kind and the rounds of `old`, with a timer that is as long and as hard to stop as those of both. Any change of
  /// the rounds, even to longer phases of focus, moves later breaks to where focus was.
  func limited(to old: Strategy) -> Strategy {
    var strategy = self
    strategy.kind = old.kind
    strategy.pomodoro = old.pomodoro
    guard let timer, let oldTimer = old.timer else {
      strategy.timer = timer ?? old.timer
      return strategy
    }
    strategy.timer = TimerRules(
      lengthSeconds: max(timer.lengthSeconds, oldTimer.lengthSeconds),
      allowsEarlyStop: timer.allowsEarlyStop && oldTimer.allowsEarlyStop)
    return strategy
  }
}

extension TimerRules {
  fileprivate var text: String {
    "timer \(DurationText.text(seconds: lengthSeconds))\(allowsEarlyStop ? "" : ", no early stop")"
  }

  fileprivate func loosens(_ old: TimerRules) -> Bool {
    lengthSeconds < old.lengthSeconds || allowsEarlyStop && !old.allowsEarlyStop
  }
}

extension PomodoroRules {
  fileprivate var text: String {
    let breaks = "\(DurationText.text(seconds: shortBreakSeconds)) and \(DurationText.text(seconds: longBreakSeconds))"
    return "pomodoro \(DurationText.text(seconds: focusSeconds)), breaks \(breaks), \(rounds) rounds, "
      + "auto-start \(autoStart.rawValue)"
  }
}

/// The keys of a `strategy` table while they are read.
struct StrategyDraft: TableDraft {
  /// The kind; nil if its value was wrong and reported.
  var kind: Strategy.Kind? = .manual
  /// The length; nil in it if its value was wrong and reported.
  var length: Located<Int64?>?
  var earlyStop: Located<Bool>?
  var pomodoro = PomodoroRules()

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Strategy? {
    guard let kind else { return nil }
    if let earlyStop, kind != .timer { reading.report(.earlyStopWithoutTimer(kind, at: earlyStop.span)) }
    if kind == .timer, length == nil {
      reading.report(.requiredKey("length", example: "\"45m\"", in: "a timer strategy", at: span))
    }
    let timer = (length?.value).map { TimerRules(lengthSeconds: $0, allowsEarlyStop: earlyStop?.value ?? true) }
    return Strategy(kind, timer: timer, pomodoro: pomodoro)
  }
}

extension TableSchema where Draft == StrategyDraft {
  /// `[profile.deep-work.strategy]`
  static var strategy: Self {
    TableSchema(name: "a 'strategy' table") {
      KeyRow(
        "type", into: \.kind, value: .attempted(.choice("strategy")), summary: "The strategy", default: "\"manual\"")
      KeyRow(
        "length", into: \.length, value: .located(.attempted(.phase)),
        summary: "timer: how long it runs, up to 7 days; a timer needs it")
      KeyRow(
        "early-stop", into: \.earlyStop, value: .located(.boolean),
        summary: "timer: whether it may be stopped before its end", default: "true")
      KeyRow(
        "focus", into: \.pomodoro.focusSeconds, value: .phase, summary: "pomodoro: a focus phase", default: "\"25m\"")
      KeyRow(
        "short-break", into: \.pomodoro.shortBreakSeconds, value: .phase, summary: "pomodoro: a break",
        default: "\"5m\"")
      KeyRow(
        "long-break", into: \.pomodoro.longBreakSeconds, value: .phase,
        summary: "pomodoro: the break after all rounds", default: "\"15m\"")
      KeyRow(
        "rounds", into: \.pomodoro.rounds, value: .integer(in: 1...100),
        summary: "pomodoro: focus phases until a long break", default: "4")
      KeyRow(
        "auto-start", into: \.pomodoro.autoStart, value: .choice("value"),
        summary: "pomodoro: which phases begin without being started", default: "\"both\"")
    }
  }
}

extension ValueReader where Output == Int64 {
  fileprivate static var phase: Self { .duration(upTo: TimerRules.maximumLengthSeconds) }
}

extension Diagnostic {
  fileprivate static func earlyStopWithoutTimer(_ kind: Strategy.Kind, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys,
      message: "'early-stop' belongs to a timer, and this strategy is '\(kind.rawValue)'", at: span,
      help: ["write type = \"timer\" and a length, or leave 'early-stop' out"])
  }
}

extension PomodoroRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    focusSeconds = try archive.field("focus", of: value?.focusSeconds)
    shortBreakSeconds = try archive.field("shortBreak", of: value?.shortBreakSeconds)
    longBreakSeconds = try archive.field("longBreak", of: value?.longBreakSeconds)
    rounds = try archive.field("rounds", of: value?.rounds)
    autoStart = try archive.field("autoStart", of: value?.autoStart)
    try archive.require(focusSeconds > 0, of: "focus", expecting: "a number above 0")
    try archive.require(shortBreakSeconds > 0, of: "shortBreak", expecting: "a number above 0")
    try archive.require(longBreakSeconds > 0, of: "longBreak", expecting: "a number above 0")
    try archive.require(rounds > 0, of: "rounds", expecting: "a number above 0")
  }
}

extension PomodoroRules.AutoStart: StoredScalar {}
extension Strategy.Kind: StoredScalar {}
