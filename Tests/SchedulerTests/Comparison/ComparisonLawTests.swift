import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// What holds of the difference of any two configurations.
@Suite struct ComparisonLawTests {
  private static let range = Instant(epochSeconds: 1_774_000_000)..<Instant(epochSeconds: 1_777_000_000)

  /// The ends of the intervals that a configuration has in the range, under its profiles' identities.
  private func ends(of configuration: Configuration, in range: Range<Instant> = range) -> [ProfileID: [Ends]] {
    var ends: [ProfileID: [Ends]] = [:]
    for track in configuration.timeline.tracks {
      let intervals = track.timeline.intervals(endingAfter: range.lowerBound).prefix { $0.start < range.upperBound }
      ends[track.profile.id] = intervals.map { Ends($0, track.timeline) }
    }
    return ends.filter { !$0.value.isEmpty }
  }

  @Test(arguments: Laws.cases(1...60 as ClosedRange<UInt64>))
  func `the old intervals without the lost ones and with the gained ones equal the new intervals`(seed: UInt64) throws {
    let (old, new) = try RandomConfigurations.pair(seed: seed)
    let difference = ConfigurationDifference(from: old, to: new, in: Self.range)
    var applied = ends(of: old)
    for profile in difference.profiles {
      var intervals = applied[profile.reference.id] ?? []
      for lost in profile.intervals.compactMap(\.old) where lost.isInside(Self.range) {
        let place = try #require(intervals.firstIndex(of: Ends(lost)), "seed \(seed)")
        intervals.remove(at: place)
      }
      intervals += profile.intervals.compactMap(\.new).filter { $0.isInside(Self.range) }.map(Ends.init)
      applied[profile.reference.id] = intervals.sorted { $0.start < $1.start }
    }
    #expect(applied.filter { !$0.value.isEmpty } == ends(of: new), "seed \(seed)")
  }

  @Test(arguments: Laws.cases(1...60 as ClosedRange<UInt64>))
  func `the difference gains in one direction what it loses in the other`(seed: UInt64) throws {
    let (old, new) = try RandomConfigurations.pair(seed: seed)
    let forth = ConfigurationDifference(from: old, to: new, in: Self.range)
    let back = ConfigurationDifference(from: new, to: old, in: Self.range)
    #expect(forth.profiles.map(\.reference.id) == back.profiles.map(\.reference.id), "seed \(seed)")
    for (ahead, behind) in zip(forth.profiles, back.profiles) {
      let pairs = Set(ahead.intervals.map { [$0.old, $0.new] })
      #expect(pairs == Set(behind.intervals.map { [$0.new, $0.old] }), "seed \(seed)")
      #expect(ahead.intervals.map(\.freedSeconds).reduce(0, +) == behind.intervals.map(\.heldSeconds).reduce(0, +))
      let targets = Set(ahead.targets.map { [$0.kind.rawValue, $0.effect.opposite.rawValue] + $0.names })
      #expect(targets == Set(behind.targets.map { [$0.kind.rawValue, $0.effect.rawValue] + $0.names }), "seed \(seed)")
      let settings = Set(ahead.settings.map { [$0.key, $0.old, $0.new] })
      if ahead.presence == .kept { #expect(settings == Set(behind.settings.map { [$0.key, $0.new, $0.old] })) }
    }
  }

  @Test(arguments: Laws.cases(1...60 as ClosedRange<UInt64>))
  func `two configurations are equal if and only if intervals, layers and settings are the same`(seed: UInt64)
    throws
  {
    let (old, new) = try RandomConfigurations.pair(seed: seed)
    for (first, second) in [(old, new), (old, old), (new, new)] {
      let areSame =
        ends(of: first) == ends(of: second) && first.profiles.map(\.id) == second.profiles.map(\.id)
        && zip(first.profiles, second.profiles).allSatisfy { a, b in
          a.lock == b.lock && a.isEnabled == b.isEnabled && a.breaks == b.breaks
            && RandomConfigurations.blocksSame(first.layer(of: a), second.layer(of: b))
        }
      let difference = ConfigurationDifference(from: first, to: second, in: Self.range)
      #expect(difference.isEmpty == areSame, "seed \(seed)")
    }
  }

  @Test(arguments: Laws.cases(1...30 as ClosedRange<UInt64>))
  func `freed and held seconds are the differences of the two timelines in the range`(seed: UInt64) throws {
    let (old, new) = try RandomConfigurations.pair(seed: seed)
    let month: Int64 = 30 * 86_400
    let wider = Self.range.lowerBound.adding(seconds: -month)..<Self.range.upperBound.adding(seconds: month)
    let all = (old: ends(of: old, in: wider), new: ends(of: new, in: wider))
    for profile in ConfigurationDifference(from: old, to: new, in: Self.range).profiles {
      let before = Minutes(all.old[profile.reference.id] ?? [])
      let after = Minutes(all.new[profile.reference.id] ?? [])
      for change in profile.intervals {
        let was = Minutes([change.old.map(Ends.init)].compactMap(\.self)).seconds(besides: after, in: Self.range)
        let now = Minutes([change.new.map(Ends.init)].compactMap(\.self)).seconds(besides: before, in: Self.range)
        #expect(change.freedSeconds == was, "seed \(seed)")
        #expect(change.heldSeconds == now, "seed \(seed)")
        let gains = new.profiles.contains { $0.id == profile.reference.id && $0.breaks != nil }
        let sessions = (old: all.old[profile.reference.id] ?? [], new: all.new[profile.reference.id] ?? [])
        let isDivided = divides(change, sessions.old, sessions.new)
        #expect(change.dividesSession == (gains && isDivided), "seed \(seed)")
        let loosens = was > 0 || change.dividesSession || change.joinsSessions
        #expect((change.direction == .loosens) == loosens, "seed \(seed)")
      }
    }
  }

  /// Whether an interval that starts in the range is at least the second one of its profile within one of before.
  private func divides(_ change: IntervalChange, _ old: [Ends], _ new: [Ends]) -> Bool {
    guard let start = change.new?.start, Self.range.contains(start) else { return false }
    guard let divided = old.first(where: { $0.start < start && start < $0.end }) else { return false }
    return new.count { $0.start <= start && divided.start < $0.end } > 1
  }

  @Test(arguments: Laws.cases(1...30 as ClosedRange<UInt64>))
  func `the interval groups of a profile add up to the time that it holds more in the range`(seed: UInt64) throws {
    let (old, new) = try RandomConfigurations.pair(seed: seed)
    let minutes: Range<Int64> = 1_774_000_020..<1_777_000_020
    let range = Instant(epochSeconds: minutes.lowerBound)..<Instant(epochSeconds: minutes.upperBound)
    let all = (old: ends(of: old, in: range), new: ends(of: new, in: range))
    for profile in ConfigurationDifference(from: old, to: new, in: range).profiles {
      let before = Minutes(all.old[profile.reference.id] ?? []).all.filter(minutes.contains)
      let after = Minutes(all.new[profile.reference.id] ?? []).all.filter(minutes.contains)
      let seconds = profile.intervalGroups.reduce(0) { $0 + $1.seconds }
      #expect(seconds == Int64(after.count - before.count) * 60, "seed \(seed)")
    }
  }

  @Test(arguments: Laws.cases(1...60 as ClosedRange<UInt64>))
  func `each interval change is in exactly one group, whose pattern and times match it`(seed: UInt64) throws {
    let (old, new) = try RandomConfigurations.pair(seed: seed)
    for profile in ConfigurationDifference(from: old, to: new, in: Self.range).profiles {
      let grouped = profile.intervalGroups.flatMap(\.changes)
      #expect(grouped.count == profile.intervals.count && Set(grouped) == Set(profile.intervals), "seed \(seed)")
      for group in profile.intervalGroups {
        for change in group.changes {
          #expect(group.pattern.covers(change.date), "seed \(seed)")
          #expect(group.old == change.old.map { CivilSpan($0, from: change.date) })
          #expect(group.new == change.new.map { CivilSpan($0, from: change.date) })
        }
        #expect(group.pattern.count.map { $0 == group.changes.count } ?? true, "seed \(seed) \(group.pattern)")
      }
    }
  }
}

/// What of an interval counts: its ends, and when it warns.
private struct Ends: Hashable {
  let start: Instant
  let end: Instant
  let warnings: [Instant]

