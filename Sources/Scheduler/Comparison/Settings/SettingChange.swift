/// Something that a configuration says differently, besides windows and targets.
public struct SettingChange: Hashable, Sendable {
  /// The key or table as the configuration names it: `lock`, `break`, `daemon.on-exit`.
  public let key: String
  /// What it said, in a few words; nil where there was nothing to say it of: an added profile, an added hook.
  public let old: String?
  /// What it says; nil for a removed hook.
  public let new: String?
  /// What the change does.
  public let direction: ChangeDirection
  /// Whether it loosens for some and tightens for others.
  public var isMixed = false
}

/// A row of a table of settings: how a subject's value is compared, told and judged.
struct SettingRow<Subject>: Sendable {
  private let difference: @Sendable (Subject, Subject) -> SettingChange?
  /// Whether what an added subject says of it can loosen other ones.
  private let loosensOthers: Bool

  /// A setting of some value.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - value: finds it; equal values are no change.
  ///   - text: tells it.
  ///   - loosensOthers: whether an added subject that says something of it can loosen other ones.
  ///   - isMixed: whether a change that loosens also tightens.
  ///   - direction: judges a change from the first value to the second.
  init<Value: Equatable & SendableMetatype>(
    _ key: String, _ value: @escaping @Sendable (Subject) -> Value, text: @escaping @Sendable (Value) -> String,
    loosensOthers: Bool = false, isMixed: @escaping @Sendable (Value, Value) -> Bool = { _, _ in false },
    direction: @escaping @Sendable (Value, Value) -> ChangeDirection
  ) {
    self.loosensOthers = loosensOthers
    difference = { old, new in
      let values = (value(old), value(new))
      guard values.0 != values.1 else { return nil }
      return SettingChange(
        key: key, old: text(values.0), new: text(values.1), direction: direction(values.0, values.1),
        isMixed: isMixed(values.0, values.1))
    }
  }

  /// The change from one subject to another; nil when both say the same.
  func change(from old: Subject, to new: Subject) -> SettingChange? { difference(old, new) }

  /// What an added subject says beside one that says nothing; nil when it says nothing either.
  func change(adding new: Subject, beside blank: Subject) -> SettingChange? {
    difference(blank, new).map { change in
      let isKept = loosensOthers || change.direction == .neutral
      return SettingChange(
        key: change.key, old: nil, new: change.new, direction: isKept ? change.direction : .tightens,
        isMixed: loosensOthers && change.isMixed)
    }
  }
}

extension SettingRow<ConfiguredProfile> {
  /// What a profile says differently. An added profile says it anew, a removed one has nothing to say.
  static func changes(from old: ConfiguredProfile?, to new: ConfiguredProfile?) -> [SettingChange] {
    guard let new else { return [] }
    guard let old else { return profile.compactMap { $0.change(adding: new, beside: new.blank) } }
    return profile.compactMap { $0.change(from: old, to: new) }
  }
}
