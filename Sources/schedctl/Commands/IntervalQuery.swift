import Scheduler

/// The request of `next` and `events`: the profiles, the range and the maximum number of results.
struct IntervalQuery {
  let from: Instant
  let until: Instant?
  let limit: Int
  let timeline: Timeline
  /// The keys of the requested profiles; empty for all.
  let profiles: [String]

  static let options: [Option] = [.count, .from, .until, .profile]

  /// Reads the options. Reports requested profiles that are disabled on standard error.
  init(_ invocation: Invocation, for configuration: Configuration, in session: inout Console) throws(CommandFailure) {
    let zone = configuration.zone.rules
    from = try Self.instant(.from, of: invocation, at: session.now, in: zone) ?? session.now
    until = try Self.instant(.until, of: invocation, at: session.now, in: zone)
    if let until, until < from {
      throw .usage("'--until' is before '--from'", help: "intervals are listed forward in time")
    }
    limit = try Self.limit(.count, of: invocation) ?? (until == nil ? Int(IntervalListing.usualCount) : .max)
    let keys = invocation.values(of: .profile)
    profiles = keys
    timeline = try Self.timeline(configuration, keys: keys)
    for profile in configuration.profiles where !profile.isEnabled && keys.contains(profile.key.text) {
      session.say("schedctl: profile '\(profile.key)' is disabled: its windows do not fire")
    }
  }

  /// Returns the time given by an option, in a zone; nil without the option.
  static func instant(
    _ option: Option, of invocation: Invocation, at now: Instant, in zone: ZoneRules
  ) throws(CommandFailure) -> Instant? {
    guard let text = try invocation.value(of: option) else { return nil }
    return try CommandFailure.mapping(TimeExpression.instant(text, now: now, zone: zone)) {
      (error: TimeExpression.Problem) in .usage("'--\(option.name)': \(error.message)")
    }
  }

  /// Returns an instant in the week that `--week` names by a time in it, or as `this`, `next` or `last`; by default now.
  static func weekInstant(
    of invocation: Invocation, at now: Instant, in zone: ZoneRules
  ) throws(CommandFailure) -> Instant {
    if let name = try invocation.value(of: .week), let noon = week(named: name, at: now, in: zone) { return noon }
    return try instant(.week, of: invocation, at: now, in: zone) ?? now
  }

  /// Returns noon of the same weekday in this, the next or the last week, or nil for another name. Noon belongs to its
  /// date in every zone.
  static func week(named name: String, at now: Instant, in zone: ZoneRules) -> Instant? {
    guard let weeks = ["this": 0, "next": 1, "last": -1][name] else { return nil }
    let noon: Int64 = 12 * 3_600
    return zone.civil(at: now).date.adding(days: 7 * weeks).map {
      zone.resolve(localSeconds: Int64($0.epochDay) * 86_400 + noon).compatible
    }
  }

  /// Returns the number of lines given by an option; nil without the option.
  static func limit(_ option: Option, of invocation: Invocation) throws(CommandFailure) -> Int? {
    guard let text = try invocation.value(of: option) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber else { throw .usage("'-n' is a number of lines from 0 up, found '\(text)'") }
    guard let limit = Int(text) else { throw .usage("'-n' is a number of lines up to \(Int.max), found '\(text)'") }
    return limit
  }

  private static func timeline(_ configuration: Configuration, keys: [String]) throws(CommandFailure) -> Timeline {
    let timeline = configuration.timeline
    guard !keys.isEmpty else { return timeline }
    try check(keys: keys, configuration)
    return timeline.showing { keys.contains($0.key.text) }
  }

  /// Throws for requested profiles that do not exist, with the nearest name.
  static func check(keys: [String], _ configuration: Configuration) throws(CommandFailure) {
    let known = (configuration.profiles + configuration.builtInProfiles).map(\.key.text)
    for key in keys where !known.contains(key) {
      let refusal = configuration.refusal(ofUnknown: key)
      throw CommandFailure(
        code: .usage, message: refusal.message,
        help: [refusal.candidates.first.map { "did you mean '\($0)'?" } ?? "'schedctl profiles' lists them"])
    }
  }

  /// The requested intervals, in order.
  var listing: IntervalListing { IntervalListing(timeline, from: from, until: until, limit: limit) }
}
