extension SettingRow<ConfiguredProfile> {
  /// The settings of a profile, in the order of the language's documentation.
  static let profile: [SettingRow] = [
    // A new identity is a new profile: the sessions of the old one end, and all budgets are full again.
    SettingRow(
      "id", value: { $0.profile.id }, text: \.description,
      keep: { $1.profile.reference = ProfileReference(key: $1.key, id: $0.id) },
      direction: { _, _ in .loosens }),
    SettingRow(
      "enabled", isSame: { $0.profile.isEnabled == $1.profile.isEnabled }, text: { "\($0.profile.isEnabled)" },
      isMixed: { $1.profile.replacesOthers },
      keep: { old, new in
        // A profile that becomes enabled and would end other sessions runs beside them.
        if old.profile.isEnabled { new.profile.isEnabled = true } else { new.profile.overlap = .stack }
      },
      direction: { ChangeDirection(loosensIf: $0.profile.isEnabled || $1.profile.replacesOthers) }),
    // A change of an inherited zone belongs to the files.
    SettingRow(
      "timezone", isSame: { $0.profile.zone == nil && $1.profile.zone == nil || $0.zone.means($1.zone) },
      text: \.zone.choice.text,
      keep: { old, new in
        new.profile.zone = old.zone
        new.profile.windows = old.profile.windows.unplaced
      },
      direction: { _, _ in .loosens }),
    SettingRow(
      "users", value: { Audience($0.profile) }, text: \.text,
      isMixed: { old, new in !new.includes(old) && !old.includes(new) },
      keep: { old, new in Audience(new.profile).joined(with: Audience(old.profile)).write(to: &new.profile) },
      direction: { old, new in ChangeDirection(loosensIf: !new.includes(old)) }),
    SettingRow(
      "may", value: { $0.profile.permissions.normal }, text: \.text,
      keep: { $1.profile.permissions = ($1.profile.permissions ?? .all).intersection($0.profile.permissions ?? .all) },
      direction: { old, new in ChangeDirection(loosensIf: !(old ?? .all).isSuperset(of: new ?? .all)) }),
    SettingRow(
      "lock", isSame: { $0.profile.lock == $1.profile.lock }, text: \.profile.lock.rawValue, loosensOthers: true,
      isMixed: { $1.delaysOthers(unlike: $0) }, keep: { $1.profile.lock = $0.profile.lock },
      direction: { ChangeDirection(loosensIf: $1.profile.lock < $0.profile.lock || $1.delaysOthers(unlike: $0)) }),
    SettingRow(
      "overlap", isSame: { $0.profile.overlap == $1.profile.overlap }, text: \.profile.overlap.rawValue,
      loosensOthers: true, isMixed: { $0.profile.replacesOthers || $1.profile.replacesOthers },
      keep: { $1.profile.overlap = $0.profile.overlap },
      direction: { $0.profile.replacesOthers || $1.profile.replacesOthers ? .loosens : .neutral }),
    // A change of an inherited time belongs to the files, too.
    SettingRow(
      "cooldown",
      isSame: {
        $0.profile.cooldownSeconds == nil && $1.profile.cooldownSeconds == nil
          || $0.cooldownSeconds == $1.cooldownSeconds
      },
      text: { DurationText.text(seconds: $0.cooldownSeconds) },
      keep: { $1.profile.cooldownSeconds = $0.cooldownSeconds },
      direction: { ChangeDirection(loosensIf: $1.cooldownSeconds < $0.cooldownSeconds) }),
    .allowance("break", of: \.breaks),
    SettingRow(
      "strategy", isSame: { $0.profile.strategy == $1.profile.strategy }, text: \.profile.strategy.text,
      isMixed: { $1.delaysOthersByTimer(unlike: $0) },
      keep: { old, new in
        let delaysOthers = new.delaysOthersByTimer(unlike: old)
        new.profile.strategy = new.profile.strategy.limited(to: old.profile.strategy)
        if delaysOthers { new.profile.strategy.timer?.allowsEarlyStop = true }
      },
      direction: { old, new in
        ChangeDirection(
          loosensIf: new.profile.strategy.loosens(old.profile.strategy) || new.delaysOthersByTimer(unlike: old))
      }),
    .allowance("pause", of: \.pause),
    .allowance("access", of: \.access),
    SettingRow(
      "limit", value: \.wholeLimits, text: \.text,
      keep: { old, new in new.profile.limits = new.wholeLimits.limited(to: old.wholeLimits) },
      direction: { old, new in ChangeDirection(loosensIf: new.loosen(old)) }),
    SettingRow(neutral: "reminder", value: { $0.profile.reminder }, text: \.text),
    SettingRow(
      "unlock", isSame: { UnlockRules($0.profile) == UnlockRules($1.profile) }, text: { UnlockRules($0.profile).text },
      loosensOthers: true, isMixed: { $1.delaysOthersByKeys(unlike: $0) },
      keep: { $1.profile.unlockKeys = UnlockRules($1.profile).limited(to: UnlockRules($0.profile)) },
      direction: { ChangeDirection(loosensIf: UnlockRules($1.profile).loosens(UnlockRules($0.profile))) }),
  ]
}

