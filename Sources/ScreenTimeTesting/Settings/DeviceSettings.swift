public import ManagedSettings
internal import ScreenTimeSystem

/// The stores of all apps on a device, what each process reads of them, and what the device does because of them.
///
/// A plain value: it knows no clock, no current process and no authorization.
///
/// - A setting that is nil is not in the store; false and the empty set are settings. Documented by Apple.
/// - Processes of one app share its stores, and each can clear the other's settings. Measured by gertrude (iOS 26.5.1).
/// - A store exists from its first setting until it is deleted; clearing it keeps it. Our choice.
/// - Stores outlive a reboot. Measured by gertrude for shields.
public struct DeviceSettings: Equatable, Sendable {
  /// The most items that a set of a setting can have, exceptions counted apart. Documented by Apple.
  public static let itemLimit = 50
  /// The most named stores that an app and its extensions can have. Stated in session 110336 of WWDC22. The default
  /// store does not count: our choice.
  public static let storeLimit = 50

  /// The choices that Apple's documentation leaves open.
  public var policy: SettingsPolicy

  var records: [StoreIdentity: StoreRecord] = [:]
  /// How often the tokens of an app became void; 0 for an app that is not here. Each time is a generation of tokens.
  private var tokenGenerations: [String: Int] = [:]
  /// What each process wrote last, which a stale read returns.
  private var ownValues: [ProcessIdentity: [StoreIdentity: StoreRecord]] = [:]
  private var writeCount = 0

  /// Makes the settings of a device on which no app has a store.
  public init(policy: SettingsPolicy = SettingsPolicy()) { self.policy = policy }

  /// The stores of an app.
  public func stores(of app: String) -> Set<ManagedSettingsStore.Name> {
    Set(records.keys.filter { $0.app == app }.map(\.name))
  }

  /// Whether a store takes part in the effective settings; true for a store that does not exist.
  public func isActive(_ store: StoreIdentity) -> Bool { records[store]?.isActive ?? true }

  /// Makes a store count among the effective settings, or leaves it out. Documented by Apple (iOS 26.5).
  ///
  /// Does not say what the store has: settings of an inactive store read and write as usual.
  @discardableResult
  public mutating func setActive(_ isActive: Bool, store: StoreIdentity) -> [SettingsDiagnostic] {
    guard admits(store) else { return [.tooManyStores(store: store)] }
    records[store, default: StoreRecord()].isActive = isActive
    return []
  }

  /// Removes every setting of one store. Other stores keep theirs. Documented by Apple.
  public mutating func clear(_ store: StoreIdentity, by process: ProcessIdentity) {
    records[store]?.values = [:]
    ownValues[process]?[store]?.values = [:]
    writeCount += 1
  }

  /// Deletes stores of the app of a process. Names without a store are ignored. Documented by Apple (iOS 26.5).
  public mutating func delete(_ names: Set<ManagedSettingsStore.Name>, by process: ProcessIdentity) {
    for name in names {
      let store = StoreIdentity(app: process.app, name: name)
      records[store] = nil
      ownValues[process]?[store] = nil
    }
    writeCount += 1
  }

  /// Deletes all stores of an app whose authorization was revoked. Measured: revoking silently clears the store.
  public mutating func revoke(app: String) {
    records = records.filter { $0.key.app != app }
    ownValues = ownValues.filter { $0.key.app != app }
    writeCount += 1
  }

  /// Makes the tokens that an app has void. Those that it is given later are of a new generation; other apps keep theirs.
  public mutating func voidTokens(of app: String) { tokenGenerations[app, default: 0] += 1 }

  /// The generation of the tokens that mean something to an app.
  func tokenGeneration(of app: String) -> Int { tokenGenerations[app] ?? 0 }

  /// The latest generation of tokens that any app has.
  var latestTokenGeneration: Int { tokenGenerations.values.max() ?? 0 }

  /// Forgets what a process wrote, because it ended. The stores stay.
  public mutating func forget(_ process: ProcessIdentity) { ownValues[process] = nil }

  private func admits(_ store: StoreIdentity) -> Bool {
    if records[store] != nil || store.name == .default { return true }
    return stores(of: store.app).subtracting([.default]).count < Self.storeLimit
  }
}

/// The settings of one store.
struct StoreRecord: Equatable, Sendable {
  var values: [SettingName: SettingValue] = [:]
  var isActive = true
}

extension DeviceSettings {
  /// Sets a setting, or removes it if the value is nil. Returns what the device does not do of it.
  @discardableResult
  package mutating func set(
    _ value: SettingValue?, for setting: SettingName, in store: StoreIdentity, by process: ProcessIdentity
  ) -> [SettingsDiagnostic] {
    if value == nil, records[store] == nil { return [] }
    guard admits(store) else { return [.tooManyStores(store: store)] }
    var (kept, diagnostics) = limited(value, for: setting, in: store)
    let void = value?.voidTokenCount(in: tokenGeneration(of: store.app)) ?? 0
    if void > 0 { diagnostics.append(.voidTokens(setting: setting, store: store, count: void)) }
    records[store, default: StoreRecord()].values[setting] = kept
    ownValues[process, default: [:]][store, default: StoreRecord()].values[setting] = kept
    writeCount += 1
    return diagnostics
  }

  private func limited(
    _ value: SettingValue?, for setting: SettingName, in store: StoreIdentity
  ) -> (SettingValue?, [SettingsDiagnostic]) {
    if case .rating(let rating) = value, let bounds = setting.bounds, !bounds.contains(rating) {
      return (value, [.ratingOutOfBounds(setting: setting, store: store, rating: rating)])
    }
    guard let value, value.largestSet > Self.itemLimit else { return (value, []) }
    let kept = policy.overflow == .keepsFirst50 ? value.keepingFirst(Self.itemLimit) : nil
    return (kept, [.tooManyItems(setting: setting, store: store, count: value.largestSet)])
  }

  /// Returns what a process reads for a setting; nil if the store does not have it as far as the process can see.
  package func value(
    of setting: SettingName, in store: StoreIdentity, readBy process: ProcessIdentity
  ) -> SettingValue? {
    let isStale =
      switch policy.crossProcessReads {
      case .immediate: false
      case .alwaysStale: true
      case .staleReads(let seed): isStale(seed: seed, subject: "\(process) \(store) \(setting)")
      }
    let record = isStale ? ownValues[process]?[store] : records[store]
    return record?.values[setting]
  }

  /// Tosses a coin that falls alike for one seed, number of writes and subject, in every run of the program.
  private func isStale(seed: UInt64, subject: String) -> Bool {
    var hash = seed ^ 0xcbf2_9ce4_8422_2325
    for byte in "\(writeCount) \(subject)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
    return (hash >> 32) & 1 == 1
  }
}
