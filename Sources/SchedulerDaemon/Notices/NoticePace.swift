/// Keeps notices from coming faster than people read them: some at once, and then one every so often. Urgent ones always
/// come. How many were held back is told in one notice when there is room again; a single one comes itself.
public struct NoticePace: Hashable, Sendable {
  /// So many may come at once.
  public static let burst: Int64 = 5
  /// So many nanoseconds later there is room for one more.
  public static let interval: Int64 = 12_000_000_000

  /// How many were held back since the last one that says so.
  public private(set) var heldBack: Int64 = 0
  /// The newest of them.
  private var held: Notice?
  /// What CLOCK_BOOTTIME shows when all room is there again.
  private var fullBoot = Int64.min

  /// Nothing came yet.
  public init() {}

  /// Whether a notice may come now, at this reading of CLOCK_BOOTTIME in nanoseconds; one that may not is held back.
  public mutating func admits(_ notice: Notice, atBoot boot: Int64) -> Bool {
    // Room is kept for the notice that counts the others.
    guard notice.isUrgent || (heldBack == 0 && hasRoom(atBoot: boot)) else {
      heldBack += 1
      held = notice
      return false
    }
    take(atBoot: boot)
    return true
  }

  /// The notice on what was held back, or the one that was, once there is room for it; nil before, and when nothing was.
  public mutating func summary(atBoot boot: Int64) -> Notice? {
    guard heldBack > 0, hasRoom(atBoot: boot) else { return nil }
    let count = heldBack
    heldBack = 0
    take(atBoot: boot)
    if count == 1 { return held }
    return Notice(number: 0, title: "\(count) more notices", body: "'schedctl log' shows what happened")
  }

  /// What CLOCK_BOOTTIME shows when `summary` is to be asked; nil while nothing is held back.
  public var nextBoot: Int64? { heldBack > 0 ? fullBoot - (Self.burst - 1) * Self.interval : nil }

  private func hasRoom(atBoot boot: Int64) -> Bool { fullBoot <= boot + (Self.burst - 1) * Self.interval }

  private mutating func take(atBoot boot: Int64) { fullBoot = max(fullBoot, boot) + Self.interval }
}
