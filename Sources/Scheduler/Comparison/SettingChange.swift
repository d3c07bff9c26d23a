/// A changed setting of a configuration, other than windows and targets.
public struct SettingChange: Hashable, Sendable {
  /// The key or table as the configuration names it: `lock`, `break`, `daemon.on-exit`.
  public let key: String
  /// The old value in a few words; nil for an added profile or hook.
  public let old: String?
  /// The new value in a few words; nil for a removed hook.
  public let new: String?
  /// The direction of the change.
  public let direction: ChangeDirection
  /// Whether the change loosens in one respect and tightens in another.
  public var isMixed = false
}

/// A setting in a table of settings: how its values are compared, worded and judged, and how a loosening value is held
/// back.
struct SettingRow<Subject>: Sendable {
  private let difference: @Sendable (Subject, Subject) -> SettingChange?
  /// Whether a value of an added subject can loosen other subjects.
  let loosensOthers: Bool
  private let keep: @Sendable (Subject, inout Subject) -> Void

  /// A setting that is compared, worded and judged with other settings of the subject in view.
  ///
  /// - Parameters:
  ///   - key: the name of the setting.
  ///   - isSame: whether two subjects have the same setting.
  ///   - text: returns the wording of the setting.
  ///   - loosensOthers: whether a value of an added subject can loosen other subjects; it does so where `isMixed` is true.
  ///   - isMixed: whether a change that loosens also tightens.
  ///   - keep: gives the second of two subjects a value as tight as both: part by part if the value has independent
  ///     parts, else the value of the first.
  ///   - direction: judges a change from the first subject to the second.
  init(
    _ key: String, isSame: @escaping @Sendable (Subject, Subject) -> Bool,
    text: @escaping @Sendable (Subject) -> String, loosensOthers: Bool = false,
    isMixed: @escaping @Sendable (Subject, Subject) -> Bool = { _, _ in false },
    keep: @escaping @Sendable (Subject, inout Subject) -> Void,
    direction: @escaping @Sendable (Subject, Subject) -> ChangeDirection
  ) {
    self.loosensOthers = loosensOthers
    self.keep = keep
    difference = { old, new in
      guard !isSame(old, new) else { return nil }
      return SettingChange(
        key: key, old: text(old), new: text(new), direction: direction(old, new), isMixed: isMixed(old, new))
    }
  }

  /// A setting that is compared, worded and judged by its value alone.
  init<Value: Equatable & SendableMetatype>(
    _ key: String, value: @escaping @Sendable (Subject) -> Value, text: @escaping @Sendable (Value) -> String,
    isMixed: @escaping @Sendable (Value, Value) -> Bool = { _, _ in false },
    keep: @escaping @Sendable (Subject, inout Subject) -> Void,
    direction: @escaping @Sendable (Value, Value) -> ChangeDirection
  ) {
    self.init(
      key, isSame: { value($0) == value($1) }, text: { text(value($0)) }, isMixed: { isMixed(value($0), value($1)) },
      keep: keep, direction: { direction(value($0), value($1)) })
  }

  /// A setting whose looser value is replaced by the tighter one as a whole.
  init<Value: Equatable & SendableMetatype>(
    _ key: String, at place: WritableKeyPath<Subject, Value> & Sendable, text: @escaping @Sendable (Value) -> String,
    direction: @escaping @Sendable (Value, Value) -> ChangeDirection
  ) {
    self.init(
      key, value: { $0[keyPath: place] }, text: text, keep: { $1[keyPath: place] = $0[keyPath: place] },
      direction: direction)
  }

  /// A setting that neither tightens nor loosens.
  init<Value: Equatable & SendableMetatype>(
    neutral key: String, value: @escaping @Sendable (Subject) -> Value, text: @escaping @Sendable (Value) -> String
  ) {
    self.init(key, value: value, text: text, keep: { _, _ in }, direction: { _, _ in .neutral })
  }

  /// Makes the setting of `new` as tight as in both subjects. Returns whether `new` loosened it.
  func tighten(_ new: inout Subject, from old: Subject) -> Bool {
    guard change(from: old, to: new)?.direction == .loosens else { return false }
    keep(old, &new)
    return true
  }

  /// The change from one subject to another, or nil if the values are equal.
  func change(from old: Subject, to new: Subject) -> SettingChange? { difference(old, new) }

  /// The change that an added subject makes, compared with a blank one; nil if its value is the default.
  func change(adding new: Subject, beside blank: Subject) -> SettingChange? {
    difference(blank, new).map { change in
      let isMixed = loosensOthers && change.isMixed
      let isKept = isMixed || change.direction == .neutral
      return SettingChange(
        key: change.key, old: nil, new: change.new, direction: isKept ? change.direction : .tightens, isMixed: isMixed)
    }
  }

  /// Gives an added subject the value of a blank one if its own loosens other subjects. Returns whether it did.
  func spareOthers(_ new: inout Subject, beside blank: Subject) -> Bool {
    guard loosensOthers, change(adding: new, beside: blank)?.direction == .loosens else { return false }
    keep(blank, &new)
    return true
  }
}

extension SettingRow<ConfiguredProfile> {
  /// The changed settings of a profile. An added profile is compared with a blank one; a removed profile has none.
  static func changes(from old: ConfiguredProfile?, to new: ConfiguredProfile?) -> [SettingChange] {
    guard let new else { return [] }
    guard let old else { return profile.compactMap { $0.change(adding: new, beside: new.blank) } }
    return profile.compactMap { $0.change(from: old, to: new) }
  }
}

/// The effect of a change on the shield. Tightening takes effect at once, loosening waits.
public enum ChangeDirection: String, Hashable, Sendable {
  /// The change can block more at some instant or make a stop harder, and loosens nothing.
  case tightens
  /// The change can block less at some instant or make a stop easier.
  case loosens
  /// The change does neither: hooks, history, names.
  case neutral
}

extension ChangeDirection {
  /// `loosens` if the condition holds, else `tightens`.
  init(loosensIf condition: Bool) { self = condition ? .loosens : .tightens }

  /// The direction of several changes together. One that loosens makes the whole loosen.
  public static func of(_ directions: some Sequence<ChangeDirection>) -> ChangeDirection {
    var whole = ChangeDirection.neutral
    for direction in directions {
      if direction == .loosens { return .loosens }
      if direction == .tightens { whole = .tightens }
    }
    return whole
  }
}
