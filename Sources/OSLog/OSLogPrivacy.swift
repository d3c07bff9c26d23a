/// Who sees a value in the log.
public struct OSLogPrivacy: Hashable, Sendable {
  /// What stands for a value that is not shown.
  public enum Mask: Hashable, Sendable {
    /// A number that is equal for equal values.
    case hash
    /// No more than that a value is hidden.
    case none
  }

  private enum Level {
    case auto, `public`, `private`, sensitive
  }

  private let level: Level
  private let mask: Mask

  /// The type of the value decides: numbers are shown, strings and objects are hidden.
  public static var auto: OSLogPrivacy { OSLogPrivacy(level: .auto, mask: .none) }

  /// The value is shown.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(level: .public, mask: .none) }

  /// The value is hidden.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(level: .private, mask: .none) }

  /// The value is hidden even where private values are shown.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(level: .sensitive, mask: .none) }

  /// The type of the value decides, and a hidden value is replaced by the mask.
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .auto, mask: mask) }

  /// The value is replaced by the mask.
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .private, mask: mask) }

  /// The value is replaced by the mask even where private values are shown.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .sensitive, mask: mask) }

  /// Returns what the log shows instead of a value; nil if it shows the value.
  func replacement(of value: String, isPublicByDefault: Bool) -> String? {
    if level == .public || level == .auto && isPublicByDefault { return nil }
    return mask == .hash ? "<mask.hash: \(Self.hash(of: value))>" : "<private>"
  }

  /// Returns a number that is equal for equal values in every run: FNV-1a.
  private static func hash(of value: String) -> String {
    let hash = value.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

/// The column in which a value stands.
public struct OSLogStringAlignment {
  private let columns: (() -> Int)?
  private let isLeft: Bool

  /// The value takes the place that it needs.
  public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: nil, isLeft: false) }

  /// The value stands at the right of its columns, or takes more if it is longer.
  public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isLeft: false)
  }

  /// The value stands at the left of its columns, or takes more if it is longer.
  public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isLeft: true)
  }

  /// Returns the text in its columns.
  func apply(to text: String) -> String {
    guard let columns else { return text }
    let space = String(repeating: " ", count: max(0, columns() - text.count))
    return isLeft ? text + space : space + text
  }
}
