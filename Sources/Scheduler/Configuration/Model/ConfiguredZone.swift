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
