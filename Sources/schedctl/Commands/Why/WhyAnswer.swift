import CivilTime
import Diagnostics
import Scheduler

/// The answer of `why`, and the places of the configuration that it names.
struct WhyAnswer {
  let question: WhyQuestion
  let outlook: TargetOutlook
  let loaded: LoadedConfiguration
  /// What the answer rests on.
  let basis: WhyBasis
  private var finder: EntryFinder
  private var locator: SourceLocator

  /// An answer that looks entries up in the texts that were read, and in list files that are read again.
  init(
    question: WhyQuestion, outlook: TargetOutlook, loaded: LoadedConfiguration, lists: ListFiles, basis: WhyBasis
  ) {
    self.basis = basis
    self.question = question
    self.outlook = outlook
    self.loaded = loaded
    finder = EntryFinder(loaded.configuration, in: loaded.sources, lists: lists)
    locator = SourceLocator(loaded.sources)
  }

  /// What the sessions that run do; nil when the answer is another.
  var live: LiveVerdict? { if case .sessions(let live) = basis { live } else { nil } }

  /// What the shield set on disk does; nil when the answer is another.
  var published: PublishedVerdict? { if case .shield(let published) = basis { published } else { nil } }

  /// The sessions that run now, block the target and go on beyond the time that is asked about, other than those of windows
  /// that hold then: they are not counted.
  var uncounted: [LiveVerdict.Stance] {
    guard case .windows(let beside?) = basis else { return [] }
    let counted = outlook.stances.filter { $0.isBlocker && $0.holds }
    return beside.blockers(beyond: question.instant).filter { stance in
      !counted.contains { $0.profile.id == stance.session.profile.id }
    }
  }

  /// Whether the target is blocked.
  var isBlocked: Bool {
    switch basis {
    case .windows: outlook.isBlocked
    case .sessions(let live): live.isBlocked
    case .shield(let published): published.isBlocked
    }
  }

  /// When that changes; nil for never, and where nobody knows.
  var change: Instant? {
    switch basis {
    case .windows: outlook.change
    case .sessions(let live): live.change
    case .shield(let published): published.isBlocked || outlook.isBlocked ? published.end : outlook.change
    }
  }

  /// Whether the target is blocked because of a profile.
  func blocksNow(_ stance: TargetOutlook.Stance) -> Bool {
    switch basis {
    case .windows: stance.isBlocker && stance.holds
    case .sessions(let live): live.stance(of: stance.profile.reference)?.blocksNow ?? false
    case .shield(let published): published.isBlocked(by: stance.profile.id)
    }
  }

  /// The zone in which the configuration is read.
  var zone: ConfiguredZone { loaded.configuration.zone }

  /// The rules of the zone in which a profile's windows are read.
  func zone(of profile: Profile) -> ZoneRules { loaded.configuration.zone(of: profile).rules }

  /// Where the entry that decides a stance stands.
  mutating func origin(of stance: TargetOutlook.Stance) -> EntryOrigin? {
    finder.origin(of: stance.decision, on: question.target, in: stance.profile)
  }

  /// File, line and column of a place.
  mutating func location(_ span: SourceSpan) -> SourceLocation { locator.locate(span) }

  /// The windows of a stance's interval.
  func windows(of stance: TargetOutlook.Stance) -> [Window] {
    stance.interval.map { $0.windows.sorted.map { stance.profile.windows[$0] } } ?? []
  }
}
