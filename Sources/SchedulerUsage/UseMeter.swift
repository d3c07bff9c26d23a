import Scheduler
import SchedulerCivilTime

/// A span of use of one target.
public struct UseSpan: Hashable, Sendable {
  /// What was in use.
  public var target: UsedTarget
  /// The instant at which the span began.
  public var start: Instant
  /// Its length on CLOCK_MONOTONIC in nanoseconds, which stands still while the machine is suspended.
  public var nanoseconds: Int64

  /// Creates a span.
  public init(target: UsedTarget, start: Instant, nanoseconds: Int64) {
    (self.target, self.start, self.nanoseconds) = (target, start, nanoseconds)
  }

  /// Returns the part of the span since an instant.
  public func since(_ instant: Instant) -> UseSpan {
    let early = instant.seconds(since: start)
    guard early > 0 else { return self }
    let left = early < 1 << 32 ? nanoseconds - early * 1_000_000_000 : 0
    return UseSpan(target: target, start: instant, nanoseconds: max(0, left))
  }
}

/// What the sources of use say. Times are readings of CLOCK_MONOTONIC in nanoseconds.
public enum UseObservation: Hashable, Sendable {
  /// A target has the focus; nil for no window.
  case focus(UsedTarget?)
  /// No source says any more what has the focus, since a time.
  case focusIsUnknown(since: Int64)
  /// The person uses keyboard or pointer.
  case active
  /// The person has used neither since a time, which is usually as long ago as the time after which a source reports it.
  case idle(since: Int64)
  /// No source says any more whether the person is idle, since a time.
  case idlenessIsUnknown(since: Int64)
  /// The session is locked or another session has the seat, or neither any more.
  case locked(Bool)
}

/// Combines what has the focus with idleness and lock into spans of use.
///
/// ```swift
/// var meter = UseMeter()
/// ledger.add(meter.observe(.focus(target), at: .present()))
/// ```
/// Spans never overlap, and no part of a span lies in a time without a source, without a person, or in a suspend. A person
/// is known to be idle only after a while, so a span is returned no sooner than that while after its end.
public struct UseMeter: Sendable {
  /// The present state; nil while nothing says what has the focus, or whether the person is idle.
  public private(set) var state: UseState?

  /// The time after which its sources report idleness, in nanoseconds.
  var patience: Int64
  private var focus: UsedTarget??
  private var isIdle: Bool?
  /// Since when the person has been idle, as a reading of CLOCK_MONOTONIC in nanoseconds; nil if they are not.
  public private(set) var idleSince: Int64?
  private var isLocked = false
  /// The time since which the person is known to be active; idleness cannot have begun before.
  private var activeSince = Int64.min
  private var latest: UseMoment?
  private var open: Counted?
  /// Closed spans from which an idleness may still take something, the oldest first.
  private var held: [Counted] = []

  /// A span with its place on CLOCK_MONOTONIC.
  private struct Counted {
    let target: UsedTarget
    let wall: Instant
    let start: Int64
    var end: Int64
    var span: UseSpan { UseSpan(target: target, start: wall, nanoseconds: end - start) }
  }

  /// Maximum number of held spans. More than one change in 15 ms is not the work of a person, and the oldest is returned.
  private static let heldLimit = 4096

  /// The time after which sources report idleness, in nanoseconds: a minute.
  public static let usualPatience: Int64 = 60_000_000_000

  /// Creates a meter that knows nothing.
  ///
  /// - Parameter patience: the time after which its sources report idleness, in nanoseconds.
  public init(patience: Int64 = Self.usualPatience) { self.patience = patience }

  /// Takes an observation into account. Returns the spans that nothing can change any more, the oldest first.
  ///
  /// A time of an observation that lies before the last return of the person, or after `now`, is moved there. What was
  /// returned is never taken back.
  public mutating func observe(_ observation: UseObservation, at now: UseMoment) -> [UseSpan] {
    let now = follow(now)
    switch observation {
    case .focus(let target): focus = .some(target)
    case .focusIsUnknown(let since):
      if focus != nil { takeOff(from: since, at: now) }
      focus = nil
    case .active:
      if isIdle != false { activeSince = now.monotonic }
      (isIdle, idleSince) = (false, nil)
    case .idle(let since):
      if isIdle != true {
        idleSince = counted(since, at: now)
        takeOff(from: since, at: now)
      }
      isIdle = true
    case .idlenessIsUnknown(let since):
      if isIdle != nil { takeOff(from: since, at: now) }
      (isIdle, idleSince) = (nil, nil)
    case .locked(let isLocked): self.isLocked = isLocked
    }
    change(to: combined, at: now)
    return release(at: now)
  }

