import SchedulerCivilTime
import SchedulerDiagnostics

/// How long some targets may be used, `[profile.KEY.limit]` or `[[profile.KEY.limit]]`.
public struct UsageLimit: Hashable, Sendable {
  /// The period over which use is counted.
  public enum Period: String, CaseIterable, Sendable {
    /// A day, which begins at `dayStart`.
    case day
    /// A session of the profile.
    case session
    /// An interval of the profile's windows.
    case window
  }

  /// What happens when the use is reached.
  public enum Consequence: String, CaseIterable, Sendable {
    /// The targets are blocked until the period ends.
    case block
    /// The sessions of the person on the machine are locked, again after each unlock.
    case lock
    /// The sessions of the person on the machine are ended, again after each login.
    case logout
  }

  /// Further use that a person may request after the limit is reached.
  public struct Extra: Hashable, Sendable {
    /// The use that a request adds, in seconds, at least 1.
    public var lengthSeconds: Int64
    /// The maximum number of requests in a period, at least 1.
    public var count: Int64

    /// One request, or several, for a length in seconds.
    public init(lengthSeconds: Int64, count: Int64 = 1) {
      self.lengthSeconds = lengthSeconds
      self.count = count
    }
  }

  /// Applications whose use is counted.
  public var applications: [ApplicationName] = []
  /// The names of sets whose use is counted. Each of them exists.
  public var sets: [String] = []
  /// Categories of applications whose use is counted.
  public var categories: [ApplicationCategory] = []
  /// Domains whose use is counted, including their subdomains.
  public var domains: [DomainName] = []
  /// Whether all use is counted.
  public var countsEverything = false
  /// What is not counted, and not blocked.
  public var exceptions = AllowedTargets()
  /// The allowed use in seconds, at least 1.
  public var useSeconds: Int64
  /// The period over which use is counted.
  public var period: Period = .day
  /// The days on which a limit by day holds.
  public var days = WeekdaySet.daily
  /// The local time at which a day begins.
  public var dayStart = TimeOfDay.midnight
  /// The use before the limit at which a warning is delivered, in seconds; nil for no warning.
  public var warningSeconds: Int64?
  /// Further use on request; nil for none.
  public var extra: Extra?
  /// What happens when the use is reached.
  public var consequence = Consequence.block

  /// A limit without targets yet.
  public init(useSeconds: Int64) { self.useSeconds = useSeconds }
}

extension UsageLimit: SessionRule {
  /// `30m a day of steam, example.org`
  var text: String {
    var words = "\(DurationText.text(seconds: useSeconds)) a \(period.rawValue) of \(targetText)"
    if days != .daily { words += " on \(days.text)" }
    if dayStart != .midnight { words += " from \(dayStart)" }
    if let extra {
      words +=
        ", \(DurationText.text(seconds: extra.lengthSeconds)) more \(extra.count == 1 ? "once" : "\(extra.count) times")"
    }
    return consequence == .block ? words : words + ", then \(consequence.rawValue)"
  }

  /// The counted targets: `steam, example.org`, `everything but mpv`.
  public var targetText: String {
    let lists = AllowedTargets(applications: applications, categories: categories, domains: domains)
    let targets = countsEverything ? ["everything"] : lists.names + sets.sorted()
    let names = targets.isEmpty ? "nothing" : targets.joined(separator: ", ")
    return exceptions.names.isEmpty ? names : "\(names) but \(exceptions.names.joined(separator: ", "))"
  }

  func loosens(_ old: UsageLimit) -> Bool {
    useSeconds > old.useSeconds || period != old.period || loosensTargets(old) || !days.isSuperset(of: old.days)
      || dayStart != old.dayStart || consequence != old.consequence || loosensExtra(old)
  }

