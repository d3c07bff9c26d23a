import Scheduler
import SchedulerInstance

extension Subcommand {
  static let insights = Subcommand(
    name: "insights", arguments: "[day|week|month]", argumentCount: 0...1,
    argumentKinds: [.choice("PERIOD", of: Insights.Period.allCases.map(\.rawValue))],
    summary: "Show use, focus, attempts, goals and suggestions of a day, a week or a month",
    discussion: """
      Shows what the sessions of a period and your use add up to: the week, Monday to Sunday, unless 'day' or 'month' is
      given; the one that contains now, or '--from'. It reads the state directory and your own record of use, which
      'schedctl agent' writes, and changes nothing. Days are in the configuration's zone. If that is "system", use counts
      on the days and hours of the zone in which the machine was then. If you may not read the state, your use is shown
      without sessions, attempts and goals that count focus.

      Focus is the time in which sessions enforced their shields, without breaks, pauses and the pauses between the phases
      of a pomodoro. Where sessions overlap, a second counts once. Sessions of a profile that has limits and blocks nothing
      else have no focus. A session counts on the day on which it ended, and its focus on the days on which it ran, in
      proportion. Interruptions are breaks, pauses, single accesses and emergencies. The streak is the number of days in a
      row with focus. Attempts are those to use what was blocked; those of other users are left out, unless you are root.

      The time saved is an estimate: the attempts on a target, times the median use that followed a start of it that was not
      blocked. Attempts within one such median count as one, and no more is saved than the focus time, or than the time in
      which used-up limits blocked, if that is longer.

      '--html FILE' writes a page with charts, with '-' to standard output. It needs no other file. A file that exists is
      replaced as a whole, if it is such a page.

      Each line of '--json', and of '--csv' with the same columns, has kind, name, start, enforcingSeconds, breakSeconds,
      sessions, rounds, interruptions, attempts, useSeconds, savedSeconds, goalSeconds, kept and gapSeconds, the time in
      which only running programs were known. The kinds are total, day
      (name is the date, start its first instant), profile, target, hour, app, category, domain, goal and suggestion. Rows
      without any use or attempts are left out. A goal has a row for each of its days or weeks that has begun; kept is
      missing while it is open. The total also has streak, and a suggestion reason and toml, in JSON.
      """,
    options: [.from, .csv, .html],
    examples: [
      ("schedctl insights", "this week"),
      ("schedctl insights month --from 2026-11-01", "November"),
      ("schedctl insights day --json", "today, for programs"),
      ("schedctl insights month --html month.html", "this month as a page with charts"),
    ], run: runInsights)
}

private func runInsights(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  try invocation.refuseTwoFormats()
  let path = try invocation.value(of: .html)
  if path != nil, invocation.has(.json) || invocation.has(.csv) {
    throw .usage("'--html' cannot be combined with '--json' and '--csv'")
  }
  let word = invocation.arguments.first ?? Insights.Period.week.rawValue
  guard let period = Insights.Period(rawValue: word) else {
    throw .usage("'\(word)' is no period", help: "a period is 'day', 'week' or 'month'")
  }
  let source = try session.insightsSource(invocation)
  let from = try IntervalQuery.instant(.from, of: invocation, at: source.now, in: source.zone.rules) ?? source.now
  let content = try session.insights(of: period, containing: from, in: source)
  if let path {
    try session.writePage(of: content, to: path)
  } else if invocation.has(.json) {
    for row in content.rows { session.output.valueLine { row.write(to: &$0) } }
  } else if invocation.has(.csv) {
    session.output.write(InsightsRow.columns.joined(separator: ",") + "\r\n")
    for row in content.rows where row.suggestion == nil { session.output.write(row.csv + "\r\n") }
  } else {
    session.output.write(source.heading(columns: session.output.columns) + "\n")
    InsightsReport(content).write(to: &session.output, marks: GridMarks.suiting(session.environment))
  }
  return .success
}

extension Console {
  /// Reads all that belongs to a period, and reports what is missing.
  fileprivate mutating func insights(
    of period: Insights.Period, containing from: Instant, in source: InsightsSource
  ) throws(CommandFailure) -> InsightsContent {
    let user = host.accounts.userName(of: host.environment.effectiveUserID)
    var insights = emptyInsights(of: period, containing: from, in: source)
    var gaps = UseGaps(of: user, isOpen: user.flatMap { source.view?.engine.hasUseGap(of: $0) } ?? false)
    var blocks = LimitBlocks(of: user)
    if let view = source.view {
      for words in try CommandFailure.mapping(fill(&insights, gaps: &gaps, blocks: &blocks, from: view)) {
        report(CommandFailure(code: .data, message: "history in '\(view.instance.directory)': \(words)"))
      }
    }
    let ledger = try host.useDirectory.flatMap { (path) throws(CommandFailure) in
      try LedgerReading(path, for: insights, in: source.zone, among: zones)
    }
    for words in ledger?.losses ?? [] { report(CommandFailure(code: .data, message: words)) }
    if let refusal = source.refusal {
      // There is nothing to show.
      guard ledger != nil else { throw refusal }
      let reason =
        refusal.code == .refused
        ? "you may not read the state in '\(PrintableText.printable(source.directory))'" : refusal.message
      say("schedctl: \(reason): your use is shown without sessions and attempts")
    }
    return InsightsContent(
      insights, ledger: ledger, gaps: gaps, blocks: blocks, of: source, applications: MachineApplications(environment))
  }

