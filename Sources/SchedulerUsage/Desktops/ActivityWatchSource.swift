import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform

/// ActivityWatch by its REST interface, for desktops on which no other source works; see the documentation of
/// ActivityWatch, "REST API" and "Buckets and Events".
///
/// It has no events for us, so it is polled. Focus and the end of idleness are known up to a period late.
struct ActivityWatchSource: UseSource {
  /// The port on which its server listens, on 127.0.0.1.
  static let usualPort: UInt16 = 5600

  private let port: UInt16
  private let user: UInt32
  private let joined: JoinedDescriptor
  private let timer: ClockTimer
  private var exchange: HTTPExchange?
  /// The CLOCK_BOOTTIME of the next period.
  private var nextBoot: Int64 = 0
  /// What is still to be asked in this period.
  private var questions = [Question.buckets]
  private var buckets = Buckets()
  /// What the answers of this period have said.
  private var window: FocusedWindow?
  private(set) var askedAt: Int64?
  /// The last moment, and the reading of CLOCK_MONOTONIC after the last suspend or step of the wall clock. The times of
  /// earlier events cannot be known.
  private var latest: UseMoment
  private var jumpedAt = Int64.min

  private enum Question: Hashable {
    case buckets
    case idleness(String)
    case window(String)
    case page(String)
  }

  /// The names of the buckets that count: the one of each kind that was changed last.
  private struct Buckets {
    var idleness: String?
    var window: String?
    var pages: [String] = []

    /// What is asked in each period.
    var questions: [Question] {
      [idleness.map(Question.idleness), window.map(Question.window)].compactMap(\.self)
    }

  }

  /// The time between two polls, in nanoseconds: five seconds.
  private static let period: Int64 = 5_000_000_000
  /// The age from which on an event says nothing of the present, in nanoseconds. Watchers report each ten seconds or so.
  private static let freshness: Int64 = 90_000_000_000
  /// Maximum number of browsers whose pages are asked for.
  private static let pageLimit = 8

  /// Connects.
  ///
  /// - Parameter user: the user whose server is believed.
  init(port: UInt16, user: UInt32, at now: UseMoment) throws(SourceFailure) {
    (self.port, self.user, latest) = (port, user, now)
    (joined, timer) = try SourceFailure.mapping { () throws(SystemError) in
      let (joined, timer) = (try JoinedDescriptor(), try ClockTimer.boot())
      try joined.add(timer.descriptor)
      return (joined, timer)
    }
    try askNext(at: now)
  }

  var descriptor: OpenDescriptor { joined.descriptor }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    if now.isAfterJump(since: latest) { jumpedAt = now.monotonic }
    latest = now
    if try SourceFailure.mapping({ () throws(SystemError) in try timer.read() }) { try beginPeriod(at: now) }
    guard let question = questions.first, let answer = try answer(to: question) else { return [] }
    questions.removeFirst()
    (exchange, askedAt) = (nil, nil)
    let reports = try handle(answer, to: question, at: now)
    if questions.isEmpty {
      nextBoot = now.boot + Self.period
      try beginPeriod(at: now)
    } else {
      try askNext(at: now)
    }
    return reports
  }

  /// Returns the answer as soon as it is complete. An odd one about a page is null: the window counts without its domain.
  private mutating func answer(to question: Question) throws(SourceFailure) -> JSONValue? {
    do throws(SourceFailure) {
      return try exchange?.read().map { (body) throws(SourceFailure) in try Self.json(body) }
    } catch {
      guard case .page = question else { throw error }
      return .null
    }
  }

  /// Asks again what changes, or waits until that is due.
  private mutating func beginPeriod(at now: UseMoment) throws(SourceFailure) {
    if now.boot < nextBoot {
      try SourceFailure.mapping { () throws(SystemError) in try timer.arm(atBoot: nextBoot) }
    } else if questions.isEmpty {
      questions = buckets.questions
      try askNext(at: now)
    }
  }

  private mutating func askNext(at now: UseMoment) throws(SourceFailure) {
    guard let question = questions.first else { return }
    let path =
      switch question {
      case .buckets: "/api/0/buckets/"
      case .idleness(let bucket), .window(let bucket), .page(let bucket): "/api/0/buckets/\(bucket)/events?limit=1"
      }
    let exchange = try HTTPExchange(path: path, port: port, user: user)
    try SourceFailure.mapping { () throws(SystemError) in try joined.add(exchange.descriptor) }
    self.exchange = exchange
    askedAt = now.monotonic
  }

  private mutating func handle(
    _ answer: JSONValue, to question: Question, at now: UseMoment
  ) throws(SourceFailure) -> [SourceReport] {
    switch question {
    case .buckets:
      buckets = try Self.buckets(in: answer)
      questions = buckets.questions
      guard questions.count == 2 else {
        throw .outdated("it has no watcher of windows, or none of idleness", since: nil)
      }
    case .idleness:
      let event = try Event(answer, at: now, jumpedAt: jumpedAt)
      try event.checkFreshness(Self.freshness, at: now)
      return [event.data["status"]?.stringValue == "afk" ? .idle(since: event.start) : .active]
    case .window:
      let event = try Event(answer, at: now, jumpedAt: jumpedAt)
      try event.checkFreshness(Self.freshness, at: now)
      let found = FocusedWindow(windowClass: event.data["app"]?.stringValue)
      let browser = found.windowClass.flatMap { Self.buckets(ofPagesOf: $0, among: buckets.pages).first }
      guard let browser else { return [.focus(found)] }
      window = found
      questions.append(.page(browser))
    case .page:
      guard var window else { return [] }
      // Without a fresh page, the window counts without its domain.
      do throws(SourceFailure) {
        let event = try Event(answer, at: now, jumpedAt: jumpedAt)
        try event.checkFreshness(Self.freshness, at: now)
        let isPrivate = event.data["incognito"] == .bool(true)
        window.setPage(isPrivate ? nil : event.data["url"]?.stringValue)
      } catch {}
      return [.focus(window)]
    }
    return []
  }

  /// Returns the buckets of the pages of a browser, such as `aw-watcher-web-firefox` for `Firefox-esr`.
  static func buckets(ofPagesOf application: String, among buckets: [String]) -> [String] {
    if buckets.isEmpty { return [] }
    let words = application.lowercased().split { !$0.isLetter }
    return buckets.filter { bucket in
      let parts = bucket.lowercased().split { !$0.isLetter }
      return parts.count > 3 && words.contains(parts[3])
    }
  }

  private static func json(_ body: [UInt8]) throws(SourceFailure) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: body) } catch { throw .malformed("\(error)") }
  }

  private static func buckets(in answer: JSONValue) throws(SourceFailure) -> Buckets {
    guard let members = answer.objectValue?.members else { throw .malformed("buckets that are no object") }
    var buckets = Buckets()
    // Times of one form are in the order of their texts.
    let sorted = members.sorted {
      ($0.value["last_updated"]?.stringValue ?? "") > ($1.value["last_updated"]?.stringValue ?? "")
    }
    for member in sorted where member.key.utf8.allSatisfy(isPlain) {
      switch member.value["type"]?.stringValue {
      case "afkstatus": buckets.idleness = buckets.idleness ?? member.key
      case "currentwindow": buckets.window = buckets.window ?? member.key
      case "web.tab.current": if buckets.pages.count < pageLimit { buckets.pages.append(member.key) }
      default: break
      }
    }
    return buckets
  }

  /// Whether a byte of a bucket's name needs no encoding in a path.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// The newest event of a bucket, with times on CLOCK_MONOTONIC in nanoseconds.
