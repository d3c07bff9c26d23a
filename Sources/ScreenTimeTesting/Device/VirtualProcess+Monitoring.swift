import DeviceActivity
import ScreenTimeSystem

extension VirtualProcess: MonitoringProcess {
  var calendarMoment: (now: Date, zone: ScheduleZone, honorsComponentZones: Bool) {
    guard let device else { return (Date(timeIntervalSince1970: 0), .utc, false) }
    let (now, zone) = device.state.withLock { (Double($0.clocks.wallNanoseconds) / 1e9, $0.zone) }
    return (Date(timeIntervalSince1970: now), zone, device.policy.componentZone == .honored)
  }

  func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  ) throws(DeviceActivityCenter.MonitoringError) {
    let registration = Registration(app: id.app, name: activity, schedule: schedule, events: events)
    let error = access { state in
      state.noteWrite(.activities(app: id.app))
      state.noteRead(.authorization(app: id.app))
      return state.startMonitoring(registration)
    }
    if let error = error ?? nil { throw error }
  }

  func stopMonitoring(_ activities: [DeviceActivityName]?) {
    access { state in
      state.noteWrite(.activities(app: id.app))
      state.stopMonitoring(activities, by: id)
    }
    // A stop that blocks takes time.
    device?.prepareClock()
  }

  var activities: [DeviceActivityName] {
    access { state in
      state.noteRead(.activities(app: id.app))
      return state.registrations.filter { $0.app == id.app }.map(\.name)
    } ?? []
  }

  func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    registration(of: activity)?.schedule
  }

  func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    registration(of: activity)?.events ?? [:]
  }

  var isAuthorized: Bool {
    access { state in
      state.noteRead(.authorization(app: id.app))
      return state.authorization.isAuthorized(id.app)
    } ?? false
  }

  var authorizedApps: [String] {
    access { state in
      state.noteRead(.authorizations)
      return state.authorization.authorizedApps.sorted()
    } ?? []
  }

  func exportedActivity() -> Result<[DeviceActivityData], DeviceActivityData.Error> {
    access { state in
      state.noteRead(.authorization(app: id.app))
      guard state.authorization.status(of: state.identity(of: id)) == .approvedWithDataAccess else {
        return .failure(.unauthorized)
      }
      return state.activity.isEmpty ? .failure(.missingData) : .success(state.activity)
    } ?? .failure(.unavailable)
  }

  private func registration(of activity: DeviceActivityName) -> Registration? {
    access { state in
      state.noteRead(.activities(app: id.app))
      return state.registration(of: activity, in: id.app)
    } ?? nil
  }
}