  /// Notes that time has passed, or that the machine was suspended. Returns spans as `observe` does.
  public mutating func advance(to now: UseMoment) -> [UseSpan] { release(at: follow(now)) }

  /// Returns all spans up to a moment, and continues to count from there. Idleness that begins before it and is reported
  /// after it takes nothing off.
  public mutating func cut(at now: UseMoment) -> [UseSpan] {
    let now = follow(now)
    reopen(at: now)
    defer { held = [] }
    return held.map(\.span)
  }

  /// Divides what is in use at the last time from which on an idleness may still take something, so that a long use is
  /// returned in parts. Returns spans as `observe` does.
  public mutating func divide(at now: UseMoment) -> [UseSpan] {
    let now = follow(now)
    let time = now.monotonic - patience
    if let target = open?.target, let start = open?.start, start < time {
      close(at: time)
      open = Counted(target: target, wall: now.wall(atMonotonic: time), start: time, end: time)
    }
    return release(at: now)
  }

  /// The time at which use should be divided, as a reading of CLOCK_MONOTONIC in nanoseconds: when idleness can take nothing
  /// off its first part of some length any more, nor off the whole of a use that has ended. Nil if all use was returned.
  public func nextDivision(partLength: Int64) -> Int64? {
    let due = oldestUse.map { $0 + partLength + patience }
    return held.first.map { max(due ?? 0, $0.end + patience) } ?? due
  }

  /// The beginning of the oldest use that was not returned yet, as a reading of CLOCK_MONOTONIC in nanoseconds.
  var oldestUse: Int64? { held.first?.start ?? open?.start }

  /// The state that the observations make together.
  private var combined: UseState? {
    guard let focus, let isIdle else { return nil }
    if isLocked { return .locked }
    return isIdle ? .idle : .inUse(focus)
  }

  /// Moves to a moment, and begins a new span if the clock has jumped since the last one. Returns the moment, never before
  /// the last one.
  private mutating func follow(_ now: UseMoment) -> UseMoment {
    var now = now
    if let latest {
      now.monotonic = max(now.monotonic, latest.monotonic)
      if now.isAfterJump(since: latest) { reopen(at: now) }
    }
    latest = now
    return now
  }

  private mutating func change(to new: UseState?, at now: UseMoment) {
    guard new != state else { return }
    close(at: now.monotonic)
    state = new
    begin(at: now)
  }

  private mutating func reopen(at now: UseMoment) {
    close(at: now.monotonic)
    begin(at: now)
  }

  private mutating func begin(at now: UseMoment) {
    guard let target = state?.target else { return }
    open = Counted(target: target, wall: now.wall, start: now.monotonic, end: now.monotonic)
  }

  private mutating func close(at end: Int64) {
    guard var closed = open else { return }
    open = nil
    closed.end = max(closed.start, end)
    if closed.end > closed.start { held.append(closed) }
  }

  /// Returns the time from which on an observation counts.
  private func counted(_ time: Int64, at now: UseMoment) -> Int64 { min(max(time, activeSince), now.monotonic) }

  /// Removes what was counted since a time.
  private mutating func takeOff(from time: Int64, at now: UseMoment) {
    let time = counted(time, at: now)
    close(at: time)
    held = held.compactMap { counted in
      guard counted.start < time else { return nil }
      var counted = counted
      counted.end = min(counted.end, time)
      return counted
    }
    // The state still has a target if a lock or an idleness hid the change; counting continues from now.
    begin(at: now)
  }

  /// Returns the held spans from which an idleness that is reported later takes nothing.
  private mutating func release(at now: UseMoment) -> [UseSpan] {
    let final = held.prefix { $0.end <= now.monotonic - patience }.count
    let count = max(final, held.count - Self.heldLimit)
    defer { held.removeFirst(count) }
    return held.prefix(count).map(\.span)
  }
}
