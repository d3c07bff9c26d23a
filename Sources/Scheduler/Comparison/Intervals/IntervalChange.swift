import SchedulerCivilTime

/// An interval that one configuration has and the other has not, or has otherwise.
public struct IntervalChange: Hashable, Sendable {
  /// What became of it.
  public enum Kind: String, Sendable {
    /// There was none.
    case gained
    /// There is none any more.
    case lost
    /// It holds all the time that it held, and more.
    case lengthened
    /// It holds a part of the time that it held.
    case shortened
    /// It holds at other times.
    case moved
    /// It holds at the same time and warns at other instants.
    case warned
  }

  /// The interval before; nil for a gained one.
  public let old: PlannedInterval?
  /// The interval after; nil for a lost one.
  public let new: PlannedInterval?
  /// The seconds of the old one in the range that was compared in which its profile holds no longer.
  public let freedSeconds: Int64
  /// The seconds of the new one in the range that was compared in which its profile did not hold before.
  public let heldSeconds: Int64
  /// The civil date on which it starts, before where there was one: what identifies an occurrence.
  public let date: CivilDate
  /// What became of it.
  public let kind: Kind

  /// How many seconds longer it is than it was, negative when it is shorter.
  public var seconds: Int64 { (new?.lengthSeconds ?? 0) - (old?.lengthSeconds ?? 0) }

  /// How many seconds longer the part of it within a range is than it was, negative when it is shorter.
  public func seconds(in range: Range<Instant>) -> Int64 {
    (new?.seconds(in: range) ?? 0) - (old?.seconds(in: range) ?? 0)
  }

  /// Whether it can end sessions of other profiles that went on before: its profile replaces them (`overlap = "replace"`),
  /// and it starts where no interval of the profile did, or holds where none did and may start there late, behind a locked
  /// session. Touching intervals that become one lose a start, and end nothing more.
  public let canEndOthers: Bool
  /// Whether it starts inside an interval of before and divides its session, where that makes a difference: the second
  /// one has full budgets for breaks, pauses and access, or what waits for the end of a strict session is applied earlier.
  public let dividesSession: Bool
  /// Whether it joins intervals of before into one, which one stop or one skip uses as a whole.
  public let joinsSessions: Bool
  /// Whether it holds more than before and overlaps an interval of another profile that ends sessions, which then ends
  /// this one early or, where this one is strictly locked, waits for it.
  public let meetsReplacing: Bool

  /// What it does to the shield in the range that was compared. An interval that only joins others that cannot be stopped
  /// does nothing, and neither does one of which only a part outside of the range is another.
  public var direction: ChangeDirection {
    let givesWay = canEndOthers || dividesSession || joinsSessions || meetsReplacing
    return freedSeconds > 0 || givesWay ? .loosens : heldSeconds > 0 ? .tightens : .neutral
  }

  init(gained new: PlannedInterval, start: NewStart) {
    self.init(old: nil, new: new, freed: 0, start: start, date: new.civilStart.date, kind: .gained)
  }

  init(lost old: PlannedInterval, freedSeconds: Int64) {
    self.init(old: old, new: nil, freed: freedSeconds, start: NewStart(), date: old.civilStart.date, kind: .lost)
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
    self.init(old: old, new: new, freed: freedSeconds, start: start, date: old.civilStart.date, kind: kind)
  }

  private init(
    old: PlannedInterval?, new: PlannedInterval?, freed: Int64, start: NewStart, date: CivilDate, kind: Kind
  ) {
    self.old = old
    self.new = new
    freedSeconds = freed
    heldSeconds = start.heldSeconds
    canEndOthers = start.canEndOthers
    dividesSession = start.dividesSession
    joinsSessions = start.joinsSessions
    meetsReplacing = start.meetsReplacing
    self.date = date
    self.kind = kind
  }
}
