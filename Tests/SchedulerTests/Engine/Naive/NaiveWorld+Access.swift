@testable import Scheduler

/// A domain that a session leaves open, and for how many minutes.
struct NaiveGrant: Equatable {
  let name: String
  var left: Int64
}

extension NaiveSession {
  /// A minute passes for what is open, and for the count.
  mutating func passMinuteOfAccess() {
    for index in grants.indices { grants[index].left -= 1 }
    if let refill, age % refill == 0 { accesses = 0 }
  }

  /// After how many minutes the count is full again, each time.
  private var refill: Int64? { rules.access?.refillSeconds.map { $0 / 60 } }

  /// Whether its profile's entries block a domain: the longest that ends it decides.
  func lists(_ name: String) -> Bool { length(of: rules.block.domains.listed.map(\.text), in: name) > 0 }

  /// Whether it blocks a domain while nothing lifts it.
  func blocks(_ name: String) -> Bool {
    length(of: rules.block.domains.listed.map(\.text), in: name) > length(of: grants.map(\.name), in: name)
  }

  private func length(of entries: [String], in name: String) -> Int {
    entries.filter { ".\(name)".hasSuffix(".\($0)") }.map(\.count).max() ?? 0
  }

  /// Why it would not open a domain, and in how many minutes it may; nil when it would.
  fileprivate func accessRefusal(at minute: Int64) -> (reason: String, left: Int64)? {
    let end = minutesLeft(at: minute) ?? .max
    guard let access = rules.access else { return ("notConfigured", end) }
    if accesses < access.count { return nil }
    return ("budgetSpent", min(end, refill.map { $0 - age % $0 } ?? .max))
  }
}

extension NaiveWorld {
  /// Domains of which each is blocked by one profile, by some, by a part of another's, or by none.
  var names: [String] {
    profiles.map { "\($0.key).example" } + profiles.prefix(2).map { "sub.\($0.key).example" }
      + ["shared.example", "deep.shared.example", "www.deep.shared.example", "www.shared.example", "free.example"]
  }

  /// Whether somebody finds a domain blocked.
  func blocks(_ name: String) -> Bool {
    sessions.values.contains { $0.rules.isEnabled && $0.isEnforcing && $0.lift == nil && $0.blocks(name) }
  }

  mutating func access(to name: String) -> String {
    let shielding = sessions.filter { $0.value.rules.isEnabled }
      .sorted { $0.value.rules.reference.key < $1.value.rules.reference.key }
    let closed = shielding.filter { $0.value.blocks(name) }
    if closed.isEmpty { return shielding.contains { $0.value.lists(name) } ? "alreadyOpen" : "notBlocked" }
    let refusals = closed.compactMap { $0.value.accessRefusal(at: now(of: $0.key)) }
    if let longest = refusals.map(\.left).max() {
      return refusals.first { $0.left == longest }?.reason ?? ""
    }
    for (id, session) in closed {
      let length = (session.rules.access?.lengthSeconds ?? 0) / 60
      let left = min(length, session.minutesLeft(at: now(of: id)) ?? .max)
      sessions[id]?.grants.append(NaiveGrant(name: name, left: left))
      sessions[id]?.accesses += 1
    }
    return "accessOpened"
  }
}
