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
    let own = buckets.filter { $0.host == only || hosts.count == 1 && $0.isOfUnknownHost }
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
  /// Whether it has pages of a browser that does not know the name of its machine, as most do not.
  var isOfUnknownHost: Bool { kind == "web.tab.current" && ["", "unknown"].contains(host) }
  private(set) var events: [Event] = []
  /// The number of events without a time, a length or an application that make sense.
  private(set) var oddCount = 0

  /// An event, with times in nanoseconds since 1970.
  struct Event {
    let start: Int64
    let end: Int64
    let data: JSONValue
  }

  /// The longest event that makes sense, in nanoseconds: 31 days. Watchers join what they report each some seconds.
  private static let longest: Int64 = 31 * 86_400 * 1_000_000_000

  init(named name: String, _ value: JSONValue) {
    self.name = name
    kind = value["type"]?.stringValue ?? ""
    host = value["hostname"]?.stringValue ?? ""
    for event in value["events"]?.arrayValue ?? [] {
      let length = event["duration"].flatMap(ActivityWatchTime.nanoseconds(ofSeconds:))
      let start = event["timestamp"]?.stringValue.flatMap(ActivityWatchTime.nanoseconds)
      guard let start, start > 0, start < .max - Self.longest, let length, length <= Self.longest,
        let data = event["data"], kind != "currentwindow" || data["app"]?.stringValue != nil
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
  private var browsers: [Bucket] = []

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
    browsers = buckets.filter { $0.kind == "web.tab.current" }
  }

  /// Returns the events of buckets in order. Where several overlap, the one that began last counts while it lasts.
  private static func joined(_ buckets: [Bucket]) -> [Bucket.Event] {
    var result: [Bucket.Event] = []
    var open: [Bucket.Event] = []
    var time = Int64.min
    func close(until end: Int64) {
      while let event = open.last, time < end {
        let part = Bucket.Event(start: time, end: min(event.end, end), data: event.data)
        if part.end > part.start { result.append(part) }
        time = max(time, part.end)
        if event.end <= time { open.removeLast() }
      }
    }
    for event in buckets.flatMap(\.events).sorted(by: { $0.start < $1.start }) {
      close(until: event.start)
      time = event.start
      open.append(event)
    }
    close(until: .max)
    return result
  }

  func parts() -> [Part] {
    var pages: [String: Pages] = [:]
    var parts: [Part] = []
    var first = 0
    for window in windows {
      guard let application = window.data["app"]?.stringValue else { continue }
      while first < active.count, active[first].upperBound <= window.start { first += 1 }
      for range in active[first...].prefix(while: { $0.lowerBound < window.end }) {
        let seen = max(window.start, range.lowerBound)..<min(window.end, range.upperBound)
        var own = pages.removeValue(forKey: application) ?? self.pages(of: application)
        parts += own.divide(seen, of: application)
        pages[application] = own
      }
    }
    return parts
  }

  private func pages(of application: String) -> Pages {
    let names = Set(ActivityWatchSource.buckets(ofPagesOf: application, among: browsers.map(\.name)))
    return Pages(events: Self.joined(browsers.filter { names.contains($0.name) }))
  }

  /// The pages of an application. Those before the position are over.
  private struct Pages {
    let events: [Bucket.Event]
    var position = 0

    /// Divides a range, which is not before the last one, by the pages in it.
    mutating func divide(_ range: Range<Int64>, of application: String) -> [Part] {
      var parts: [Part] = []
      var start = range.lowerBound
      while position < events.count, events[position].end <= start { position += 1 }
      for page in events[position...].prefix(while: { $0.start < range.upperBound }) {
        let (from, to) = (max(page.start, start), min(page.end, range.upperBound))
        if from > start { parts.append(Part(range: start..<from, application: application, url: nil)) }
        let isPrivate = page.data["incognito"] == .bool(true)
        parts.append(
          Part(range: from..<to, application: application, url: isPrivate ? nil : page.data["url"]?.stringValue))
        start = to
      }
      if start < range.upperBound {
        parts.append(Part(range: start..<range.upperBound, application: application, url: nil))
      }
      return parts
    }
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
  /// The dates of the record that cannot be read. Nothing is added to them.
  private var unreadable: Set<CivilDate> = []

  /// Creates an import into a record.
  public init(into record: UseReading) {
    for day in record.days {
      for element in day.rows.flatMap(\.quarters.elements) {
        taken.insert(Int64(day.date.epochDay) * Int64(QuarterSums.count) + Int64(element.quarter))
      }
    }
    for loss in record.losses {
      // The day of a damaged file begins anew.
      if case .damaged = loss { continue }
      if let date = loss.date { unreadable.insert(date) }
    }
  }

  /// Adds spans to a ledger, but for the quarters of an hour in which the record had use before: a second import of the
  /// same spans adds nothing.
  ///
  /// - Parameters:
  ///   - spans: the earliest first.
  ///   - write: writes the ledger. It is called after each UTC day, so that the parts of a day are written together.
  public mutating func add(
    _ spans: [UseSpan], to ledger: inout UseLedger,
    writingDaysBy write: (inout UseLedger) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    var latest: CivilDate?
    for (quarter, part) in spans.flatMap(\.quarters) {
      guard let date = CivilDate(epochDay: Int(quarter) / QuarterSums.count) else { continue }
      if let latest, latest < date { try write(&ledger) }
      latest = max(latest ?? date, date)
      if unreadable.contains(date) || taken.contains(quarter) {
        known += part.nanoseconds
      } else {
        ledger.add(part)
        added += part.nanoseconds
        dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
      }
    }
    try write(&ledger)
  }
}