  private func loosensTargets(_ old: UsageLimit) -> Bool {
    if !Set(old.exceptions.applications).isSuperset(of: exceptions.applications)
      || !Set(old.exceptions.categories).isSuperset(of: exceptions.categories)
      || !Set(old.exceptions.domains).isSuperset(of: exceptions.domains)
    {
      return true
    }
    return !countsEverything
      && (old.countsEverything || !Set(applications).isSuperset(of: old.applications)
        || !Set(sets).isSuperset(of: old.sets) || !Set(categories).isSuperset(of: old.categories)
        || !Set(domains).isSuperset(of: old.domains))
  }

  private func loosensExtra(_ old: UsageLimit) -> Bool {
    guard let extra else { return false }
    guard let before = old.extra else { return true }
    return extra.lengthSeconds > before.lengthSeconds || extra.count > before.count
  }

  /// A limit on the targets of both, for the shorter use. Uses over different periods cannot be compared: then the use
  /// and the period of `old` stay.
  func limited(to old: UsageLimit) -> UsageLimit {
    var limit = old
    if period == old.period { limit.useSeconds = min(useSeconds, old.useSeconds) }
    limit.applications += applications.filter { !old.applications.contains($0) }
    limit.sets += sets.filter { !old.sets.contains($0) }
    limit.categories += categories.filter { !old.categories.contains($0) }
    limit.domains += domains.filter { !old.domains.contains($0) }
    limit.countsEverything = countsEverything || old.countsEverything
    limit.exceptions.applications = old.exceptions.applications.filter(exceptions.applications.contains)
    limit.exceptions.categories = old.exceptions.categories.filter(exceptions.categories.contains)
    limit.exceptions.domains = old.exceptions.domains.filter(exceptions.domains.contains)
    limit.days = days.union(old.days)
    limit.warningSeconds = warningSeconds
    limit.extra = .limited(extra, to: old.extra) { extra, old in
      Extra(lengthSeconds: min(extra.lengthSeconds, old.lengthSeconds), count: min(extra.count, old.count))
    }
    return limit
  }

  /// The limit with each target once, in order: how targets are listed has no effect.
  var normal: UsageLimit {
    var limit = self
    limit.applications = Set(applications).sorted()
    limit.sets = Set(sets).sorted()
    limit.categories = Set(categories).sorted()
    limit.domains = Set(domains).sorted()
    limit.exceptions.applications = Set(exceptions.applications).sorted()
    limit.exceptions.categories = Set(exceptions.categories).sorted()
    limit.exceptions.domains = Set(exceptions.domains).sorted()
    return limit
  }

  /// Returns the limit with the targets of its sets in place of their names. `set` looks up a set by name.
  func including(_ set: (String) -> TargetSet?) -> UsageLimit {
    guard !sets.isEmpty else { return self }
    var limit = self
    limit.sets = []
    for set in sets.compactMap(set) {
      limit.applications += set.applications
      limit.domains += set.domains
    }
    return limit
  }
}

extension AllowedTargets {
  fileprivate init(applications: [ApplicationName], categories: [ApplicationCategory], domains: [DomainName]) {
    (self.applications, self.categories, self.domains) = (applications, categories, domains)
  }

  /// The names of the targets.
  fileprivate var names: [String] {
    applications.map(\.text).sorted() + categories.map(\.name).sorted() + domains.map(\.text).sorted()
  }
}

extension [UsageLimit] {
  /// The limits in a few words; `none` without any.
  var text: String { isEmpty ? "none" : map(\.text).joined(separator: "; ") }

  /// Whether a change from `old` to these limits can leave anything less limited. A limit is known by its place, because
  /// the use that it has counted belongs to the place.
  func loosen(_ old: [UsageLimit]) -> Bool {
    count < old.count || zip(self, old).contains { $0.loosens($1) }
  }

  /// The limits that allow only what both these limits and `old` allow.
  func limited(to old: [UsageLimit]) -> [UsageLimit] {
    old.enumerated().map { $0.offset < count ? self[$0.offset].limited(to: $0.element) : $0.element }
      + dropFirst(old.count)
  }
}
