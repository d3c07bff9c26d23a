import Scheduler

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

      T is now, 2026-11-23 09:00, 09:00, tomorrow 9:00, mon 9:00, +90m, or RFC 3339, in the configuration's zone.
      Each line of '--json' has activity, profile, windows, start, end, startEpoch, endEpoch, seconds, running and
      remarks; "sample":true is added if there is no configuration.
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
  let listing = NextListing(loaded: loaded, query: query)
  if invocation.has(.json) {
    listing.writeJSON(to: &session.output)
  } else {
    listing.writeTable(to: &session.output)
  }
  return .success
}

/// The requested intervals as a table or as JSON.
private struct NextListing {
  let loaded: LoadedConfiguration
  let query: IntervalQuery

  func writeJSON(to output: inout TextOutput) {
    var intervals = IntervalJSON(query.timeline, from: query.from)
    query.listing.forEach { track, interval, remarks in
      output.jsonLine(isSample: loaded.isSample) { json in
        intervals.writeMembers(of: interval, track: track, remarks: remarks, to: &json)
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
    query.listing.forEach { track, interval, remarks in
      let start = ZonedText(interval.start, in: &cursors[track])
      let end = ZonedText(interval.end, in: &cursors[track])
      table.addCell(keys[track])
      table.addCell { start.appendDay(to: &$0) }
      table.addCell { start.appendTime(to: &$0) }
      table.addCell { start.appendEnd(end, to: &$0) }
      table.addCell { LengthWords.append(seconds: interval.lengthSeconds, to: &$0) }
      table.addCell(notes(on: interval, foreignZone: foreignZones[track], remarks))
      output.writeFullPage(of: &table)
      return !output.isBroken
    }
    output.writeLastPage(of: &table, ifEmpty: "no intervals\n")
  }

  /// Returns the last cell: a note if the interval runs, its zone if it differs from the configuration's, and the
  /// remarks.
  private func notes(on interval: Interval, foreignZone: String?, _ remarks: [Remark]) -> String {
    let isRunning = interval.contains(query.from)
    guard isRunning || foreignZone != nil || !remarks.isEmpty else { return "" }
    let notes = (isRunning ? ["running"] : []) + [foreignZone].compactMap(\.self) + remarks.map(\.description)
    return notes.joined(separator: "; ")
  }
}
