import SchedulerCivilTime

/// A limit of an enabled profile, with everything that counting needs.
struct CountedLimit: Sendable {
  /// The profile.
  let profile: ProfileReference
  /// The place among the limits of the profile, from 0.
  let position: Int
  /// The limit, with the targets of its sets.
  let limit: UsageLimit
  /// The limit in words, with the names of its sets.
  let text: String
  /// The counted targets in words, with the names of the sets.
  let targetText: String
  /// The layer that decides what is counted, and that is applied when the use is reached.
  let layer: Layer
  /// The zone whose clocks begin a day.
  let zone: ZoneRules
  /// The clock that the profile follows.
  let clock: ProfileClock
  /// Whether the profile has a strict lock.
  let isStrict: Bool
  /// The limit without its targets, for exceptions from `all`.
  private let exceptions: Layer

  /// Creates the limit at a place of a profile.
  init(of profile: Profile, at position: Int, in configuration: Configuration) {
    self.profile = profile.reference
    self.position = position
    limit = profile.limits[position].including(configuration.set)
    (text, targetText) = (profile.limits[position].text, profile.limits[position].targetText)
    zone = profile.zone?.rules ?? configuration.zone.rules
    clock = profile.lock.clock
    isStrict = profile.lock == .strict
    var layer = Layer(of: profile.reference)
    layer.users = Set(profile.users).sorted()
    layer.groups = Set(profile.groups).sorted()
    layer.screen.words = profile.screen
    layer.screen.icon = profile.icon
    layer.screen.color = profile.color
    var exceptions = Layer(of: profile.reference)
    exceptions.applications.block = limit.exceptions.applications
    exceptions.applications.blockCategories = limit.exceptions.categories
    exceptions.domains.block = limit.exceptions.domains
    self.exceptions = exceptions
    layer.applications.default = limit.countsEverything ? .block : .allow
    layer.applications.block = Set(limit.applications).sorted()
    layer.applications.allow = Set(limit.exceptions.applications).sorted()
    layer.applications.blockCategories = Set(limit.categories).sorted()
    layer.applications.allowCategories = Set(limit.exceptions.categories).sorted()
    layer.domains.default = limit.countsEverything ? .block : .allow
    layer.domains.block = Set(limit.domains.filter { !$0.isLoopback }).sorted()
    layer.domains.allow = Set(limit.exceptions.domains).sorted()
    layer.deniesAppRemoval = profile.lock == .strict
    self.layer = layer
  }

  /// Returns the limits of the enabled profiles.
  static func all(in configuration: Configuration) -> [CountedLimit] {
    configuration.profiles.filter { $0.isEnabled && !$0.limits.isEmpty }.flatMap { profile in
      profile.limits.indices.map { CountedLimit(of: profile, at: $0, in: configuration) }
    }
  }

  /// Returns the positions of limits by their places.
  static func index(of limits: [CountedLimit]) -> [LimitPlace: Int] {
    Dictionary(limits.enumerated().map { ($0.element.place, $0.offset) }) { first, _ in first }
  }

  /// The place in the configuration.
  var place: LimitPlace { LimitPlace(profile: profile.id, position: position) }

  /// Whether the limit may hold for a user who is known by name, or whose groups are known as well.
  func mayCover(_ name: String, known user: UserIdentity?) -> Bool {
    if let user { return covers(user) }
    return layer.coversEverybody || !layer.groups.isEmpty || layer.users.contains(name)
  }

  /// Whether the limit holds for a user. A user without a name cannot be named by a layer, and is not limited.
  func covers(_ user: UserIdentity) -> Bool { user.name != nil && layer.covers(user) }

  /// Whether the running time of programs can stand for the use, because not only domains are counted.
  var countsPrograms: Bool {
    limit.countsEverything || !limit.applications.isEmpty || !limit.categories.isEmpty
  }

  /// Whether what measures the use of a person measures something that the limit counts.
  func isMeasured(by measurement: UseMeasurement) -> Bool { countsPrograms || measurement.knowsPages }

  /// Whether the limit counts domains that nothing measures beside what is measured.
  func lacksDomains(_ measurement: UseMeasurement) -> Bool {
    countsPrograms && !layer.domains.block.isEmpty && !measurement.knowsPages
  }

  /// Whether the use of a target counts. An application and a domain of it count once.
  ///
  /// Complexity: O(entries).
  func counts(_ target: UsedTarget) -> Bool {
    !isExcepted(target) && (limit.countsEverything || Self.isListed(target, in: layer))
  }

  /// Whether the running time of an application counts, because the limit can block it.
  ///
  /// - Parameter countsDomains: whether a browser stands for the domains that it may show.
  func countsProgram(_ application: ApplicationIdentity, forDomains countsDomains: Bool) -> Bool {
    let target = UsedTarget(application: application)
    if isExcepted(target) { return false }
    let isBrowser = application.categories.contains(.webBrowser)
    return Self.isListed(target, in: layer) || limit.applications.contains(where: application.mayBeScript)
      || countsDomains && isBrowser && !layer.domains.block.isEmpty
  }

