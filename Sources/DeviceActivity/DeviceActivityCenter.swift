import ScreenTimeSystem

/// Starts and stops the monitoring of activities for the app whose code runs.
///
/// All values are equivalent, as Apple documents.
public struct DeviceActivityCenter: Sendable {
  /// Creates a center.
  public init() {}

  /// Monitors an activity. One of that name is replaced.
  ///
  /// If its interval contains the present, `intervalDidStart(for:)` follows after this call returns.
  ///
  /// - Parameters:
  ///   - activity: the name of the activity.
  ///   - schedule: when its intervals start and end.
  ///   - events: the amounts of use that the app wants to be informed about, by name.
  /// - Throws: `MonitoringError`. The components are checked first, then the length, then authorization, then the
  ///   number of activities. That an interval which is too short is refused before authorization is measured; the rest
  ///   of the order is our choice. An earlier
  ///   activity of that name stays as it is.
  public func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
  ) throws {
    guard let process = Self.process(for: "DeviceActivityCenter.startMonitoring") else {
      throw MonitoringError.unauthorized
    }
    try process.startMonitoring(activity, during: schedule, events: events)
  }

  /// Stops the monitoring of all activities of the app.
  public func stopMonitoring() {
    Self.process(for: "DeviceActivityCenter.stopMonitoring")?.stopMonitoring(nil)
  }

  /// Stops the monitoring of some activities; of all if the array is empty. Unknown names have no effect. An interval
  /// that has started ends. Documented by Apple.
  public func stopMonitoring(_ activities: [DeviceActivityName]) {
    Self.process(for: "DeviceActivityCenter.stopMonitoring")?.stopMonitoring(activities)
  }

  /// The names of the activities that the app monitors, in the order of their registration.
  public var activities: [DeviceActivityName] {
    Self.process(for: "DeviceActivityCenter.activities")?.activities ?? []
  }

  /// Returns the schedule of an activity; nil if it is not monitored.
  public func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    Self.process(for: "DeviceActivityCenter.schedule")?.schedule(for: activity)
  }

  /// Returns the events of an activity; none if it is not monitored.
  public func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    Self.process(for: "DeviceActivityCenter.events")?.events(for: activity) ?? [:]
  }

  private static func process(for call: StaticString) -> (any MonitoringProcess)? {
    CurrentProcess.resolve(for: call) as? any MonitoringProcess
  }
}

extension DeviceActivityCenter {
  /// The reason why an activity is not monitored.
  public enum MonitoringError: LocalizedError, Hashable, Sendable, CaseIterable {
    /// The app and its extensions monitor twenty activities already.
    case excessiveActivities
    /// The interval is longer than a week.
    case intervalTooLong
    /// The interval is shorter than fifteen minutes.
    case intervalTooShort
    /// The start or the end matches no future date.
    case invalidDateComponents
    /// Family Controls has not authorized the app.
    case unauthorized

    /// What is wrong, as a sentence.
    public var errorDescription: String? {
      switch self {
      case .excessiveActivities: "The app monitors too many activities."
      case .intervalTooLong: "The interval of the schedule is too long."
      case .intervalTooShort: "The interval of the schedule is too short."
      case .invalidDateComponents: "The schedule matches no future interval."
      case .unauthorized: "The app may not monitor device activity."
      }
    }

    /// How to mend it, as a sentence.
    public var recoverySuggestion: String? {
      switch self {
      case .excessiveActivities: "Stop monitoring an activity. An app and its extensions may monitor 20."
      case .intervalTooLong: "Use an interval of at most one week."
      case .intervalTooShort: "Use an interval of at least 15 minutes."
      case .invalidDateComponents: "Use components that match a date in the future."
      case .unauthorized: "Request authorization from the AuthorizationCenter of FamilyControls."
      }
    }
  }
}

/// What a process asks of the device about activities.
package protocol MonitoringProcess: SystemProcess {
  /// The time and the zone of the device, and whether components with a time zone of their own follow that zone.
  var calendarMoment: (now: Date, zone: ScheduleZone, honorsComponentZones: Bool) { get }

  /// Monitors an activity.
  func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  ) throws(DeviceActivityCenter.MonitoringError)

  /// Stops the monitoring of some activities: of all if the array is empty or nil. It is nil if the code passed none.
  func stopMonitoring(_ activities: [DeviceActivityName]?)

  /// The names of the app's activities.
  var activities: [DeviceActivityName] { get }

  /// Returns the schedule of an activity.
  func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule?

  /// Returns the events of an activity.
  func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent]

  /// Whether the app may monitor, whatever the status in this process is.
  var isAuthorized: Bool { get }

  /// The apps of the device that may monitor, sorted.
  var authorizedApps: [String] { get }

  /// Returns the activity that the app may export, or the reason why it may not.
  func exportedActivity() -> Result<[DeviceActivityData], DeviceActivityData.Error>
}
