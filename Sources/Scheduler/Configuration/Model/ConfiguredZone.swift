import CivilTime

/// A zone as a configuration names it, and the rules found under that name.
public struct ConfiguredZone: Sendable {
  /// What the configuration says.
  public enum Choice: Hashable, Sendable {
    /// `system`: follows the machine, also when it travels.
    case system
    /// An IANA identifier, or `UTC`.
    case identifier(String)
  }

  /// What the configuration says.
  public let choice: Choice
  /// The rules in force.
  public let rules: ZoneRules

  /// A choice and the rules that it stands for now.
  public init(_ choice: Choice, rules: ZoneRules) {
    self.choice = choice
    self.rules = rules
  }

  /// UTC, by name.
  public static let utc = ConfiguredZone(.identifier("UTC"), rules: .utc)
}
