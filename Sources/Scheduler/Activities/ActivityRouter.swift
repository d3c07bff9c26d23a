import SchedulerCivilTime

/// Finds the handler of an activity by its name.
public struct ActivityRouter: Sendable {
  /// The names that were added to those of the language.
  public private(set) var registry = ActivityRegistry()
  private var kinds: [String: any TimerActivity] = [:]
  /// The interval sources that were added, by name.
  private(set) var sources: [String: RegisteredSource] = [:]

  /// An interval source and the handler of its intervals.
  struct RegisteredSource: Sendable {
    let source: any IntervalSource
    let profile: ProfileKey?
    let handler: any TimerActivity
  }

  /// The kinds of the language, which nobody can take.
  static let builtInKinds: Set<String> = ["schedule", "break", "strategy", "pause", "access"]

  /// A router of the language's own activities.
  public init() {}

  /// Lets a handler take activities named `kind:` and anything.
  ///
  /// - Returns: false, and nothing changes, when the kind is empty, has a colon, or is one of the language's own.
  @discardableResult
  public mutating func register(kind: String, handler: any TimerActivity) -> Bool {
    guard !kind.isEmpty, !kind.utf8.contains(UInt8(ascii: ":")), !Self.builtInKinds.contains(kind) else { return false }
    registry.kinds.insert(kind)
    kinds[kind] = handler
    return true
  }

  /// Lets the engine run the intervals of a source under a name, and a handler take them.
  ///
  /// - Parameters:
  ///   - source: what knows the intervals.
  ///   - name: the name of the activity, verbatim.
  ///   - profile: the profile that they concern, whose plan the handler is given; nil for none.
  ///   - handler: what takes their starts and ends.
  /// - Returns: false, and nothing changes, when the name is one that the language reads by itself.
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
