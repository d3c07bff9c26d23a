/// Something that a profile says for people alone.
struct WordingRow: Sendable {
  private let key: String
  private let isSame: @Sendable (Profile, Profile) -> Bool

  private init<Value: Equatable & SendableMetatype>(_ key: String, _ value: @escaping @Sendable (Profile) -> Value) {
    self.key = key
    isSame = { value($0) == value($1) }
  }

  private static let all = [
    WordingRow("name") { $0.name == $0.key.text ? nil : $0.name },
    WordingRow("description") { $0.description },
    WordingRow("icon") { $0.icon },
    WordingRow("color") { $0.color },
    WordingRow("shield") { $0.screen },
    WordingRow("unlock names") { Set($0.unlockKeys.map(\.name)) },
  ]

  /// The keys that differ; none for a profile that only one configuration has.
  static func changes(from old: Profile?, to new: Profile?) -> [String] {
    guard let old, let new else { return [] }
    return all.filter { !$0.isSame(old, new) }.map(\.key)
  }
}

extension Profile {
  /// Whether its windows are written as another's, but for their names; so too where there is no other.
  func isWritten(as other: Profile?) -> Bool {
    guard let other else { return true }
    return windows.count == other.windows.count && zip(windows, other.windows).allSatisfy { $0.holdsSurelyAs($1) }
  }
}
