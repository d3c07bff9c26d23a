import SchedulerCivilTime

/// An interval that only one of two configurations has, or that differs between them.
public struct IntervalChange: Hashable, Sendable {
  /// The kinds of change.
  public enum Kind: String, Sendable {
    /// The interval is new.
    case gained
    /// The interval is gone.
    case lost
    /// The interval covers its old time and more.
    case lengthened
    /// The interval covers a part of its old time.
    case shortened
    /// The interval covers another time.
    case moved
    /// The interval covers the same time and warns at other instants.
    case warned
  }

  /// The interval before; nil for a gained interval.
  public let old: PlannedInterval?
  /// The interval after; nil for a lost interval.
  public let new: PlannedInterval?
  /// The seconds of the old interval, within the compared range, in which the profile is no longer active.
  public let freedSeconds: Int64
  /// The seconds of the new interval, within the compared range, in which the profile was not active before.
  public var heldSeconds: Int64 { start.heldSeconds }
  /// The civil date of the start, of the old interval if there is one. It identifies the occurrence.
  public let date: CivilDate
  /// The kind of change.
  public let kind: Kind
  /// What the new interval starts; nothing for a lost interval.
  let start: NewStart

  /// The growth in seconds; negative if the interval is shorter than before.
  public var seconds: Int64 { (new?.lengthSeconds ?? 0) - (old?.lengthSeconds ?? 0) }

  /// The growth of the part within a range in seconds; negative if it is shorter than before.
  public func seconds(in range: Range<Instant>) -> Int64 {
    (new?.seconds(in: range) ?? 0) - (old?.seconds(in: range) ?? 0)
  }

  /// Whether the interval can end sessions of other profiles that continued before. Its profile has `overlap =
  /// "replace"`, and the interval starts where none started before, or covers new time in which it may start late,
  /// after a locked session. Touching intervals that become one lose a start and end nothing more.
  public var canEndOthers: Bool { start.canEndOthers }
  /// Whether the interval starts inside an old interval and divides its session with an effect: the second session has
  /// full budgets for breaks, pauses and access, or an edit that waits for the end of a strict session is applied
  /// earlier.
  public var dividesSession: Bool { start.dividesSession }
  /// Whether the interval joins several old intervals, so that one stop or skip uses them all.
  public var joinsSessions: Bool { start.joinsSessions }
  /// Whether the interval covers new time and overlaps an interval of another profile that ends sessions. That interval
  /// then ends this one early, or waits for it if this one is strict.
  public var meetsReplacing: Bool { start.meetsReplacing }

  /// The effect on the shield within the compared range. Neutral for an interval that only joins intervals that cannot
  /// be stopped, and for one that differs only outside the range.
  public var direction: ChangeDirection {
    let givesWay = canEndOthers || dividesSession || joinsSessions || meetsReplacing
    return freedSeconds > 0 || givesWay ? .loosens : heldSeconds > 0 ? .tightens : .neutral
  }
}

extension IntervalChange {
  init(gained new: PlannedInterval, start: NewStart) {
    self.init(old: nil, new: new, freedSeconds: 0, date: new.civilStart.date, kind: .gained, start: start)
  }

  init(lost old: PlannedInterval, freedSeconds: Int64) {
    self.init(old: old, new: nil, freedSeconds: freedSeconds, date: old.civilStart.date, kind: .lost, start: NewStart())
  }

  init(from old: PlannedInterval, to new: PlannedInterval, freedSeconds: Int64, start: NewStart) {
    let kind: Kind =
      if old.start == new.start && old.end == new.end {
        .warned
      } else if new.start <= old.start && old.end <= new.end {
        .lengthened
      } else if old.start <= new.start && new.end <= old.end {
        .shortened
      } else {
        .moved
      }
    self.init(old: old, new: new, freedSeconds: freedSeconds, date: old.civilStart.date, kind: kind, start: start)
  }
}
