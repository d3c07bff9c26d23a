import CivilTime
import Diagnostics
import Scheduler

/// The answer of `why`, and the places of the configuration that it names.
struct WhyAnswer {
  let question: WhyQuestion
  let outlook: TargetOutlook
  let loaded: LoadedConfiguration
  /// What the sessions that run do; nil when the answer is that of the windows.
  let live: LiveVerdict?
  private var finder: EntryFinder
  private var locator: SourceLocator

  /// An answer that looks entries up in the texts that were read, and in list files that are read again.
  init(question: WhyQuestion, outlook: TargetOutlook, loaded: LoadedConfiguration, lists: ListFiles, live: LiveVerdict?)
  {
    self.live = live
    self.question = question
    self.outlook = outlook
    self.loaded = loaded
    finder = EntryFinder(loaded.configuration, in: loaded.sources, lists: lists)
    locator = SourceLocator(loaded.sources)
  }

  /// Whether the target is blocked.
  var isBlocked: Bool { live?.isBlocked ?? outlook.isBlocked }

  /// When that changes; nil for never.
  var change: Instant? { live.map(\.change) ?? outlook.change }

  /// Whether the target is blocked because of a profile.
  func blocksNow(_ stance: TargetOutlook.Stance) -> Bool {
    guard let live else { return stance.isBlocker && stance.holds }
    return live.stance(of: stance.profile.reference)?.blocksNow ?? false
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
