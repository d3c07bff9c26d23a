import SchedulerCivilTime

@testable import Scheduler

/// What one accepted configuration said of a profile, and how long that has to count.
struct HonestVersion {
  let profile: Profile
  let zone: ConfiguredZone
  let cooldownSeconds: Int64
  /// The true second at which it was accepted.
  let accepted: Int64
  /// The true second at which another configuration took its place; nil while none has.
  var replaced: Int64?

  /// The last true second at which it can still count; the greatest number until it is replaced. It may lie after its own
  /// cooldown: a longer cooldown may have been in force, or a restart may have lost time.
  var latestEnd: Int64 = .max

  /// Whether it counts at a true second: its cooldown is not over. A second or two do not matter.
  func binds(at second: Int64) -> Bool { replaced.map { second < $0 + cooldownSeconds - 2 } ?? true }

  /// From which true second on its intervals are promised: windows of another zone, or beside profiles that replace others,
  /// wait as a whole.
  var promisedFrom: Int64

  /// Whether its intervals are strict.
  var isStrict: Bool { profile.isEnabled && profile.lock == .strict }

  /// Its intervals.
  func timeline(_ system: ZoneRules) -> ProfileTimeline {
    ProfileTimeline(windows: profile.windows, zone: zone.choice == .system ? system : zone.rules)
  }

  /// Whether it was accepted last, and has the interval of a promise, as long and as strict; of a timer none has.
  func has(_ promise: HonestPromise, _ system: ZoneRules) -> Bool {
    guard replaced == nil, isStrict else { return false }
    let timeline = timeline(system)
    return promise.keys.contains { key in
      timeline.interval(of: key).map { promise.until - promise.since <= $0.lengthSeconds } ?? false
    }
  }

  /// What it blocks by name.
  var domains: Set<String> {
    guard profile.isEnabled, case .listed(let names) = profile.block.domains else { return [] }
    return Set(names.map(\.text))
  }
}

/// A strict interval, or a timer of a strict profile, that has to be enforced.
struct HonestPromise {
  let profile: ProfileID
  /// Its occurrences; none for a timer.
  let keys: Set<OccurrenceKey>
  /// The true seconds from and until which it is enforced.
  let since: Int64
  let until: Int64
  var isOpen = true

  /// By how many seconds less it may be enforced: a clock is trusted while it is a second off, at either end.
  static let slack: Int64 = 3

  /// By how many seconds a clock that is right may be off: a step of a second is none, and reading takes its time.
  static let reading: Int64 = 2
}

/// An occurrence that a session was seen to hold.
struct HonestTouch {
  let session: SessionID
  /// The true seconds of the evaluations before it was held, and at which it was seen last or not any more.
  let since: Int64
  var until: Int64
  /// The true second at which it was seen first.
  let seen: Int64
  var isOpen = true

  /// Whether it starts nothing any more from a true second on: another session has had it.
  func isTaken(from start: Int64, by held: SessionID?) -> Bool { session != held || seen < start }
}

/// What the model knows of a session that runs.
struct HonestSession {
  let profile: ProfileID
  /// The domains that it has to block.
  let domains: Set<String>
  /// The content of keys that may end it.
  let keys: Set<UnlockKey>
  /// The longest break in seconds, and all of them together.
  let breakSeconds: Int64
  let breakBudget: Int64
  let pauseSeconds: Int64
  let pauseCount: Int64
  let isStrict: Bool
  var breakUsed: Int64 = 0
  var pausesTaken: Int64 = 0
  /// What lifts it: from when, until when, and whether that is a break.
  var lift: (since: Int64, until: Int64, isBreak: Bool)?

  /// Charges a lift that is over.
  mutating func closeLift(at second: Int64, now: Bool = false) {
    guard let open = lift, now || open.until < second else { return }
    if open.isBreak { breakUsed += max(0, min(second, open.until) - open.since) }
    lift = nil
  }
}
