import SchedulerCivilTime

/// The conditions for which the loosening changes of an accepted configuration wait.
struct LooseningWaits: Hashable, Sendable {
  /// The wait of one profile, or of the settings that apply to all profiles.
  struct Wait: Hashable, Sendable {
    /// The elapsed time in nanoseconds at which the cooldown is over.
    let due: Int64
    /// Whether the wait is over, or was never necessary.
    var isOver: Bool
  }

  /// The reading of the earliest clock at acceptance: the wall clock, the trusted clock, or the trusted clock as it
  /// would be if no boot had come with an earlier clock.
  let accepted: Instant
  /// The time by which the latest of these clocks was ahead of the earliest, in seconds.
  let apart: Int64
  /// The reading of the last of these clocks if it was too far ahead to be compared with the others; nil otherwise.
  let latestKnown: Instant?
  /// The elapsed time at acceptance, in nanoseconds.
  let acceptedElapsed: Int64
  /// The wait of the settings that apply to all profiles, and of each profile that is not in `profiles`: the longest of
  /// all cooldowns.
  private(set) var files: Wait
  /// The strict sessions that ran at acceptance, and the limits of strict profiles that were used up; see `LimitLock`. The
  /// settings that apply to all profiles wait for each of them to end.
  let sessions: [SessionID]
  /// The waits of the changed profiles, by their identities before. Each profile also waits while a strict session of
  /// it runs, and while a limit locks it.
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

  /// Returns waits of equal lengths that begin at the present.
  func beginning(at present: Present) -> LooseningWaits {
    func moved(_ wait: Wait) -> Wait {
      Wait(due: wait.due - acceptedElapsed + present.elapsed, isOver: wait.isOver)
    }
    return LooseningWaits(at: present, files: moved(files), sessions: sessions, profiles: profiles.mapValues(moved))
  }

  /// The time beyond the longest cooldown for which intervals are compared, in seconds: 400 days, so that a yearly
  /// window is included.
  private static let horizon: Int64 = 400 * 86_400

  /// The maximum length of a cooldown for that comparison, in seconds: ten years. Each year takes time at each
  /// comparison, and a difference later than that does not help to avoid a restriction that is near.
  private static let longestLook: Int64 = 3_650 * 86_400

  /// The ranges in which intervals are compared. They are longer than any wait by any of the clocks. They never change,
  /// so that every comparison has the same result. A wall clock that was set further away than that does not count. A
  /// boot with a clock that is years early results in two ranges.
  var ranges: [Range<Instant>] {
    let cooldown = min((files.due - acceptedElapsed) / Nanoseconds.perSecond, Self.longestLook)
    let starts = [accepted] + (latestKnown.map { [$0] } ?? [])
    return starts.map { $0..<$0.adding(seconds: Self.horizon + apart + cooldown) }
  }

  /// The wait of a profile; nil as the profile denotes the settings that apply to all profiles.
  subscript(profile: ProfileID?) -> Wait { profile.flatMap { profiles[$0] } ?? files }

  /// Whether a profile waits as the settings that apply to all profiles do.
  func waitsAsFiles(_ profile: ProfileID?) -> Bool { profile.map { profiles[$0] == nil } ?? true }

  /// Ends the wait of a profile, or of the settings that apply to all profiles.
  mutating func end(for profile: ProfileID?) {
    if let profile, profiles[profile] != nil { profiles[profile]?.isOver = true } else { files.isOver = true }
  }
}

extension LooseningWaits: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    accepted = try archive.instant("accepted", of: value?.accepted)
    apart = try archive.field("apart", of: value?.apart, default: 0)
    latestKnown = try archive.optionalInstant("latestKnown", of: value?.latestKnown)
    acceptedElapsed = try archive.field("elapsed", of: value?.acceptedElapsed)
    files = try archive.field("files", of: value?.files)
    sessions = try archive.list("sessions", of: value?.sessions)
    let named = (value?.profiles).map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key.description, $0.value) }) }
    var profiles: [ProfileID: Wait] = [:]
    for (name, wait) in try archive.table("profiles", of: named) {
      let profile = UUIDValue(name).map { ProfileID($0) }
      try archive.require(profile != nil, of: "profiles", expecting: "a UUID as each key")
      if let profile { profiles[profile] = wait }
    }
    self.profiles = profiles
  }
}

extension LooseningWaits.Wait: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    due = try archive.field("due", of: value?.due)
    isOver = try archive.field("over", of: value?.isOver, default: false)
  }
}
