import SchedulerCivilTime

/// The configurations that were accepted one after the other and are not yet wholly in force, and what is in force of them.
///
/// Tightening is instant, loosening waits. The first configuration is in force wholly. Each later one is put in the place of
/// what is in force of those before it, but for what may not loosen yet; when nothing of it waits any more, it is the first.
/// So an edit that is withdrawn leaves nothing behind, one that is repeated keeps its time, and a further one has its
/// own. One that loosens nothing of the newest takes its place: what waits there goes on waiting, and there are not
/// more that wait.
struct ConfigurationSuccession: Sendable {
  /// A configuration of which something waits.
  struct Successor: Sendable {
    /// Tells it from the others.
    let number: Int64
    /// What was accepted.
    fileprivate(set) var configuration: Configuration
    /// What its changes wait for.
    fileprivate(set) var waits: LooseningWaits
    /// The profiles of which something waits, by their identities before; nil for what the files say about everything.
    fileprivate(set) var waiting: [ProfileID?] = []
  }

  /// The configuration that is in force wholly.
  private(set) var first: Configuration
  /// Its number.
  private(set) var firstNumber: Int64 = 0
  /// Those accepted after it, in order.
  private(set) var successors: [Successor] = []
  /// What is in force.
  private(set) var inForce: Configuration

  /// A configuration that is in force wholly.
  init(_ configuration: Configuration) {
    first = configuration
    inForce = configuration
  }

  /// What was accepted last.
  var newest: Configuration { successors.last?.configuration ?? first }

  /// All that were accepted and matter, the newest one at the end.
  var configurations: [Configuration] { [first] + successors.map(\.configuration) }

  /// Their numbers, ascending: each is given once.
  var numbers: [Int64] { [firstNumber] + successors.map(\.number) }

  /// Goes on from what was written down.
  ///
  /// - Parameters:
  ///   - configurations: all that were accepted and matter, one more than `waits`.
  ///   - waits: what those behind the first wait for.
  init(_ configurations: [Configuration], _ waits: [LooseningWaits]) {
    first = configurations[0]
    inForce = first
    for (configuration, waits) in zip(configurations.dropFirst(), waits) {
      successors.append(
        Successor(number: Int64(successors.count + 1), configuration: configuration, waits: waits))
    }
    settle()
  }

  /// Takes a newer configuration.
  ///
  /// - Parameter strict: the profiles of which a strict session runs.
  mutating func accept(_ configuration: Configuration, at present: Present, strict: [ProfileID: SessionID]) {
    let number = (numbers.last ?? 0) + 1
    let cooldown = inForce.longestCooldownSeconds
    guard cooldown > 0 || !strict.isEmpty else {
      self = ConfigurationSuccession(configuration)
      firstNumber = number
      return
    }
    let files = LooseningWaits.Wait(
      due: present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: cooldown)), isOver: false)
    var waits = LooseningWaits(
      at: present, files: files, sessions: strict.values.sorted(), profiles: [:])
    if let last = successors.last,
      waits.ranges.allSatisfy({ last.configuration.isOnlyTightened(by: configuration, in: $0) })
    {
      successors[successors.count - 1].configuration = configuration
      return settle()
    }
    let changed = waits.ranges.flatMap {
      ConfigurationDifference(from: inForce, to: configuration, in: $0).profiles
    }
    let seconds = inForce.cooldowns
    var profiles: [ProfileID: LooseningWaits.Wait] = [:]
    for profile in changed where !profile.isEmpty {
      guard let id = profile.old?.id else { continue }
      let cooldown = seconds[id] ?? inForce.daemon.cooldownSeconds
      profiles[id] = LooseningWaits.Wait(
        due: present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: cooldown)),
        isOver: cooldown == 0 && strict[id] == nil)
    }
    waits = LooseningWaits(
      at: present, files: files, sessions: waits.sessions, profiles: profiles)
    successors.append(Successor(number: number, configuration: configuration, waits: waits))
    settle()
  }

  /// Lets everything wait from the present on, as if it had just been accepted.
  mutating func waitAnew(at present: Present) {
    for index in successors.indices { successors[index].waits = successors[index].waits.beginning(at: present) }
    settle()
  }

  /// The machine's own zone has these rules.
  mutating func follow(_ rules: ZoneRules) {
    first = first.following(rules)
    for index in successors.indices {
      successors[index].configuration = successors[index].configuration.following(rules)
    }
    settle()
  }

  /// Finds out what is in force, and forgets those before one that is in force wholly.
  private mutating func settle() {
    inForce = first
    var whole: Int?
    for index in successors.indices {
      let successor = successors[index]
      let tightened = successor.tightened(from: inForce)
      let waiting = successor.subjects(from: tightened).filter { !successor.waits[$0].isOver }
      inForce = waiting.isEmpty ? successor.configuration : tightened
      successors[index].waiting = waiting
      if waiting.isEmpty { whole = index }
    }
    guard let whole else { return }
    first = successors[whole].configuration
    firstNumber = successors[whole].number
    successors.removeFirst(whole + 1)
  }
}

