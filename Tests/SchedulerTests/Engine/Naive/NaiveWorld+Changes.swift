import SchedulerCivilTime

@testable import Scheduler

extension NaiveWorld {
  /// Looks for what is open under the present clock or zone.
  mutating func resolveAnew() {
    for profile in profiles {
      guard let hold = sessions[profile.id]?.schedule else { continue }
      if hold.isLocked {
        keepLocked(profile)
        continue
      }
      guard let part = profile.part(of: hold.keys) else {
        endSchedule(of: profile.id)
        continue
      }
      if now < part.start {
        sessions[profile.id]?.schedule?.goesByAge = true
      } else if hold.goesByAge || hold.end != part.end {
        part.end <= now ? endSchedule(of: profile.id) : adopt(part, profile.id)
      }
    }
  }

  /// The system's zone is another: profiles that follow it have other intervals.
  mutating func travel(_ make: (Profile) -> NaiveProfile) {
    profiles = profiles.map { make($0.profile) }
    resolveAnew()
    for profile in profiles where sessions[profile.id]?.renewal != nil {
      guard let reset = sessions[profile.id]?.rules.breaks?.reset,
        let next = profile.zone.first(reset, after: Instant(epochSeconds: now * 60))
      else { continue }
      sessions[profile.id]?.renewal?.minute = next.epochSeconds / 60
    }
    settle()
  }

  /// Other profiles are in force.
  mutating func reload(_ other: [NaiveProfile]) {
    let before = profiles
    profiles = other
    for id in sessions.keys where !profiles.contains(where: { $0.id == id }) { sessions[id] = nil }
    planned = planned.filter { entry in profiles.contains { $0.id == entry.key } }
    for profile in profiles {
      guard let hold = sessions[profile.id]?.schedule else { continue }
      if hold.isLocked {
        keepLocked(profile, before: before)
        continue
      }
      if hold.goesByAge, profile.part(of: hold.keys) != nil { continue }
      if let part = profile.part(containing: now) { adopt(part, profile.id) } else { endSchedule(of: profile.id) }
    }
    settle()
  }

  private mutating func adopt(_ part: NaiveProfile.Part, _ id: ProfileID) {
    guard var hold = sessions[id]?.schedule else { return }
    let keys = part.starts.map(\.key)
    if !hold.goesByAge, hold.end == part.end, hold.keys == keys { return }
    hold.goesByAge = false
    hold.length = part.end - now + hold.age
    hold.end = part.end
    hold.keys = keys
    sessions[id]?.schedule = hold
    if let profile = profiles.first(where: { $0.id == id }) { noteUsedAhead(part, of: profile, from: part.start) }
    used[id, default: []].formUnion(keys)
    skipped[id]?.subtract(keys)
  }

  private mutating func endSchedule(of id: ProfileID) {
    sessions[id]?.schedule = nil
    if sessions[id]?.isEmpty == true { sessions[id] = nil }
  }
}
