import Scheduler
import SchedulerCivilTime
import SchedulerJSON

extension Subcommand {
  static var log: Subcommand {
    Subcommand(
      name: "log", arguments: "", argumentCount: 0...0, summary: "Show what happened",
      discussion: """
        The events that were delivered, the intervals that were missed and the sessions that ended, the newest last: 20 of
        them, or all since '--since'. What is due and was not evaluated yet is not in it.

        '--follow' goes on with what happens from then on, as the daemon tells it, each line once. When the daemon goes, it
        waits for one to come back, and then tells what came meanwhile as well.

        '--json' prints the lines as they are written to history.jsonl: sequence, event, activity, profile, id, session,
        planned, delivered and late, in UTC; a missed one has intervals and further, a session that ended origins, start,
        end, realStart, realEnd, seconds and breakSeconds.
        """,
      options: HistoryQuery.options + [.follow],
      examples: [
        ("schedctl log -n 5", "the newest five"), ("schedctl log --since today --json", "all of today, as JSON"),
        ("schedctl log -n 0 --follow", "what happens from now on"),
      ], run: runLog)
  }
}

private func runLog(_ invocation: Invocation, _ session: inout Console) throws(CommandFailure) -> ExitCode {
  let place = try session.statePlace(invocation)
  session.warnOfExposed(place)
  let stored = try session.readState(place)?.configuration ?? .none
  let inForce = try session.configurationInForce(place.configuration, stored: stored, trust: .preview)
  session.report(inForce, stored, place)
  let configuration = inForce.current
  let query = try HistoryQuery(invocation, now: session.now, configuration.zone.rules)
  let isFollowing = invocation.has(.follow)
  let following = isFollowing ? try LogFollowing(invocation, place, session) : nil
  var history = try StoredHistory(place.directory)
  let lines = try newest(query, &history)
  for words in history?.losses ?? [] {
    session.report(CommandFailure(code: .data, message: "history in '\(place.directory)': \(words)"))
  }
  var printer = LogPrinter(isJSON: invocation.has(.json), configuration)
  let heading = "\(inForce.title) · \(configuration.zone.title) · state in \(place.directory)"
  printer.begin(heading, to: &session.output)
  for line in lines where !session.output.isBroken { printer.add(line.bytes, line.entry, to: &session.output) }
  guard var following else {
    printer.end(to: &session.output)
    return .success
  }
  printer.flush(to: &session.output)
  session.messages.flush()
  try following.run(behind: history?.newest ?? 0, &session) { printer.add($1, to: &$0.output) }
  return .success
}

/// The lines that are asked for, the oldest first.
private func newest(
  _ query: HistoryQuery, _ history: inout StoredHistory?
) throws(CommandFailure) -> [(bytes: [UInt8], entry: JSONObject)] {
  var lines: [(bytes: [UInt8], entry: JSONObject)] = []
  // Whoever goes on from the newest line has to know its number.
  if query.limit == 0 { _ = try history?.next() }
  while lines.count < query.limit, let line = try history?.next() {
    if query.contains(line.entry.happened) { lines.append(line) }
  }
  return lines.reversed()
}
