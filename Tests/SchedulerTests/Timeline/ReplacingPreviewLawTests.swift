import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// The previews of random profiles, some of which replace others, agree with the engine. No command is given, and the
/// engine starts without sessions eight days before the instant in question.
@Suite struct ReplacingPreviewLawTests {
  /// Zones, and a date near a change of their clocks.
  private static let places = [
    ("Europe/Berlin", (2026, 3, 29)), ("Europe/Berlin", (2026, 10, 25)), ("America/New_York", (2026, 11, 1)),
    ("Australia/Lord_Howe", (2026, 10, 4)), ("Pacific/Apia", (2011, 12, 30)),
  ]

  @Test(arguments: 0..<5, Laws.cases(1...60 as ClosedRange<UInt64>, few: 1))
  func `previews show what the engine does without commands`(place: Int, seed: UInt64) throws {
    let (zone, (year, month, day)) = Self.places[place]
    let center = try #require(CivilDate(year: year, month: month, day: day))
    var random = SeededGenerator(seed: seed &* 1000 + UInt64(place))
    let configuration = Self.configuration(try SchedulerTests.zone(zone), around: center, using: &random)
    let days = Int64(center.epochDay) + Int64.random(in: -4...4, using: &random)
    let from = Instant(epochSeconds: days * 86_400 + 60 * Int64.random(in: 0..<1_440, using: &random))
    let range = from..<from.adding(seconds: 8 * 86_400)
    var engine = EngineRun(configuration, from: from.adding(seconds: -8 * 86_400), asked: from)
    engine.run(until: range.upperBound.adding(seconds: 9 * 86_400))
    let what = "seed \(seed) place \(place) from \(from.epochSeconds) \(Self.words(configuration))"
    let timeline = configuration.timeline
    #expect(timeline.hasReplacing)
    let preview = timeline.intervals(endingAfter: from).prefix { $0.interval.start < range.upperBound }.map { element in
      Ran(
        key: timeline.tracks[element.track].profile.key.text, start: element.interval.start, end: element.interval.end)
    }
    let ran = engine.ran.filter { from < $0.end && $0.start < range.upperBound && $0.start < $0.end }
    #expect(preview == ran.sorted(), "\(what)")
    let edges = timeline.edges(from: from).prefix { $0.edge.instant < range.upperBound }.map { element in
      "\(element.edge.instant.epochSeconds) \(element.edge.kind.name) \(timeline.tracks[element.track].profile.key)"
    }
    #expect(edges == engine.edges(in: range), "\(what)")
    let outlook = configuration.outlook(
      on: .domain(Self.shared), for: nil, at: from, machine: MachineNames())
    #expect(outlook.isBlocked == engine.wasBlocked, "\(what)")
    #expect(outlook.stances.filter { $0.isBlocker && $0.holds }.map(\.profile.key.text) == engine.blockers, "\(what)")
    #expect(outlook.change == engine.change, "\(what)")
    let search = OutlookSearch(configuration, on: .domain(Self.shared), for: nil, at: from, machine: MachineNames())
    #expect(search.resultInSteps.words == outlook.words, "\(what)")
    var cursor = IntervalListing.Cursor(IntervalListing(timeline, from: from, until: range.upperBound, limit: .max))
    var starts: [Instant] = []
    func note(_ track: Int, _ interval: Interval, _ remarks: [Remark]) -> Bool {
      starts.append(interval.start)
      return true
    }
    while !cursor.advance(by: 1, note) {}
    #expect(starts == preview.map(\.start), "\(what)")
    for key in timeline.tracks.map(\.profile.key) {
      let alone = timeline.showing { $0.key == key }.intervals(endingAfter: from)
      let starts = alone.prefix { $0.interval.start < range.upperBound }.map(\.interval.start)
      #expect(starts == preview.filter { $0.key == key.text }.map(\.start), "\(key): \(what)")
    }
  }

  private static let shared = DomainName(checked: "shared.example")

  private static func words(_ configuration: Configuration) -> String {
    configuration.profiles.map { "\n\($0.key) \($0.overlap) \($0.lock) \($0.unlockKeys.count) \($0.windows)" }.joined()
  }

