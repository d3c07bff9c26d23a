import Scheduler

extension NameRules {
  /// Number of entries that are asked for before a change counts as applied.
  static let sampleSize = 100

  /// Names that exist and that no person lists: asked for where all domains are blocked.
  private static let unlisted = ["example.com", "www.iana.org", "example.net"]

  /// Returns the blocked entries that were not blocked before, in their order, and some unlisted names if these were not.
  func newlyBlocked(since before: NameRules) -> [String] {
    let all = blocked
    return before.blocksAnything ? all.filter { !before.blocks($0) } : all
  }

  /// Returns the names whose answers show whether the rules are in force: some of the newly blocked entries at even
  /// distances, or of all if there are none, each with its `www.` name.
  func sample(before: NameRules) -> [String] {
    let new = newlyBlocked(since: before)
    let names = new.isEmpty ? blocked : new
    let count = min(names.count, Self.sampleSize)
    let some = (0..<count).map { names[count == 1 ? 0 : $0 * (names.count - 1) / (count - 1)] }
    let variants = some.map { "www." + $0 }.filter { $0.utf8.count <= Self.lengthLimit && blocks($0) }
    return some + variants
  }

  /// Maximum length of a name in bytes (RFC 1035, section 2.3.4).
  private static let lengthLimit = 253

  private var blocked: [String] {
    entries.filter(\.isBlocked).map(\.name) + (blocksUnlisted ? Self.unlisted.filter(blocks) : [])
  }
}
