import SchedulerCivilTime
import SchedulerJSON

/// What the loosening changes of an accepted configuration wait for.
struct LooseningWaits: Hashable, Sendable {
  /// What one of them waits for.
  struct Wait: Hashable, Sendable {
    /// The elapsed time in nanoseconds at which the cooldown is over.
    let due: Int64
    /// Whether it waits no more, or never had to.
    var isOver: Bool
  }

  /// What the earliest of the clocks showed when it was accepted: the wall clock, the trusted one, or that as it would
  /// be had no boot come with an earlier clock.
  let accepted: Instant
  /// By how many seconds the latest of them was ahead of it.
  let apart: Int64
  /// What the last of them showed, where it was too far ahead to be among them; nil where it is.
  let latestKnown: Instant?
  /// Elapsed time then, in nanoseconds.
  let acceptedElapsed: Int64
  /// What is said about everything at once waits so, and each profile that is not among `profiles`: for the longest of all
  /// cooldowns.
  private(set) var files: Wait
  /// The strict sessions that ran then: what is said about everything at once waits for each of them to end.
  let sessions: [SessionID]
  /// The profiles that it changed, by their identities before. Each waits also while a strict session of it runs.
  private(set) var profiles: [ProfileID: Wait]

  init(
    at present: Present, files: Wait, sessions: [SessionID], profiles: [ProfileID: Wait]
  ) {
    let trusted = present.trusted.instant
    let near = [trusted, present.wall, present.latestKnown].filter {
      $0.seconds(since: trusted).magnitude <= UInt64(Self.horizon)
    }
    let accepted = near.reduce(trusted, min)
    self.accepted = accepted
    apart = near.reduce(trusted, max).seconds(since: accepted)
    latestKnown = near.contains(present.latestKnown) ? nil : present.latestKnown
    acceptedElapsed = present.elapsed
    self.files = files
    self.sessions = sessions
    self.profiles = profiles
  }

  /// The same that waits as long from the present on.
  func beginning(at present: Present) -> LooseningWaits {
    func moved(_ wait: Wait) -> Wait {
      Wait(due: wait.due - acceptedElapsed + present.elapsed, isOver: wait.isOver)
    }
    return LooseningWaits(
      at: present, files: moved(files), sessions: sessions, profiles: profiles.mapValues(moved))
  }

  /// Beyond the longest cooldown intervals are compared for so many seconds, 400 days: a yearly window is seen.
  private static let horizon: Int64 = 400 * 86_400

  /// Of a cooldown so many seconds count there, ten years: each year takes time at each look, and what differs only
  /// later is no way out of anything near.
  private static let longestLook: Int64 = 3_650 * 86_400

  /// Where intervals are compared: longer than anything waits by any of the clocks, and always alike, so that the same
  /// comes of it whenever it is asked. A wall clock that was set further away than that does not count; a boot with a
  /// clock that is years early makes two ranges.
  var ranges: [Range<Instant>] {
    let cooldown = min((files.due - acceptedElapsed) / Nanoseconds.perSecond, Self.longestLook)
    let starts = [accepted] + (latestKnown.map { [$0] } ?? [])
    return starts.map { $0..<$0.adding(seconds: Self.horizon + apart + cooldown) }
  }

  /// What a profile waits for, or what the files say about everything at once.
  subscript(profile: ProfileID?) -> Wait { profile.flatMap { profiles[$0] } ?? files }

  /// Whether a profile waits as the files do.
  func waitsAsFiles(_ profile: ProfileID?) -> Bool { profile.map { profiles[$0] == nil } ?? true }

  /// Lets a profile, or what the files say about everything at once, wait no more.
  mutating func end(for profile: ProfileID?) {
    if let profile, profiles[profile] != nil { profiles[profile]?.isOver = true } else { files.isOver = true }
  }
}

extension LooseningWaits: StateWritable {
  func write(to state: inout StateWriter) {
    state.instant("accepted", accepted)
    if apart > 0 { state.integer("apart", apart) }
    state.instant("latestKnown", latestKnown)
    state.integer("elapsed", acceptedElapsed)
    state.object("files", files)
    state.uuids("sessions", sessions.map(\.uuid))
    guard !profiles.isEmpty else { return }
    state.object("profiles") { state in
      for (profile, wait) in profiles.sorted(by: { $0.key < $1.key }) {
        state.object(named: profile.description, wait)
      }
    }
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    accepted = try reader.instant("accepted")
    apart = try reader.integerIfPresent("apart") ?? 0
    latestKnown = try reader.integerIfPresent("latestKnown").map(Instant.init)
    acceptedElapsed = try reader.integer("elapsed")
    guard let files = try reader.object("files", Wait.init) else { throw reader.problem("files", "an object") }
    self.files = files
    sessions = try reader.list("sessions") { UUIDValue($0).map(SessionID.init) }
    let keys = reader.rest["profiles"]?.objectValue?.members.map(\.key) ?? []
    profiles =
      try reader.object("profiles") { (reader) throws(StateProblem) in
        var profiles: [ProfileID: Wait] = [:]
        for key in keys {
          guard let profile = UUIDValue(key).map(ProfileID.init) else { throw reader.problem(key, "a UUID as key") }
          profiles[profile] = try reader.object(key, Wait.init)
        }
        return profiles
      } ?? [:]
  }
}

extension LooseningWaits.Wait: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("due", due)
    state.flag("over", isOver, unless: false)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(due: try reader.integer("due"), isOver: try reader.flag("over"))
  }
}
