import SchedulerCivilTime

/// A period of time `[start, end)` in which windows of a profile are active: the union of overlapping occurrences.
///
/// The intervals of one profile are disjoint and sorted. Occurrences that only touch remain two intervals. A union
/// longer than seven dates is cut at each Monday 00:00 within it.
public struct Interval: Hashable, Sendable {
  /// The first instant of the interval.
  public internal(set) var start: Instant
  /// The first instant after the interval; later than `start`.
  public internal(set) var end: Instant
  /// The windows with an occurrence in the interval.
  public let windows: WindowIndices
  /// The windows whose occurrence opens the interval, which determine its start warnings.
  public let openingWindows: WindowIndices
  /// The windows whose occurrence ends with the interval, which determine its end warnings.
  public let closingWindows: WindowIndices
  /// Whether another interval of the profile ends where this one starts.
  public let touchesPrevious: Bool
  /// Whether another interval of the profile starts where this one ends.
  public internal(set) var touchesNext: Bool

  /// The elapsed seconds from start to end.
  public var lengthSeconds: Int64 { end.seconds(since: start) }

  /// Whether `instant` lies in the interval.
  public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}

/// A source of intervals, such as the windows of a profile, a calendar, or tides.
///
/// The intervals of one source are disjoint, and every call gives the same answer.
public protocol IntervalSource: Sendable {
  /// Returns the interval that contains `instant`, or nil if there is none.
  func interval(containing instant: Instant) -> Interval?
  /// Returns the first interval that starts after `instant`, or nil if there are no more.
  func next(after instant: Instant) -> Interval?
}

extension ProfileTimeline: IntervalSource {}

extension Interval {
  /// Creates an interval of a source that has no windows.
  ///
  /// - Parameters:
  ///   - start: the first instant of the interval.
  ///   - end: the first instant after it, later than `start`.
  public init(start: Instant, end: Instant) {
    precondition(start < end, "an interval ends after it starts")
    self.init(
      start: start, end: end, windows: WindowIndices(), openingWindows: WindowIndices(),
      closingWindows: WindowIndices(), touchesPrevious: false, touchesNext: false)
  }
}

/// The identity of an occurrence within its profile: the civil date and time of its start, independent of the zone.
public struct OccurrenceKey: Hashable, Comparable, Sendable {
  /// The date of the start, as days since 1970-01-01.
  public let epochDay: Int32
  /// The civil second of the start on that date, 0 to 86,399; −1 for the part of a union that begins at a Monday cut.
  public let second: Int32

  /// Creates the key of an occurrence, such as `UsedOccurrences.contains` takes.
  ///
  /// - Parameters:
  ///   - epochDay: the date of the start, as days since 1970-01-01.
  ///   - second: the civil second of the start, 0 to 86,399; −1 for the part that begins at a Monday cut.
  public init(epochDay: Int32, second: Int32) {
    self.epochDay = epochDay
    self.second = second
  }

  /// Returns the key of the part that begins at the Monday cut of that date.
  static func mondayCut(on date: CivilDate) -> OccurrenceKey { OccurrenceKey(epochDay: date.epochDay, second: -1) }

  /// Orders by date and time.
  public static func < (a: OccurrenceKey, b: OccurrenceKey) -> Bool {
    (a.epochDay, a.second) < (b.epochDay, b.second)
  }

  /// The civil seconds of the start since 1970-01-01 00:00.
  var localSeconds: Int64 { Int64(epochDay) * 86_400 + Int64(max(second, 0)) }
}

/// The start of an occurrence within an interval.
public struct OccurrenceStart: Hashable, Sendable {
  /// The identity of the occurrence.
  public let key: OccurrenceKey
  /// The instant of the start.
  public let instant: Instant
}

extension ProfileTimeline {
  /// Returns the starts that lie in an interval of this timeline, in order. The first is that of the interval itself.
  ///
  /// An interval that begins at a Monday cut has its own start there, because no occurrence starts it.
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

  /// Returns the interval in which an occurrence starts, or nil if this timeline has no such occurrence.
  func interval(of key: OccurrenceKey) -> Interval? {
    let instant = zone.resolve(localSeconds: key.localSeconds).compatible
    guard let interval = interval(containing: instant) else { return nil }
    return starts(in: interval).contains { $0.key == key } ? interval : nil
  }
}

/// A window on one date, resolved in a zone.
///
/// An occurrence belongs to the civil date on which it starts. It is identified by its profile and its civil start,
/// never by the name or the position of its window.
public struct Occurrence: Hashable, Sendable {
  /// The position of the window in the profile, from 0.
  public let window: Int
  /// The civil date on which the window starts.
  public let date: CivilDate
  /// The instant of the start.
  public let start: Instant
  /// The instant of the end, not included; after `start`.
  public let end: Instant
}
