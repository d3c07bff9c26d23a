/// Whether a person uses the device, and what is in front.
public enum DeviceUse: Hashable, Sendable {
  /// The screen is off or locked.
  case unused
  /// The device is in use. The items are what the application in front counts as, such as itself and its category; nil
  /// if nothing in front counts as use.
  case inUse(items: Set<String>?)

  /// Whether the device is in use.
  public var isInUse: Bool { self != .unused }
}

/// The use of a device over time, in elapsed nanoseconds.
struct UsageLedger: Hashable, Sendable {
  /// A period in which the items in front were unchanged.
  struct Span: Hashable, Sendable {
    let items: Set<String>
    let start: Int64
    /// The end; nil while the period lasts.
    var end: Int64?
  }

  /// The periods in order. They do not overlap.
  private(set) var spans: [Span] = []
  /// The present use.
  private(set) var use = DeviceUse.inUse(items: nil)

  /// The time for which use is kept after its end: a week, the longest interval of Screen Time, and the hour to which its
  /// start is rounded down.
  private static let kept = Nanoseconds.of(seconds: 7 * 86_400 + 2 * 3_600)

  /// Creates a ledger of a device in use, with nothing in front.
  init() {}

  /// Changes the present use. Returns false if it is unchanged.
  mutating func change(to use: DeviceUse, at elapsed: Int64) -> Bool {
    guard use != self.use else { return false }
    self.use = use
    if let last = spans.indices.last, spans[last].end == nil { spans[last].end = elapsed }
    if case .inUse(let items?) = use { spans.append(Span(items: items, start: elapsed)) }
    spans.removeAll { $0.end.map { elapsed - $0 > Self.kept } ?? false }
    return true
  }

  /// Leaves out the last nanoseconds, in which the device was not in use. Returns false if nothing was in use.
  mutating func leaveOut(_ nanoseconds: Int64, at elapsed: Int64) -> Bool {
    guard let last = spans.indices.last, spans[last].end == nil else { return false }
    spans[last].end = max(spans[last].start, elapsed - nanoseconds)
    spans.append(Span(items: spans[last].items, start: elapsed))
    return true
  }

  /// Returns the elapsed time at which use of some items reaches an amount, if the present use continues; nil if it
  /// never does.
  ///
  /// - Parameters:
  ///   - amount: nanoseconds of use.
  ///   - items: the items whose use counts; empty for all use.
  ///   - start: the elapsed time from which use counts.
  /// - Complexity: O(periods since `start`).
  func time(ofReaching amount: Int64, by items: Set<String>, since start: Int64) -> Int64? {
    var counter = UseCounter()
    if let reached = counter.time(ofReaching: amount, at: start) { return reached }
    let first = spans.lastIndex { $0.start <= start } ?? spans.startIndex
    for span in spans[first...] where items.isEmpty || !items.isDisjoint(with: span.items) {
      counter.begin(at: max(span.start, start))
      let reached = counter.time(ofReaching: amount, at: start)
      guard let end = span.end, let reached, reached > end else { return reached }
      counter.count(until: end, continuing: false)
    }
    return nil
  }
}

extension DeviceUse: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let isInUse = try archive.field("inUse", of: value?.isInUse)
    var items: [String]?
    if case .inUse(let current?)? = value { items = current.sorted() }
    items = try archive.optional("items", of: items)
    self = isInUse ? .inUse(items: items.map { Set($0) }) : .unused
  }
}

extension UsageLedger.Span: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    items = Set(try archive.list("items", of: value.map { $0.items.sorted() }))
    start = try archive.field("start", of: value?.start)
    end = try archive.optional("end", of: value?.end)
  }
}

extension UsageLedger: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    use = try archive.field("use", of: value?.use)
    spans = try archive.list("spans", of: value?.spans)
  }
}
