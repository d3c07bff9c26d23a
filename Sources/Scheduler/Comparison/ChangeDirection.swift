/// Whether a change makes a shield harder or easier to get around: tightening is instant, loosening waits.
public enum ChangeDirection: String, Hashable, Sendable {
  /// It can make some instant more blocked, or a stop harder, and nothing less.
  case tightens
  /// It can make some instant less blocked, or a stop easier.
  case loosens
  /// It does neither: hooks, histories, names.
  case neutral
}

extension ChangeDirection {
  /// `loosens` when that is so, else `tightens`.
  init(loosensIf condition: Bool) { self = condition ? .loosens : .tightens }

  /// The direction of several changes together: one that loosens makes the whole loosen.
  public static func of(_ directions: some Sequence<ChangeDirection>) -> ChangeDirection {
    var whole = ChangeDirection.neutral
    for direction in directions {
      if direction == .loosens { return .loosens }
      if direction == .tightens { whole = .tightens }
    }
    return whole
  }
}
