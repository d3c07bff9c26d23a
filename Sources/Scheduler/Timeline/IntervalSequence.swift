import SchedulerCivilTime

/// The intervals of one profile in order of time, computed lazily by merging occurrences.
///
/// Complexity: O(w) per occurrence for w windows. Memory is bounded by the occurrences of about nine days, even if the
/// windows cover all time.
public struct IntervalSequence: Sequence, IteratorProtocol, Sendable {
  private var stream: OccurrenceStream
  private let zone: ZoneRules
  private var lookahead: Occurrence?
  private var union = OccurrenceUnion()
  private var previousEnd: Instant?

  /// Creates the intervals of the occurrences that start on or after `date`.
  init(windows: [Window], zone: ZoneRules, from date: CivilDate) {
    stream = OccurrenceStream(windows: windows, zone: zone, from: date)
    self.zone = zone
    lookahead = stream.next()
  }

  /// Returns the next interval, or nil if there are none within 28 years of the last or before the end of year 9999.
  public mutating func next() -> Interval? {
    while let occurrence = lookahead, union.accepts(occurrence) {
      union.absorb(occurrence, zone: zone)
      lookahead = stream.next()
    }
    guard var interval = union.takeFirstPart(zone: zone, previousEnd: previousEnd) else { return nil }
    if let lookahead, lookahead.start == interval.end { interval.touchesNext = true }
    previousEnd = interval.end
    return interval
  }
}

/// Overlapping occurrences that become one interval, or one per week if they last longer than seven dates.
struct OccurrenceUnion: Sendable {
  /// The occurrences that overlap the remaining part of the union.
  private var members: [Occurrence] = []
  private var start = Instant(epochSeconds: 0)
  private var end = Instant(epochSeconds: 0)
  /// The next Monday 00:00 at which a too long union is cut; nil as long as it is not known to be too long.
  private var nextCut: Instant?

  /// Every union of seven dates is longer than this, in seconds, however the clocks change.
  private static let surelyWithinSevenDates: Int64 = 5 * 86_400

  /// Whether the occurrence belongs to the part being gathered. It must not start before any earlier one.
  func accepts(_ occurrence: Occurrence) -> Bool {
    if members.isEmpty { return true }
    if let nextCut, occurrence.start >= nextCut { return false }
    return occurrence.start < end
  }

  /// Adds an accepted occurrence.
  mutating func absorb(_ occurrence: Occurrence, zone: ZoneRules) {
    if members.isEmpty {
      start = occurrence.start
      end = occurrence.end
    } else {
      end = max(end, occurrence.end)
    }
    members.append(occurrence)
    if nextCut == nil, members.count > 1, isLongerThanSevenDates(in: zone) { nextCut = monday(after: start, in: zone) }
  }

  /// Returns the interval up to the next cut, or the whole union; nil if it is empty. Call it once no further
  /// occurrence is accepted.
  mutating func takeFirstPart(zone: ZoneRules, previousEnd: Instant?) -> Interval? {
    guard !members.isEmpty else { return nil }
    let cut = nextCut.flatMap { $0 < end ? $0 : nil }
    let part = interval(until: cut ?? end, touchesPrevious: previousEnd == start, touchesNext: cut != nil)
    if let cut {
      members.removeAll { $0.end <= cut }
      start = cut
      nextCut = monday(after: cut, in: zone)
    } else {
      members.removeAll(keepingCapacity: true)
      nextCut = nil
    }
    return part
  }

  private func interval(until partEnd: Instant, touchesPrevious: Bool, touchesNext: Bool) -> Interval {
    var windows = WindowIndices()
    var opening = WindowIndices()
    var closing = WindowIndices()
    for member in members where member.start < partEnd {
      windows.insert(member.window)
      if member.start == start { opening.insert(member.window) }
      if member.end == partEnd { closing.insert(member.window) }
    }
    return Interval(
      start: start, end: partEnd, windows: windows, openingWindows: opening, closingWindows: closing,
      touchesPrevious: touchesPrevious, touchesNext: touchesNext)
  }

  /// Whether the union ends later than the same civil time seven dates after its start.
  private func isLongerThanSevenDates(in zone: ZoneRules) -> Bool {
    guard end.seconds(since: start) > Self.surelyWithinSevenDates else { return false }
    let sameTimeNextWeek = zone.civil(at: start).localSeconds + 7 * 86_400
    return end > zone.resolve(localSeconds: sameTimeNextWeek).compatible
  }

