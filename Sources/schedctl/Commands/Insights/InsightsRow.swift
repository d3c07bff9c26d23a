import SchedulerInstance
import SchedulerJSON
import SchedulerUsage

/// A row of insights for programs. A number is nil where it has no meaning.
struct InsightsRow {
  var kind: String
  var name = ""
  var start: String?
  var sums: Insights.Sums?
  /// The focus time of a goal, which has no other sums.
  var focus: Int64?
  var attempts: Int64?
  var use: Int64?
  var saved: Int64?
  /// The length of a goal in seconds, and whether it was kept.
  var goal: Int64?
  var isKept: Bool?
  /// The seconds in which only the running programs were known.
  var gap: Int64?
  /// The days of a streak, which only the total has.
  var streak: Int?
  /// What only a suggestion has.
  var suggestion: Advice?

  /// The names of the columns, which are also the keys of JSON.
  static let columns = [
    "kind", "name", "start", "enforcingSeconds", "breakSeconds", "sessions", "rounds", "interruptions", "attempts",
    "useSeconds", "savedSeconds", "goalSeconds", "kept", "gapSeconds",
  ]

  /// The row in RFC 4180. Names are made harmless, because applications choose theirs.
  var csv: String {
    func cell(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }
    let numbers = [
      sums?.enforcingSeconds ?? focus, sums?.breakSeconds, sums?.sessionCount, sums?.roundCount,
      sums?.interruptionCount,
      attempts, use, saved, goal,
    ]
    let cells =
      [kind, PrintableText.printable(name).quotedForCSV, start ?? ""] + numbers.map(cell) + [
        isKept.map { "\($0)" } ?? "", cell(gap),
      ]
    return cells.joined(separator: ",")
  }

  /// Writes the row as an object. Every key of a column is present, with null for missing values.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", value: kind)
      json.member("name", value: name)
      json.member("start", orNull: start)
      json.member("enforcingSeconds", orNull: sums?.enforcingSeconds ?? focus)
      json.member("breakSeconds", orNull: sums?.breakSeconds)
      json.member("sessions", orNull: sums?.sessionCount)
      json.member("rounds", orNull: sums?.roundCount)
      json.member("interruptions", orNull: sums?.interruptionCount)
      json.member("attempts", orNull: attempts)
      json.member("useSeconds", orNull: use)
      json.member("savedSeconds", orNull: saved)
      json.member("goalSeconds", orNull: goal)
      json.member("kept", orNull: isKept)
      json.member("gapSeconds", orNull: gap)
      if kind == "total" { json.member("streak", orNull: streak.map(Int64.init)) }
      json.member("reason", ifPresent: suggestion?.reason)
      json.member("toml", ifPresent: suggestion?.toml)
    }
  }
}

extension InsightsContent {
  /// The total, days, profiles, targets, hours, use by application, category and domain, goals and suggestions.
  var rows: [InsightsRow] {
    let zone = insights.zone
    let total = InsightsRow(
      kind: "total", name: insights.period.rawValue, start: insights.start.rfc3339(in: zone),
      sums: ofState(insights.total), attempts: ofState(insights.total.attemptCount), use: use?.seconds,
      saved: savedTotal, gap: ofState(gapSeconds), streak: ofState(streak))
    let days = insights.dates.indices.map { index in
      InsightsRow(
        kind: "day", name: "\(insights.dates[index])", start: insights.start(ofDay: index).rfc3339(in: zone),
        sums: ofState(insights.days[index]), attempts: ofState(insights.days[index].attemptCount),
        use: useSeconds(ofDay: index), gap: ofState(gaps[index]))
    }
    let profiles = profiles.map {
      InsightsRow(kind: "profile", name: $0.key, sums: $0.value, attempts: $0.value.attemptCount)
    }
    let targets = targets.map {
      InsightsRow(kind: "target", name: $0.key, attempts: $0.value, saved: saved[$0.key])
    }
    let hours = hours.map { InsightsRow(kind: "hour", name: $0.name, attempts: ofState($0.attempts), use: $0.use) }
    let advice = suggestions.map { InsightsRow(kind: "suggestion", name: $0.name, suggestion: $0) }
    return [[total], days, profiles, targets, hours, useRows, goalRows, advice].flatMap(\.self)
  }

  /// Returns a value that comes from the state; nil if the person may not read that.
  private func ofState<Value>(_ value: Value) -> Value? { hasState ? value : nil }

  private var useRows: [InsightsRow] {
    let kinds = [("app", use?.applications), ("category", use?.categories), ("domain", use?.domains)]
    return kinds.flatMap { kind, entries in
      (entries ?? []).map { InsightsRow(kind: kind, name: $0.name, use: $0.seconds) }
    }
  }

  private var goalRows: [InsightsRow] {
    goals.map { count in
      let start = insights.zone.resolve(localSeconds: Int64(count.date.epochDay) * 86_400).compatible
      var row = InsightsRow(
        kind: "goal", name: count.goal.name, start: start.rfc3339(in: insights.zone), goal: count.goal.seconds,
        isKept: count.isKept)
      if count.goal.subject == .focus {
        row.focus = count.seconds
      } else {
        row.use = count.seconds
      }
      return row
    }
  }

  /// The profiles, the one with most focus time first.
  var profiles: [(key: String, value: Insights.Sums)] {
    insights.profiles.sorted {
      ($1.value.enforcingSeconds, $1.value.attemptCount, $0.key) < (
        $0.value.enforcingSeconds, $0.value.attemptCount, $1.key
      )
    }
  }

  /// The targets, the one with most attempts first.
  var targets: [(key: String, value: Int64)] {
    insights.attemptsByTarget.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  /// The hours with attempts or use.
  var hours: [(name: String, attempts: Int64, use: Int64?)] {
    (0..<24).compactMap { hour in
      let (attempts, use) = (insights.attemptsByHour[hour], use?.hours[hour])
      return attempts > 0 || use ?? 0 > 0 ? (hour < 10 ? "0\(hour):00" : "\(hour):00", attempts, use) : nil
    }
  }
}
