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
    /// The best answer to the last questions about it.
    var outcome = Outcome.silence
  }

  /// What became of questions, the best last.
  private enum Outcome: Int, Comparable, Sendable {
    /// No server has answered.
    case silence
    /// The servers have failed, as they do for domains that are not served, or have refused.
    case failure
    /// The name has addresses, or is known to have none.
    case answer

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  private var entries: [String: Entry] = [:]

  /// The earliest time at which a name is due; nil if there are no names. Complexity: O(names).
  var nextDueBoot: Int64? { entries.values.lazy.map(\.dueBoot).min() }

  /// Returns the number of names, of these, whose addresses the servers have not given although they have some, as far as
  /// that is known: no server has answered, or the servers fail for every name. A single name for which they fail cannot
  /// be reached by anyone who asks them.
  func unknownCount(of names: [String]) -> Int {
    let outcomes = names.map { entries[$0]?.outcome ?? .silence }
    let works = outcomes.contains(.answer)
    return outcomes.count { $0 == .silence || $0 == .failure && !works }
  }

  /// Forgets all other names, and returns those that are new or due, in their order.
  mutating func due(of names: [String], atBoot boot: Int64) -> [String] {
    let kept = Set(names)
    entries = entries.filter { kept.contains($0.key) }
    return names.filter { entries[$0].map { $0.dueBoot <= boot + Self.slack } ?? true }
  }

  /// Notes the answers about names that were asked for. A name without an answer keeps its addresses and is due
  /// soon, and one for which only the servers fail, as late as if it had none.
  mutating func note(
    _ answers: [AddressQuestion: AddressQuestion.Answer], about names: [String], atBoot boot: Int64
  ) {
    let works = answers.values.contains { $0 != .failure }
    for name in names {
      var entry = entries[name] ?? Entry(dueBoot: boot)
      entry.outcome = .silence
      var pause = Self.pauses.upperBound
      for family in NetworkAddress.Family.allCases {
        switch answers[AddressQuestion(name: name, family: family)] {
        case .addresses(let addresses, let seconds)?:
          for address in addresses { entry.seen[address] = boot }
          pause = min(pause, Int64(seconds) * 1_000_000_000)
          entry.outcome = .answer
        case .failure? where works: entry.outcome = max(entry.outcome, .failure)
        case .failure?:
          pause = 0
          entry.outcome = max(entry.outcome, .failure)
        case nil: pause = 0
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
