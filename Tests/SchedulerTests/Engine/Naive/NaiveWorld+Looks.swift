@testable import Scheduler

extension NaiveWorld {
  /// Somebody looks.
  mutating func look() {
    nextLook = nil
    takeBackUnseen()
    unseen = unseen.filter { now(of: $0.profile) < $0.start }
    giveWarnings()
    for id in sessions.keys {
      if sessions[id]?.length == nil { sessions[id]?.length = 0 }
      sessions[id]?.look()
    }
  }

  /// An interval that is over by now started nothing, and is not used.
  mutating func takeBackUnseen() {
    joinedUnseen.formUnion(unseen.map(\.profile))
    for entry in unseen where now(of: entry.profile) >= entry.end {
      used[entry.profile]?.subtract(entry.keys)
      skipped[entry.profile, default: []].formUnion(entry.skipped)
    }
    unseen = unseen.filter { now(of: $0.profile) < $0.end }
  }
}
