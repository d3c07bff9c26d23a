import SchedulerCivilTime

/// The line of clock times along which all days of a week are drawn, in seconds.
///
/// It is 24 hours long. What comes twice on one of the days is inserted where it comes again, so that each instant of the
/// week has a place of its own and every day is drawn to the same scale. The other days leave that stretch empty, as a
/// day on which the clocks jump leaves empty what they jump over.
struct DayAxis: Equatable {
  /// Clock times that come again.
  struct Insertion: Equatable {
    /// The clock time from which the clocks are set back; here they come again.
    let clock: Int
    let seconds: Int
  }

  /// A part of a day in one piece.
  struct Piece {
    /// The instant at its beginning.
    let start: Instant
    /// Where it lies on the axis, in seconds.
    let place: Range<Int>

    /// The first instant after it.
    var end: Instant { start.adding(seconds: Int64(place.count)) }
  }

  /// In the order of their places.
  let insertions: [Insertion]

  /// The axis of some days.
  init(of days: [CivilDay]) {
    var seconds: [Int: Int] = [:]
    for day in days {
      let repeats = day.runs.filter { $0.setBackFrom != nil }
      let own = Dictionary(grouping: repeats) { $0.setBackFrom ?? 0 }.mapValues { $0.reduce(0) { $0 + $1.clock.count } }
      seconds.merge(own) { max($0, $1) }
    }
    insertions = seconds.sorted { $0.key < $1.key }.map { Insertion(clock: $0.key, seconds: $0.value) }
  }

  /// How long it is, in seconds.
  var length: Int { insertions.reduce(CivilDay.length) { $0 + $1.seconds } }

  /// Where a clock time is when it comes first.
  func place(ofClock clock: Int) -> Int {
    insertions.reduce(clock) { $1.clock <= clock ? $0 + $1.seconds : $0 }
  }

  /// Where an insertion lies.
  func place(of insertion: Insertion) -> Range<Int> {
    let end = place(ofClock: insertion.clock)
    return end - insertion.seconds..<end
  }

  /// A day cut into pieces, in the order of time.
  func pieces(of day: CivilDay) -> [Piece] {
    var used: [Int: Int] = [:]
    return day.runs.flatMap { run -> [Piece] in
      guard let clock = run.setBackFrom else { return pieces(of: run) }
      let seconds = insertions.first { $0.clock == clock }?.seconds ?? 0
      let first = place(ofClock: clock) - seconds + used[clock, default: 0]
      used[clock, default: 0] += run.clock.count
      return [Piece(start: run.start, place: first..<first + run.clock.count)]
    }
  }

  /// A run cut at the insertions inside it.
  private func pieces(of run: CivilDay.Run) -> [Piece] {
    let cuts = insertions.map(\.clock).filter { run.clock.lowerBound < $0 && $0 < run.clock.upperBound }
    return zip([run.clock.lowerBound] + cuts, cuts + [run.clock.upperBound]).map { from, to in
      let first = place(ofClock: from)
      let start = run.start.adding(seconds: Int64(from - run.clock.lowerBound))
      return Piece(start: start, place: first..<first + to - from)
    }
  }

  /// A whole hour and where it lies.
  struct Tick: Equatable {
    let hour: Int
    let place: Int
    /// Whether it is one that comes again.
    let isRepeat: Bool
  }

  /// The whole hours in the order of their places, each but 24:00.
  var hours: [Tick] {
    let first = (0..<24).map { Tick(hour: $0, place: place(ofClock: $0 * 3600), isRepeat: false) }
    let again = insertions.flatMap { insertion in
      (0..<24).filter { (insertion.clock - insertion.seconds..<insertion.clock).contains($0 * 3600) }
        .map { Tick(hour: $0, place: place(of: insertion).upperBound - insertion.clock + $0 * 3600, isRepeat: true) }
    }
    return (first + again).sorted { $0.place < $1.place }
  }
}