  /// Returns the insights of a period and, if goals need them, of the weeks that it touches, without any session.
  private func emptyInsights(
    of period: Insights.Period, containing from: Instant, in source: InsightsSource
  ) -> [Insights] {
    let zone = source.zone.rules
    let userID = host.environment.effectiveUserID
    // Root looks at the machine. History has the number of a user without a name.
    let triedBy = userID == 0 ? nil : host.accounts.userName(of: userID) ?? "\(userID)"
    let unfocused = source.configuration.unfocusedProfiles
    func empty(_ period: Insights.Period, containing instant: Instant) -> Insights {
      Insights(of: period, containing: instant, in: zone, attemptsOf: triedBy, withoutFocusOf: unfocused)
    }
    let insights = empty(period, containing: from)
    guard source.goals.contains(where: { $0.period == .week }) else { return [insights] }
    let weeks = Set(insights.dates.compactMap(\.mondayOfWeek)).sorted().map { monday in
      let noon = zone.resolve(localSeconds: Int64(monday.epochDay) * 86_400 + 43_200).compatible
      return empty(.week, containing: noon)
    }
    return [insights] + weeks
  }

  /// Writes a page with charts. Replaces a file only if it is such a page.
  fileprivate mutating func writePage(of content: InsightsContent, to path: String) throws(CommandFailure) {
    let page = InsightsPage.text(of: content)
    guard path != "-" else { return output.write(page) }
    do throws(FileSystemError) {
      try InsightsPage.checkReplaceable(path)
      try FileWriter().replace(path, with: Array(page.utf8), permissions: 0o600)
    } catch {
      guard error.reason == .exists else { throw CommandFailure(code: .inputOutput, message: "\(error)") }
      throw .usage(
        "'\(path)' is no page of insights and is not replaced", help: "name another file, or remove this one")
    }
    sayMore("schedctl: wrote \(PrintableText.printable(path))")
  }
}

/// Adds the sessions of a state directory and its history, the newest first, to the insights of a period and of others,
/// to the gaps and to the blocks. Returns what is missing in the period, in sentences.
private func fill(
  _ all: inout [Insights], gaps: inout UseGaps, blocks: inout LimitBlocks, from view: StateView
) throws(InstanceError) -> [String] {
  let now = view.now.wall
  var seen = addSessions(of: view, to: &all)
  var history = try StoredHistory(view.instance.directory)
  // A clock that was set back leaves older times among newer entries.
  var oldCount = 0
  var oldest: (number: Int64, noted: Instant)?
  while oldCount < 1_000, let line = try history?.next() {
    if let session = SessionEntry(line.entry) {
      let isNew = seen.insert(session.session).inserted
      for index in all.indices where isNew { all[index].add(session, now: now) }
    } else {
      for index in all.indices { all[index].add(line.entry) }
      gaps.add(line.entry)
      blocks.add(line.entry)
    }
    guard let noted = line.entry.noted else { continue }
    oldest = (line.entry.number ?? 0, noted)
    var isConcerned = false
    for index in all.indices where all[index].isConcerned(byEntriesBefore: noted, now: now) { isConcerned = true }
    oldCount = isConcerned ? 0 : oldCount + 1
  }
  // What is due has numbers, but no lines yet.
  let newest = view.due.map(\.number).min().map { $0 - 1 } ?? view.engine.lastNumber
  var losses = history?.losses(upTo: newest) ?? []
  // Old lines are removed when history becomes too long or too old.
  if oldCount < 1_000, let oldest, oldest.number > 1, oldest.noted > all[0].start {
    losses.append("it begins at \(oldest.noted.rfc3339(in: all[0].zone)); what came before is not counted")
  }
  return losses
}

/// Adds the running sessions, and those whose end is due. Returns their identities: they may end, and be in history,
/// while this is read.
private func addSessions(of view: StateView, to all: inout [Insights]) -> Set<String> {
  let due = view.due.compactMap { entry in if case .finished(let session) = entry { session } else { nil } }
  let sessions =
    view.sessions.map { (id: $0.id, entry: SessionEntry($0, at: view.present)) }
    + due.map { (id: $0.id, entry: SessionEntry($0)) }
  var seen: Set<String> = []
  for (id, entry) in sessions where seen.insert(id.description).inserted {
    for index in all.indices { all[index].add(entry, now: view.now.wall) }
  }
  return seen
}

extension Configuration {
  /// The keys of the profiles whose sessions are no focus: they only give limits their time.
  fileprivate var unfocusedProfiles: Set<String> {
    Set(profiles.lazy.filter { !$0.limits.isEmpty && $0.block.isEmpty }.map(\.key.text))
  }
}
