import SchedulerCivilTime
import SchedulerDiagnostics

/// The answer of `why`: whether a target is blocked, and by what; and the places of the configuration that it names.
public struct WhyAnswer {
  /// What is asked about, for whom.
  public let request: AccessRequest
  /// What the windows do with it.
  public let outlook: TargetOutlook
  /// What the answer is read from.
  public let configuration: Configuration
  /// What the answer rests on.
  public let basis: WhyBasis
  private var finder: EntryFinder
  private var locator: SourceLocator

  /// An answer at an instant, for those profiles that somebody sees.
  ///
  /// - Parameters:
  ///   - configuration: what is in force.
  ///   - sources: the texts that it was read from, in which entries are looked up.
  ///   - lists: has the list files of sets; nil where nobody has them.
  /// - Complexity: that of `Configuration.outlook`.
  public init(
    to request: AccessRequest, at instant: Instant, _ configuration: Configuration, in sources: SourceMap,
    lists: (any ListFileSource)?, for viewer: Viewer = .everything, basis: WhyBasis
  ) {
    self.request = request
    self.configuration = configuration
    self.basis = basis
    outlook = configuration.outlook(
      on: request.resolved, for: request.user, at: instant, machine: request.machine, shownTo: viewer)
    finder = EntryFinder(configuration, in: sources, lists: lists)
    locator = SourceLocator(sources)
  }

  /// What the sessions that run do; nil when the answer is another.
  public var live: LiveVerdict? { if case .sessions(let live) = basis { live } else { nil } }

  /// What the shield set on disk does; nil when the answer is another.
  public var published: PublishedVerdict? { if case .shield(let published) = basis { published } else { nil } }

  /// The sessions that run now, block the target and go on beyond the time that is asked about, other than those of windows
  /// that hold then: they are not counted.
  public var uncounted: [LiveVerdict.Stance] {
    guard case .windows(let beside?) = basis else { return [] }
    let counted = outlook.stances.filter { $0.isBlocker && $0.holds }
    return beside.blockers(beyond: outlook.instant).filter { stance in
      !counted.contains { $0.profile.id == stance.session.profile.id }
    }
  }

  /// Whether the target is blocked.
  public var isBlocked: Bool {
    switch basis {
    case .windows: outlook.isBlocked
    case .sessions(let live): live.isBlocked
    case .shield(let published): published.isBlocked
    }
  }

  /// When that changes; nil for never, and where nobody knows.
  public var change: Instant? {
    switch basis {
    case .windows: outlook.change
    case .sessions(let live): live.change
    case .shield(let published): published.isBlocked || outlook.isBlocked ? published.end : outlook.change
    }
  }

  /// Whether the target is blocked because of a profile.
  public func blocksNow(_ stance: TargetOutlook.Stance) -> Bool {
    switch basis {
    case .windows: stance.isBlocker && stance.holds
    case .sessions(let live): live.stance(of: stance.profile.reference)?.blocksNow ?? false
    case .shield(let published): published.isBlocked(by: stance.profile.id)
    }
  }

  /// The zone in which the configuration is read.
  public var zone: ConfiguredZone { configuration.zone }

  /// The rules of the zone in which a profile's windows are read.
  public func zone(of profile: Profile) -> ZoneRules { configuration.zone(of: profile).rules }

  /// Where the entry that decides a stance stands.
  public mutating func origin(of stance: TargetOutlook.Stance) -> EntryOrigin? {
    finder.origin(of: stance.decision, on: request.target, in: stance.profile)
  }

  /// File, line and column of a place; nil for one in a text that is not kept.
  public mutating func location(_ span: SourceSpan) -> SourceLocation? {
    locator.sources.contains(span.source) ? locator.locate(span) : nil
  }

  /// The windows of a stance's interval.
  public func windows(of stance: TargetOutlook.Stance) -> [Window] {
    stance.interval.map { $0.windows.sorted.map { stance.profile.windows[$0] } } ?? []
  }

  /// The name that an `allow` entry needs, so that it is as exact as what blocks.
  public func exception(of stance: TargetOutlook.Stance) -> (key: String, name: String) {
    let key = request.target.kind == "domain" ? "domains" : "apps"
    if case .application(let name) = stance.decision.ground { return (key, name.text) }
    return (key, request.target.text)
  }
}

extension Target {
  /// What JSON calls its kind.
  public var kind: String {
    switch self {
    case .application: "application"
    case .domain: "domain"
    }
  }
}
