import SchedulerInstance

extension Subcommand {
  static let log = Subcommand(
    name: "log", arguments: "", argumentCount: 0...0, summary: "Show what happened",
    discussion: """
      Prints the newest 20 entries, the newest last, or all since '--since': delivered events, missed intervals and ended
      sessions. What is due but not evaluated yet is not included. Where entries are missing, a line names their numbers.

      '--follow' continues with every new entry that the daemon reports, each once. If the daemon stops, it waits for the next
      one and then prints what happened in the meantime.

      '--json' prints the lines of history.jsonl: sequence, event, activity, profile, id, session, planned, delivered, late
      and the mode of a phase, in UTC; attempts to use what is blocked have the application as message, and adapter, outcome,
      program, user and count; missed intervals have intervals and further; ended sessions have origins, start, end,
      realStart, realEnd, seconds, enforcingSeconds, breakSeconds, pauseSeconds, waitingSeconds, attempts, and
      with a pomodoro focusSeconds and rounds.
      """,
    options: HistoryQuery.options + [.follow],
    examples: [
      ("schedctl log -n 5", "the newest five"), ("schedctl log --since today --json", "all of today, as JSON"),
      ("schedctl log -n 0 --follow", "what happens from now on"),
    ], run: runLog)
}

private func runLog(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let instance = try session.instance(invocation)
  session.warnOfExposure(instance)
  let update = try session.previewUpdate(instance)
  let configuration = update.current
  let query = try HistoryQuery(invocation, now: session.now, in: configuration.zone.rules)
  let isFollowing = invocation.has(.follow)
  let following = isFollowing ? try LogFollowing(invocation, of: instance, in: session) : nil
  var history: StoredHistory?
  let found: FoundLines
  do throws(InstanceError) {
    history = try StoredHistory(instance.directory)
    found = try FoundLines(query, in: &history)
  } catch {
    throw CommandFailure(error)
  }
  for words in history?.losses ?? [] {
    session.report(CommandFailure(code: .data, message: "history in '\(instance.directory)': \(words)"))
  }
  var printer = LogPrinter(isJSON: invocation.has(.json), configuration)
  let heading = "\(update.title) · \(configuration.zone.title) · state in \(instance.directory)"
  printer.begin(heading, to: &session.output)
  do throws(InstanceError) {
    try found.forEach(of: query, in: &history) { item in
      if !session.output.isBroken { printer.add(item, to: &session.output) }
      return !session.output.isBroken
    }
  } catch {
    throw CommandFailure(error)
  }
  guard var following else {
    printer.end(to: &session.output)
    return .success
  }
  printer.flush(to: &session.output)
  session.messages.flush()
  try following.run(after: history?.newest ?? 0, in: &session) { printer.add($1, to: &$0.output) }
  return .success
}

/// The requested lines. Few lines are kept in memory; of many, only the number of the oldest one is kept, and they are
/// read again from there. The memory stays bounded, however many and however long the lines are.
struct FoundLines {
  /// Maximum size of the lines kept in memory, in bytes; their entries take several times as much.
  static let mostBytes = 1 << 20
  /// Maximum size of the lines that are read at a time if they are not kept, in bytes, and of their number.
  private static let (pageBytes, pageLines) = (4 << 20, 4_096)

  /// The newest lines and the gaps between them, the newest first.
  private var kept: [HistoryItem] = []
  /// The size of the kept lines in bytes.
  private(set) var keptBytes = 0
  /// Whether all requested lines are kept.
  private(set) var isWhole = true
  /// The number of requested lines.
  private var count = 0
  /// The size of the longest line in bytes.
  private var longest = 1
  /// The numbers of the oldest requested line and of the newest line.
  private var (oldest, newest): (Int64, Int64) = (0, 0)

  /// Searches history for the requested lines.
  init(_ query: HistoryQuery, in history: inout StoredHistory?) throws(InstanceError) {
    // Following continues after the newest line, so its number must be known.
    if query.limit == 0 { _ = try history?.next() }
    var isLastRequested = false
    while count < query.limit, let line = try history?.next() {
      longest = max(longest, line.bytes.count)
      let isRequested = query.contains(line.entry.happened)
      if let gap = history?.gap, isRequested || isLastRequested, isWhole { kept.append(.gap(gap)) }
      isLastRequested = isRequested
      guard isRequested else { continue }
      count += 1
      oldest = line.entry.number ?? oldest
      keep(line)
    }
    newest = history?.newest ?? 0
  }

  /// Keeps a line, unless the lines become too many.
  private mutating func keep(_ line: (bytes: [UInt8], entry: HistoryRecord)) {
    guard isWhole else { return }
    isWhole = keptBytes + line.bytes.count <= Self.mostBytes
    keptBytes = isWhole ? keptBytes + line.bytes.count : 0
    if isWhole { kept.append(.line(line.bytes, line.entry)) } else { kept = [] }
  }

  /// Calls `use` with each requested line and each gap beside one, the oldest first, until it returns false.
  func forEach(
    of query: HistoryQuery, in history: inout StoredHistory?, use: (HistoryItem) -> Bool
  ) throws(InstanceError) {
    guard !isWhole else {
      for item in kept.reversed() where !use(item) { return }
      return
    }
    var last = oldest - 1
    let limit = min(Self.pageLines, Self.pageBytes / longest)
    while last < newest, let lines = try history?.lines(after: last, limit: limit), let end = lines.last {
      for line in lines where line.entry.number ?? 0 <= newest {
        let number = line.entry.number ?? last
        if let gap = HistoryGap(between: last, and: number), !use(.gap(gap)) { return }
        last = number
        if query.contains(line.entry.happened), !use(.line(line.bytes, line.entry)) { return }
      }
      last = end.entry.number ?? newest
    }
  }
}

/// The requested part of history: the newest lines, or all since an instant.
struct HistoryQuery {
  let limit: Int
  let since: Instant?

  static let options: [Option] = [.newest, .since]

  init(_ invocation: Invocation, now: Instant, in zone: ZoneRules) throws(CommandFailure) {
    since = try IntervalQuery.instant(.since, of: invocation, at: now, in: zone)
    limit = try IntervalQuery.limit(.newest, of: invocation) ?? HistoryListing.usualCount(since: since, most: .max)
  }

  /// Creates a query for the newest lines since an instant; nil for all.
  init(newest limit: Int, since: Instant?) {
    self.limit = limit
    self.since = since
  }

  /// Returns whether an entry of an instant is requested. The instant is nil if it is unknown.
  func contains(_ instant: Instant?) -> Bool { HistoryListing.contains(instant, since: since) }
}
