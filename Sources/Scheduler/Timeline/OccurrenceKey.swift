import SchedulerCivilTime

/// What identifies an occurrence within its profile: the civil date and time at which it starts, whatever the zone.
public struct OccurrenceKey: Hashable, Comparable, Sendable {
  /// The date on which it starts, as days since 1970-01-01.
  public let epochDay: Int32
  /// The civil second of that date at which it starts, 0 to 86,399; −1 for the part of a union that a Monday opens.
  public let second: Int32

  /// The key of a date and a second of it.
  public init(epochDay: Int32, second: Int32) {
    self.epochDay = epochDay
    self.second = second
  }

  /// The key of what a cut at the Monday of that date opens.
  static func mondayCut(on date: CivilDate) -> OccurrenceKey { OccurrenceKey(epochDay: date.epochDay, second: -1) }

  /// Orders by date and time.
  public static func < (a: OccurrenceKey, b: OccurrenceKey) -> Bool {
    (a.epochDay, a.second) < (b.epochDay, b.second)
  }

  /// Civil seconds since 1970-01-01 00:00 at which it starts.
  var localSeconds: Int64 { Int64(epochDay) * 86_400 + Int64(max(second, 0)) }
}

/// The start of an occurrence within an interval.
public struct OccurrenceStart: Hashable, Sendable {
  /// What identifies the occurrence.
  public let key: OccurrenceKey
  /// The instant at which it starts.
  public let instant: Instant
}

extension ProfileTimeline {
  /// The starts that lie in an interval of this timeline, in order; the first is the interval's own.
  ///
  /// An interval that a Monday cut opens has a start of its own there, because no occurrence starts it.
  ///
  /// Complexity: that of `occurrences(in:)`.
  public func starts(in interval: Interval) -> [OccurrenceStart] {
    var starts: [OccurrenceStart] = []
    let occurrences = occurrences(in: interval)
    if occurrences.contains(where: { $0.start < interval.start }) {
      let cut = OccurrenceKey.mondayCut(on: zone.civil(at: interval.start).date)
      starts.append(OccurrenceStart(key: cut, instant: interval.start))
    }
    for occurrence in occurrences where occurrence.start >= interval.start {
      let second = windows[occurrence.window].start.secondsSinceMidnight
      let key = OccurrenceKey(epochDay: occurrence.date.epochDay, second: second)
      if starts.last?.key != key { starts.append(OccurrenceStart(key: key, instant: occurrence.start)) }
    }
    return starts
  }

  /// The interval in which an occurrence starts by the windows and zone of this timeline; nil when there is none such.
  func interval(of key: OccurrenceKey) -> Interval? {
    let instant = zone.resolve(localSeconds: key.localSeconds).compatible
    guard let interval = interval(containing: instant) else { return nil }
    return starts(in: interval).contains { $0.key == key } ? interval : nil
  }
}