extension ConfigurationSuccession {
  /// The earliest instant at which something that waits has waited long enough; nil when nothing has.
  ///
  /// - Parameter reached: what is known to have gone before; nil for nothing.
  func firstRipe(in book: SessionBook, at present: Present, after reached: Instant?) -> Instant? {
    var first: Instant?
    for successor in successors {
      for due in successor.dues(in: book) where due <= present.elapsed {
        let instant = max(present.instant(of: .elapsed(due)), reached ?? Instant(epochSeconds: .min))
        first = first.map { min($0, instant) } ?? instant
      }
    }
    return first
  }

  /// Elapsed time at which the next cooldown is over that nothing else waits for; `Int64.max` for never.
  func nextDue(in book: SessionBook) -> Int64 { successors.lazy.flatMap { $0.dues(in: book) }.min() ?? .max }

  /// Puts in force what has waited until an instant.
  mutating func end(until instant: Instant, in book: SessionBook, at present: Present) {
    for index in successors.indices {
      for profile in successors[index].waiting {
        guard let due = successors[index].due(of: profile, in: book), due <= present.elapsed,
          present.instant(of: .elapsed(due)) <= instant
        else { continue }
        successors[index].waits.end(for: profile)
      }
    }
    settle()
  }
}

extension ConfigurationSuccession.Successor {
  /// The configuration with all of an older one that has to stay, wherever intervals are compared.
  fileprivate func tightened(from old: Configuration) -> Configuration {
    waits.ranges.reduce(configuration) { newer, range in
      old.tightened(by: newer, in: range) { !waits[$0].isOver }.configuration
    }
  }

  /// Of what the configuration differs from what is in force: the profiles by their identities before, and nil for what the
  /// files say about everything.
  fileprivate func subjects(from inForce: Configuration) -> [ProfileID?] {
    waits.ranges.reduce(into: []) { subjects, range in
      let difference = ConfigurationDifference(from: inForce, to: configuration, in: range)
      for subject in difference.subjects where !subjects.contains(subject) { subjects.append(subject) }
    }
  }

  /// When the cooldowns are over of what waits for no session.
  fileprivate func dues(in book: SessionBook) -> [Int64] { waiting.compactMap { due(of: $0, in: book) } }

  /// When a cooldown is over; nil while a session is waited for, too.
  fileprivate func due(of profile: ProfileID?, in book: SessionBook) -> Int64? {
    isHeld(profile, by: book) ? nil : waits[profile].due
  }

  /// Whether a session that runs is waited for.
  func isHeld(_ profile: ProfileID?, by book: SessionBook) -> Bool {
    if let profile, !waits.waitsAsFiles(profile) { return book[profile]?.isLocked ?? false }
    return book.sessions.values.contains { $0.isLocked && waits.sessions.contains($0.id) }
  }
}

extension ConfigurationDifference {
  /// The profiles that differ, by their identities before, and nil when what the files say about everything does.
  fileprivate var subjects: [ProfileID?] {
    (settings.isEmpty ? [] : [nil]) + profiles.filter { !$0.isEmpty }.map { ($0.old ?? $0.reference).id }
  }
}

extension Configuration {
  /// How long loosening changes of each profile wait, in seconds.
  fileprivate var cooldowns: [ProfileID: Int64] {
    Dictionary(profiles.map { ($0.id, cooldownSeconds(of: $0)) }) { first, _ in first }
  }

  /// The longest of all cooldowns, in seconds: what is said about everything at once waits so long.
  fileprivate var longestCooldownSeconds: Int64 {
    profiles.reduce(daemon.cooldownSeconds) { max($0, cooldownSeconds(of: $1)) }
  }
}
