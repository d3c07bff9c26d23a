import SchedulerInstance

extension Subcommand {
  static let sessions = Subcommand(
    name: "sessions", arguments: "", argumentCount: 0...0, summary: "List running and ended sessions",
    discussion: """
      Lists the running sessions and the newest 20 of all, the newest last, or those that ended since '--since'. It reads the
      state directory and changes nothing: a session whose end became due since the last evaluation is shown as ended.

      Each line of '--json', and of '--csv' with the same columns, has session, profile, id, origins, start, end, realStart,
      realEnd, seconds, enforcingSeconds, breakSeconds, pauseSeconds, waitingSeconds, focusSeconds, rounds, attempts and
      running; '--json' also has open, the open targets with target and until. Planned times have the offset of the
      profile's zone. Real times are those at which the change was noticed, in UTC. The end of a running session is the
      planned one, if any.
      A session that was lost with a part of the state has lost, which is true, no end, and no seconds.

      The seconds are those that the session really ran, even if the clock was set meanwhile. They are the sum of four parts:
      breaks, pauses, waiting (a pomodoro has a break, is paused, or its next phase waits, and nothing else holds the
      profile), and the rest, in which it enforced. The focus phases of a pomodoro are counted beside that: how long they ran,
      and how many ran to their end. What an earlier version did not record is null, or empty in '--csv'.

      The attempts are those to use what the session blocks that were noticed while it ran.
      """,
    options: HistoryQuery.options + [.csv],
    examples: [
      ("schedctl sessions -n 5", "the newest five"),
      ("schedctl sessions --since \"2026-11-01\" --csv", "those of November, for a spreadsheet"),
    ], run: runSessions)
}

private func runSessions(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  try invocation.refuseTwoFormats()
  let view = try session.view(session.instance(invocation))
  let query = try HistoryQuery(invocation, now: view.now.wall, in: view.engine.configuration.zone.rules)
  let (rows, losses) = try CommandFailure.mapping(rows(query, in: view))
  for words in losses {
    session.report(CommandFailure(code: .data, message: "history in '\(view.instance.directory)': \(words)"))
  }
  let entries = rows.compactMap { row in if case .session(let entry) = row { entry } else { nil } }
  if invocation.has(.json) {
    for entry in entries {
      session.output.valueLine { entry.write(to: &$0, in: view.engine.zone(ofKey: entry.profile)) }
    }
  } else if invocation.has(.csv) {
    session.output.write(SessionEntry.columns.joined(separator: ",") + "\r\n")
    for entry in entries { session.output.write(entry.csv(in: view.engine.zone(ofKey: entry.profile)) + "\r\n") }
  } else {
    write(rows, in: view, to: &session.output)
  }
  return .success
}

/// A row of the table of sessions.
private enum SessionRow {
  case session(SessionEntry)
  /// Lines of history are missing, perhaps those of sessions.
  case gap(HistoryGap)
}

/// Returns the requested sessions: ended ones in the order of their ends, then running ones. Also returns the gaps of
/// history between them, and the problems of the part of history that was read, in sentences.
private func rows(
  _ query: HistoryQuery, in view: StateView
) throws(InstanceError) -> (rows: [SessionRow], losses: [String]) {
  var newest = view.sessions.map { SessionEntry($0, at: view.present) }.sorted { $0.start > $1.start }
  newest += view.due.reversed().compactMap { entry in
    if case .finished(let finished) = entry { SessionEntry(finished) } else { nil }
  }.filter { query.contains($0.end) }
  var rows = newest.prefix(query.limit).map(SessionRow.session)
  var count = rows.count
  var history = try StoredHistory(view.instance.directory)
  var isLastRequested = false
  while count < query.limit, let line = try history?.next() {
    let isRequested = query.contains(line.entry.happened)
    if let gap = history?.gap, isRequested || isLastRequested { rows.append(.gap(gap)) }
    isLastRequested = isRequested
    guard let entry = SessionEntry(line.entry), query.contains(entry.listedAt) else { continue }
    rows.append(.session(entry))
    count += 1
  }
  return (rows.reversed(), history?.losses ?? [])
}

/// Returns how a session has spent its time in words, with the number of attempts, for example `enforcing 3h 15m, breaks
/// 15m, 2 attempts`.
private func spentWords(_ entry: SessionEntry) -> String {
  let breaks = entry.breakSeconds == 0 ? [] : ["breaks \(LengthWords.text(seconds: entry.breakSeconds))"]
  let spent = entry.spent.map { ["enforcing \(LengthWords.text(seconds: $0.enforcing))"] + $0.words() } ?? breaks
  return (spent + [AttemptWords.text(entry.attemptCount)].compactMap(\.self)).joined(separator: ", ")
}

private func write(_ rows: [SessionRow], in view: StateView, to output: inout TextOutput) {
  output.write(view.heading(columns: output.columns) + "\n")
  var table = TextTable(["profile", "day", "start", "end", "length", "by", "spent"])
  for row in rows {
    switch row {
    case .session(let entry): table.add(cells(of: entry, in: view))
    case .gap(let gap): table.add(["", "", "", "gap", "", "", gap.description])
    }
    output.writeFullPage(of: &table)
    if output.isBroken { return }
  }
  output.writeLastPage(of: &table, ifEmpty: "no sessions\n")
}

/// Returns the cells of a session: profile, day, start, end, length, origins, and how it has spent its time.
private func cells(of entry: SessionEntry, in view: StateView) -> [String] {
  let zone = view.engine.zone(ofKey: entry.profile)
  let start = ZonedText(entry.start, in: zone)
  let end = entry.end.map { start.end(ZonedText($0, in: zone)) } ?? ""
  let open = entry.open.map { "; '\($0.target)' is open until \(start.end(ZonedText($0.until, in: zone)))" }.joined()
  let isLost = entry.lostAt != nil
  let running = "runs\(end.isEmpty ? "" : " until \(end)")\(open)"
  return [
    entry.profile, start.day, start.time, entry.isRunning ? running : isLost ? "lost" : end,
    isLost ? "" : LengthWords.text(seconds: entry.seconds), entry.origins.joined(separator: ", "),
    spentWords(entry),
  ]
}
