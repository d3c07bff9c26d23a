/// Limits notices to a rate at which users can read them: a burst, then one per interval. Urgent notices are never held
/// back. When there is room again, one notice reports the number of notices held back; a single one is shown itself.
public struct NoticePace: Hashable, Sendable {
  /// The maximum number of notices at once.
  public static let burst: Int64 = 5
  /// The time after which there is room for one more notice, in nanoseconds.
  public static let interval: Int64 = 12_000_000_000

  /// The number of notices held back since the last one that reported them.
  public private(set) var heldBack: Int64 = 0
  /// The newest notice held back.
  private var held: Notice?
  /// The reading of CLOCK_BOOTTIME at which the full burst is available again.
  private var fullBoot = Int64.min

  /// Creates a pace without notices.
  public init() {}

  /// Returns whether a notice may be shown at this reading of CLOCK_BOOTTIME, in nanoseconds. If not, the notice is
  /// held back.
  public mutating func admits(_ notice: Notice, atBoot boot: Int64) -> Bool {
    // Room is reserved for the notice that counts the others.
    guard notice.isUrgent || (heldBack == 0 && hasRoom(atBoot: boot)) else {
      heldBack += 1
      held = notice
      return false
    }
    take(atBoot: boot)
    return true
  }

  /// Returns the notice about those held back, or the single one, once there is room for it. Returns nil before that,
  /// and if none was held back.
  public mutating func summary(atBoot boot: Int64) -> Notice? {
    guard heldBack > 0, hasRoom(atBoot: boot) else { return nil }
    let count = heldBack
    heldBack = 0
    take(atBoot: boot)
    if count == 1 { return held }
    return Notice(number: 0, title: "\(count) more notices", body: "'schedctl log' shows what happened")
  }

  /// The reading of CLOCK_BOOTTIME at which to call `summary`, or nil while no notice is held back.
  public var nextBoot: Int64? { heldBack > 0 ? fullBoot - (Self.burst - 1) * Self.interval : nil }

  private func hasRoom(atBoot boot: Int64) -> Bool { fullBoot <= boot + (Self.burst - 1) * Self.interval }

  private mutating func take(atBoot boot: Int64) { fullBoot = max(fullBoot, boot) + Self.interval }
}
