import SchedulerInstance
import SchedulerUsage

/// The words of insights that text and page have in common.
struct InsightsWords {
  private let content: InsightsContent
  private var insights: Insights { content.insights }

  init(_ content: InsightsContent) { self.content = content }

  /// The days of the period: `Mon 2026-11-23 to Sun 2026-11-29`.
  var days: String {
    let first = ZonedText(insights.start, in: insights.zone).day
    let last = ZonedText(insights.start(ofDay: insights.dates.count - 1), in: insights.zone).day
    return first == last ? first : "\(first) to \(last)"
  }

  /// The days, and the sums of the period, a line for each kind.
  var summary: [String] { [days, content.hasState ? focus : nil, use, lost, gap, saved].compactMap(\.self) }

  /// `focus 4 h in 2 sessions, no interruptions, 4 attempts, a streak of 3 days`
  var focus: String {
    let total = insights.total
    let words = [
      "focus \(LengthWords.text(seconds: total.enforcingSeconds)) in \(Self.count(total.sessionCount, of: "session"))",
      total.roundCount == 0 ? nil : "\(Self.count(total.roundCount, of: "completed round"))",
      total.breakSeconds == 0 ? nil : "breaks \(LengthWords.text(seconds: total.breakSeconds))",
      Self.count(total.interruptionCount, of: "interruption"), Self.count(total.attemptCount, of: "attempt"),
      "a streak of \(Self.count(Int64(content.streak), of: "day"))",
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }

  /// `use 12 h 5 min`; nil if nothing records it.
  var use: String? { content.use.map { "use \(Self.minutes($0.seconds))" } }

  /// `use of 2 days is lost in part or as a whole, because the record is damaged`; nil if nothing is lost.
  var lost: String? {
    if content.lost.isEmpty { return nil }
    let days = Self.count(Int64(content.lost.count), of: "day")
    return "use of \(days) is lost in part or as a whole, because the record is damaged"
  }

  /// `use was not measured for 40 min (only running programs were known)`; nil if it always was.
  var gap: String? {
    guard content.gapSeconds > 0 else { return nil }
    return "use was not measured for \(Self.minutes(content.gapSeconds)) (only running programs were known)"
  }

  /// The time saved, with the words that it is an estimate; nil if there is nothing to estimate.
  var saved: String? {
    guard let seconds = content.savedTotal, seconds > 0 else { return nil }
    return
      "\(Self.about(seconds)) saved (an estimate: attempts, times the usual use after a start that was not blocked)"
  }

  /// The tables of use: the title and what is in it. Empty ones are left out.
  static func uses(_ content: InsightsContent) -> [(title: String, entries: [UseSums.Entry])] {
    guard let use = content.use else { return [] }
    return [("app", use.applications), ("category", use.categories), ("domain", use.domains)].filter { !$0.1.isEmpty }
  }

  /// `1 h 20 min`: a length without its seconds from a minute on.
  static func minutes(_ seconds: Int64) -> String {
    LengthWords.text(seconds: seconds < 60 ? seconds : seconds / 60 * 60)
  }

  /// `about 1 h 20 min`
  static func about(_ seconds: Int64) -> String { "about \(minutes(seconds))" }

  /// The name of a target or application. Very many different names are counted together.
  static func name(_ name: String) -> String { name == UseDay.otherNames ? "(other names)" : name }

  static func count(_ number: Int64, of noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number == 0 ? "no" : "\(number)") \(noun)s"
  }
}

extension InsightsWords {
  /// A goal over all its periods.
  struct GoalLine {
    let name: String
    /// `at most 30 min a day`
    let rule: String
    /// `4 of 5 days`
    let kept: String
    /// What its last period has come to: `Wed 2026-11-25: 20 min, so far`
    let last: String
  }

  /// The goals that have begun, in the order of their names.
  var goals: [GoalLine] {
    var lines: [GoalLine] = []
    var start = content.goals.startIndex
    while start < content.goals.endIndex {
      let goal = content.goals[start].goal
      let counts = content.goals[start...].prefix { $0.goal.name == goal.name }
      lines.append(line(of: goal, counts: counts))
      start = counts.endIndex
    }
    return lines
  }

  private func line(of goal: Goal, counts: ArraySlice<GoalCount>) -> GoalLine {
    let bound = goal.bound == .atMost ? "at most" : "at least"
    let judged = counts.filter { $0.isKept != nil }
    let kept = judged.count { $0.isKept == true }
    let rule = "\(bound) \(LengthWords.text(seconds: goal.seconds)) a \(goal.period.rawValue)"
    let keptWords = judged.isEmpty ? "" : "\(kept) of \(Self.count(Int64(judged.count), of: goal.period.rawValue))"
    guard let last = counts.last, let seconds = last.seconds else {
      return GoalLine(name: goal.name, rule: rule, kept: keptWords, last: "not measured")
    }
    let day = insights.zone.resolve(localSeconds: Int64(last.date.epochDay) * 86_400).compatible
    let open = last.isWhole ? goal.bound == .atMost ? "kept so far" : "not yet kept" : "part of it is missing"
    let state = last.isKept.map { $0 ? "kept" : "not kept" } ?? open
    let from = goal.period == .week ? "from " : ""
    return GoalLine(
      name: goal.name, rule: rule, kept: keptWords,
      last: "\(from)\(ZonedText(day, in: insights.zone).day): \(Self.minutes(seconds)), \(state)")
  }
}
