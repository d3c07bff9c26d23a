import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// Insights as rows for programs, and as tables with bars for people.
struct InsightsReport {
  /// A row for programs. A number is nil where it has no meaning.
  struct Row {
    var kind: String
    var name = ""
    var start: String?
    var sums: Insights.Sums?
    var attempts: Int64
    var streak: Int?
  }

  private let insights: Insights
  private let streak: Int

  init(_ insights: Insights, now: Instant) {
    streak = insights.streak(now: now)
    self.insights = insights
  }

  /// The names of the columns, which are also the keys of JSON; that of the total has `streak` as well.
  static let columns = [
    "kind", "name", "start", "enforcingSeconds", "breakSeconds", "sessions", "rounds", "interruptions", "attempts",
  ]

  /// The total, then days, profiles, targets and hours.
  var rows: [Row] {
    let total = insights.total
    var rows = [
      Row(
        kind: "total", name: insights.period.rawValue, start: insights.start.rfc3339(in: insights.zone), sums: total,
        attempts: total.attemptCount, streak: streak)
    ]
    for (index, date) in insights.dates.enumerated() {
      let sums = insights.days[index]
      rows.append(
        Row(
          kind: "day", name: "\(date)", start: insights.start(ofDay: index).rfc3339(in: insights.zone), sums: sums,
          attempts: sums.attemptCount))
    }
    rows += profiles.map { Row(kind: "profile", name: $0.key, sums: $0.value, attempts: $0.value.attemptCount) }
    rows += targets.map { Row(kind: "target", name: $0.key, attempts: $0.value) }
    return rows + hours.map { Row(kind: "hour", name: $0.name, attempts: $0.count) }
  }

  /// The profiles, the one with most focus time first.
  private var profiles: [(key: String, value: Insights.Sums)] {
    insights.profiles.sorted {
      ($1.value.enforcingSeconds, $1.value.attemptCount, $0.key) < (
        $0.value.enforcingSeconds, $0.value.attemptCount, $1.key
      )
    }
  }

  /// The targets, the one with most attempts first.
  private var targets: [(key: String, value: Int64)] {
    insights.attemptsByTarget.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  /// The hours with attempts.
  private var hours: [(name: String, count: Int64)] {
    insights.attemptsByHour.enumerated().filter { $0.element > 0 }.map { hour, count in
      (hour < 10 ? "0\(hour):00" : "\(hour):00", count)
    }
  }
}

extension InsightsReport.Row {
  /// The row in RFC 4180.
  var csv: String {
    func cell(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }
    return [
      kind, name.quotedForCSV, start ?? "", cell(sums?.enforcingSeconds), cell(sums?.breakSeconds),
      cell(sums?.sessionCount),
      cell(sums?.roundCount), cell(sums?.interruptionCount), cell(attempts),
    ].joined(separator: ",")
  }

  /// Writes the row as an object. Every key is present, with null for missing values.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", value: kind)
      json.member("name", value: name)
      json.member("start", orNull: start)
      json.member("enforcingSeconds", orNull: sums?.enforcingSeconds)
      json.member("breakSeconds", orNull: sums?.breakSeconds)
      json.member("sessions", orNull: sums?.sessionCount)
      json.member("rounds", orNull: sums?.roundCount)
      json.member("interruptions", orNull: sums?.interruptionCount)
      json.member("attempts", value: attempts)
      if let streak { json.member("streak", value: Int64(streak)) }
    }
  }
}

// The tables for people.
extension InsightsReport {
  /// The length of the longest bar in columns.
  private static let barLength: Int64 = 24
  /// The number of targets and profiles that are listed.
  private static let mostListed = 10

  func write(to output: inout TextOutput, marks: GridMarks) {
    output.write(summary + "\n")
    var days = TextTable(["day", "focus", "sessions", "attempts", ""])
    let longest = insights.days.map(\.enforcingSeconds).max() ?? 0
    for (index, sums) in insights.days.enumerated() {
      let length = sums.enforcingSeconds == 0 ? "" : LengthWords.text(seconds: sums.enforcingSeconds)
      days.add(
        [
          ZonedText(insights.start(ofDay: index), in: insights.zone).day, length, number(sums.sessionCount),
          number(sums.attemptCount), bar(sums.enforcingSeconds, of: longest, marks: marks),
        ])
    }
    output.writeLastPage(of: &days, ifEmpty: "")
    writeProfiles(to: &output)
    // A name server stops to tell names apart when very many are tried.
    write(
      targets.prefix(Self.mostListed).map { ($0.key == "." ? "(other names)" : $0.key, $0.value) }, title: "target",
      to: &output, marks: marks)
    write(hours.map { ($0.name, $0.count) }, title: "hour", to: &output, marks: marks)
  }

  private var summary: String {
    let total = insights.total
    let first = ZonedText(insights.start, in: insights.zone).day
    let last = ZonedText(insights.start(ofDay: insights.dates.count - 1), in: insights.zone).day
    let days = first == last ? first : "\(first) to \(last)"
    let words = [
      "focus \(LengthWords.text(seconds: total.enforcingSeconds)) in \(Self.count(total.sessionCount, of: "session"))",
      total.roundCount == 0 ? nil : "\(Self.count(total.roundCount, of: "completed round"))",
      total.breakSeconds == 0 ? nil : "breaks \(LengthWords.text(seconds: total.breakSeconds))",
      Self.count(total.interruptionCount, of: "interruption"), Self.count(total.attemptCount, of: "attempt"),
      "a streak of \(Self.count(Int64(streak), of: "day"))",
    ]
    return days + "\n" + words.compactMap(\.self).joined(separator: ", ") + "\n"
  }

  private func writeProfiles(to output: inout TextOutput) {
    guard !profiles.isEmpty else { return }
    var table = TextTable(["profile", "focus", "sessions", "interruptions", "attempts"])
    for (key, sums) in profiles.prefix(Self.mostListed) {
      table.add([
        key, LengthWords.text(seconds: sums.enforcingSeconds), number(sums.sessionCount),
        number(sums.interruptionCount),
        number(sums.attemptCount),
      ])
    }
    output.write("\n")
    output.writeLastPage(of: &table, ifEmpty: "")
  }

  private func write(
    _ counts: [(name: String, count: Int64)], title: String, to output: inout TextOutput, marks: GridMarks
  ) {
    guard let most = counts.map(\.count).max() else { return }
    var table = TextTable([title, "attempts", ""])
    for (name, count) in counts {
      table.add([name, "\(count)", bar(count, of: most, marks: marks)])
    }
    output.write("\n")
    output.writeLastPage(of: &table, ifEmpty: "")
  }

  /// Returns a bar whose length is the share of a number in the largest one, with eighths of a column.
  private func bar(_ number: Int64, of most: Int64, marks: GridMarks) -> String {
    guard number > 0, most > 0 else { return "" }
    let eighths = max(1, most.dividingFullWidth(number.multipliedFullWidth(by: Self.barLength * 8)).quotient)
    let part = eighths % 8 == 0 ? "" : String(marks.left[Int(eighths % 8) - 1])
    return String(repeating: marks.full, count: Int(eighths / 8)) + part
  }

  private func number(_ count: Int64) -> String { count == 0 ? "" : "\(count)" }

  private static func count(_ number: Int64, of noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number == 0 ? "no" : "\(number)") \(noun)s"
  }
}
