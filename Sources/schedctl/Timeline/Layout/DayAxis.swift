import SchedulerCivilTime

/// The axis of clock times for all days of a week, in seconds.
///
/// The axis is 24 hours long. Times that come twice on one of the days are inserted where they come again, so that each
/// instant of the week has its own place and all days have the same scale. Other days leave that stretch empty, as a
/// day with a gap leaves the skipped times empty.
struct DayAxis: Equatable {
  /// A stretch of repeated clock times.
  struct Insertion: Equatable {
    /// The clock time from which the clocks are set back, where the repeated times are inserted.
    let clock: Int
    let seconds: Int
  }

  /// A contiguous part of a day.
  struct Piece {
    /// The instant at its beginning.
    let start: Instant
    /// The place on the axis, in seconds.
    let place: Range<Int>

    /// The first instant after it.
    var end: Instant { start.adding(seconds: Int64(place.count)) }
  }

  /// The insertions, in the order of their places.
  let insertions: [Insertion]

  /// Creates the axis of some days.
  init(of days: [CivilDay]) {
    var seconds: [Int: Int] = [:]
    for day in days {
      let repeats = day.runs.filter { $0.setBackFrom != nil }
      let own = Dictionary(grouping: repeats) { $0.setBackFrom ?? 0 }.mapValues { $0.reduce(0) { $0 + $1.clock.count } }
      seconds.merge(own) { max($0, $1) }
    }
    insertions = seconds.sorted { $0.key < $1.key }.map { Insertion(clock: $0.key, seconds: $0.value) }
  }

  /// The length in seconds.
  var length: Int { insertions.reduce(CivilDay.length) { $0 + $1.seconds } }

  /// Returns the place of the first occurrence of a clock time.
  func place(ofClock clock: Int) -> Int {
    insertions.reduce(clock) { $1.clock <= clock ? $0 + $1.seconds : $0 }
  }

  /// Returns the place of an insertion.
  func place(of insertion: Insertion) -> Range<Int> {
    let end = place(ofClock: insertion.clock)
    return end - insertion.seconds..<end
  }

  /// Returns a day cut into pieces, in the order of time.
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

  /// Returns a run cut at the insertions inside it.
  private func pieces(of run: CivilDay.Run) -> [Piece] {
    let cuts = insertions.map(\.clock).filter { run.clock.lowerBound < $0 && $0 < run.clock.upperBound }
    return zip([run.clock.lowerBound] + cuts, cuts + [run.clock.upperBound]).map { from, to in
      let first = place(ofClock: from)
      let start = run.start.adding(seconds: Int64(from - run.clock.lowerBound))
      return Piece(start: start, place: first..<first + to - from)
    }
  }

  /// A whole hour and its place.
  struct Tick: Equatable {
    let hour: Int
    let place: Int
    /// Whether the hour is repeated.
    let isRepeat: Bool
  }

  /// The whole hours in the order of their places, without 24:00.
  var hours: [Tick] {
    let first = (0..<24).map { Tick(hour: $0, place: place(ofClock: $0 * 3600), isRepeat: false) }
    let again = insertions.flatMap { insertion in
      let clock = insertion.clock - insertion.seconds..<insertion.clock
      let midnight = place(of: insertion).upperBound - insertion.clock
      let repeated = (0..<24).filter { clock.contains($0 * 3600) }
      return repeated.map { Tick(hour: $0, place: midnight + $0 * 3600, isRepeat: true) }
    }
    return (first + again).sorted { $0.place < $1.place }
  }
}
