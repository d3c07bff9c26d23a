/// What happens to a set of more than 50 items (D28). Apple documents the limit, not what happens above it.
public enum OverflowPolicy: String, Hashable, Sendable, CaseIterable {
  /// The setting becomes nil, so nothing is shielded. Reported in Apple's forum (thread 733361, second hand).
  case unsetsProperty
  /// The first 50 items by the bytes of their tokens stay. Our choice, for comparison.
  case keepsFirst50
}

/// What a process reads of settings that another process wrote (D29).
public enum CrossProcessReadPolicy: Hashable, Sendable {
  /// What the store has.
  case immediate
  /// What the reader itself wrote last, nil if it wrote nothing. Measured by gertrude (iOS 26.5.1): an app read 0
  /// applications while two were shielded.
  case alwaysStale
  /// Sometimes the one and sometimes the other. The seed decides for each reader, setting and number of writes.
  case staleReads(seed: UInt64)
}

/// The choices about settings that Apple's documentation leaves open.
public struct SettingsPolicy: Hashable, Sendable {
  /// What happens to a set of more than 50 items.
  public var overflow: OverflowPolicy
  /// What a process reads of settings that another process wrote.
  public var crossProcessReads: CrossProcessReadPolicy
  /// The bundle identifiers of the applications that `.all(except:)` never shields, in addition to the app that asks.
  public var sparedByAll: Set<String>

  /// Makes a policy. The defaults are what is documented or measured, and immediate reads.
  public init(
    overflow: OverflowPolicy = .unsetsProperty, crossProcessReads: CrossProcessReadPolicy = .immediate,
    sparedByAll: Set<String> = SettingsPolicy.measuredSpared
  ) {
    self.overflow = overflow
    self.crossProcessReads = crossProcessReads
    self.sparedByAll = sparedByAll
  }

  /// Phone, Settings, Messages, Safari, Maps, Find My and Clock. Measured on a device by a third party, as names; the
  /// bundle identifiers are the well-known ones.
  public static let measuredSpared: Set<String> = [
    "com.apple.mobilephone", "com.apple.Preferences", "com.apple.MobileSMS", "com.apple.mobilesafari",
    "com.apple.Maps", "com.apple.findmy", "com.apple.mobiletimer",
  ]
}
