import SchedulerCivilTime

/// The computation of a `TargetOutlook` in steps. Other work may be done between two steps.
///
/// ```swift
/// var search = OutlookSearch(configuration, on: target, for: user, at: now, machine: machine)
/// while true { if let outlook = search.advance(by: 100) { return outlook } }
/// ```
public struct OutlookSearch: Sendable {
  private let configuration: Configuration
  private let target: ResolvedTarget
  private let user: UserIdentity?
  private let instant: Instant
  private let machine: MachineNames
  private let viewer: Viewer
  private let findsChange: Bool
  /// The number of profiles that were examined.
  private var examinedCount = 0
  private var stances: [TargetOutlook.Stance] = []
  private var change: BlockChangeSearch?
  private var running: RunningOutlookSearch?

  /// Begins a computation; see `Configuration.outlook`.
  ///
  /// - Parameter findsChange: whether to search for the instant at which the target becomes blocked or unblocked.
  public init(
    _ configuration: Configuration, on target: ResolvedTarget, for user: UserIdentity?, at instant: Instant,
    machine: MachineNames, shownTo viewer: Viewer = .everything, findsChange: Bool = true
  ) {
    self.configuration = configuration
    self.target = target
    self.user = user
    self.instant = instant
    self.machine = machine
    self.viewer = viewer
    self.findsChange = findsChange
  }

  /// Examines up to `count` profiles. Returns the result, or nil if more steps are needed.
  ///
  /// Complexity: for each profile O(entries) and that of `ProfileTimeline.intervals(endingAfter:)`.
  public mutating func advance(by count: Int) -> TargetOutlook? {
    let profiles = configuration.profiles
    if examinedCount < profiles.count {
      let end = examinedCount + min(count, profiles.count - examinedCount)
      let more = profiles[examinedCount..<end].compactMap(stance)
      stances += more
      examinedCount = end
      return nil
    }
    if profiles.contains(where: { $0.isEnabled && $0.overlap == .replace }) {
      if running == nil {
        running = RunningOutlookSearch(of: stances, in: configuration, at: instant, shownTo: viewer)
      }
      return running?.advance(by: count)
    }
    if change == nil {
      let blockers = findsChange ? stances.filter(\.isBlocker) : []
      change = BlockChangeSearch(of: blockers.map { configuration.timeline(of: $0.profile) }, after: instant)
    }
    guard change?.advance(by: count) == true else { return nil }
    return TargetOutlook(instant: instant, stances: stances, change: change?.result)
  }

  private func stance(of profile: Profile) -> TargetOutlook.Stance? {
    guard viewer.sees(profile, in: configuration) else { return nil }
    let layer = configuration.layer(of: profile)
    let decision = layer.decision(on: target, machine: machine)
    guard decision.isStated else { return nil }
    let interval = configuration.timeline(of: profile).intervals(endingAfter: instant).upcoming
    return TargetOutlook.Stance(
      profile: profile, coversUser: layer.covers(user, on: machine), mayCoverUser: layer.mayCover(user),
      coversAnybody: layer.covers(nil, on: machine), decision: decision, interval: interval,
      holds: interval?.contains(instant) ?? false)
  }
}

/// The search for the end of the period in which any of several profiles is active, or for the start of the next one.
///
/// One profile is followed as long as its intervals touch, and the others are examined only at its end. If
/// several profiles are active for ever, one of them is enough.
private struct BlockChangeSearch: Sendable {
  /// Maximum number of touching intervals that are followed. More are treated as endless: years of windows that cover
  /// the day.
  private static let followedIntervals = 1_000

  /// Maximum number of profile look-ups if many profiles alternate; it takes some seconds.
  private static let looks = 20_000

  /// The result, once the search is over; nil if there is no change or it takes too long to find.
  private(set) var result: Instant?
  private let timelines: [ProfileTimeline]
  private let instant: Instant
  private var isOver = false
  /// Whether a profile is active at the instant. If so, the periods are followed.
  private var isActive = false
  /// The profile that is examined next.
  private var position = 0
  /// The end of the period found so far, and that at the start of this round.
  private var (end, reached): (Instant, Instant)
  private var followedCount = 0
  private var roundCount = 0

  init(of timelines: [ProfileTimeline], after instant: Instant) {
    self.timelines = timelines
    self.instant = instant
    (end, reached) = (instant, instant)
    isOver = timelines.isEmpty
  }

  /// Makes up to `count` profile look-ups. Returns whether the search is over.
  mutating func advance(by count: Int) -> Bool {
    var left = count
    while !isOver, left > 0 {
      left -= 1
      if isActive { follow() } else { look() }
    }
    return isOver
  }

  /// Looks for the first interval of a profile.
  private mutating func look() {
    if let next = timelines[position].intervals(endingAfter: instant).upcoming {
      result = result.map { min($0, next.start) } ?? next.start
      if next.contains(instant) {
        (isActive, position, result) = (true, 0, nil)
        return
      }
    }
    position += 1
    isOver = position == timelines.count
  }

  /// Follows a profile from the end found so far as long as its intervals touch.
  private mutating func follow() {
    var intervals = timelines[position].intervals(endingAfter: end)
    while let interval = intervals.upcoming, interval.start <= end {
      followedCount += 1
      guard followedCount <= Self.followedIntervals else {
        isOver = true
        return
      }
      end = interval.end
      _ = intervals.next()
    }
    position += 1
    if position == timelines.count { endRound() }
  }

  private mutating func endRound() {
    if end == reached {
      result = end
      isOver = true
      return
    }
    (position, reached) = (0, end)
    roundCount += 1
    isOver = roundCount >= max(1, Self.looks / timelines.count)
  }
}
