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

extension LooseningWaits: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    accepted = try archive.instant("accepted", value?.accepted)
    apart = try archive.field("apart", value?.apart, default: 0)
    latestKnown = try archive.optionalInstant("latestKnown", value?.latestKnown)
    acceptedElapsed = try archive.field("elapsed", value?.acceptedElapsed)
    files = try archive.field("files", value?.files)
    sessions = try archive.list("sessions", value?.sessions)
    let named = (value?.profiles).map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key.description, $0.value) }) }
    var profiles: [ProfileID: Wait] = [:]
    for (name, wait) in try archive.table("profiles", named) {
      let profile = UUIDValue(name).map { ProfileID($0) }
      try archive.require(profile != nil, "profiles", "a UUID as each key")
      if let profile { profiles[profile] = wait }
    }
    self.profiles = profiles
  }
}

extension LooseningWaits.Wait: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    due = try archive.field("due", value?.due)
    isOver = try archive.field("over", value?.isOver, default: false)
  }
}
