import DeviceActivity
import ScreenTimeSystem

extension VirtualProcess: MonitoringProcess {
  var calendarMoment: (now: Date, zone: ScheduleZone) {
    device?.state.withLock { (Date(timeIntervalSince1970: Double($0.clocks.wallNanoseconds) / 1e9), $0.zone) }
      ?? (Date(timeIntervalSince1970: 0), .utc)
  }

  func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  ) throws(DeviceActivityCenter.MonitoringError) {
    let registration = Registration(app: id.app, name: activity, schedule: schedule, events: events)
    if let error = access({ $0.startMonitoring(registration) }) ?? nil { throw error }
  }

  func stopMonitoring(_ activities: [DeviceActivityName]?) {
    access { $0.stopMonitoring(activities, by: id) }
  }

  var activities: [DeviceActivityName] {
    access { state in state.registrations.filter { $0.app == id.app }.map(\.name) } ?? []
  }

  func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    access { $0.registration(of: activity, in: id.app)?.schedule } ?? nil
  }

  func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    (access { $0.registration(of: activity, in: id.app)?.events } ?? nil) ?? [:]
  }

  var isAuthorized: Bool { access { $0.authorization.isAuthorized(id.app) } ?? false }

  var authorizedApps: [String] { access { $0.authorization.authorizedApps.sorted() } ?? [] }

  func exportedActivity() -> Result<[DeviceActivityData], DeviceActivityData.Error> {
    access { state in
      guard state.authorization.status(of: state.identity(of: id)) == .approvedWithDataAccess else {
        return .failure(.unauthorized)
      }
      return state.activity.isEmpty ? .failure(.missingData) : .success(state.activity)
    } ?? .failure(.unavailable)
  }
}
