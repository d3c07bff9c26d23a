import SchedulerCivilTime
import SchedulerJSON

/// A limit and a person whose use it counts, as status shows them.
public struct LimitStanding: Hashable, Sendable {
  /// The place of the limit in the configuration.
  let place: LimitPlace
  /// The profile.
  public let profile: ProfileReference
  /// The limit in words: `30m a day of steam`.
  public let limit: String
  /// The counted targets in words.
  public let targets: String
  /// The user; empty if nothing is known of any person whom the limit covers.
  public let user: String
  /// What measures the use, such as `sway`; empty if nothing does.
  public let source: String
  /// Whether the limit counts domains that nothing measures.
  let lacksDomains: Bool
  /// The counted use in seconds, rounded down.
  public let usedSeconds: Int64
  /// The allowed use in seconds, with what was granted.
  public let allowedSeconds: Int64
  /// The number of requests for more use that are left.
  public let extrasLeft: Int64
  /// When the use was reached; nil if it was not.
  public let reached: Instant?
  /// Whether an emergency lifted it until the period ends.
  public let isLifted: Bool
  /// When it will be reached: if a target is in use, and stays so; otherwise, if there is as much use as there was since
  /// the period began. Nil if it will not before the period ends.
  public let expected: Instant?
  /// When the period ends without any command; nil for an open end, and before anything was used.
  public let until: Instant?
}

extension Engine {
  /// The limits, for each person whose use is known or counted. One without such a person stands there once.
  /// A person who asks sees their own alone, also while nothing is known of their use.
  public func limitStandings(at now: Moment, for viewer: Viewer = .everything) -> [LimitStanding] {
    let present = self.present ?? Present(now, elapsed: 0)
    let counting = Dictionary(grouping: limits.counters.keys) { $0.place }
    return countedLimits.flatMap { counted -> [LimitStanding] in
      var names = Set(counting[counted.place]?.map(\.user) ?? [])
      // The state on disk says of a person only what measures their use.
      names.formUnion(
        limits.sources.keys.filter { counted.mayCover($0, known: limits.people[$0]?.user ?? viewer.user(named: $0)) })
      if case .user(let user) = viewer, counted.covers(user), let name = user.name { names.insert(name) }
      if names.isEmpty, viewer == .everything { names = [""] }
      return names.filter { viewer.seesUse(of: $0) }.sorted().map { standing(of: counted, for: $0, at: present) }
    }
  }

  /// The limits that count a target, for the user of a request, or for everybody if it has none.
  func limitStandings(on request: AccessRequest, at now: Moment) -> [LimitStanding] {
    let counting = Set(countedLimits.filter { request.isBlocked(by: $0.layer) }.map(\.place))
    return limitStandings(at: now).filter { standing in
      counting.contains(standing.place)
        && (standing.user.isEmpty || request.user == nil || request.user?.name == standing.user)
    }
  }

  private func standing(of counted: CountedLimit, for user: String, at present: Present) -> LimitStanding {
    let key = LimitKey(profile: counted.profile.id, position: counted.position, user: user)
    let counter = limits[key]
    let allowed = counter?.allowance(of: counted.limit) ?? Nanoseconds.of(seconds: counted.limit.useSeconds)
    let until = counter.flatMap { end(of: $0, counting: counted, at: present) }
    let measurement = limits.sources[user].flatMap { counted.isMeasured(by: $0) ? $0 : nil }
    return LimitStanding(
      place: counted.place, profile: counted.profile,
      limit: counted.text, targets: counted.targetText, user: user,
      source: measurement?.source ?? "", lacksDomains: measurement.map(counted.lacksDomains) ?? false,
      usedSeconds: (counter?.use.amount(until: present.elapsed) ?? 0) / Nanoseconds.perSecond,
      allowedSeconds: allowed / Nanoseconds.perSecond,
      extrasLeft: (counted.limit.extra?.count ?? 0) - (counter?.extraCount ?? 0),
      reached: counter?.isBlocking ?? false ? counter?.reached : nil,
      isLifted: counter?.isLifted ?? false,
      expected: counter?.expected(to: allowed, before: until, at: present, by: counted.clock), until: until)
  }
}

extension LimitCounter {
  /// Returns when use reaches an amount at the present pace; nil if it does not before the period ends.
  ///
  /// - Parameter clock: the clock that shows when the period began.
  fileprivate func expected(
    to amount: Int64, before end: Instant?, at present: Present, by clock: ProfileClock
  ) -> Instant? {
    guard reached == nil, !isLifted else { return nil }
    let missing = amount - use.amount(until: present.elapsed)
    var distance = missing / Nanoseconds.perSecond
    if use.since == nil {
      let passed = present.shown(by: clock).wall.seconds(since: period.start)
      let used = use.amount(until: present.elapsed) / Nanoseconds.perSecond
      guard used > 0, passed > 0, distance > 0, passed < Self.longestPeriod else { return nil }
      distance = distance * passed / used
    }
    let expected = present.wall.adding(seconds: max(0, distance))
    return end.map { expected < $0 } ?? true ? expected : nil
  }

  /// The period from whose length on no pace is computed, in seconds: a year.
  private static let longestPeriod: Int64 = 366 * 86_400
}

extension LimitStanding {
  /// How the limit stands, in words with times by the clocks of a zone.
  ///
  /// - Parameter time: returns an instant in words.
  public func words(_ time: (Instant) -> String) -> String {
    if user.isEmpty { return Self.unmeasured }
    let end = until.map { " until \(time($0))" } ?? ""
    if isLifted { return "\(user): lifted by an emergency\(end)" }
    if reached != nil {
      let extra =
        extrasLeft > 0 ? "; 'schedctl more' adds to it, \(extrasLeft == 1 ? "once" : "\(extrasLeft) times")" : ""
      return "\(user): used up\(end)\(extra)"
    }
    let used = "\(LengthWords.text(seconds: usedSeconds)) of \(LengthWords.text(seconds: allowedSeconds)) used"
    let pace = expected.map { ", used up around \(time($0)) at the present pace" } ?? ""
    let measured = "measured by \(source)\(lacksDomains ? ", but not its domains" : "")"
    return "\(user): \(used)\(pace)\(source.isEmpty ? "; \(Self.unmeasured)" : ", \(measured)")"
  }

  /// The words about a limit whose use nothing measures.
  public static let unmeasured = "unmeasured: nothing reports what is used; see 'schedctl doctor'"

  /// Whether nothing measures the use at present.
  public var isUnmeasured: Bool { source.isEmpty && !isLifted }

  /// The sentence that nothing measures the use: `limit '30m a day of steam' is unmeasured for 'kim'`.
  public var unmeasuredWords: String {
    "limit '\(limit)' is unmeasured\(user.isEmpty ? "" : " for '\(user)'"): nothing reports what is used"
  }

  /// Writes the standing as an object, with times in a zone.
  func write(to json: inout JSONWriter, in zone: ZoneRules, showsPassing: Bool) {
    json.object { json in
      json.member("profile", value: profile.key.text)
      json.member("limit", value: limit)
      json.member("user", orNull: user.isEmpty ? nil : user)
      json.member("source", orNull: source.isEmpty ? nil : source)
      if showsPassing { json.member("usedSeconds", value: usedSeconds) }
      json.member("allowedSeconds", value: allowedSeconds)
      json.member("extrasLeft", value: extrasLeft)
      json.member("reached", orNull: reached, in: zone)
      json.member("lifted", value: isLifted)
      if showsPassing { json.member("expected", orNull: expected, in: zone) }
      json.member("until", orNull: until, in: zone)
    }
  }
}
