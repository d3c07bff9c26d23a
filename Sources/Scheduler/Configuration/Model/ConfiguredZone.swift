import SchedulerCivilTime

/// A zone as a configuration names it, and the rules found under that name: one reference, which profiles share.
public struct ConfiguredZone: Sendable, CustomStringConvertible {
  /// What the configuration says.
  public enum Choice: Hashable, Sendable {
    /// `system`: follows the machine, also when it travels.
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

  /// What the configuration says.
  public var choice: Choice { storage.choice }
  /// The rules in force.
  public var rules: ZoneRules { storage.rules }

  /// A choice and the rules that it stands for now.
  public init(_ choice: Choice, rules: ZoneRules) { storage = Storage(choice: choice, rules: rules) }

  /// `system` or the identifier, and the rules that stand for it now.
  public var description: String {
    switch choice {
    case .system: "system, \(rules.identifier)"
    case .identifier(let identifier): identifier
    }
  }

  /// UTC, by name.
  public static let utc = ConfiguredZone(.identifier("UTC"), rules: .utc)
}

extension ConfiguredZone.Choice {
  /// `system`, `Europe/Berlin`.
  var text: String {
    switch self {
    case .system: "system"
    case .identifier(let identifier): identifier
    }
  }
}

extension ConfiguredZone {
  /// Whether both zones have the same clocks, possibly under different names: `UTC` and `Etc/UTC`. `system` may
  /// become another zone, so it equals only `system`.
  func means(_ other: ConfiguredZone) -> Bool {
    if choice == other.choice { return true }
    guard choice != .system, other.choice != .system else { return false }
    return rules.showsSame(as: other.rules)
  }
}

extension ZoneRules {
  /// An upper bound on how far an interval at the edge of a range reaches beyond it, plus a week for the search
  /// backwards.
  private static let marginSeconds: Int64 = 40 * 86_400

  /// Whether both zones show the same civil times in a range and for 40 days before and after it.
  func agrees(with other: ZoneRules, in range: Range<Instant>) -> Bool {
    let margin = Self.marginSeconds
    return showsSame(
      as: other, in: range.lowerBound.adding(seconds: -margin)..<range.upperBound.adding(seconds: margin))
  }
}
