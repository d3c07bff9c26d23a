import Scheduler
import SchedulerPlatform

extension Instance {
  /// The limits, for each person whose use is known or counted, without those that nothing measures because the person is
  /// not there: no session of theirs is active. A limit without a known person stays if a user of its profile is
  /// there, or any user if the profile does not list users alone.
  public func limitStandings(of engine: Engine, at now: Moment) -> [LimitStanding] {
    engine.limitStandings(at: now).filter { !concernsAbsentPeople($0, in: engine.configuration) }
  }

  /// The limits that nothing measures because the person is not there.
  func absentLimitStandings(of engine: Engine, at now: Moment) -> [LimitStanding] {
    engine.limitStandings(at: now).filter { concernsAbsentPeople($0, in: engine.configuration) }
  }

  /// Whether nothing measures a limit because the person is not there.
  private func concernsAbsentPeople(_ standing: LimitStanding, in configuration: Configuration) -> Bool {
    guard standing.isUnmeasured else { return false }
    if !standing.user.isEmpty { return !mayBeActive(standing.user) }
    let profile = configuration.profiles.first { $0.id == standing.profile.id }
    guard let profile, profile.groups.isEmpty, !profile.users.isEmpty else {
      return !LogindUser.isAnyActive(directory: host.places.logins)
    }
    return !profile.users.contains(where: mayBeActive)
  }

  /// Whether a session of a person is active, as far as that is known.
  private func mayBeActive(_ user: String) -> Bool {
    guard case .users(let ids) = host.accounts.userID(named: user) else { return true }
    return ids.contains { LogindUser($0, directory: host.places.logins).isActive }
  }
}
