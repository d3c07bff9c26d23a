/// The times at which a policy is written again although it has not changed.
///
/// A browser of the family of Chromium watches its directory of policies only some seconds after its start. What is
/// written between its first reading and then is missed until the next change. So each change is repeated after 10 s
/// and after 30 s, and then every minute. A removal is repeated after 10 s and after 30 s, and then nothing is.
struct RewriteSchedule: Hashable, Sendable {
  /// The distances from the change, and then from each time to the next, in nanoseconds.
  private static let first: [Int64] = [10_000_000_000, 30_000_000_000]
  private static let pause: Int64 = 60_000_000_000

  /// The time of the change; nil if it is the time of the next call.
  private var changeBoot: Int64?
  private var count = 0
  /// The next time, in nanoseconds of CLOCK_BOOTTIME; the largest number if nothing was written yet.
  private(set) var nextBoot = Int64.max

  /// Whether the repetitions end after the first ones.
  private(set) var isEnding = false

  /// Starts again, because something else was written, or removed.
  mutating func noteChange(isRemoval: Bool = false) {
    (changeBoot, count, nextBoot, isEnding) = (nil, 0, .max, isRemoval)
  }

  /// Whether the policy is to be written again.
  func isDue(atBoot boot: Int64) -> Bool { boot >= nextBoot }

  /// Plans the next time.
  mutating func advance(atBoot boot: Int64) {
    guard let changeBoot else {
      (changeBoot, nextBoot) = (boot, boot + Self.first[0])
      return
    }
    guard isDue(atBoot: boot) else { return }
    count += 1
    if isEnding, count == Self.first.count {
      self = RewriteSchedule()
      return
    }
    nextBoot = count < Self.first.count ? changeBoot + Self.first[count] : boot + Self.pause
    if nextBoot <= boot { nextBoot = boot + Self.pause }
  }
}
