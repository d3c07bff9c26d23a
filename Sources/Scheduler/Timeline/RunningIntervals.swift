import SchedulerCivilTime

/// The intervals of a timeline in which a profile replaces others, as they run: without those that never start, and
/// ordered by their real starts, their real ends and profile keys.
struct RunningIntervals {
  private var runs: IntervalRuns
  private let after: Instant
  /// The intervals that are known and not returned yet, because others may start earlier.
  private var ready = MinHeap<Turn>()
  /// The start of the last interval.
  private var last: Instant

  /// The length of a gap after which the search gives up, in seconds: the 28 years after which dates
  /// fall on the same weekdays again.
  static let longestPause: Int64 = 28 * 1_461 * 86_400 / 4

  init(_ runs: IntervalRuns, after instant: Instant) {
    self.runs = runs
    after = instant
    last = instant
  }

  /// Examines up to `count` planned intervals until the next one that runs.
  mutating func step(atMost count: Int) -> MergedIntervals.Step {
    for _ in 0..<count {
      let upcoming = runs.upcomingStart
      if let first = ready.min, upcoming.map({ first.start < $0 }) ?? true {
        _ = ready.popMin()
        last = first.start
        return .interval(runs.element(first.run, track: first.track))
      }
      if ready.isEmpty, let upcoming, upcoming.seconds(since: last) > Self.longestPause { return .end }
      guard let run = runs.next() else { return .end }
      guard let start = run.start, start < run.end, after < run.end, let track = runs.contenders[run.contender].position
      else { continue }
      ready.insert(Turn(start: start, track: track, run: run))
    }
    return .pause
  }

  private struct Turn: Comparable {
    let start: Instant
    let track: Int
    let run: IntervalRun

    static func < (a: Turn, b: Turn) -> Bool { (a.start, a.run.end, a.track) < (b.start, b.run.end, b.track) }
    static func == (a: Turn, b: Turn) -> Bool { (a.start, a.run.end, a.track) == (b.start, b.run.end, b.track) }
  }
}

extension IntervalRuns {
  /// Returns an interval as it runs, with remarks on what others do to it.
  fileprivate func element(_ run: IntervalRun, track: Int) -> MergedIntervals.Element {
    MergedIntervals.Element(
      track: track, interval: interval(of: run), remarks: waitRemarks(on: run) + endRemarks(on: run))
  }

  /// Maximum number of profiles that a remark names: more than anyone reads.
  private static let mostNamed = 16

  /// Returns the remarks on the start of an interval, with the first profiles that it waits for.
  func waitRemarks(on run: IntervalRun) -> [Remark] {
    run.awaited.isEmpty ? [] : [.waited(for: Array(run.awaited.lazy.compactMap(name).prefix(Self.mostNamed)))]
  }

  /// Returns the remarks on the end of an interval.
  func endRemarks(on run: IntervalRun) -> [Remark] {
    run.replacer.map { [.replaced(by: name(of: $0))] } ?? []
  }

  /// Returns the key of a contender that remarks may name.
  private func name(of contender: Int) -> ProfileKey? {
    let track = contenders[contender].track
    return track.isNamed ? track.profile.key : nil
  }

  /// Returns an interval as it runs, or as it is planned if it does not start.
  func interval(of run: IntervalRun) -> Interval {
    guard let start = run.start, start < run.end, start != run.planned.start || run.end != run.planned.end else {
      return run.planned
    }
    return contenders[run.contender].track.timeline.part(of: run.planned, in: start..<run.end)
  }
}

extension ProfileTimeline {
  /// Returns the part of an interval of this timeline that lies in a range, with the windows of that part.
  fileprivate func part(of interval: Interval, in range: Range<Instant>) -> Interval {
    var windows = WindowIndices()
    var opening = WindowIndices()
    var closing = WindowIndices()
    for occurrence in occurrences(in: interval)
    where occurrence.start < range.upperBound && range.lowerBound < occurrence.end {
      windows.insert(occurrence.window)
      if occurrence.start == range.lowerBound { opening.insert(occurrence.window) }
      if occurrence.end == range.upperBound { closing.insert(occurrence.window) }
    }
    return Interval(
      start: range.lowerBound, end: range.upperBound, windows: windows, openingWindows: opening,
      closingWindows: closing, touchesPrevious: interval.touchesPrevious && range.lowerBound == interval.start,
      touchesNext: interval.touchesNext && range.upperBound == interval.end)
  }
}
