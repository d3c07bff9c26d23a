import CivilTime
import Diagnostics
import JSON
import Scheduler

extension Command {
  static var log: Command {
    Command(
      name: "log", arguments: "", argumentCount: 0...0, summary: "Show what happened",
      discussion: """
        The events that were delivered, the intervals that were missed and the sessions that ended, the newest last: 20 of
        them, or all since '--since'. What is due and was not evaluated yet is not in it.

        '--json' prints the lines as they are written to history.jsonl: sequence, event, activity, profile, id, session,
        planned, delivered and late, in UTC; a missed one has intervals and further, a session that ended origins, start,
        end, realStart, realEnd, seconds and breakSeconds.
        """,
      options: HistoryQuery.options,
      examples: [
        ("schedctl log -n 5", "the newest five"), ("schedctl log --since today --json", "all of today, as JSON"),
      ], run: runLog)
  }
}

private func runLog(_ invocation: Invocation, _ session: inout Session) throws(CommandFailure) -> ExitCode {
  let place = try session.statePlace(invocation)
  session.warnOfExposed(place)
  let stored = try session.readState(place)?.configuration ?? .none
  let inForce = try session.configurationInForce(place.configuration, stored: stored, trust: .preview)
  session.report(inForce, stored, place)
  let configuration = inForce.current
  let query = try HistoryQuery(invocation, now: session.now, configuration.zone.rules)
  var history = try StoredHistory(place.directory)
  let lines = try newest(query, &history)
  for words in history?.losses ?? [] {
    session.report(CommandFailure(code: .data, message: "history in '\(place.directory)': \(words)"))
  }
  if invocation.has(.json) {
    for line in lines { session.output.write(String(decoding: line.bytes, as: UTF8.self) + "\n") }
    return .success
  }
  let heading = "\(inForce.title) · \(configuration.zone.title) · state in \(place.directory)"
  session.output.write(PrintableText.printable(heading) + "\n\n")
  var table = TextTable(["day", "time", "event", "activity", "profile", "remarks"])
  for line in lines {
    let entry = LogEntry(line.entry, configuration)
    table.add([entry.day, entry.time, entry.event, entry.activity, entry.profile, entry.remarks])
    if table.hasFullPage { session.output.write(table.takePage(columns: session.output.columns)) }
    if session.output.isBroken { break }
  }
  session.output.write(table.isEmpty ? "nothing has happened\n" : table.takePage(columns: session.output.columns))
  return .success
}

/// The lines that are asked for, the oldest first.
private func newest(
  _ query: HistoryQuery, _ history: inout StoredHistory?
) throws(CommandFailure) -> [(bytes: [UInt8], entry: JSONObject)] {
  var lines: [(bytes: [UInt8], entry: JSONObject)] = []
  while lines.count < query.limit, let line = try history?.next() {
    if query.contains(LogEntry.instant(of: line.entry)) { lines.append(line) }
  }
  return lines.reversed()
}
