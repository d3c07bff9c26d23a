import Scheduler
import SchedulerPlatform

/// What an event has changed.
public struct UseChange: Hashable, Sendable {
  /// The present state; nil while nothing says what has the focus, or whether the person is idle.
  public var state: UseState?
  /// Whether the state was another before.
  public var isStateNew: Bool
  /// The spans that are final, the oldest first. Each is returned once.
  public var spans: [UseSpan]

  /// Creates a change.
  public init(state: UseState?, isStateNew: Bool = false, spans: [UseSpan] = []) {
    (self.state, self.isStateNew, self.spans) = (state, isStateNew, spans)
  }
}

/// Owns the sources of use of a desktop session, and meters what they say.
///
/// ```swift
/// var watch = try UseWatch(session.environment)
/// var change = try watch.advance(at: .present())     // opens the sources
/// try queue.add(watch.queue, token: Token.use)
/// // Each time the queue has an event:
/// change = try watch.advance(at: .present())
/// ```
/// It waits for events and has no period. A source that ends, hangs, sends too much or breaks its protocol is dropped, and
/// asked again after a pause.
public struct UseWatch: Sendable {
  /// The queue, which has an event when `advance` has work.
  public let queue: EventQueue

  let environment: ProcessEnvironment
  private let patience: Int64
  private let onlyAsks: Bool
  private let timer: ClockTimer
  /// Expires when the wall clock is set, and when the machine wakes up from a suspend.
  private let clock: ClockTimer
  private(set) var seats = UseSourceKind.allCases.map(Seat.init)
  /// What counts.
  public private(set) var meter: UseMeter
  private var resolver: ApplicationResolver
  /// What the meter knows, and since when a source that said it is lost.
  private var metered: [SourceReport.Subject: SourceReport] = [:]
  private var losses: [SourceReport.Subject: Int64] = [:]
  private var locks = LockMemory()

  private enum Token {
    static let timer: UInt64 = 0
    static let clock: UInt64 = 1
    /// The token of the first source; the others follow.
    static let sources: UInt64 = 2
  }

  /// The time that a source has for an answer, in nanoseconds.
  private static let answerTime: Int64 = 5_000_000_000
  /// The time after which a source counts as one that works, so that its next failure is its first, in nanoseconds.
  private static let trialTime: Int64 = 64_000_000_000

  /// Creates a watch that has no sources yet.
  ///
  /// - Parameters:
  ///   - environment: the environment of the session, which names the sockets of its window system.
  ///   - patience: the time without input after which the person counts as idle, in nanoseconds.
  ///   - onlyAsks: whether to ask only whether KWin can say something, and not to make it say that.
  /// - Throws: a system error, EMFILE for example.
  public init(
    _ environment: ProcessEnvironment, patience: Int64 = UseMeter.usualPatience, onlyAsks: Bool = false
  ) throws(SystemError) {
    (self.environment, self.patience, self.onlyAsks) = (environment, patience, onlyAsks)
    queue = try EventQueue()
    timer = try ClockTimer.boot()
    clock = try ClockTimer.wall()
    meter = UseMeter(patience: patience)
    resolver = ApplicationResolver(environment)
    try queue.add(timer.descriptor, token: Token.timer)
    try queue.add(clock.descriptor, token: Token.clock)
    _ = try clock.arm(at: nil)
  }

  /// The present state; nil while nothing says what has the focus, or whether the person is idle.
  public var state: UseState? { meter.state }

  /// Reads what the sources say, opens those that are missing, and returns what has changed. Never waits.
  ///
  /// - Throws: a system error of the queue or a timer, but none of a source.
  public mutating func advance(at now: UseMoment) throws(SystemError) -> UseChange {
    let earlier = meter.state
    var spans = meter.advance(to: now)
    for ready in try queue.wait(milliseconds: 0) {
      switch ready.token {
      case Token.timer: _ = try timer.read()
      case Token.clock:
        _ = try clock.read()
        _ = try clock.arm(at: nil)
      default: read(Int(ready.token - Token.sources), at: now)
      }
    }
    for index in seats.indices {
      if let asked = seats[index].source?.askedAt, now.monotonic - asked >= Self.answerTime {
        drop(index, because: .silent(since: asked), at: now)
      } else {
        confirm(index, at: now)
      }
    }
    openSources(at: now)
    spans += feedMeter(at: now)
    try timer.arm(atBoot: nextBoot(after: now))
    return UseChange(state: meter.state, isStateNew: meter.state != earlier, spans: spans)
  }

  /// Returns the spans up to a moment, without those that were returned already. Counting continues from there.
  public mutating func cut(at now: UseMoment) -> [UseSpan] { meter.cut(at: now) }

  /// Divides what is in use, so that a long use is returned in parts. Returns the spans that are certain. Call `advance`
  /// before: what the sources have said already may take something off.
  public mutating func divide(at now: UseMoment) -> [UseSpan] { meter.divide(at: now) }

  /// Closes all sources, and undoes what they have made other programs do.
  public mutating func end() { for index in seats.indices { close(index) } }
}

extension UseWatch {
  /// Opens each source that is due, unless an earlier one says what it says, and closes those that an earlier one that
  /// works replaces.
  private mutating func openSources(at now: UseMoment) {
    var promised: Set<SourceReport.Subject> = []
    var provided: Set<SourceReport.Subject> = []
    for index in seats.indices {
      let subjects = seats[index].kind.subjects
      if seats[index].source != nil, subjects.isSubset(of: provided) { close(index) }
      if seats[index].source == nil, !subjects.isSubset(of: promised), isDue(index, at: now) { open(index, at: now) }
      promised.formUnion(seats[index].promises)
      if seats[index].isWorking { provided.formUnion(subjects) }
    }
  }

