import Scheduler

extension NameRules {
  /// Number of entries that are asked for before a change counts as applied.
  static let sampleSize = 100

  /// Names that exist and that no person lists: asked for where all domains are blocked.
  static let unlisted = ["example.com", "www.iana.org", "example.net"]

  /// Returns the blocked entries that were none before, in their order, and some unlisted names.
  ///
  /// Complexity: O(entries) of both.
  ///
  /// - Parameter served: the names that the name server serves itself, which are left out.
  func newlyBlocked(since before: NameRules, except served: ServedNames) -> [String] {
    var old = before.entries[...]
    return blocked(except: served).filter { name in
      old = old.drop { $0.name.utf8.lexicographicallyPrecedes(name.utf8) }
      return !(old.first.map { $0.isBlocked && $0.name == name } ?? false)
    }
  }

  /// Returns the names whose answers show whether the rules are in force: some of the newly blocked entries at even
  /// distances, or of all if there are none, each with its `www.` name.
  func sample(of new: [String], except served: ServedNames) -> [String] {
    let names = new.isEmpty ? blocked(except: served) : new
    let count = min(names.count, Self.sampleSize)
    let some = (0..<count).map { names[count == 1 ? 0 : $0 * (names.count - 1) / (count - 1)] }
    let variants = some.map { "www." + $0 }.filter { name in
      name.utf8.count <= Self.lengthLimit && blocks(name) && !served.contain(name, despite: self)
    }
    return some + variants
  }

  /// Number of names of one turn.
  static let turnSize = 10

  /// Returns a few blocked entries at even distances, others in each turn. Each entry is among them once in every n/10
  /// turns.
  func names(inTurn turn: Int, except served: ServedNames) -> [String] {
    let step = (entries.count + Self.turnSize - 1) / Self.turnSize
    let places = step == 0 ? [] : Array(stride(from: turn % step, to: entries.count, by: step))
    let names = places.map { entries[$0] }.filter(\.isBlocked).map(\.name)
    return (names + unlistedBlocked).filter { !served.contain($0, despite: self) }
  }

  /// Maximum length of a name in bytes (RFC 1035, section 2.3.4).
  private static let lengthLimit = 253

  private func blocked(except served: ServedNames) -> [String] {
    (entries.filter(\.isBlocked).map(\.name) + unlistedBlocked).filter { !served.contain($0, despite: self) }
  }

  private var unlistedBlocked: [String] { blocksUnlisted ? Self.unlisted.filter(blocks) : [] }
}
