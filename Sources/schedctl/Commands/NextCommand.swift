import SchedulerInstance

extension Subcommand {
  static let next = Subcommand(
    name: "next", arguments: "", argumentCount: 0...0, summary: "Show the coming intervals of all profiles",
    discussion: """
      An interval lasts from the start of a window to its end; overlapping windows of a profile form one interval. The list
      contains the intervals that end after '--from' and start before '--until': 10 of them, or all if '--until' is given.
      Times are in the profile's zone. Lengths are real time, so a night in which the clocks change is an hour shorter or
      longer. Disabled profiles are left out.

      Intervals end early where a profile with 'overlap = "replace"' starts, and such a profile waits for locked intervals:
      remarks name the profiles. Without commands, this is what runs if no session ran eight days before.

      A limit of use that a person used up is listed from then until its period ends, and one that will be used up at the
      present pace from then on. That is read from the state directory; users who may not read it see the windows alone.

      T is now, 2026-11-23 09:00, 09:00, tomorrow 9:00, mon 9:00, +90m, or RFC 3339, in the configuration's zone.
      Each line of '--json' has activity, profile, windows, start, end, startEpoch, endEpoch, seconds, running and
      remarks; "sample":true is added if there is no configuration. The line of a limit also has limit, user and expected,
      which is whether it is not used up yet; its activity is null, and so are end, endEpoch and seconds without an end.
      """,
    options: IntervalQuery.options,
    examples: [
      ("schedctl next", "the next ten intervals"),
      ("schedctl next --profile deep-work -n 3 --json", "the next three of one profile, as JSON"),
      ("schedctl next --from 2026-12-24 --until 2027-01-03", "all of the holidays"),
    ], run: runNext)
}

private func runNext(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let loaded = try session.loadConfiguration(invocation)
  let query = try IntervalQuery(invocation, for: loaded.configuration, in: &session)
  let listing = NextListing(
    loaded: loaded, query: query, limits: try session.limitIntervals(of: loaded, in: query, invocation))
  if invocation.has(.json) {
    listing.writeJSON(to: &session.output)
  } else {
    listing.writeTable(to: &session.output)
  }
  return .success
}

extension Console {
  /// Returns the limits that were used up or will be, as far as this user may read the state: those in force, because an
  /// edit that removes them may wait. Nothing is read if it is uncertain which state belongs to the configuration.
  fileprivate mutating func limitIntervals(
    of loaded: LoadedConfiguration, in query: IntervalQuery, _ invocation: Invocation
  ) throws(CommandFailure) -> [LimitInterval] {
    guard !loaded.isSample else { return [] }
    do throws(CommandFailure) {
      let instance = try self.instance(invocation)
      guard instance.isSureOfConfiguration, try CommandFailure.mapping(instance.isKept()) else { return [] }
      let view = try self.view(instance)
      return view.engine.limitIntervals(at: view.now, from: query.from, until: query.until)
        .filter { query.profiles.isEmpty || query.profiles.contains($0.standing.profile.key.text) }
    } catch {
      // The windows can be listed without the state.
      guard loaded.configuration.profiles.contains(where: { $0.isEnabled && !$0.limits.isEmpty }) else { return [] }
      let reason = error.code == .refused ? "you may not read the state" : error.message
      say("schedctl: limits are left out: \(reason)")
      return []
    }
  }
}

/// The requested intervals as a table or as JSON, and limits among them.
private struct NextListing {
  let loaded: LoadedConfiguration
  let query: IntervalQuery
  let limits: [LimitInterval]

  private enum Entry {
    case interval(track: Int, Interval, [Remark])
    case limit(LimitInterval)
  }

  /// Calls `body` with each entry, in order, until it returns false.
  private func forEach(_ body: (Entry) -> Bool) {
    var waiting = limits[...]
    var left = query.limit
    var isOver = left == 0
    func take(_ entry: Entry) {
      left -= 1
      isOver = !body(entry) || left == 0
    }
    query.listing.forEach { track, interval, remarks in
      while !isOver, let limit = waiting.first,
        limit.stands(before: interval, of: query.timeline.tracks[track].profile.key)
      {
        take(.limit(waiting.removeFirst()))
      }
      if !isOver { take(.interval(track: track, interval, remarks)) }
      return !isOver
    }
    while !isOver, let limit = waiting.popFirst() { take(.limit(limit)) }
  }

  func writeJSON(to output: inout TextOutput) {
    var intervals = IntervalJSON(query.timeline, from: query.from)
    forEach { entry in
      output.jsonLine(isSample: loaded.isSample) { json in
        switch entry {
        case .interval(let track, let interval, let remarks):
          intervals.writeMembers(of: interval, track: track, remarks: remarks, to: &json)
        case .limit(let limit): limit.writeMembers(to: &json, from: query.from)
        }
      }
      return !output.isBroken
    }
  }

  func writeTable(to output: inout TextOutput) {
    let zone = loaded.configuration.zone
    let from = ZonedText(query.from, in: zone.rules)
    output.write("\(loaded.title) · \(zone.title) · from \(from.day) \(from.time)\n\n")
    var table = TextTable(["profile", "day", "start", "end", "length", "remarks"])
    var cursors = query.timeline.tracks.map { ZoneCursor(zone: $0.timeline.zone) }
    let keys = query.timeline.tracks.map(\.profile.key.text)
    let zones = query.timeline.tracks.map(\.timeline.zone.identifier)
    let foreignZones = zones.map { $0 == zone.rules.identifier ? nil : $0 }
    forEach { entry in
      switch entry {
      case .interval(let track, let interval, let remarks):
        let start = ZonedText(interval.start, in: &cursors[track])
        let end = ZonedText(interval.end, in: &cursors[track])
        table.addCell(keys[track])
        table.addCell { start.appendDay(to: &$0) }
        table.addCell { start.appendTime(to: &$0) }
        table.addCell { start.appendEnd(end, to: &$0) }
        table.addCell { LengthWords.append(seconds: interval.lengthSeconds, to: &$0) }
        table.addCell(
          notes(isRunning: interval.contains(query.from), foreignZone: foreignZones[track], remarks.map(\.description)))
      case .limit(let limit): add(limit, to: &table)
      }
      output.writeFullPage(of: &table)
      return !output.isBroken
    }
    output.writeLastPage(of: &table, ifEmpty: "no intervals\n")
  }

  private func add(_ limit: LimitInterval, to table: inout TextTable) {
    let start = ZonedText(limit.start, in: limit.zone)
    let own = loaded.configuration.zone.rules.identifier
    let words = limit.words { ZonedText($0, in: limit.zone).words(besides: ZonedText(query.from, in: limit.zone)) }
    table.add([
      limit.standing.profile.key.text, start.day, start.time,
      limit.end.map { start.end(ZonedText($0, in: limit.zone)) } ?? "",
      limit.end.map { LengthWords.text(seconds: $0.seconds(since: limit.start)) } ?? "",
      notes(
        isRunning: limit.contains(query.from), foreignZone: limit.zone.identifier == own ? nil : limit.zone.identifier,
        [words]),
    ])
  }

  /// Returns the last cell: a note if the interval runs, its zone if it differs from the configuration's, and the
  /// remarks.
  private func notes(isRunning: Bool, foreignZone: String?, _ remarks: [String]) -> String {
    guard isRunning || foreignZone != nil || !remarks.isEmpty else { return "" }
    return ((isRunning ? ["running"] : []) + [foreignZone].compactMap(\.self) + remarks).joined(separator: "; ")
  }
}
