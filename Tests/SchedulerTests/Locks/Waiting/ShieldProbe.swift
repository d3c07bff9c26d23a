import SchedulerCivilTime

@testable import Scheduler

/// What a profile blocks, tried out at some instants for some users and targets.
struct ShieldProbe {
  /// A target at an instant for a user, by their positions.
  struct Case: Hashable {
    let instant: Int
    let user: Int
    let target: Int
  }

  private let instants: Set<Int>
  private let users: Set<Int>
  private let targets: Set<Int>

  /// Tries a profile by its identity; one that is not there, or is disabled, blocks nothing.
  init(_ id: ProfileID, in configuration: Configuration, at instants: [Instant]) {
    guard let profile = configuration.profiles.first(where: { $0.id == id }), profile.isEnabled else {
      (self.instants, users, targets) = ([], [], [])
      return
    }
    let timeline = configuration.timeline(of: profile)
    let layer = configuration.layer(of: profile)
    self.instants = Set(instants.indices.filter { timeline.isActive(at: instants[$0]) })
    users = Set(Self.users.indices.filter { layer.covers(Self.users[$0]) })
    targets = Set(
      Self.targets.indices.filter { layer.decision(on: Self.targets[$0], machine: MachineNames()).isBlocked })
  }

  /// What is blocked.
  var blocked: Set<Case> { Self.cases(instants, users, targets) }

  /// Each target of either for each user of either at each instant of either.
  func hull(with other: ShieldProbe) -> Set<Case> {
    if blocked.isEmpty { return other.blocked }
    if other.blocked.isEmpty { return blocked }
    return Self.cases(instants.union(other.instants), users.union(other.users), targets.union(other.targets))
  }

  /// Whether both differ in at most one of time, users and targets.
  func differsInOneThing(from other: ShieldProbe) -> Bool {
    [instants == other.instants, users == other.users, targets == other.targets].count { !$0 } <= 1
  }

  private static func cases(_ instants: Set<Int>, _ users: Set<Int>, _ targets: Set<Int>) -> Set<Case> {
    var cases: Set<Case> = []
    for instant in instants {
      for user in users {
        for target in targets { cases.insert(Case(instant: instant, user: user, target: target)) }
      }
    }
    return cases
  }

  /// Instants in a range at which something changes, and those in the middle between two.
  static func instants(of configurations: [Configuration], in range: Range<Instant>) -> [Instant] {
    var ends: Set<Int64> = []
    for track in configurations.flatMap(\.timeline.tracks) {
      for interval in track.timeline.intervals(endingAfter: range.lowerBound).prefix(6) {
        ends.formUnion([interval.start.epochSeconds, interval.end.epochSeconds])
      }
    }
    let sorted = ends.filter { range.contains(Instant(epochSeconds: $0)) }.sorted()
    let middles = zip(sorted, sorted.dropFirst()).map { ($0 + $1) / 2 }
    return (sorted + middles).map { Instant(epochSeconds: $0) }
  }

  private static let users = [
    UserIdentity(name: "kim"), UserIdentity(name: "sam", groups: ["staff"]),
    UserIdentity(name: "pat", groups: ["crew"]),
    UserIdentity(name: "root", groups: ["staff"], isRoot: true),
  ]

  private static let targets: [ResolvedTarget] =
    (RandomConfigurations.probes + ["g.org", "y.x.b.a.org"]).map { .domain(DomainName(checked: $0)) }
    + RandomConfigurations.pages.map { .page($0) } + applications.map { .application($0) }

  /// Applications of one name and of several.
  static let applications: [ApplicationIdentity] = {
    let names: [(Set<String>, Set<String>)] = [
      (["one"], []), (["two"], []), (["four"], []), (["five"], []), ([], ["/bin/three"]), ([], ["/bin/one"]),
      (["one", "two"], []), (["two", "four"], ["/bin/three"]), ([], []),
    ]
    return names.flatMap { names, paths in
      [[], [RandomEdits.categories[0]], RandomEdits.categories].flatMap { categories in
        [true, false].map { isDesktop in
          ApplicationIdentity(
            paths: paths, fileNames: names, categories: Set(categories), isDesktopApplication: isDesktop)
        }
      }
    }
  }()
}