  /// Returns the first Monday 00:00 after an instant.
  private func monday(after instant: Instant, in zone: ZoneRules) -> Instant? {
    let today = zone.civil(at: instant).date
    var next = today.mondayOfWeek?.adding(days: 7)
    while let date = next {
      let midnight = zone.resolve(localSeconds: Int64(date.epochDay) * 86_400).compatible
      if midnight > instant { return midnight }
      next = date.adding(days: 7)
    }
    return nil
  }
}

/// The occurrences of one profile's windows from a date on, in order of their start instants, computed one date at a
/// time.
///
/// Complexity: O(w) per date for w windows. Occurrences are computed only when they are requested.
struct OccurrenceStream: Sendable {
  private let windows: [Window]
  /// The positions of the windows in the order of their times, in which the occurrences of a date are nearly sorted.
  private let order: [Int]
  private var clock: LocalClock
  /// The next start date of each window; `never` if there is none.
  private var nextDays: [Int32]
  private var nextDay: Int32 = OccurrenceStream.never
  /// The computed occurrences sorted by start. Those before `head` were already returned.
  private var pending: [Occurrence] = []
  private var head = 0

  private static let never = Int32.max

  init(windows: [Window], zone: ZoneRules, from date: CivilDate) {
    self.windows = windows
    order = windows.indices.sorted { (windows[$0].start, $0) < (windows[$1].start, $1) }
    clock = LocalClock(zone: zone)
    nextDays = []
    nextDays.reserveCapacity(windows.count)
    let windows = windows.span
    for index in windows.indices {
      let day = windows[index].nextStartDate(onOrAfter: date)?.epochDay ?? Self.never
      nextDays.append(day)
      nextDay = min(nextDay, day)
    }
  }

  /// Returns the occurrence with the next start, or nil if there are no more.
  mutating func next() -> Occurrence? {
    while nextDay != Self.never, !isFirstPendingNext() { makeOccurrences() }
    guard head < pending.count else { return nil }
    let occurrence = pending[head]
    head += 1
    if head == pending.count {
      pending.removeAll(keepingCapacity: true)
      head = 0
    }
    return occurrence
  }

  /// Whether no occurrence that is still to be computed can start before the first pending one. A gap can move a start
  /// past those of the next date.
  private mutating func isFirstPendingNext() -> Bool {
    guard head < pending.count else { return false }
    return pending[head].start <= clock.earliestInstant(fromLocalSeconds: Int64(nextDay) * 86_400)
  }

  /// Computes the occurrences that start on `nextDay` and advances it.
  private mutating func makeOccurrences() {
    let day = nextDay
    nextDay = Self.never
    for index in order {
      if nextDays[index] == day {
        let window = windows[index]
        append(window, index: index, day: day)
        let following = CivilDate(epochDay: Int(day) + 1)
        nextDays[index] = following.flatMap { window.nextStartDate(onOrAfter: $0)?.epochDay } ?? Self.never
      }
      nextDay = min(nextDay, nextDays[index])
    }
  }

  private mutating func append(_ window: Window, index: Int, day: Int32) {
    guard let date = CivilDate(epochDay: Int(day)),
      let occurrence = window.occurrence(index: index, on: date, clock: &clock)
    else { return }
    var position = pending.count
    while position > head, occurrence.start < pending[position - 1].start { position -= 1 }
    if position == pending.count { pending.append(occurrence) } else { pending.insert(occurrence, at: position) }
  }
}

extension Window {
  /// The civil second after the last representable date. A window that would end there or later has no occurrence.
  private static let endOfDates = (Int64(CivilDate.max.epochDay) + 1) * 86_400

  /// Returns the occurrence of this window, the `index`-th of its profile, on `date`. Returns nil if the date does not
  /// exist in the zone, or if the separately resolved start and end leave nothing between them.
  func occurrence(index: Int, on date: CivilDate, clock: inout LocalClock) -> Occurrence? {
    let midnight = Int64(date.epochDay) * 86_400
    guard clock.isPlain(midnight) || clock.zone.dateExists(date) else { return nil }
    let first = clock.instant(localSeconds: midnight + Int64(start.secondsSinceMidnight))
    let localEnd = midnight + Int64(endDayOffset) * 86_400 + Int64(end.secondsSinceMidnight)
    guard localEnd < Self.endOfDates else { return nil }
    let last = clock.instant(localSeconds: localEnd)
    return first < last ? Occurrence(window: index, date: date, start: first, end: last) : nil
  }

  /// Whether an occurrence that starts at one civil time ends at the other.
  func spans(from first: CivilDateTime, to last: CivilDateTime) -> Bool {
    let days = Int64(last.date.epochDay - first.date.epochDay)
    let length = days * 86_400 + Int64(last.time.secondsSinceMidnight) - Int64(end.secondsSinceMidnight)
    return first.time == start && length == Int64(endDayOffset) * 86_400
  }
}
