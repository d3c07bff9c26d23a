import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// What an entry of history is about, as far as it is known by now.
struct EventSubject {
  /// The profile; nil for entries on none.
  let id: ProfileID?
  /// The profile as people call it; empty without one.
  let name: String
  /// In whose time it is told.
  let zone: ZoneRules
  /// Its session; nil when none runs any more.
  let session: Session?
  /// When the session ends by itself; nil for an open end, and without one.
  let end: Instant?

  init(of entry: JSONObject, in engine: Engine) {
    let configuration = engine.configuration
    let id = entry["id"]?.stringValue.flatMap(UUIDValue.init).map(ProfileID.init)
    let profile = id.flatMap { configuration.profile(withID: $0) }
    self.id = id
    name = profile?.name ?? entry["profile"]?.stringValue ?? ""
    zone = (profile.map { configuration.zone(of: $0) } ?? configuration.zone).rules
    session = id.flatMap { engine.book[$0] }
    end = engine.present.flatMap { [session] present in session?.plannedEnd(at: present).map(present.instant) }
  }
}
