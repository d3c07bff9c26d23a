import SchedulerCivilTime

/// The time that the intervals of one profile hold: sorted, without overlaps.
struct HeldTime {
  private let spans: [Range<Instant>]

  init(_ spans: [Range<Instant>]) { self.spans = spans }

  /// Whether there is none.
  var isEmpty: Bool { spans.isEmpty }

  /// The seconds of a span that lie in none of these. Complexity: O(log n) and those that it overlaps.
  func missingSeconds(of span: Range<Instant>) -> Int64 {
    spans[firstIndex(endingAfter: span.lowerBound)...].prefix { $0.lowerBound < span.upperBound }
      .reduce(span.lengthSeconds) { $0 - $1.clamped(to: span).lengthSeconds }
  }

  /// Whether one of these starts at an instant. Complexity: O(log n).
  func hasStart(at instant: Instant) -> Bool { first(endingAfter: instant)?.lowerBound == instant }

  /// That of these around an instant, up to it; nil when the instant is in none of them, or at the start of one.
  /// Complexity: O(log n).
  func part(before instant: Instant) -> Range<Instant>? {
    first(endingAfter: instant).flatMap { $0.lowerBound < instant ? $0.lowerBound..<instant : nil }
  }

  /// Whether a span overlaps one of these. Complexity: O(log n).
  func overlaps(_ span: Range<Instant>) -> Bool {
    first(endingAfter: span.lowerBound).map { $0.lowerBound < span.upperBound } ?? false
  }

  /// Whether a span overlaps more than one of these. Complexity: O(log n).
  func hasSeveral(within span: Range<Instant>) -> Bool {
    let second = firstIndex(endingAfter: span.lowerBound) + 1
    return second < spans.count && spans[second].lowerBound < span.upperBound
  }

  private func first(endingAfter instant: Instant) -> Range<Instant>? {
    let index = firstIndex(endingAfter: instant)
    return index < spans.count ? spans[index] : nil
  }

  private func firstIndex(endingAfter instant: Instant) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Range<Instant> {
  /// The seconds in it.
  var lengthSeconds: Int64 { upperBound.seconds(since: lowerBound) }
}
