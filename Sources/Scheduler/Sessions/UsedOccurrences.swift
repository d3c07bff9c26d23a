import SchedulerCivilTime
import SchedulerJSON

/// The occurrences of a profile that no longer start an interval, because they have started, or were stopped or
/// skipped.
///
/// They are identified by civil date and time, so that edits of the configuration, travel, restarts and clocks that are
/// set start nothing twice.
public struct UsedOccurrences: Hashable, Sendable {
  /// One occurrence, or everything that started on a date up to one.
  struct Entry: Hashable, Sendable {
    let key: OccurrenceKey
    /// Whether everything that started earlier on the date is used, too.
    let reachesBack: Bool
    /// Whether the occurrence was skipped, and can be restored.
    var isSkipped: Bool
    /// The elapsed time at which the occurrence was used, in nanoseconds.
    let elapsed: Int64
    /// The reason why its session ended early; nil if it did not, or if the reason is unknown.
    var ending: Ending?
    /// The members that a newer version wrote.
    var unknown = JSONObject()

    func covers(_ other: OccurrenceKey) -> Bool {
      key == other || (reachesBack && other.epochDay == key.epochDay && other < key)
    }
  }

  /// The reason why the session of an interval ended early.
  enum Ending: String, Sendable {
    /// A command stopped it.
    case stopped
    /// An interval of another profile replaced it.
    case replaced
    /// The configuration no longer had the profile.
    case removed
  }

  /// The number of days in the past, and of elapsed time, for which a use is remembered. A clock that is set back by a
  /// week therefore starts no occurrence a second time.
  static let retentionDays: Int32 = 8

  private(set) var entries: [Entry] = []

  /// Whether no use is remembered.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether an occurrence is used. Complexity: O(remembered uses).
  public func contains(_ key: OccurrenceKey) -> Bool { entries.contains { $0.covers(key) } }

  /// Returns the first unused start; nil if all are used.
  func firstUnused(of starts: [OccurrenceStart]) -> OccurrenceStart? { starts.first { !contains($0.key) } }

  /// Whether any of the occurrences was skipped.
  func isSkipped(_ starts: [OccurrenceStart]) -> Bool {
    entries.contains { entry in entry.isSkipped && starts.contains { $0.key == entry.key } }
  }

  /// Uses occurrences for good.
  mutating func use(_ keys: [OccurrenceKey], elapsed: Int64) {
    for key in keys { insert(Entry(key: key, reachesBack: false, isSkipped: false, elapsed: elapsed)) }
  }

  /// Uses occurrences until they are restored.
  mutating func skip(_ keys: [OccurrenceKey], elapsed: Int64) {
    for key in keys where !contains(key) {
      insert(Entry(key: key, reachesBack: false, isSkipped: true, elapsed: elapsed))
    }
  }

  /// Records what ended the session of used occurrences.
  mutating func end(_ keys: [OccurrenceKey], by ending: Ending) {
    for position in entries.indices where !entries[position].reachesBack && keys.contains(entries[position].key) {
      entries[position].ending = ending
    }
  }

  /// Returns what ended the session of an interval early; nil if it is unknown.
  func ending(of starts: [OccurrenceStart]) -> Ending? {
    for start in starts {
      if let ending = entries.first(where: { $0.key == start.key && $0.ending != nil })?.ending { return ending }
    }
    return entries.contains { entry in entry.reachesBack && starts.contains { entry.covers($0.key) } } ? .stopped : nil
  }

  /// Uses everything that started on the date of a civil time, at or before that time.
  mutating func useStarted(until civil: CivilDateTime, elapsed: Int64) {
    let key = OccurrenceKey(epochDay: civil.date.epochDay, second: civil.time.secondsSinceMidnight)
    entries.removeAll { $0.reachesBack && $0.key.epochDay == key.epochDay && $0.key <= key }
    entries.append(Entry(key: key, reachesBack: true, isSkipped: false, elapsed: elapsed))
  }

  /// Releases occurrences that have not begun, so that they start.
  mutating func release(_ keys: [OccurrenceKey]) {
    entries.removeAll { entry in !entry.reachesBack && keys.contains(entry.key) }
  }

  /// Releases the used occurrences that satisfy a condition, except those that were skipped. What a stop used up to its
  /// own time stays used.
  mutating func release(where isAhead: (OccurrenceKey) -> Bool) {
    entries.removeAll { entry in !entry.isSkipped && !entry.reachesBack && isAhead(entry.key) }
  }

  /// Releases the used occurrences whose session, as far as is known, did not end early, so that the interval of a
  /// session that is lost starts again. What was skipped, stopped or replaced stays used.
  mutating func releaseUnended() {
    entries.removeAll { entry in !entry.isSkipped && !entry.reachesBack && entry.ending == nil }
  }

  /// Releases skipped occurrences, so that they start again.
  mutating func restore(_ starts: [OccurrenceStart]) {
    entries.removeAll { entry in entry.isSkipped && starts.contains { $0.key == entry.key } }
  }

  /// Forgets the uses that are over eight days old, both by the calendar and by elapsed time, and those that are over
  /// eight days ahead of both clocks. A clock that was set ahead and back again therefore prevents no interval, and a
  /// clock that was set back repeats none. Skipped occurrences that are ahead stay.
  ///
  /// - Parameters:
  ///   - zone: the zone in which the clocks are read.
  ///   - present: the present by the profile's clock.
  mutating func prune(in zone: ZoneRules, at present: Present) {
    let today = zone.civil(at: present.wall).date
    let age = Int64(Self.retentionDays) * 86_400 * Nanoseconds.perSecond
    let elapsed = present.elapsed
    let latest = zone.civil(at: max(present.wall, present.trusted.instant)).date
    entries.removeAll { entry in
      let day = entry.key.epochDay
      if day > latest.epochDay + Self.retentionDays { return !entry.isSkipped }
      return day + Self.retentionDays < today.epochDay && elapsed - entry.elapsed > age
    }
  }

  private mutating func insert(_ entry: Entry) {
    guard let position = entries.firstIndex(where: { $0.key == entry.key && !$0.reachesBack }) else {
      entries.append(entry)
      return
    }
    entries[position].isSkipped = entries[position].isSkipped && entry.isSkipped
    entries[position].ending = nil
  }
}

extension UsedOccurrences.Entry: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    key = try archive.field("occurrence", of: value?.key)
    reachesBack = try archive.field("reachesBack", of: value?.reachesBack, default: false)
    isSkipped = try archive.field("isSkipped", of: value?.isSkipped, default: false)
    elapsed = try archive.field("elapsed", of: value?.elapsed)
    ending = try archive.optional("ending", of: value?.ending)
    // Older versions stored separately what a clock that was set ahead had used. These occurrences count as used.
    let _: Bool? = try archive.former("isAhead")
    let _: Int64? = try archive.former("wallOrigin")
    unknown = archive.unknown(value?.unknown)
  }
}

extension UsedOccurrences.Ending: StoredScalar {}