extension SettingRow<ConfiguredProfile> {
  /// A rule that allows something by being there: adding it loosens, removing it tightens, and between two of them
  /// the rule itself decides.
  private static func allowance<Rule: SessionRule>(
    _ key: String, of rule: WritableKeyPath<Profile, Rule?> & Sendable
  ) -> SettingRow {
    SettingRow(
      key, value: { $0.profile[keyPath: rule] }, text: \.text,
      keep: { old, new in
        new.profile[keyPath: rule] = .limited(new.profile[keyPath: rule], to: old.profile[keyPath: rule]) {
          $0.limited(to: $1)
        }
      },
      direction: { old, new in
        guard let new else { return .tightens }
        return ChangeDirection(loosensIf: old.map { new.loosens($0) } ?? true)
      })
  }
}

extension Set<Permission> {
  fileprivate static let all = Set(Permission.allCases)
}

extension Set<Permission>? {
  /// The permissions, with the complete list as nil, which means the same.
  fileprivate var normal: Self { self == .all ? nil : self }

  /// `all that the lock allows`, `break, access`, `nothing`.
  fileprivate var text: String {
    guard let self else { return "all that the lock allows" }
    let names = Permission.allCases.filter(self.contains).map(\.rawValue)
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

extension ConfiguredProfile {
  /// The limits with the targets of their sets.
  var wholeLimits: [UsageLimit] {
    profile.limits.map { $0.including(configuration.set).normal }
  }

  /// The time that loosening changes of the profile wait.
  fileprivate var cooldownSeconds: Int64 { configuration.cooldownSeconds(of: profile) }

  /// Whether profiles that would end its sessions now wait for them, and did not before.
  fileprivate func delaysOthers(unlike old: ConfiguredProfile) -> Bool {
    meetsReplacing && profile.lock == .strict && old.profile.lock != .strict
  }

  /// Whether profiles that would end its sessions now wait for them, because it has its first key.
  fileprivate func delaysOthersByKeys(unlike old: ConfiguredProfile) -> Bool {
    meetsReplacing && !profile.unlockKeys.isEmpty && old.profile.unlockKeys.isEmpty
  }

  /// Whether profiles that would end its timers now wait for them, because these may no longer be stopped early.
  fileprivate func delaysOthersByTimer(unlike old: ConfiguredProfile) -> Bool {
    func resists(_ profile: Profile) -> Bool { profile.strategy.timer?.allowsEarlyStop == false }
    return meetsReplacing && resists(profile) && !resists(old.profile)
  }
}

extension Profile {
  /// Whether the profile has intervals that end sessions of other profiles.
  var replacesOthers: Bool { isEnabled && overlap == .replace && !windows.isEmpty }
}

/// The users whom a profile shields.
private struct Audience: Equatable {
  let users: [String]
  let groups: [String]
}

extension Audience {
  init(_ profile: Profile) {
    self.init(users: Set(profile.users).sorted(), groups: Set(profile.groups).sorted())
  }

  private var isEverybodyButRoot: Bool { users.isEmpty && groups.isEmpty }

  /// Whether this audience surely contains every user of `other`. Root may be a member of any group.
  func includes(_ other: Audience) -> Bool {
    if isEverybodyButRoot { return !other.users.contains("root") && other.groups.isEmpty }
    return !other.isEverybodyButRoot && Set(users).isSuperset(of: other.users)
      && Set(groups).isSuperset(of: other.groups)
  }

  /// The users of both audiences. "All users and root" cannot be expressed; then the older audience stays.
  func joined(with old: Audience) -> Audience {
    if isEverybodyButRoot || old.isEverybodyButRoot { return old }
    return Audience(users: Set(users).union(old.users).sorted(), groups: Set(groups).union(old.groups).sorted())
  }

  /// Writes the audience to a profile.
  func write(to profile: inout Profile) {
    profile.users = users
    profile.groups = groups
  }

  var text: String {
    isEverybodyButRoot ? "everybody but root" : (users + groups.map { "group \($0)" }).joined(separator: ", ")
  }
}

/// The unlock keys of a profile. Their names and order have no effect.
private struct UnlockRules: Equatable {
  private let keys: [UnlockKey]
  private let lock: Lock

  init(_ profile: Profile) {
    keys = profile.unlockKeys
    lock = profile.lock
  }

  private var secrets: Set<UnlockKey.Secret> { Set(keys.map(\.secret)) }

  static func == (a: UnlockRules, b: UnlockRules) -> Bool { a.secrets == b.secrets }

  /// Whether a stop is easier than with `old`: a new key is not harder than an old one, or no key is needed any more.
  func loosens(_ old: UnlockRules) -> Bool {
    !secrets.allSatisfy(old.hasAsEasy) || keys.isEmpty && lock != .strict
  }

  /// The keys that are not easier than an old one, or the old keys if none is left: without keys a stop needs none.
  func limited(to old: UnlockRules) -> [UnlockKey] {
    let harder = keys.filter { old.hasAsEasy($0.secret) }
    return harder.isEmpty ? old.keys : harder
  }

  /// Whether a key equals `secret`, or is a text to type that is not longer.
  private func hasAsEasy(_ secret: UnlockKey.Secret) -> Bool {
    keys.contains { key in
      if case .text(let length) = secret, case .text(let ownLength) = key.secret { return ownLength <= length }
      return key.secret == secret
    }
  }

  var text: String { keys.isEmpty ? "none" : keys.map(\.text).joined(separator: ", ") }
}
