import Scheduler

extension Subcommand {
  static let events = Subcommand(
    name: "events", arguments: "", argumentCount: 0...0, summary: "Show the coming starts, ends and warnings",
    discussion: """
      The edges of the intervals that 'schedctl next' lists, in the order of delivery: at the same instant end warnings, ends,
      starts and start warnings, each in the order of profile keys. The list contains the events from '--from' on and before
      '--until': 10 of them, or all if '--until' is given. On a narrow terminal the activities are left out.

      Each line of '--json' has at, atEpoch, event, activity, profile and interval (start, end). A start or an end that
      another profile brings about also has remarks.
      """,
    options: IntervalQuery.options,
    examples: [
      ("schedctl events -n 4", "the next four"),
      ("schedctl events --until tomorrow --json", "the rest of today, as JSON"),
    ], run: runEvents)
}

private func runEvents(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let loaded = try session.loadConfiguration(invocation)
  let query = try IntervalQuery(invocation, for: loaded.configuration, in: &session)
  if invocation.has(.json) {
    for element in query.edges {
      writeJSON(element, of: query.timeline.tracks[element.track], isSample: loaded.isSample, to: &session.output)
      if session.output.isBroken { break }
    }
  } else {
    writeTable(query, in: loaded, to: &session.output)
  }
  return .success
}

extension IntervalQuery {
  /// The requested edges, in delivery order.
  fileprivate var edges: some Sequence<EdgeSequence.Element> {
    timeline.edges(from: from).lazy.prefix { [until] element in until.map { element.edge.instant < $0 } ?? true }
      .prefix(limit)
  }
}

private func writeJSON(
  _ element: EdgeSequence.Element, of track: Timeline.Track, isSample: Bool, to output: inout TextOutput
) {
  let zone = track.timeline.zone
  output.jsonLine(isSample: isSample) { json in
    json.member("at", value: element.edge.instant, in: zone)
    json.member("atEpoch", value: element.edge.instant.epochSeconds)
    json.member("event", value: element.edge.kind.name)
    json.member("activity", value: ActivityName.schedule(track.profile.id).description)
    json.member("profile", value: track.profile.key.text)
    json.object("interval") { json in
      json.member("start", value: element.edge.interval.start, in: zone)
      json.member("end", value: element.edge.interval.end, in: zone)
    }
    if !element.remarks.isEmpty { json.member("remarks", value: element.remarks.map(\.description)) }
  }
}

private func writeTable(_ query: IntervalQuery, in loaded: LoadedConfiguration, to output: inout TextOutput) {
  let zone = loaded.configuration.zone
  let from = ZonedText(query.from, in: zone.rules)
  output.write("\(loaded.title) · \(zone.title) · from \(from.day) \(from.time)\n\n")
  let hasOtherZones = query.timeline.tracks.contains { $0.timeline.zone.identifier != zone.rules.identifier }
  let hasRemarks = query.timeline.hasReplacing
  var table = TextTable(
    ["day", "time", "event", "profile"] + (hasOtherZones ? ["zone"] : []) + (hasRemarks ? ["remarks"] : [])
      + ["activity"], expendable: 1)
  for element in query.edges {
    let track = query.timeline.tracks[element.track]
    let at = ZonedText(element.edge.instant, in: track.timeline.zone)
    table.add(
      [at.day, at.time, element.edge.kind.name, track.profile.key.text]
        + (hasOtherZones ? [track.timeline.zone.identifier] : [])
        + (hasRemarks ? [element.remarks.map(\.description).joined(separator: "; ")] : [])
        + [ActivityName.schedule(track.profile.id).description])
    output.writeFullPage(of: &table)
    if output.isBroken { return }
  }
  output.writeLastPage(of: &table, ifEmpty: "no events\n")
}
