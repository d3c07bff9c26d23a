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

/// A row of a table of settings: how a subject's value is compared, told and judged, and how what loosens is kept back.
struct SettingRow<Subject>: Sendable {
  private let difference: @Sendable (Subject, Subject) -> SettingChange?
  /// Whether what an added subject says of it can loosen other ones.
  let loosensOthers: Bool
  private let keep: @Sendable (Subject, inout Subject) -> Void

  /// A setting of some value.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - value: finds it; equal values are no change.
  ///   - text: tells it.
  ///   - loosensOthers: whether an added subject that says something of it can loosen other ones.
  ///   - isMixed: whether a change that loosens also tightens.
  ///   - keep: makes the second of two subjects, where it loosens, as tight in this as both: part by part where the value
  ///     has parts that can be told apart, else by the first one's value.
  ///   - direction: judges a change from the first value to the second.
  init<Value: Equatable & SendableMetatype>(
    _ key: String, _ value: @escaping @Sendable (Subject) -> Value, text: @escaping @Sendable (Value) -> String,
    loosensOthers: Bool = false, isMixed: @escaping @Sendable (Value, Value) -> Bool = { _, _ in false },
    keep: @escaping @Sendable (Subject, inout Subject) -> Void,
    direction: @escaping @Sendable (Value, Value) -> ChangeDirection
  ) {
    self.loosensOthers = loosensOthers
    self.keep = keep
    difference = { old, new in
      let values = (value(old), value(new))
      guard values.0 != values.1 else { return nil }
      return SettingChange(
        key: key, old: text(values.0), new: text(values.1), direction: direction(values.0, values.1),
        isMixed: isMixed(values.0, values.1))
    }
  }

  /// A setting that makes no shield harder or easier to get around.
  init<Value: Equatable & SendableMetatype>(
    neutral key: String, _ value: @escaping @Sendable (Subject) -> Value, text: @escaping @Sendable (Value) -> String
  ) {
    self.init(key, value, text: text, keep: { _, _ in }, direction: { _, _ in .neutral })
  }

  /// Makes a subject as tight in this as both it and an older one, if it loosens; says whether it did.
  func tighten(_ new: inout Subject, from old: Subject) -> Bool {
    guard change(from: old, to: new)?.direction == .loosens else { return false }
    keep(old, &new)
    return true
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
