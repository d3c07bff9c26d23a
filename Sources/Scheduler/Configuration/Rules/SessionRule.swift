/// A rule of a profile that its sessions copy, such as `[profile.KEY.break]`. Its file holds everything about it: the
/// values, the keys of its table, its wording, and how an edit of it is judged.
protocol SessionRule: Hashable, Sendable {
  /// The rule in a few words, for `diff` and `pending`.
  var text: String { get }

  /// Whether a change from `old` to this rule can leave any instant less blocked, or make a stop easier.
  func loosens(_ old: Self) -> Bool

  /// The rule that allows only what both this rule and `old` allow. It is in force while a loosening edit waits.
  func limited(to old: Self) -> Self
}

extension Optional where Wrapped: SessionRule {
  /// The rule in a few words; `none` without a rule.
  var text: String { self?.text ?? "none" }
}

extension Optional {
  /// What `both` makes of two values, or nil where one of them is nil: for values that allow something by being there.
  static func limited(_ new: Wrapped?, to old: Wrapped?, by both: (Wrapped, Wrapped) -> Wrapped) -> Wrapped? {
    guard let new, let old else { return nil }
    return both(new, old)
  }
}
