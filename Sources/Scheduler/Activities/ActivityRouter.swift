import SchedulerCivilTime

/// Finds the handler of an activity by its name.
public struct ActivityRouter: Sendable {
  /// The names that were added to those of the language.
  public private(set) var registry = ActivityRegistry()
  private var kinds: [String: any TimerActivity] = [:]
  /// The interval sources that were added, by name.
  private(set) var sources: [String: RegisteredSource] = [:]
  /// The activities that are monitored, in the order of registration.
  public private(set) var monitored: [MonitoredActivity] = []
  /// The choices for monitored activities.
  public var monitoringRules = MonitoringRules()

  /// An interval source and the handler of its intervals.
  struct RegisteredSource: Sendable {
    let source: any IntervalSource
    let profile: ProfileKey?
    let handler: any TimerActivity
  }

  /// The kinds of the language, including those of earlier programs, which cannot be registered.
  static let builtInKinds: Set<String> = [
    "schedule", "break", "strategy", "pause", "access", "ScheduleTimerActivity", "BreakScheduleActivity",
    "StrategyTimerActivity", "PauseScheduleActivity", "SoftUnblockGrantTimerActivity",
  ]

  /// A router of the language's own activities.
  public init() {}

  /// Registers a handler for every activity whose name starts with `kind:`.
  ///
  /// - Returns: false, without registering it, if the kind is empty, has a colon, or is one of the language's own.
  @discardableResult
  public mutating func register(kind: String, handler: any TimerActivity) -> Bool {
    guard !kind.isEmpty, !kind.utf8.contains(UInt8(ascii: ":")), !Self.builtInKinds.contains(kind) else { return false }
    registry.kinds.insert(kind)
    kinds[kind] = handler
    return true
  }

  /// Registers a source whose intervals the engine runs under a name, and the handler of that activity.
  ///
  /// - Parameters:
  ///   - source: the source of the intervals.
  ///   - name: the name of the activity, verbatim.
  ///   - profile: the profile whose plan the handler receives; nil for none.
  ///   - handler: receives the starts and ends.
  /// - Returns: false, without registering it, if the name is one of the language's own.
  @discardableResult
  public mutating func register(
    source: any IntervalSource, named name: String, profile: ProfileKey? = nil, handler: any TimerActivity
  ) -> Bool {
    let prefix = name.prefix { $0 != ":" }
    guard !name.isEmpty, !Self.builtInKinds.contains(String(prefix)), UUIDValue(name) == nil else { return false }
    registry.sources.insert(name)
    sources[name] = RegisteredSource(source: source, profile: profile, handler: handler)
    return true
  }

  /// Adds a monitored activity after all others. It replaces one of that name.
  ///
  /// Pass a router with the activities that were monitored before to an engine that continues from its records. A
  /// running engine takes `Input.startMonitoring` instead. The engine keeps the progress of activities that the router
  /// lacks, in case a later router has them again; `Input.stopMonitoring` removes it. Progress of a threshold belongs to
  /// the threshold of that name: a threshold without any begins anew, and progress without a threshold is dropped.
  public mutating func monitor(_ activity: MonitoredActivity) {
    stopMonitoring([activity.name])
    monitored.append(activity)
  }

  /// Removes monitored activities.
  mutating func stopMonitoring(_ names: Set<String>) { monitored.removeAll { names.contains($0.name) } }

  /// Gives the monitored activities the intervals that they have in another zone.
  mutating func moveMonitored(to zone: ZoneRules) {
    for index in monitored.indices { monitored[index].intervals = monitored[index].intervals.moved(to: zone) }
  }

  /// The handler of an activity; nil when its kind or source was not registered.
  public func handler(of activity: ActivityName) -> (any TimerActivity)? {
    switch activity {
    case .schedule: ScheduleActivity()
    case .break: LiftActivity(kind: .break)
    case .pause: LiftActivity(kind: .pause)
    case .strategy: StrategyActivity()
    case .access: AccessActivity()
    case .registered(let name):
      sources[name]?.handler ?? kinds[String(name.prefix { $0 != ":" })]
    }
  }
}