  private func isDue(_ index: Int, at now: UseMoment) -> Bool {
    guard let failure = seats[index].failure else { return true }
    return (failure.isWorthRetrying || seats[index].kind.mayComeLater)
      && seats[index].pause.nextBoot.map { $0 <= now.boot } ?? true
  }

  private mutating func open(_ index: Int, at now: UseMoment) {
    do throws(SourceFailure) {
      adopt(
        try seats[index].kind.open(in: environment, patience: patience, onlyAsks: onlyAsks, at: now),
        as: seats[index].kind, at: now)
    } catch {
      drop(index, because: error, at: now)
    }
  }

  /// Gives a seat a source that was just opened, and reads it.
  mutating func adopt(_ source: any UseSource, as kind: UseSourceKind, at now: UseMoment) {
    guard let index = seats.firstIndex(where: { $0.kind == kind }) else { return }
    close(index)
    do throws(SystemError) {
      try queue.add(source.descriptor, token: Token.sources + UInt64(index))
      seats[index].source = source
      seats[index].openedBoot = now.boot
      read(index, at: now)
    } catch {
      drop(index, because: .system(error), at: now)
    }
  }

  private mutating func read(_ index: Int, at now: UseMoment) {
    guard seats[index].source != nil else { return }
    do throws(SourceFailure) {
      for report in try seats[index].source?.read(at: now) ?? [] { seats[index].reports[report.subject] = report }
    } catch {
      drop(index, because: error, at: now)
    }
  }

  private mutating func confirm(_ index: Int, at now: UseMoment) {
    do throws(SourceFailure) { try seats[index].source?.confirm(at: now) } catch {
      drop(index, because: error, at: now)
    }
  }

  private mutating func drop(_ index: Int, because failure: SourceFailure, at now: UseMoment) {
    if seats[index].isWorking {
      for subject in seats[index].kind.subjects { losses[subject] = failure.since ?? now.monotonic }
    }
    if seats[index].source != nil, now.boot - seats[index].openedBoot >= Self.trialTime {
      seats[index].pause.noteSuccess()
    }
    close(index)
    seats[index].failure = failure
    seats[index].pause.noteFailure(atBoot: now.boot)
  }

  private mutating func close(_ index: Int) {
    // Removed first: the queue must not hold what a later source gets as its descriptor.
    if let source = seats[index].source { queue.remove(source.descriptor) }
    seats[index].source?.end()
    seats[index].source = nil
    seats[index].reports = [:]
    seats[index].failure = nil
  }

  /// Gives the meter what is new. On each subject, the first source that works counts.
  private mutating func feedMeter(at now: UseMoment) -> [UseSpan] {
    for subject in [.lock, .seat, .screen] as [SourceReport.Subject] {
      locks.note(report(on: subject), on: subject, atBoot: now.boot)
    }
    // A lock and the end of a session come before a focus that changes with them.
    var spans: [UseSpan] = []
    let lock = SourceReport.locked(locks.isLocked)
    if metered.updateValue(lock, forKey: .lock) != lock { spans += meter.observe(.locked(locks.isLocked), at: now) }
    for subject in [.idleness, .focus] as [SourceReport.Subject] {
      let report = withPage(report(on: subject))
      guard report != metered[subject] else { continue }
      let since = losses.removeValue(forKey: subject) ?? now.monotonic
      metered[subject] = report
      spans += meter.observe(observation(of: report, on: subject, lostSince: since), at: now)
    }
    losses = [:]
    let kind = seats.first { $0.isWorking && $0.kind.subjects.contains(.idleness) }?.kind
    meter.patience = max(patience, kind?.ownPatience ?? patience)
    return spans
  }

  /// The report on a subject that counts: that of the first source that works.
  private func report(on subject: SourceReport.Subject) -> SourceReport? {
    seats.first { $0.isWorking && $0.kind.subjects.contains(subject) }?.reports[subject]
  }

  /// Adds the page in front to the report on a window of a browser, unless its source knows the page.
  private mutating func withPage(_ report: SourceReport?) -> SourceReport? {
    guard case .focus(var window?) = report, window.host == nil, case .pages(let pages) = self.report(on: .pages) else {
      return report
    }
    window.setDomain(resolver.domain(of: window, among: pages))
    return .focus(window)
  }

  private mutating func observation(
    of report: SourceReport?, on subject: SourceReport.Subject, lostSince since: Int64
  ) -> UseObservation {
    switch report {
    case .focus(let window):
      .focus(window.map { UsedTarget(application: resolver.identity(of: $0), domain: $0.domain) })
    case .active: .active
    case .idle(let since): .idle(since: since)
    default: subject == .focus ? .focusIsUnknown(since: since) : .idlenessIsUnknown(since: since)
    }
  }

  /// The CLOCK_BOOTTIME of the next timeout: the end of the time for an answer, or the end of a pause.
  func nextBoot(after now: UseMoment) -> Int64? {
    let answers = seats.compactMap { $0.source?.askedAt.map { $0 + Self.answerTime - now.monotonic + now.boot } }
    var promised: Set<SourceReport.Subject> = []
    var pauses: [Int64] = []
    for seat in seats {
      promised.formUnion(seat.promises)
      if seat.source == nil, seat.failure?.isWorthRetrying == true, !seat.kind.subjects.isSubset(of: promised) {
        // Also a source that a later one replaces. One that an earlier one replaces is not asked again.
        if let next = seat.pause.nextBoot { pauses.append(next) }
      }
    }
    return (answers + pauses + [locks.nextBoot].compactMap(\.self)).min()
  }
}
