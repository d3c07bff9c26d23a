import Scheduler
import SchedulerInstance

extension Subcommand {
  static let insights = Subcommand(
    name: "insights", arguments: "[day|week|month]", argumentCount: 0...1,
    argumentKinds: [.choice("PERIOD", of: Insights.Period.allCases.map(\.rawValue))],
    summary: "Show focus time, sessions and attempts of a day, a week or a month",
    discussion: """
      Shows what the sessions of a period add up to: the week, Monday to Sunday, unless 'day' or 'month' is given; the one
      that contains now, or '--from'. It reads the state directory and changes nothing. Days are in the configuration's zone.

      Focus is the time in which sessions enforced their shields, without breaks, pauses and the pauses between the phases of
      a pomodoro. A session counts on the day on which it ended, and its focus on the days on which it ran, in proportion.
      Interruptions are breaks, pauses, single accesses and emergencies. The streak is the number of days in a row with focus.
      Attempts are those to use what was blocked.

      Each line of '--json', and of '--csv' with the same columns, has kind, name, start, enforcingSeconds, breakSeconds,
      sessions, rounds, interruptions and attempts. The kinds are total, day (name is the date, start its first instant),
      profile, target and hour. A target and an hour have only attempts; rows without any are left out. The total also has
      streak.
      """,
    options: [.from, .csv],
    examples: [
      ("schedctl insights", "this week"),
      ("schedctl insights month --from 2026-11-01", "November"),
      ("schedctl insights day --json", "today, for programs"),
    ], run: runInsights)
}

private func runInsights(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  try invocation.refuseTwoFormats()
  let word = invocation.arguments.first ?? Insights.Period.week.rawValue
  guard let period = Insights.Period(rawValue: word) else {
    throw .usage("'\(word)' is no period", help: "a period is 'day', 'week' or 'month'")
  }
  let view = try session.view(session.instance(invocation))
  let zone = view.engine.configuration.zone.rules
  let from = try IntervalQuery.instant(.from, of: invocation, at: view.now.wall, in: zone) ?? view.now.wall
  var insights = Insights(of: period, containing: from, in: zone)
  let losses = try CommandFailure.mapping(fill(&insights, from: view))
  for words in losses {
    session.report(CommandFailure(code: .data, message: "history in '\(view.instance.directory)': \(words)"))
  }
  let report = InsightsReport(insights, now: view.now.wall)
  if invocation.has(.json) {
    for row in report.rows { session.output.valueLine { row.write(to: &$0) } }
  } else if invocation.has(.csv) {
    session.output.write(InsightsReport.columns.joined(separator: ",") + "\r\n")
    for row in report.rows { session.output.write(row.csv + "\r\n") }
  } else {
    session.output.write(view.heading(columns: session.output.columns) + "\n")
    report.write(to: &session.output, marks: GridMarks.suiting(session.environment))
  }
  return .success
}

/// Adds the sessions of a state directory and its history, the newest first. Returns what is missing, in sentences.
private func fill(_ insights: inout Insights, from view: StateView) throws(InstanceError) -> [String] {
  let now = view.now.wall
  var seen: Set<String> = []
  for session in view.sessions {
    // It may end, and be in history, while this is read.
    seen.insert(session.id.description)
    insights.add(SessionEntry(session, at: view.present), now: now)
  }
  for case .finished(let finished) in view.due where seen.insert(finished.id.description).inserted {
    insights.add(SessionEntry(finished), now: now)
  }
  var history = try StoredHistory(view.instance.directory)
  // A clock that was set back leaves older times among newer entries.
  var oldCount = 0
  var oldest: (number: Int64, noted: Instant)?
  while oldCount < 1_000, let line = try history?.next() {
    if let session = SessionEntry(line.entry) {
      if seen.insert(session.session).inserted { insights.add(session, now: now) }
    } else {
      insights.add(line.entry)
    }
    guard let noted = line.entry.noted else { continue }
    oldest = (line.entry.number ?? 0, noted)
    oldCount = insights.isConcerned(byEntriesBefore: noted, now: now) ? 0 : oldCount + 1
  }
  var losses = history?.losses(upTo: view.engine.lastNumber) ?? []
  // Old lines are removed when history becomes too long or too old.
  if oldCount < 1_000, let oldest, oldest.number > 1, oldest.noted > insights.start {
    losses.append("it begins at \(oldest.noted.rfc3339(in: insights.zone)); what came before is not counted")
  }
  return losses
}
