import SchedulerCivilTime

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
        append(window: index, day: day)
        let following = CivilDate(epochDay: Int(day) + 1)
        nextDays[index] = following.flatMap { windows[index].nextStartDate(onOrAfter: $0)?.epochDay } ?? Self.never
      }
      nextDay = min(nextDay, nextDays[index])
    }
  }

  private mutating func append(window index: Int, day: Int32) {
    guard let date = CivilDate(epochDay: Int(day)),
      let occurrence = windows[index].occurrence(index: index, on: date, clock: &clock)
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
