import SchedulerCivilTime

@testable import Scheduler

extension NaiveWorld {
  /// Looks for what is open of the profiles that live by a clock.
  mutating func resolveAnew(_ clock: ProfileClock) {
    for profile in profiles where profile.clock == clock { resolveAnew(profile) }
  }

  /// Looks for what is open of a profile under the present clock or zone.
  private mutating func resolveAnew(_ profile: NaiveProfile) {
    guard let hold = sessions[profile.id]?.schedule else { return }
    let now = now(of: profile.id)
    let part = profile.part(of: hold.keys)
    if let part, now < part.start {
      sessions[profile.id]?.schedule?.goesByAge = true
    } else if (promisedEnd(of: profile.id) ?? now) <= now, (part?.end ?? now) <= now {
      endSchedule(of: profile.id)
    } else if let part {
      adopt(part, profile)
    }
  }

  /// Gives what continues by its age its end again where the trusted clock is back inside.
  mutating func returnInside() {
    for profile in profiles where profile.clock == .trusted {
      guard let hold = sessions[profile.id]?.schedule, hold.goesByAge, hold.age < hold.length,
        let part = profile.part(of: hold.keys), part.start <= now(of: profile.id), now(of: profile.id) < part.end
      else { continue }
      adopt(part, profile)
    }
  }

  /// The system's zone is another: profiles that follow it have other intervals.
  mutating func travel(_ make: (Profile) -> NaiveProfile) {
    profiles = profiles.map { make($0.profile) }
    for profile in profiles {
      resolveAnew(profile)
      moveRenewal(of: profile)
    }
    settle()
  }

  /// Other profiles are in force.
  mutating func reload(_ other: [NaiveProfile]) {
    let clocks = Dictionary(uniqueKeysWithValues: profiles.map { ($0.id, $0.clock) })
    profiles = other
    for id in sessions.keys where !profiles.contains(where: { $0.id == id }) { sessions[id] = nil }
    planned = planned.filter { entry in profiles.contains { $0.id == entry.key } }
    for profile in profiles {
      let isOtherClock = clocks[profile.id] != profile.clock
      if isOtherClock {
        if profile.clock == .trusted { releaseUsesAhead(profile) }
        moveRenewal(of: profile)
      }
      guard let hold = sessions[profile.id]?.schedule else { continue }
      if !isOtherClock, hold.goesByAge, profile.part(of: hold.keys) != nil { continue }
      if let part = profile.part(containing: now(of: profile.id)) {
        adopt(part, profile)
      } else if promisedEnd(of: profile.id) == nil {
        endSchedule(of: profile.id)
      }
    }
    settle()
  }

  /// Lets start again what a profile used ahead of the trusted clock, by which it lives now, and nobody stopped or skipped.
  private mutating func releaseUsesAhead(_ profile: NaiveProfile) {
    if ahead == 0 { return }
    for part in profile.parts where now(of: profile.id) < part.start {
      used[profile.id]?.subtract(part.starts.map(\.key))
    }
  }

  private mutating func moveRenewal(of profile: NaiveProfile) {
    guard sessions[profile.id]?.renewal != nil,
      let next = profile.renewal(of: sessions[profile.id]?.rules, after: now(of: profile.id))
    else { return }
    sessions[profile.id]?.renewal?.minute = next
  }

  /// The end that the interval of a strict session had when it began; nil for others.
  private func promisedEnd(of id: ProfileID) -> Int64? {
    sessions[id]?.rules.lock == .strict ? sessions[id]?.schedule?.promised : nil
  }

  private mutating func adopt(_ part: NaiveProfile.Part, _ profile: NaiveProfile) {
    let id = profile.id
    guard var hold = sessions[id]?.schedule else { return }
    let now = now(of: id)
    let keys = part.starts.map(\.key)
    let end = max(part.end, promisedEnd(of: id) ?? part.end)
    let isSame = hold.clock == profile.clock && hold.end == end && hold.keys == keys
    if !hold.goesByAge, isSame { return }
    hold.goesByAge = false
    hold.length = end - now + hold.age
    hold.end = end
    hold.keys = keys
    hold.clock = profile.clock
    hold.promised = profile.clock == .trusted ? hold.promised ?? end : nil
    sessions[id]?.schedule = hold
    used[id, default: []].formUnion(keys)
    skipped[id]?.subtract(keys)
  }

  private mutating func endSchedule(of id: ProfileID) {
    sessions[id]?.schedule = nil
    if sessions[id]?.isEmpty == true { sessions[id] = nil }
  }
}
