import SchedulerCivilTime

extension Engine {
  /// The configurations that were accepted and of which something is in force or waits, the newest one at the end: what
  /// `init(_:after:…)` needs to go on.
  public var acceptedConfigurations: [Configuration] { succession.configurations }

  /// What was accepted last; what of it loosens may wait, see `configuration`.
  public var newestConfiguration: Configuration { succession.newest }

  /// Takes a newer configuration: what of it does not loosen, and what need not wait, is in force at once.
  mutating func accept(_ configuration: Configuration, at present: Present) {
    succession.accept(configuration, at: present, strict: book.strictSessions)
    reload(at: present, as: present.wall)
  }

  /// Takes configurations that were accepted before, and of which nobody knows any more how long they have waited.
  mutating func waitAnew(for configurations: [Configuration]) {
    let present = state.present ?? Present(Moment(wall: Instant(epochSeconds: 0), boot: 0, bootID: ""), elapsed: 0)
    for configuration in configurations {
      succession.accept(configuration, at: present, strict: book.strictSessions)
    }
    adoptSuccession()
  }

  /// At the first evaluation, what waits without anybody knowing since when waits from now on.
  mutating func beginWaiting(at present: Present) {
    guard !succession.successors.isEmpty else { return }
    succession.waitAnew(at: present)
    adoptSuccession()
  }

  /// The edge at which something that waited comes into force; nil while nothing does.
  func looseningEdge(after reached: Instant?, _ present: Present) -> DueEdge? {
    succession.firstRipe(in: book, at: present, after: reached).map { instant in
      DueEdge(planned: instant, rank: .configuration, subject: EdgeRun.configuration)
    }
  }

  /// Puts in force what has waited long enough.
  mutating func loosen(at planned: Instant, _ present: Present) {
    let before = configuration
    let held = book.sessions.compactMapValues { $0[.schedule]?.occurrences }
    succession.end(until: planned, in: book, at: present)
    let horizon = planned..<planned.adding(seconds: Self.noticedSeconds)
    if !ConfigurationDifference(from: before, to: succession.inForce, in: horizon).isEmpty {
      book.log.entries.append(SessionLog.Entry(name: .configurationDidChange, planned: planned))
    }
    reload(at: present, as: planned)
    for (profile, keys) in held where book[profile]?[.schedule] == nil { release(keys, of: profile, after: planned) }
  }

  /// Lets occurrences start that were used only because a window which waited had joined them with its own.
  private mutating func release(_ keys: [OccurrenceKey], of profile: ProfileID, after planned: Instant) {
    guard let timeline = plan(of: profile)?.timeline else { return }
    let ahead = keys.filter { key in timeline.interval(of: key).map { planned < $0.start } ?? false }
    if !ahead.isEmpty { book.remember(profile) { $0.used.release(ahead) } }
  }

  /// What changes within so many seconds, 400 days, is told.
  private static let noticedSeconds: Int64 = 400 * 86_400
}

extension SessionBook {
  /// The strict sessions that run, by profile.
  fileprivate var strictSessions: [ProfileID: SessionID] {
    sessions.filter { $0.value.rules.lock == .strict }.mapValues(\.id)
  }
}
