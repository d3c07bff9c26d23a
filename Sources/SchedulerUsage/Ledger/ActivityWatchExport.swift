import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform

/// The use in an export of ActivityWatch, which its page "Raw data" and its address `/api/0/export` offer: what had the
/// focus while the person was not away.
public struct ActivityWatchExport: Sendable {
  /// The spans, the earliest first. None overlap.
  public private(set) var spans: [UseSpan] = []
  /// The number of events that make no sense and do not count.
  public private(set) var oddCount = 0

  /// Why a text is no export that can be used.
  public enum Problem: Error, Hashable, Sendable {
    /// It is no JSON.
    case json(JSONError)
    /// It is JSON of another form.
    case foreign
    /// It has no events of windows, or none that say when the person was away.
    case missing(String)
    /// It has the windows of several machines, with these names.
    case severalHosts([String])
    /// It has no windows of that machine, but of these.
    case unknownHost(among: [String])
  }

  /// Reads an export.
  ///
  /// Complexity: O(n log n) for n events.
  ///
  /// - Parameters:
  ///   - host: the machine whose windows count; nil if the export has only one.
  ///   - environment: that of the person, whose desktop entries say which application a window belongs to.
  public init(_ bytes: [UInt8], host: String?, environment: ProcessEnvironment) throws(Problem) {
    let document: JSONValue
    do throws(JSONError) { document = try JSONValue(parsing: bytes) } catch { throw .json(error) }
    guard let members = document["buckets"]?.objectValue?.members else { throw .foreign }
    let buckets = members.map { Bucket(named: $0.key, $0.value) }
    let hosts = Set(buckets.filter { $0.kind == "currentwindow" }.map(\.host)).sorted()
    guard let only = host ?? hosts.first else { throw .missing("windows") }
    if host == nil, hosts.count > 1 { throw .severalHosts(hosts) }
    guard hosts.contains(only) else { throw .unknownHost(among: hosts) }
    let own = buckets.filter { $0.host == only }
    guard own.contains(where: { $0.kind == "afkstatus" }) else { throw .missing("times away from the machine") }
    oddCount = own.reduce(0) { $0 + $1.oddCount }
    add(Timeline(own), resolver: ApplicationResolver(environment))
  }

  private mutating func add(_ timeline: Timeline, resolver: ApplicationResolver) {
    var resolver = resolver
    var targets: [FocusedWindow: UsedTarget] = [:]
    for part in timeline.parts() {
      var window = FocusedWindow(windowClass: part.application)
      window.setPage(part.url)
      let target = targets[window] ?? UsedTarget(application: resolver.identity(of: window), domain: window.domain)
      targets[window] = target
      let start = Instant(epochSeconds: part.range.lowerBound / 1_000_000_000)
      spans.append(
        UseSpan(target: target, start: start, nanoseconds: part.range.upperBound - part.range.lowerBound))
    }
  }
}

extension ActivityWatchExport.Problem: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .json(let error): "\(error)"
    case .foreign: "it is no export of ActivityWatch: it has no object 'buckets'"
    case .missing(let what): "it has no \(what)"
    case .severalHosts(let names): "it has the windows of several machines: \(names.joined(separator: ", "))"
    case .unknownHost(let names): "it has no windows of that machine, but of \(names.joined(separator: ", "))"
    }
  }
}

/// A bucket of an export: the events that one watcher has reported.
private struct Bucket {
  let name: String
  let kind: String
  let host: String
  private(set) var events: [Event] = []
  /// The number of events without a time or a length that make sense.
  private(set) var oddCount = 0

  /// An event, with times in nanoseconds since 1970.
  struct Event {
    let start: Int64
    let end: Int64
    let data: JSONValue
  }

  /// The longest event that makes sense, in nanoseconds: a day. Watchers report each some seconds.
  private static let longest: Int64 = 86_400 * 1_000_000_000

  init(named name: String, _ value: JSONValue) {
    self.name = name
    kind = value["type"]?.stringValue ?? ""
    host = value["hostname"]?.stringValue ?? ""
    for event in value["events"]?.arrayValue ?? [] {
      let length = event["duration"].flatMap(ActivityWatchTime.nanoseconds(ofSeconds:))
      let start = event["timestamp"]?.stringValue.flatMap(ActivityWatchTime.nanoseconds)
      guard let start, start > 0, start < .max - Self.longest, let length, length <= Self.longest,
        let data = event["data"]
      else {
        oddCount += 1
        continue
      }
      if length > 0 { events.append(Event(start: start, end: start + length, data: data)) }
    }
    events.sort { ($0.start, $0.end) < ($1.start, $1.end) }
  }
}

/// What the buckets of one machine say together.
private struct Timeline {
  private var windows: [Bucket.Event] = []
  private var active: [Range<Int64>] = []
  /// The pages of each browser's bucket.
  private var pages: [String: [Bucket.Event]] = [:]