private struct Event {
  let start: Int64
  let end: Int64
  let data: JSONValue

  /// The difference of two clocks that is no fault, in nanoseconds.
  private static let tolerance: Int64 = 60_000_000_000
  /// The greatest age and length of an event that make sense, in nanoseconds: a year.
  private static let ageLimit: Int64 = 366 * 86_400 * 1_000_000_000

  /// Parses the answer with a list of one event. What is before the last jump of the clock counts as there.
  init(_ answer: JSONValue, at now: UseMoment, jumpedAt: Int64) throws(SourceFailure) {
    guard let events = answer.arrayValue else { throw .malformed("events that are no list") }
    guard let event = events.first else { throw .outdated("its watchers report nothing", since: nil) }
    guard let text = event["timestamp"]?.stringValue, let wall = ActivityWatchTime.nanoseconds(text),
      let data = event["data"]
    else { throw .malformed("an event without a time or data") }
    let length = event["duration"].flatMap(ActivityWatchTime.nanoseconds(ofSeconds:))
    guard let length, length <= Self.ageLimit else { throw .malformed("an event without a length") }
    let present = now.wall.epochSeconds * 1_000_000_000 + now.nanosecond
    let (age, isTooLarge) = present.subtractingReportingOverflow(wall)
    guard !isTooLarge, age.magnitude <= Self.ageLimit else { throw .malformed("an event of another year") }
    start = max(jumpedAt, min(now.monotonic, now.monotonic - age))
    end = max(jumpedAt, now.monotonic - age + length)
    guard end - now.monotonic < Self.tolerance else { throw .malformed("an event of the future") }
    self.data = data
  }

  /// Fails if the watcher has reported nothing for a while.
  func checkFreshness(_ limit: Int64, at now: UseMoment) throws(SourceFailure) {
    if now.monotonic - end >= limit { throw .outdated("its watchers report nothing", since: end) }
  }

}

/// Times as ActivityWatch writes them.
enum ActivityWatchTime {
  /// Returns the nanoseconds of a length in seconds of up to a year, with or without a fraction; nil for others.
  static func nanoseconds(ofSeconds value: JSONValue) -> Int64? {
    let seconds: Double? =
      switch value {
      case .integer(let whole): Double(whole)
      case .double(let fraction): fraction
      default: nil
      }
    guard let seconds, (0...366 * 86_400).contains(seconds) else { return nil }
    return Int64(seconds * 1e9)
  }

  /// Parses a time of RFC 3339 that may have a fraction of a second. Returns nanoseconds of the wall clock.
  static func nanoseconds(_ text: String) -> Int64? {
    guard let dot = text.firstIndex(of: ".") else {
      return Instant(rfc3339: text).flatMap(nanoseconds)
    }
    let digits = text[text.index(after: dot)...].prefix { $0.isASCII && $0.isNumber }
    guard let fraction = Int64(digits.prefix(9)), !digits.isEmpty else { return nil }
    let scale = (digits.prefix(9).count..<9).reduce(fraction) { value, _ in value * 10 }
    let whole = text[..<dot] + text[digits.endIndex...]
    guard let begin = Instant(rfc3339: String(whole)).flatMap(nanoseconds) else { return nil }
    let (sum, isTooLarge) = begin.addingReportingOverflow(scale)
    return isTooLarge ? nil : sum
  }

  private static func nanoseconds(_ instant: Instant) -> Int64? {
    let (product, isTooLarge) = instant.epochSeconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge ? nil : product
  }
}
