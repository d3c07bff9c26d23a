/// Everything that is known of a zone's clocks: what has been decreed, transition by transition, and the rule that holds
/// from then on.
struct ZoneHistory: Sendable {
  /// A change to another local time type.
  struct Transition: Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, at most 2^59 either way.
    let time: Int64
    /// Which of `types` is in force from then on.
    let type: UInt8
  }

  /// At least one; the first is in force before the first transition (RFC 9636, section 3.2).
  let types: [LocalTimeType]
  /// Strictly ascending in time, and each type index exists.
  let transitions: [Transition]
  /// What holds from `ruleStart` on; nil when only the last type is known.
  let rule: POSIXRule?
  /// When the rule takes over: at the last transition, always (`Int64.min`) without transitions, never (nil) without a
  /// rule, or with one that the last transition contradicts.
  let ruleStart: Int64?

  /// A zone that has only ever followed a rule.
  init(rule: POSIXRule) {
    self.init(types: [rule.standard], transitions: [], rule: rule)
  }

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

  /// The type in force at an instant, straight from the definition.
  func type(at epochSeconds: Int64) -> LocalTimeType {
    if let rule, let ruleStart, epochSeconds >= ruleStart { return rule.type(at: epochSeconds) }
    let index = transitions.firstIndex { $0.time > epochSeconds } ?? transitions.count
    return index == 0 ? types[0] : types[Int(transitions[index - 1].type)]
  }
}

extension POSIXRule {
  /// When the rule takes over from a last transition to `offset`; nil when they contradict each other.
  ///
  /// That is at once if the rule gives that offset then, as RFC 9636 (section 3.3) demands. The zic of glibc 2.36 breaks
  /// this with `-b slim`: its America/Ojinaga goes over to standard time on 2022-10-30, a week before the footer's rule
  /// does. Then the last transition holds up to the rule's next change, as the source of that zone has it.
  fileprivate func start(after last: Int64, offset: UTCOffset) -> Int64? {
    if type(at: last).offset == offset { return last }
    guard let daylight, [standard.offset, daylight.type.offset].contains(offset) else { return nil }
    let year = CivilDate.components(ofEpochDay: Int(last / 86_400)).year
    return daylightRuns(years: year - 3...year + 2).lazy
      .flatMap { [$0.start, $0.end] }
      .first { $0 > last }
  }
}
