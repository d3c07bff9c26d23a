import SchedulerDiagnostics

/// The keys of a `strategy` table while they are read.
struct StrategyDraft: TableDraft {
  /// Nil for one that was reported.
  var kind: Strategy.Kind? = .manual
  var length: Int64?
  var earlyStop: Located<Bool>?
  var pomodoro = PomodoroRules()
  var lengthIsGiven = false

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Strategy? {
    guard let kind else { return nil }
    if let earlyStop, kind != .timer { reading.report(.earlyStopWithoutTimer(kind, earlyStop.span)) }
    if kind == .timer, !lengthIsGiven {
      reading.report(.requiredKey("length", "\"45m\"", in: "a timer strategy", at: span))
    }
    let timer = length.map { TimerRules(lengthSeconds: $0, allowsEarlyStop: earlyStop?.value ?? true) }
    return Strategy(kind, timer: timer, pomodoro: pomodoro)
  }
}

extension TableSchema where Draft == StrategyDraft {
  /// `[profile.deep-work.strategy]`
  static var strategy: Self {
    TableSchema(
      "a 'strategy' table",
      [
        KeyRow("type", .attempted(.choice("strategy")), "The strategy", default: "\"manual\"") { $0.kind = $1 },
        KeyRow("length", .attempted(.phase), "timer: how long it runs, up to 7 days; a timer needs it") {
          draft, length in
          draft.length = length
          draft.lengthIsGiven = true
        },
        KeyRow(
          "early-stop", .located(.boolean), "timer: whether it may be stopped before its end", default: "true"
        ) { $0.earlyStop = $1 },
        KeyRow("focus", .phase, "pomodoro: a focus phase", default: "\"25m\"") { $0.pomodoro.focusSeconds = $1 },
        KeyRow("short-break", .phase, "pomodoro: a break", default: "\"5m\"") { $0.pomodoro.shortBreakSeconds = $1 },
        KeyRow("long-break", .phase, "pomodoro: the break after all rounds", default: "\"15m\"") {
          $0.pomodoro.longBreakSeconds = $1
        },
        KeyRow("rounds", .integer(in: 1...100), "pomodoro: focus phases until a long break", default: "4") {
          $0.pomodoro.rounds = $1
        },
        KeyRow(
          "auto-start", .choice("value"), "pomodoro: which phases begin without being started", default: "\"both\""
        ) { $0.pomodoro.autoStart = $1 },
      ])
  }
}

extension ValueReader where Output == Int64 {
  fileprivate static var phase: Self { .duration(upTo: TimerRules.maximumLengthSeconds) }
}

extension Diagnostic {
  fileprivate static func earlyStopWithoutTimer(_ kind: Strategy.Kind, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, .conflictingKeys, "'early-stop' belongs to a timer, and this strategy is '\(kind.rawValue)'",
      at: DiagnosticLabel(span), help: ["write type = \"timer\" and a length, or leave 'early-stop' out"])
  }
}
