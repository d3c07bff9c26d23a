import SchedulerCivilTime

/// A zone named by a configuration and its rules, stored behind one reference that profiles share.
public struct ConfiguredZone: Sendable, CustomStringConvertible {
  /// The zone as the configuration names it.
  public enum Choice: Hashable, Sendable {
    /// `system`: the zone of the machine, even if it changes.
    case system
    /// An IANA identifier, or `UTC`.
    case identifier(String)
  }

  private final class Storage: Sendable {
    let choice: Choice
    let rules: ZoneRules

    init(choice: Choice, rules: ZoneRules) { (self.choice, self.rules) = (choice, rules) }
  }

  private let storage: Storage

  /// The zone as the configuration names it.
  public var choice: Choice { storage.choice }
  /// The rules in force.
  public var rules: ZoneRules { storage.rules }

  /// Creates a zone from a choice and its present rules.
  public init(_ choice: Choice, rules: ZoneRules) { storage = Storage(choice: choice, rules: rules) }

  /// `system` or the identifier.
  public var description: String {
    switch choice {
    case .system: "system, \(rules.identifier)"
    case .identifier(let identifier): identifier
    }
  }

  /// The zone UTC, by name.
  public static let utc = ConfiguredZone(.identifier("UTC"), rules: .utc)
}

extension ConfiguredZone.Choice {
  /// `system` or an identifier such as `Europe/Berlin`.
  var text: String {
    switch self {
    case .system: "system"
    case .identifier(let identifier): identifier
    }
  }
}

extension ConfiguredZone {
  /// Whether both zones have the same local time, possibly under different names, such as `UTC` and `Etc/UTC`. `system`
  /// may become another zone, so it equals only `system`.
  func means(_ other: ConfiguredZone) -> Bool {
    if choice == other.choice { return true }
    guard choice != .system, other.choice != .system else { return false }
    return rules.showsSame(as: other.rules)
  }
}

extension ZoneRules {
  /// An upper bound on the part of an interval outside of a range, plus a week for the backward search, in seconds.
  private static let marginSeconds: Int64 = 40 * 86_400

  /// Whether both zones have the same local time in a range and within 40 days of it.
  func agrees(with other: ZoneRules, in range: Range<Instant>) -> Bool {
    let margin = Self.marginSeconds
    return showsSame(
      as: other, in: range.lowerBound.adding(seconds: -margin)..<range.upperBound.adding(seconds: margin))
  }
}
