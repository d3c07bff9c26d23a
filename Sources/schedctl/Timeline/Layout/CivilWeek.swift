import SchedulerCivilTime

/// The dates from a Monday to a Sunday in one zone.
struct CivilWeek {
  let zone: ZoneRules
  let days: [CivilDay]
  let axis: DayAxis
  /// The days, cut into pieces along the axis.
  let pieces: [[DayAxis.Piece]]

  /// Creates the week that contains an instant. The last week ends on a Friday, 9999-12-31.
  init(containing instant: Instant, zone: ZoneRules) {
    let date = zone.civil(at: instant).date
    let monday = date.mondayOfWeek ?? date
    let days = (0..<7).compactMap { monday.adding(days: $0) }.map { CivilDay($0, in: zone) }
    let axis = DayAxis(of: days)
    self.zone = zone
    self.days = days
    self.axis = axis
    pieces = days.map(axis.pieces)
  }

  /// The instants of the week.
  var span: Range<Instant> {
    let all = pieces.joined()
    guard let start = all.map(\.start).min(), let end = all.map(\.end).max() else {
      return Instant(epochSeconds: 0)..<Instant(epochSeconds: 0)
    }
    return start..<end
  }

  /// Returns the day and the place on the axis of an instant of the week.
  func place(of instant: Instant) -> (day: Int, place: Int)? {
    for day in pieces.indices {
      if let piece = pieces[day].first(where: { $0.start <= instant && instant < $0.end }) {
        return (day, piece.place.lowerBound + Int(instant.seconds(since: piece.start)))
      }
    }
    return nil
  }

  /// Returns the stretches of the axis that the clocks skip on a day.
  func missing(onDay day: Int) -> [Range<Int>] {
    days[day].missing.map { clock in
      let place = axis.place(ofClock: clock.lowerBound)
      return place..<place + clock.count
    }
  }

  /// Returns the stretches of the axis that only another day uses.
  func unrepeated(onDay day: Int) -> [Range<Int>] {
    axis.insertions.compactMap { insertion in
      let place = axis.place(of: insertion)
      let used = pieces[day].map(\.place).filter { place.contains($0.lowerBound) }.map(\.upperBound).max()
      let empty = (used ?? place.lowerBound)..<place.upperBound
      return empty.isEmpty ? nil : empty
    }
  }

  /// The ISO 8601 number of the week: week 1 contains the first Thursday of the year.
  var number: Int {
    guard let thursday = days[0].date.adding(days: 3) else { return 53 }
    guard let newYear = CivilDate(year: thursday.components.year, month: 1, day: 1) else { return 53 }
    return Int(thursday.epochDay - newYear.epochDay) / 7 + 1
  }
}
