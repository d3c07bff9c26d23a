import Scheduler
import ShieldPage

/// The intervals of a week, cut into days for drawing.
struct WeekLayout {
  /// The part of an interval that lies on one day, without a break in time.
  struct Segment {
    let interval: Interval
    /// What other profiles do to the interval.
    let remarks: [Remark]
    let start: Instant
    let end: Instant
    /// The places on the axis, in seconds. There are several if the axis has a stretch that is not on that day.
    private(set) var bars: [Range<Int>]

    /// Whether the interval starts in this segment.
    var hasStart: Bool { start == interval.start }
    /// Whether the interval ends in this segment.
    var hasEnd: Bool { end == interval.end }
    /// The real length in seconds.
    var lengthSeconds: Int64 { end.seconds(since: start) }
  }

  /// The segments of one profile.
  struct Row {
    let profile: Profile
    /// The zone of the windows if it is not the zone of the week; else nil.
    let otherZone: String?
    let color: RGBColor
    /// The segments of each day, in the order of time.
    let days: [[Segment]]
    /// What other profiles do to the intervals, with the days on which the intervals start or end because of it.
    let remarks: [(remark: Remark, days: [CivilDate])]

    /// The real length in the week, in seconds.
    var lengthSeconds: Int64 { days.joined().reduce(0) { $0 + $1.lengthSeconds } }
    /// Whether there is no interval in the week.
    var isEmpty: Bool { days.allSatisfy(\.isEmpty) }
  }

  let week: CivilWeek
  /// The profiles, in key order.
  let rows: [Row]
  /// The day and the place on the axis of the present, or nil if it is in another week.
  let present: (day: Int, place: Int)?

  /// Creates the layout of the week that contains `instant`, in the configuration's zone.
  ///
  /// - Parameter isShown: returns whether to show a profile.
  /// - Complexity: that of the intervals of the week.
  init(
    of configuration: Configuration, weekOf instant: Instant, now: Instant, isShown: (Profile) -> Bool = { _ in true }
  ) {
    let week = CivilWeek(containing: instant, zone: configuration.zone.rules)
    self.week = week
    present = week.place(of: now)
    let shown = configuration.profiles.enumerated().filter { isShown($0.element) }
    let keys = Set(shown.map(\.element.key))
    let timeline = configuration.timeline.showing { keys.contains($0.key) }
    let intervals = Dictionary(
      uniqueKeysWithValues: zip(timeline.tracks.map(\.profile.key), timeline.intervals(in: week.span)))
    rows = shown.map { position, profile in
      let zone = configuration.zone(of: profile).rules.identifier
      let elements = intervals[profile.key] ?? []
      return Row(
        profile: profile, otherZone: zone == week.zone.identifier ? nil : zone,
        color: profile.color.flatMap(RGBColor.init(hexadecimal:)) ?? .usual(position),
        days: Self.days(of: elements, in: week), remarks: Self.remarks(on: elements, in: week))
    }
  }

  private static func days(of elements: [MergedIntervals.Element], in week: CivilWeek) -> [[Segment]] {
    var days: [[Segment]] = week.days.map { _ in [] }
    for element in elements {
      for day in days.indices {
        for piece in week.pieces[day] { days[day].draw(element, on: piece) }
      }
    }
    return days
  }

  /// Returns each remark once, with the days of the week on which it applies, in the order of time.
  private static func remarks(
    on elements: [MergedIntervals.Element], in week: CivilWeek
  ) -> [(remark: Remark, days: [CivilDate])] {
    var remarks: [(remark: Remark, days: [CivilDate])] = []
    for element in elements {
      for remark in element.remarks {
        let instant = remark.isOnStart ? element.interval.start : element.interval.end
        guard week.span.contains(instant) else { continue }
        let date = week.zone.civil(at: instant).date
        if let index = remarks.firstIndex(where: { $0.remark == remark }) {
          if remarks[index].days.last != date { remarks[index].days.append(date) }
        } else {
          remarks.append((remark, [date]))
        }
      }
    }
    return remarks
  }
}

extension [WeekLayout.Segment] {
  /// Adds the part of an interval that lies on a piece of a day. Extends the last segment if the part continues it.
  fileprivate mutating func draw(_ element: MergedIntervals.Element, on piece: DayAxis.Piece) {
    let interval = element.interval
    let start = Swift.max(interval.start, piece.start)
    let end = Swift.min(interval.end, piece.end)
    guard start < end else { return }
    let first = piece.place.lowerBound + Int(start.seconds(since: piece.start))
    let bar = first..<first + Int(end.seconds(since: start))
    if let last, last.end == start, last.interval.start == interval.start {
      self[count - 1] = last.extended(to: end, along: bar)
    } else {
      append(WeekLayout.Segment(interval: interval, remarks: element.remarks, start: start, end: end, bars: [bar]))
    }
  }
}