  private func isExcepted(_ target: UsedTarget) -> Bool { Self.isListed(target, in: exceptions) }

  private static func isListed(_ target: UsedTarget, in layer: Layer) -> Bool {
    let parts = [ResolvedTarget.application(target.application)] + (target.domain.map { [.domain($0)] } ?? [])
    return parts.contains { layer.decision(on: $0, machine: MachineNames()).isBlocked }
  }

  /// Returns the layer that is applied to a user.
  func layer(for user: String) -> Layer {
    var layer = layer
    layer.users = [user]
    layer.groups = []
    return layer
  }
}

/// A place among the limits of a profile, from 0.
struct LimitPlace: Hashable, Sendable {
  let profile: ProfileID
  let position: Int
}

/// A limit of a profile, and the person whose use it counts.
struct LimitKey: Hashable, Comparable, Sendable {
  /// The profile.
  let profile: ProfileID
  /// The place among the limits of the profile, from 0.
  let position: Int
  /// The name of the user.
  let user: String

  static func < (a: LimitKey, b: LimitKey) -> Bool {
    (a.profile, a.position, a.user) < (b.profile, b.position, b.user)
  }

  /// The place of the limit.
  var place: LimitPlace { LimitPlace(profile: profile, position: position) }

  /// The beginning of the keys of records.
  static let prefix = "limit:"

  /// The key of the record: `limit:<profile uuid>:<position>:<user>`.
  var recordKey: String { "\(Self.prefix)\(profile):\(position):\(user)" }

  /// The key of a profile, a place and a user.
  init(profile: ProfileID, position: Int, user: String) {
    (self.profile, self.position, self.user) = (profile, position, user)
  }

  /// Reads the key of a record; nil for other keys.
  init?(recordKey: String) {
    guard recordKey.hasPrefix(Self.prefix) else { return nil }
    let parts = recordKey.dropFirst(Self.prefix.count).split(separator: ":", maxSplits: 2)
    guard parts.count == 3, let profile = UUIDValue(parts[0]), let position = Int(parts[1]), position >= 0 else {
      return nil
    }
    self.init(profile: ProfileID(profile), position: position, user: String(parts[2]))
  }
}

/// The period in which use is counted now.
struct LimitPeriod: Hashable, Sendable {
  /// The instant at which it began, by the profile's clock.
  let start: Instant
  /// When a day ends; nil for the other periods, which end with their session.
  var renewal: BreakBudget.Renewal?
  /// The session; nil for a day.
  var session: SessionID?

  /// Whether this is the period of a counter. Days are not compared: a clock that is set begins no other day before the
  /// renewal.
  func isPeriod(of counter: LimitCounter) -> Bool {
    session == counter.period.session && (session == nil || start == counter.period.start)
  }

  /// Returns the day that contains the present; nil on a day on which the limit does not hold.
  static func day(of counted: CountedLimit, at present: Present) -> LimitPeriod? {
    let (limit, zone) = (counted.limit, counted.zone)
    func start(on date: CivilDate) -> Instant {
      let seconds = Int64(date.epochDay) * 86_400 + Int64(limit.dayStart.secondsSinceMidnight)
      return zone.resolve(localSeconds: seconds).compatible
    }
    let today = zone.civil(at: present.wall).date
    // No day begins on a date that the zone skips.
    let dates = (0...2).lazy.compactMap { today.adding(days: -$0) }
    guard let date = dates.first(where: { zone.dateExists($0) && start(on: $0) <= present.wall }),
      limit.days.contains(date.weekday),
      let renewal = BreakBudget.Renewal(after: present.wall, at: limit.dayStart, in: zone, present)
    else { return nil }
    let start = start(on: date)
    return LimitPeriod(start: min(start, present.wall), renewal: renewal)
  }
}

extension ApplicationIdentity {
  /// Whether a running application may be the script at a path: a process has the beginning of the script's file name, and
  /// not its path.
  fileprivate func mayBeScript(_ script: ApplicationName) -> Bool {
    guard script.isPath, !paths.contains(where: { ApplicationName($0).fileName == script.fileName }) else {
      return false
    }
    return fileNames.contains(where: script.isFile(ofProcessNamed:))
  }
}

extension ApplicationName {
  /// Whether the file may be the one that a process with a name runs: the system keeps the first 15 bytes of the file name,
  /// see comm in proc(5).
  public func isFile(ofProcessNamed name: String) -> Bool {
    fileName == name[...] || name.utf8.count == 15 && fileName.hasPrefix(name)
  }
}
