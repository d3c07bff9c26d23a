/// How often anything may be stopped in an emergency, `[emergency]`.
public struct EmergencyRules: Hashable, Sendable {
  /// The number of uses in a period; 0 for none.
  public var uses: Int64 = 3
  /// The elapsed time from the first use of a period, in seconds, after which all uses are there again; nil for never.
  public var refillSeconds: Int64? = 4 * 7 * 86_400

  /// Three uses in four weeks.
  public init() {}
}

extension EmergencyRules: SessionRule {
  /// `3 uses in 4w`, `3 uses in all`, `none`
  var text: String {
    guard uses > 0 else { return "none" }
    return "\(uses) use\(uses == 1 ? "" : "s") in \(refillSeconds.map(DurationText.text) ?? "all")"
  }

  func loosens(_ old: EmergencyRules) -> Bool {
    uses > old.uses || uses > 0 && (refillSeconds ?? .max) < (old.refillSeconds ?? .max)
  }

  func limited(to old: EmergencyRules) -> EmergencyRules {
    var rules = self
    rules.uses = min(uses, old.uses)
    rules.refillSeconds = .limited(refillSeconds, to: old.refillSeconds, by: max)
    return rules
  }

  /// The rules in a form in which equal effects are equal values: without uses, the refill has no effect.
  var normal: EmergencyRules {
    var rules = self
    if uses == 0 { rules.refillSeconds = nil }
    return rules
  }
}

extension TableSchema where Draft == EmergencyRules {
  /// `[emergency]`
  static var emergency: Self {
    TableSchema(name: "the 'emergency' table") {
      KeyRow(
        "uses", into: \.uses, value: .integer(in: 0...1_000_000), summary: "Uses in a period; 0 for none",
        default: "3")
      KeyRow(
        "refill", into: \.refillSeconds, value: .durationOrNever,
        summary: "After how long from the first use of a period all are there again", default: "\"4w\"")
    }
  }
}