  /// A part in which the same window and page were in front.
  struct Part {
    let range: Range<Int64>
    let application: String
    let url: String?
  }

  init(_ buckets: [Bucket]) {
    windows = Self.joined(buckets.filter { $0.kind == "currentwindow" })
    for event in Self.joined(buckets.filter { $0.kind == "afkstatus" }) {
      guard event.data["status"]?.stringValue == "not-afk" else { continue }
      active.append(event.start..<event.end)
    }
    for bucket in buckets where bucket.kind == "web.tab.current" { pages[bucket.name] = Self.joined([bucket]) }
  }

  /// Returns the events of buckets in order. Where two overlap, the later one counts from its start on.
  private static func joined(_ buckets: [Bucket]) -> [Bucket.Event] {
    let sorted = buckets.flatMap(\.events).sorted { $0.start < $1.start }
    return sorted.indices.compactMap { index in
      let (event, next) = (sorted[index], index + 1 < sorted.count ? sorted[index + 1].start : .max)
      let end = min(event.end, next)
      return end > event.start ? Bucket.Event(start: event.start, end: end, data: event.data) : nil
    }
  }

  func parts() -> [Part] {
    let names = pages.keys.sorted()
    var places: [String: Int] = [:]
    var parts: [Part] = []
    var first = 0
    for window in windows {
      guard let application = window.data["app"]?.stringValue else { continue }
      while first < active.count, active[first].upperBound <= window.start { first += 1 }
      for range in active[first...].prefix(while: { $0.lowerBound < window.end }) {
        let seen = max(window.start, range.lowerBound)..<min(window.end, range.upperBound)
        let browser = ActivityWatchSource.bucket(ofPagesOf: application, among: names)
        guard let browser else {
          parts.append(Part(range: seen, application: application, url: nil))
          continue
        }
        var position = places[browser] ?? 0
        parts += Self.divided(seen, of: application, by: pages[browser] ?? [], from: &position)
        places[browser] = position
      }
    }
    return parts
  }

  /// Divides a range by the pages in it.
  private static func divided(
    _ range: Range<Int64>, of application: String, by pages: [Bucket.Event], from position: inout Int
  ) -> [Part] {
    var parts: [Part] = []
    var start = range.lowerBound
    while position < pages.count, pages[position].end <= start { position += 1 }
    for page in pages[position...].prefix(while: { $0.start < range.upperBound }) {
      let (from, to) = (max(page.start, start), min(page.end, range.upperBound))
      if from > start { parts.append(Part(range: start..<from, application: application, url: nil)) }
      parts.append(Part(range: from..<to, application: application, url: page.data["url"]?.stringValue))
      start = to
    }
    if start < range.upperBound {
      parts.append(Part(range: start..<range.upperBound, application: application, url: nil))
    }
    return parts
  }
}

/// An import of spans into a record, and what it has done.
public struct UseImport: Sendable {
  /// The use that was added, in nanoseconds.
  public private(set) var added: Int64 = 0
  /// The use in quarters of an hour in which the record had use already, in nanoseconds.
  public private(set) var known: Int64 = 0
  /// The first and the last UTC date of what was added; nil for nothing.
  public private(set) var dates: ClosedRange<CivilDate>?

  /// The quarters of an hour since 1970 in which the record has use.
  private var taken: Set<Int64> = []

  /// Creates an import into a record that has some days already.
  public init(besides days: [UseDay]) {
    for day in days {
      for element in day.rows.flatMap(\.quarters.elements) {
        taken.insert(Int64(day.date.epochDay) * Int64(QuarterSums.count) + Int64(element.quarter))
      }
    }
  }

  /// Adds spans to a ledger, but for the quarters of an hour in which the record had use before: a second import of the
  /// same spans adds nothing. Flush the ledger after each 30 days or less.
  public mutating func add(_ spans: some Sequence<UseSpan>, to ledger: inout UseLedger) {
    for span in spans {
      var (start, rest) = (span.start.epochSeconds, span.nanoseconds)
      while rest > 0 {
        let quarter = start.dividedDown(by: QuarterSums.quarterSeconds)
        let end = (quarter + 1) * QuarterSums.quarterSeconds
        let part = UseSpan(
          target: span.target, start: Instant(epochSeconds: start),
          nanoseconds: min(rest, (end - start) * 1_000_000_000))
        if taken.contains(quarter) { known += part.nanoseconds } else { add(part, in: quarter, to: &ledger) }
        (start, rest) = (end, rest - part.nanoseconds)
      }
    }
  }

  private mutating func add(_ part: UseSpan, in quarter: Int64, to ledger: inout UseLedger) {
    guard let date = CivilDate(epochDay: Int(quarter) / QuarterSums.count) else { return }
    ledger.add(part)
    added += part.nanoseconds
    dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
  }
}

extension Int64 {
  fileprivate func dividedDown(by divisor: Int64) -> Int64 { (self - (self % divisor + divisor) % divisor) / divisor }
}
