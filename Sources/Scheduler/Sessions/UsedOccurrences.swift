import SchedulerCivilTime
import SchedulerJSON

/// The occurrences of a profile that start no interval any more: they have started, or were stopped or skipped.
///
/// They are known by civil date and time, so that edits of the configuration, travel, restarts and clocks that are set
/// start nothing twice.
public struct UsedOccurrences: Hashable, Sendable {
  /// One occurrence, or what started on a date up to one.
  struct Entry: Hashable, Sendable {
    let key: OccurrenceKey
    /// Whether what started earlier on the date is used, too.
    let reachesBack: Bool
    /// Whether it was skipped, and can be restored.
    var isSkipped: Bool
    /// Elapsed time at which it was used.
    let elapsed: Int64
    /// What ended its session before its end.
    var ending: Ending?
    /// What a newer version wrote beside all this.
    var unknown = JSONObject()

    func covers(_ other: OccurrenceKey) -> Bool {
      key == other || (reachesBack && other.epochDay == key.epochDay && other < key)
    }
  }

  /// What ends the session of an interval early.
  enum Ending: String, Sendable {
    /// Somebody stopped it.
    case stopped
    /// An interval of another profile replaced it.
    case replaced
    /// The configuration had the profile no longer.
    case removed
  }

  /// For so many days in the past, and of elapsed time, a use is remembered: a clock that is set back a week shows no
  /// occurrence a second time.
  static let retentionDays: Int32 = 8

  private(set) var entries: [Entry] = []

  /// Nothing is used.
  init() {}

  /// Uses that were written down.
  init(entries: [Entry]) { self.entries = entries }

  /// Whether nothing is remembered.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether an occurrence is used. Complexity: O(uses remembered).
  public func contains(_ key: OccurrenceKey) -> Bool { entries.contains { $0.covers(key) } }

  /// The first of some starts that is not used.
  func firstUnused(of starts: [OccurrenceStart]) -> OccurrenceStart? { starts.first { !contains($0.key) } }

  /// Whether any of some occurrences was skipped.
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

  /// Notes what ended the session of occurrences that are used.
  mutating func end(_ keys: [OccurrenceKey], by ending: Ending) {
    for position in entries.indices where !entries[position].reachesBack && keys.contains(entries[position].key) {
      entries[position].ending = ending
    }
  }

  /// What ended the session of an interval early; nil when it is not known.
  func ending(of starts: [OccurrenceStart]) -> Ending? {
    for start in starts {
      if let ending = entries.first(where: { $0.key == start.key && $0.ending != nil })?.ending { return ending }
    }
    return entries.contains { entry in entry.reachesBack && starts.contains { entry.covers($0.key) } } ? .stopped : nil
  }

  /// Uses what started on the date of a civil time before or at it.
  mutating func useStarted(until civil: CivilDateTime, elapsed: Int64) {
    let key = OccurrenceKey(epochDay: civil.date.epochDay, second: civil.time.secondsSinceMidnight)
    entries.removeAll { $0.reachesBack && $0.key.epochDay == key.epochDay && $0.key <= key }
    entries.append(Entry(key: key, reachesBack: true, isSkipped: false, elapsed: elapsed))
  }

  /// Makes occurrences start that have not begun.
  mutating func release(_ keys: [OccurrenceKey]) {
    entries.removeAll { entry in !entry.reachesBack && keys.contains(entry.key) }
  }

  /// Makes occurrences start again that were used, but for those that were skipped.
  mutating func release(where isAhead: (OccurrenceKey) -> Bool) {
    entries.removeAll { entry in !entry.isSkipped && isAhead(entry.key) }
  }

  /// Makes skipped occurrences start again.
  mutating func restore(_ starts: [OccurrenceStart]) {
    entries.removeAll { entry in entry.isSkipped && starts.contains { $0.key == entry.key } }
  }

  /// Forgets what is over eight days old by the calendar and by elapsed time, and what is over eight days ahead of both
  /// clocks: a clock that was set there and back again eats no schedule, and one that was set back brings none back.
  /// What was skipped on purpose stays.
  ///
  /// - Parameters:
  ///   - zone: where the clocks are read.
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
    key = try archive.field("occurrence", value?.key)
    reachesBack = try archive.field("reachesBack", value?.reachesBack, default: false)
    isSkipped = try archive.field("isSkipped", value?.isSkipped, default: false)
    elapsed = try archive.field("elapsed", value?.elapsed)
    ending = try archive.optional("ending", value?.ending)
    // Older versions kept apart what a clock used that was set ahead: it counts as used.
    let _: Bool? = try archive.former("isAhead")
    let _: Int64? = try archive.former("wallOrigin")
    unknown = archive.unknown(value?.unknown)
  }
}

extension UsedOccurrences.Ending: StoredScalar {}
