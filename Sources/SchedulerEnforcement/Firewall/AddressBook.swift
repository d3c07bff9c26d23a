/// The addresses of names, as name servers have given them, with the times at which they were seen and expire.
///
/// An address is kept for an hour after it was last seen: connections last, and large sites give different addresses
/// each time.
struct AddressBook: Sendable {
  /// Shortest and longest time between two questions about a name, in nanoseconds.
  static let pauses: ClosedRange<Int64> = 30_000_000_000...300_000_000_000
  /// Time for which an address is kept after it was last seen, in nanoseconds.
  static let retention: Int64 = 3_600_000_000_000
  /// Names whose time is as near as this are asked for together, in nanoseconds.
  private static let slack: Int64 = 5_000_000_000

  /// What is known about a name.
  private struct Entry: Sendable {
    /// The addresses and when they were last seen, in nanoseconds of CLOCK_BOOTTIME.
    var seen: [NetworkAddress: Int64] = [:]
    /// The time of the next question.
    var dueBoot: Int64
    /// Whether a server has answered one of the last two questions. Some fail for a family that a name does not have.
    var isAnswered: Bool
  }

  private var entries: [String: Entry] = [:]

  /// The earliest time at which a name is due; nil if there are no names. Complexity: O(names).
  var nextDueBoot: Int64? { entries.values.lazy.map(\.dueBoot).min() }

  /// Returns the number of names, of these, about which no server has answered.
  func unansweredCount(of names: [String]) -> Int { names.count { !(entries[$0]?.isAnswered ?? false) } }

  /// Forgets all other names, and returns those that are new or due, in their order.
  mutating func due(of names: [String], atBoot boot: Int64) -> [String] {
    let kept = Set(names)
    entries = entries.filter { kept.contains($0.key) }
    return names.filter { entries[$0].map { $0.dueBoot <= boot + Self.slack } ?? true }
  }

  /// Notes the answers about names that were asked for. A name without an answer keeps its addresses and is due soon.
  mutating func note(
    _ answers: [AddressQuestion: AddressQuestion.Answer], about names: [String], atBoot boot: Int64
  ) {
    for name in names {
      var entry = entries[name] ?? Entry(dueBoot: boot, isAnswered: false)
      entry.isAnswered = false
      var pause = Self.pauses.upperBound
      for family in NetworkAddress.Family.allCases {
        if case .addresses(let addresses, let seconds)? = answers[AddressQuestion(name: name, family: family)] {
          for address in addresses { entry.seen[address] = boot }
          pause = min(pause, Int64(seconds) * 1_000_000_000)
          entry.isAnswered = true
        } else {
          pause = 0
        }
      }
      entry.dueBoot = boot + max(pause, Self.pauses.lowerBound)
      entry.seen = entry.seen.filter { boot - $0.value < Self.retention }
      entries[name] = entry
    }
  }

  /// Returns the addresses of a name with the times at which they were last seen.
  func addresses(of name: String) -> [NetworkAddress: Int64] { entries[name]?.seen ?? [:] }
}
