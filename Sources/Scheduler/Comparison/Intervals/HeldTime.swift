import SchedulerCivilTime

/// The times at which one profile is active, as sorted spans without overlaps.
struct HeldTime {
  private let spans: [Range<Instant>]

  init(_ spans: [Range<Instant>]) { self.spans = spans }

  /// Whether there are no spans.
  var isEmpty: Bool { spans.isEmpty }

  /// The seconds of `span` that no span here covers. Complexity: O(log n) plus the number of overlapped spans.
  func missingSeconds(of span: Range<Instant>) -> Int64 {
    spans[firstIndex(endingAfter: span.lowerBound)...].prefix { $0.lowerBound < span.upperBound }
      .reduce(span.lengthSeconds) { $0 - $1.clamped(to: span).lengthSeconds }
  }

  /// Whether a span starts at `instant`. Complexity: O(log n).
  func hasStart(at instant: Instant) -> Bool { first(endingAfter: instant)?.lowerBound == instant }

  /// The part before `instant` of the span that contains it, or nil if no span contains it or one starts there.
  /// Complexity: O(log n).
  func part(before instant: Instant) -> Range<Instant>? {
    first(endingAfter: instant).flatMap { $0.lowerBound < instant ? $0.lowerBound..<instant : nil }
  }

  /// Whether `span` overlaps a span here. Complexity: O(log n).
  func overlaps(_ span: Range<Instant>) -> Bool {
    first(endingAfter: span.lowerBound).map { $0.lowerBound < span.upperBound } ?? false
  }

  /// Whether `span` overlaps more than one span here. Complexity: O(log n).
  func hasSeveral(within span: Range<Instant>) -> Bool {
    let second = firstIndex(endingAfter: span.lowerBound) + 1
    return second < spans.count && spans[second].lowerBound < span.upperBound
  }

  private func first(endingAfter instant: Instant) -> Range<Instant>? {
    let index = firstIndex(endingAfter: instant)
    return index < spans.count ? spans[index] : nil
  }

  private func firstIndex(endingAfter instant: Instant) -> Int {
    spans.firstSortedIndex { instant < $0.upperBound }
  }
}

extension Range<Instant> {
  /// The length in seconds.
  var lengthSeconds: Int64 { upperBound.seconds(since: lowerBound) }
}