  /// Returns a configuration of two to seven profiles. At least one of them replaces others.
  private static func configuration(
    _ zone: ZoneRules, around date: CivilDate, using random: inout SeededGenerator
  ) -> Configuration {
    var profiles = RandomProfiles.make(system: zone, fixed: .utc, using: &random)
    let crowd = ["x", "y"].map { Profile(ProfileReference(key: $0.profileKey)) }
    profiles += crowd
    for index in profiles.indices {
      profiles[index].overlap = Int.random(in: 0..<3, using: &random) == 0 ? .replace : .stack
      profiles[index].lock = [.none, .none, .remote, .strict].randomElement(using: &random) ?? .none
      if Int.random(in: 0..<6, using: &random) == 0 { profiles[index].unlockKeys = [UnlockKey(.text(length: 8))] }
      profiles[index].block.domains = .listed(Bool.random(using: &random) ? [shared] : [])
      if index >= profiles.count - 2 {
        let windows = RandomWindows.make(around: date, using: &random)
        profiles[index].windows = windows.prefix(4).map(\.window)
      }
    }
    let last = profiles.count - 1
    profiles[last].overlap = .replace
    return Configuration(zone: ConfiguredZone(.identifier(zone.identifier), rules: zone), profiles: profiles)
  }
}

/// An interval that ran.
private struct Ran: Hashable, Comparable {
  let key: String
  let start: Instant
  let end: Instant

  static func < (a: Ran, b: Ran) -> Bool { (a.start, a.end, a.key) < (b.start, b.end, b.key) }
}

/// An engine that runs without commands, and what it has done.
private struct EngineRun {
  private var machine: VirtualMachine
  private let asked: Instant
  private var open: [String: Instant] = [:]
  private var events: [Event] = []
  private(set) var ran: [Ran] = []
  /// The profiles that blocked the shared domain when they were asked.
  private(set) var blockers: [String] = []
  /// When that was first different afterwards.
  private(set) var change: Instant?

  var wasBlocked: Bool { !blockers.isEmpty }

  init(_ configuration: Configuration, from start: Instant, asked: Instant) {
    machine = VirtualMachine(configuration, at: start)
    self.asked = asked
  }

  mutating func run(until end: Instant) {
    machine.handle(.time)
    take()
    while let next = machine.nextWake, next < end {
      if machine.moment.wall < asked, asked <= next { look(at: asked) }
      if machine.moment.wall < next { machine.pass(next.seconds(since: machine.moment.wall)) }
      machine.handle(.time)
      take()
      let isBlocked = !machine.blockersOfShared.isEmpty
      if asked < machine.moment.wall, change == nil, isBlocked != wasBlocked { change = machine.moment.wall }
    }
    if machine.moment.wall < asked { look(at: asked) }
  }

  /// Evaluates at an instant and notes who blocks the shared domain.
  private mutating func look(at instant: Instant) {
    machine.pass(instant.seconds(since: machine.moment.wall))
    machine.handle(.time)
    take()
    blockers = machine.blockersOfShared
  }

  private mutating func take() {
    for case .event(let event) in machine.transition.entries
    where event.activity?.description.hasPrefix("schedule:") == true {
      events.append(event)
      guard let key = event.profile?.key.text else { continue }
      if event.name == .intervalDidStart { open[key] = event.delivered.instant }
      if event.name == .intervalDidEnd, let start = open.removeValue(forKey: key) {
        ran.append(Ran(key: key, start: start, end: event.delivered.instant))
      }
    }
    machine.forgetInputs()
  }

  /// The edges that were delivered in a range.
  func edges(in range: Range<Instant>) -> [String] {
    events.filter { range.contains($0.delivered.instant) }.map {
      "\($0.delivered.instant.epochSeconds) \($0.name.rawValue) \($0.profile?.key.text ?? "")"
    }
  }
}

extension VirtualMachine {
  /// The profiles whose applied layers block the shared domain.
  fileprivate var blockersOfShared: [String] {
    let target = ResolvedTarget.domain(DomainName(checked: "shared.example"))
    return engine.shield.map(\.layer).filter { $0.decision(on: target, machine: MachineNames()).isBlocked }
      .map(\.profile.key.text).sorted()
  }
}
