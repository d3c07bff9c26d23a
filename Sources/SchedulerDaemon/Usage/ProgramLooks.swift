/// When to look which programs run for users whose agents do not report, and who was found.
struct ProgramLooks: Sendable {
  /// The time between two looks, in nanoseconds. The first one comes after as long, which leaves agents time to connect.
  static let interval: Int64 = 30_000_000_000

  /// The time of the next look, on CLOCK_BOOTTIME in nanoseconds; nil before the first event.
  private(set) var nextBoot: Int64?
  /// The time of the last look, on CLOCK_BOOTTIME in nanoseconds; nil before the first one.
  private var lastBoot: Int64?
  /// Whether the next look comes at once and is followed by another one soon.
  private var isHastened = false
  /// The users whose running programs count, by name, with their numbers.
  private(set) var users: [String: UInt32] = [:]

  /// Returns whether to look now, and plans the next look.
  mutating func begin(atBoot boot: Int64) -> Bool {
    guard let nextBoot else {
      nextBoot = boot + Self.interval
      return false
    }
    guard nextBoot <= boot else { return false }
    // Looks again soon: at a logout the agent ends first, and the programs of the session end after it.
    (self.nextBoot, lastBoot) = (boot + (isHastened ? Self.shortInterval : Self.interval), boot)
    isHastened = false
    return true
  }

  /// Plans a look at once, because an agent has ended or is not believed any more: ending agents again and again gains no
  /// time. An agent that comes and goes without end causes a look each second.
  mutating func hasten(atBoot boot: Int64) {
    let earliest = lastBoot.map { max(boot, $0 + Self.rest) } ?? boot
    nextBoot = nextBoot.map { min($0, earliest) }
    isHastened = true
  }

  /// The time between a look because an agent has ended and the next one, in nanoseconds.
  private static let shortInterval: Int64 = 5_000_000_000

  /// The least time between two looks, in nanoseconds.
  private static let rest: Int64 = 1_000_000_000

  /// Leaves out time in which the machine was suspended, so that agents report first.
  mutating func leaveOut(_ nanoseconds: Int64) { nextBoot = nextBoot.map { $0 + nanoseconds } }

  /// Replaces the users, and returns the names of those who are not among them any more.
  mutating func replace(by users: [String: UInt32]) -> [String] {
    defer { self.users = users }
    return self.users.keys.filter { users[$0] == nil }.sorted()
  }
}
