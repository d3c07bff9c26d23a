import Scheduler
import SchedulerCivilTime
import TestSupport
import Testing

@testable import SchedulerUsage

/// The meter counts what a second implementation counts that looks at each second again after the fact.
@Suite struct UseMeterLaws {
  private static let second: Int64 = 1_000_000_000
  private static let length = 2_000

  /// An observation with its time in seconds; nil only lets time pass, or lets the machine be suspended.
  private struct Entry {
    let time: Int
    let observation: UseObservation?
    var suspendedBefore = 0
  }

  /// The days of a person and of sources that fail: what happens, second by second.
  private static func entries(_ random: inout SeededGenerator) -> [Entry] {
    var entries: [Entry] = []
    var time = 0
    while time < length {
      let patience = Int.random(in: 0...60, using: &random)
      let since = Int64(max(0, time - patience)) * second
      let choice = Int.random(in: 0..<14, using: &random)
      let observation: UseObservation? =
        switch choice {
        case 0..<5: .focus(target(Int.random(in: 0..<4, using: &random)))
        case 5: .focus(nil)
        case 6..<8: .active
        case 8, 9: .idle(since: since)
        case 10: .locked(Bool.random(using: &random))
        case 11: .focusIsUnknown(since: since)
        case 12: .idlenessIsUnknown(since: since)
        default: nil
        }
      let isSuspended = Int.random(in: 0..<20, using: &random) == 0
      entries.append(
        Entry(
          time: time, observation: observation,
          suspendedBefore: isSuspended ? Int.random(in: 2...9000, using: &random) : 0))
      time += Int.random(in: 0...(Bool.random(using: &random) ? 5 : 70), using: &random)
    }
    return entries
  }

  private static func target(_ number: Int) -> UsedTarget {
    UsedTarget(application: ApplicationIdentity(desktopIDs: ["app-\(number)"]))
  }

  /// The target that is counted in each second. An observation counts from its second on, and the beginning of an
  /// idleness or a loss wipes out what was counted since.
  private static func naive(_ entries: [Entry]) -> [UsedTarget?] {
    var seconds = [UsedTarget?](repeating: nil, count: length)
    var (focus, isIdle, isLocked): (UsedTarget??, Bool?, Bool) = (nil, nil, false)
    var activeSince = 0
    for (index, entry) in entries.enumerated() where entry.time < length {
      var wipedFrom: Int64?
      switch entry.observation {
      case .focus(let target): focus = .some(target)
      case .active:
        if isIdle != false { activeSince = entry.time }
        isIdle = false
      case .idle(let since):
        if isIdle != true { wipedFrom = since }
        isIdle = true
      case .idlenessIsUnknown(let since):
        if isIdle != nil { wipedFrom = since }
        isIdle = nil
      case .focusIsUnknown(let since):
        if focus != nil { wipedFrom = since }
        focus = nil
      case .locked(let value): isLocked = value
      case nil: break
      }
      if let wipedFrom {
        let first = max(Int(wipedFrom / second), activeSince)
        for wiped in first..<max(first, entry.time) { seconds[wiped] = nil }
      }
      let next = index + 1 < entries.count ? min(entries[index + 1].time, length) : length
      let counted = isLocked || isIdle != false ? nil : focus ?? nil
      for time in entry.time..<max(entry.time, next) { seconds[time] = counted }
    }
    return seconds
  }

  @Test(arguments: Laws.cases(Array(UInt64(1)...2_000), few: 200))
  func `each second counts once, for what had the focus, and never while the person is idle or away`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let entries = Self.entries(&random)
    var meter = UseMeter()
    var spans: [UseSpan] = []
    var suspended: Int64 = 0
    // The wall clock stands for the place of a span on CLOCK_MONOTONIC as long as the suspends are known.
    var places: [(wall: Int64, monotonic: Int64)] = []
    let moment = { (time: Int) -> UseMoment in
      UseMoment(
        wall: Instant(epochSeconds: Int64(time) + suspended), monotonic: Int64(time) * Self.second,
        boot: (Int64(time) + suspended) * Self.second)
    }
    for entry in entries {
      suspended += Int64(entry.suspendedBefore)
      let now = moment(entry.time)
      places.append((now.wall.epochSeconds, Int64(entry.time)))
      if let observation = entry.observation {
        spans += meter.observe(observation, at: now)
      } else {
        // To divide a long use changes no second.
        spans += entry.time.isMultiple(of: 2) ? meter.advance(to: now) : meter.divide(at: now)
      }
    }
    spans += meter.cut(at: moment(Self.length))
    var counted = [UsedTarget?](repeating: nil, count: Self.length)
    for span in spans {
      // A part of a divided span begins between two places.
      let place = try #require(places.last { $0.wall <= span.start.epochSeconds }, "seed \(seed)")
      let start = place.monotonic + span.start.epochSeconds - place.wall
      for time in Int(start)..<Int(start + span.nanoseconds / Self.second) {
        #expect(counted[time] == nil, "seed \(seed): second \(time) counts twice")
        counted[time] = span.target
      }
    }
    #expect(counted == Self.naive(entries), "seed \(seed)")
  }
}
