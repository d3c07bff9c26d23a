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
  /// What holds after the last transition, or always when there is none; nil when only the last type is known.
  let rule: POSIXRule?

  /// A zone that has only ever followed a rule.
  init(rule: POSIXRule) {
    self.init(types: [rule.standard], transitions: [], rule: rule)
  }

  init(types: [LocalTimeType], transitions: [Transition], rule: POSIXRule?) {
    self.types = types
    self.transitions = transitions
    self.rule = rule
  }

  /// The type in force at an instant, straight from the definition.
  func type(at epochSeconds: Int64) -> LocalTimeType {
    guard let last = transitions.last else { return rule?.type(at: epochSeconds) ?? types[0] }
    if let rule, epochSeconds > last.time { return rule.type(at: epochSeconds) }
    let index = transitions.firstIndex { $0.time > epochSeconds } ?? transitions.count
    return index == 0 ? types[0] : types[Int(transitions[index - 1].type)]
  }
}
