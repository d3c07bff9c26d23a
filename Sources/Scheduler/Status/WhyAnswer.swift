import SchedulerCivilTime
import SchedulerDiagnostics

/// The answer of `why`: whether a target is blocked, the entries that decide it, and their places in the configuration.
public struct WhyAnswer: Sendable {
  /// The target in question and the user.
  public let request: AccessRequest
  /// The effect of the windows on the target.
  public let outlook: TargetOutlook
  /// The configuration from which the answer is read.
  public let configuration: Configuration
  /// The basis of the answer.
  public let basis: WhyBasis
  private var finder: EntryFinder
  private var locator: SourceLocator

  /// Creates an answer at an instant, for the profiles that a viewer sees.
  ///
  /// - Parameters:
  ///   - configuration: the configuration in force.
  ///   - sources: the texts of the configuration, in which entries are looked up.
  ///   - lists: a source of the sets' list files; nil if they are not available.
  /// - Complexity: as for `Configuration.outlook`.
  public init(
    to request: AccessRequest, at instant: Instant, _ configuration: Configuration, in sources: SourceMap,
    lists: (any ListFileSource)?, for viewer: Viewer = .everything, basis: WhyBasis
  ) {
    let outlook = configuration.outlook(
      on: request.resolved, for: request.user, at: instant, machine: request.machine, shownTo: viewer)
    self.init(to: request, by: outlook, of: configuration, in: sources, lists: lists, basis: basis)
  }

  /// Creates an answer from the effect of the windows, computed before.
  public init(
    to request: AccessRequest, by outlook: TargetOutlook, of configuration: Configuration, in sources: SourceMap,
    lists: (any ListFileSource)?, basis: WhyBasis
  ) {
    self.request = request
    self.outlook = outlook
    self.configuration = configuration
    self.basis = basis
    finder = EntryFinder(configuration, in: sources, lists: lists)
    locator = SourceLocator(sources)
  }

  /// The effect of the running sessions; nil if the answer has another basis.
  public var live: LiveVerdict? { if case .sessions(let live) = basis { live } else { nil } }

  /// The effect of the shield set on disk; nil if the answer has another basis.
  public var published: PublishedVerdict? { if case .shield(let published) = basis { published } else { nil } }

  /// The limits that count the target, for the user in question; empty if the sessions are not known.
  public var limits: [LimitStanding] {
    guard let live, let now = live.engine.present?.moment else { return [] }
    return live.engine.limitStandings(on: request, at: now)
  }

  /// The limits that count the target, for the user in question, if the answer does not know how much was used; otherwise
  /// `limits` has them.
  public var limitRules: [(profile: String, limit: String)] {
    guard live == nil else { return [] }
    return CountedLimit.all(in: configuration).filter { request.isBlocked(by: $0.layer) }.map { counted in
      (counted.profile.key.text, counted.text)
    }
  }

  /// The running sessions that block the target beyond the time in question and are not counted, because no blocking
  /// window of their profiles holds then.
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

  /// The time at which that changes; nil for never, and if it is unknown.
  public var change: Instant? {
    switch basis {
    case .windows: outlook.change
    case .sessions(let live): live.change
    case .shield(let published): published.isBlocked || outlook.isBlocked ? published.end : outlook.change
    }
  }

  /// Returns whether a profile blocks the target.
  public func blocksNow(_ stance: TargetOutlook.Stance) -> Bool {
    switch basis {
    case .windows: stance.isBlocker && stance.holds
    case .sessions(let live): live.stance(of: stance.profile.reference)?.blocksNow ?? false
    case .shield(let published): published.isBlocked(by: stance.profile.id)
    }
  }

  /// The zone of the configuration.
  public var zone: ConfiguredZone { configuration.zone }

  /// Returns the rules of the zone in which a profile's windows are interpreted.
  public func zone(of profile: Profile) -> ZoneRules { configuration.zone(of: profile).rules }

  /// Returns the origin of the entry that decides a stance.
  public mutating func origin(of stance: TargetOutlook.Stance) -> EntryOrigin? {
    finder.origin(of: stance.decision, on: request.target, in: stance.profile)
  }

  /// Returns the file, line and column of a place, or nil if its text is not kept.
  public mutating func location(_ span: SourceSpan) -> SourceLocation? {
    locator.sources.contains(span.source) ? locator.locate(span) : nil
  }

  /// Returns the windows of a stance's interval.
  public func windows(of stance: TargetOutlook.Stance) -> [Window] {
    stance.interval.map { $0.windows.sorted.map { stance.profile.windows[$0] } } ?? []
  }

  /// Returns the name for an `allow` entry that is as specific as the blocking entry; nil if there is none, because
  /// `urls` block pages of the very host.
  public func exception(of stance: TargetOutlook.Stance) -> (key: String, name: String)? {
    switch (request.target, stance.decision.ground) {
    case (.page(let page), .page(let url)) where page.host == url.host: nil
    case (.page(let page), _): ("domains", page.host.text)
    case (.domain(let domain), _): ("domains", domain.text)
    case (_, .application(let name)): ("apps", name.text)
    case (.application(let name), _): ("apps", name.text)
    }
  }
}

extension Target {
  /// The name of its kind in JSON.
  public var kind: String {
    switch self {
    case .application: "application"
    case .domain: "domain"
    case .page: "url"
    }
  }
}
