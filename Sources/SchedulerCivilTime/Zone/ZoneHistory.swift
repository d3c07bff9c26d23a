/// The data of a zone: its recorded transitions and the rule that applies after them.
struct ZoneHistory: Sendable {
  /// A change to another local time type.
  struct Transition: Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, at most 2^59 either way.
    let time: Int64
    /// The index in `types` of the type in force from then on.
    let type: UInt8
  }

  /// At least one type. The first is in force before the first transition (RFC 9636, section 3.2).
  let types: [LocalTimeType]
  /// Strictly ascending in time, and each type index exists.
  let transitions: [Transition]
  /// The rule that applies from `ruleStart` on; nil if the last type applies for ever.
  let rule: POSIXRule?
  /// The start of the rule: the last transition, or `Int64.min` without transitions; nil without a rule, or if the last
  /// transition contradicts the rule for ever.
  let ruleStart: Int64?

  /// Creates a zone that follows a rule at all times.
  init(rule: POSIXRule) { self.init(types: [rule.standard], transitions: [], rule: rule) }

  init(types: [LocalTimeType], transitions: [Transition], rule: POSIXRule?) {
    self.types = types
    self.transitions = transitions
    self.rule = rule
    if let rule, let last = transitions.last {
      ruleStart = rule.start(after: last.time, offset: types[Int(last.type)].offset)
    } else {
      ruleStart = rule == nil ? nil : .min
    }
  }

  /// Returns the type in force at an instant, by definition and without a table.
  func type(at epochSeconds: Int64) -> LocalTimeType {
    if let rule, let ruleStart, epochSeconds >= ruleStart { return rule.type(at: epochSeconds) }
    let index = transitions.firstIndex { $0.time > epochSeconds } ?? transitions.count
    return index == 0 ? types[0] : types[Int(transitions[index - 1].type)]
  }
}

extension POSIXRule {
  /// Returns the start of the rule after a last transition to `offset`; nil if they always contradict each other.
  ///
  /// The rule starts at the transition if it gives that offset then, as RFC 9636 (section 3.3) requires. The zic of
  /// glibc 2.36 violates this with `-b slim`: its America/Ojinaga changes to standard time on 2022-10-30, a week before
  /// the footer's rule does. The last transition then applies up to the rule's next change, as in the source of that
  /// zone.
  fileprivate func start(after last: Int64, offset: UTCOffset) -> Int64? {
    if type(at: last).offset == offset { return last }
    guard let daylight, [standard.offset, daylight.type.offset].contains(offset) else { return nil }
    let year = CivilDate.components(ofEpochDay: Int(last / 86_400)).year
    return daylightRuns(years: year - 3...year + 2).lazy
      .flatMap { [$0.start, $0.end] }
      .first { $0 > last }
  }
}