extension Remark {
  /// Whether the remark is about the start of an interval; else it is about the end.
  fileprivate var isOnStart: Bool { if case .waited = self { true } else { false } }
}

extension WeekLayout.Segment {
  fileprivate func extended(to end: Instant, along bar: Range<Int>) -> Self {
    var bars = bars
    if let last = bars.last, last.upperBound == bar.lowerBound {
      bars[bars.count - 1] = last.lowerBound..<bar.upperBound
    } else {
      bars.append(bar)
    }
    return Self(interval: interval, remarks: remarks, start: start, end: end, bars: bars)
  }
}

extension WeekLayout {
  /// Writes a line for each segment, by date, start, end and profile key.
  func writeJSON(isSample: Bool, to output: inout TextOutput) {
    for day in week.days.indices {
      let segments = rows.indices.flatMap { row in rows[row].days[day].map { (row: row, segment: $0) } }
      let sorted = segments.sorted {
        ($0.segment.start, $0.segment.end, $0.row) < ($1.segment.start, $1.segment.end, $1.row)
      }
      for (row, segment) in sorted {
        writeJSON(segment, of: rows[row].profile, on: week.days[day].date, isSample: isSample, to: &output)
        if output.isBroken { return }
      }
    }
  }

  private func writeJSON(
    _ segment: Segment, of profile: Profile, on date: CivilDate, isSample: Bool, to output: inout TextOutput
  ) {
    output.jsonLine(isSample: isSample) { json in
      json.member("date", value: date.description)
      json.member("profile", value: profile.key.text)
      json.member("start", value: segment.start, in: week.zone)
      json.member("end", value: segment.end, in: week.zone)
      json.member("startEpoch", value: segment.start.epochSeconds)
      json.member("endEpoch", value: segment.end.epochSeconds)
      json.member("seconds", value: segment.lengthSeconds)
      json.object("interval") { json in
        json.member("start", value: segment.interval.start, in: week.zone)
        json.member("end", value: segment.interval.end, in: week.zone)
        if !segment.remarks.isEmpty { json.member("remarks", value: segment.remarks.map(\.description)) }
      }
    }
  }

  /// Returns remarks on the days and the profiles, one line each.
  ///
  /// - Parameter dash: the dash between two times.
  func remarks(dash: String = "–") -> [String] {
    let days = week.days.flatMap { $0.remarks(dash: dash) }
    let zones = rows.compactMap { row in
      row.otherZone.map { "\(row.profile.key) keeps the time of \($0); it is drawn in that of \(week.zone.identifier)" }
    }
    let others = rows.flatMap { row in
      row.remarks.map { "\(row.profile.key): \($0.remark) (\($0.days.map(DateWords.weekday).joined(separator: ", ")))" }
    }
    return days + zones + others
  }

  /// The title, for example `week 48, Mon 23 November to Sun 29 November 2026`, with two years if the year changes.
  var title: String {
    guard let first = week.days.first?.date, let last = week.days.last?.date else { return "" }
    let year = first.components.year == last.components.year ? "" : " \(first.components.year)"
    return "week \(week.number), \(DateWords.day(first))\(year) to \(DateWords.day(last)) \(last.components.year)"
  }
}

extension WeekLayout.Row {
  /// The reason why there are no bars, or nil if there are some.
  var absence: String? {
    if !profile.isEnabled { return "disabled" }
    return isEmpty ? "no interval this week" : nil
  }
}

extension CivilDay {
  /// Returns remarks on transitions: `Sun 29 March: 02:00–03:00 does not exist`.
  fileprivate func remarks(dash: String) -> [String] {
    let day = DateWords.day(date)
    guard exists else { return ["\(day): the clocks jump over this date"] }
    return missing.map { "\(day): \($0.clockText(dash)) does not exist" }
      + repeated.map { "\(day): \($0.clockText(dash)) comes twice" }
  }
}

extension Range<Int> {
  /// Returns a stretch of clock time, for example `02:00–03:00`.
  func clockText(_ dash: String) -> String {
    [lowerBound, upperBound].map { TimeOfDay(secondsSinceMidnight: $0)?.description ?? "" }.joined(separator: dash)
  }
}

/// Dates in words.
enum DateWords {
  /// Returns a date, for example `Mon 23 November`.
  static func day(_ date: CivilDate) -> String {
    "\(weekday(date)) \(date.components.day) \(month(date))"
  }

  /// Returns a weekday, for example `Mon`.
  static func weekday(_ date: CivilDate) -> String { date.weekday.abbreviation }

  /// Returns a month, for example `November`.
  static func month(_ date: CivilDate) -> String {
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ][date.components.month - 1]
  }
}