  init(_ interval: Interval, _ timeline: ProfileTimeline) {
    start = interval.start
    end = interval.end
    warnings = timeline.edges(of: interval).filter { $0.kind != .intervalDidStart && $0.kind != .intervalDidEnd }
      .map(\.instant).sorted()
  }

  init(_ planned: PlannedInterval) {
    start = planned.start
    end = planned.end
    warnings =
      (planned.startWarnings.map { planned.start.adding(seconds: -$0) }
      + planned.endWarnings.map { planned.end.adding(seconds: -$0) }).sorted()
  }
}

/// The minutes in some intervals, one by one.
private struct Minutes {
  let all: Set<Int64>

  init(_ intervals: [Ends]) {
    all = Set(intervals.flatMap { Array(stride(from: $0.start.epochSeconds, to: $0.end.epochSeconds, by: 60)) })
  }

  /// The seconds within a range of those that others do not have.
  func seconds(besides others: Minutes, in range: Range<Instant>) -> Int64 {
    all.subtracting(others.all).reduce(0) { seconds, minute in
      let span = Instant(epochSeconds: minute)..<Instant(epochSeconds: minute + 60)
      return seconds + span.clamped(to: range).lengthSeconds
    }
  }
}

extension TargetChange.Effect {
  /// The effect of the opposite change.
  fileprivate var opposite: Self {
    switch self {
    case .blocked: .unblocked
    case .unblocked: .blocked
    case .excepted: .unexcepted
    case .unexcepted: .excepted
    case .narrowed: .widened
    case .widened: .narrowed
    }
  }
}

extension DatePattern {
  /// Whether a date belongs to it, as far as it says.
  fileprivate func covers(_ date: CivilDate) -> Bool {
    switch self {
    case .listed(let dates): dates.contains(date)
    case .scattered(_, let weekdays, let first, let last):
      weekdays.contains(date.weekday) && first <= date && date <= last
    case .weekly(let weekly):
      weekly.weekdays.contains(date.weekday) && !weekly.exceptions.contains { $0.contains(date) }
        && weekly.from.map { $0 <= date } ?? true && weekly.until.map { date <= $0 } ?? true
    }
  }

  /// How many dates it says; nil where it continues over the range.
  fileprivate var count: Int? {
    switch self {
    case .listed(let dates): dates.count
    case .scattered(let count, _, _, _): count
    case .weekly: nil
    }
  }
}
