import DeviceActivity
import Scheduler
import SchedulerCivilTime

extension DeviceState {
  /// The number of activities that an app and its extensions may monitor. Documented by Apple.
  static let activityLimit = 20
  /// The shortest interval, in seconds. Documented by Apple and measured.
  static let shortestInterval: Int64 = 15 * 60
  /// The longest interval, in seconds. Documented by Apple.
  static let longestInterval: Int64 = 7 * 86_400
  /// The time for which `stopMonitoring` blocks in a callback that holds a lock, in nanoseconds. Measured.
  static let blockedStop: Int64 = 31_000_000_000

  /// Returns an activity of an app; nil if it is not monitored.
  func registration(of activity: DeviceActivityName, in app: String) -> Registration? {
    registrations.first { $0.app == app && $0.name == activity }
  }

  /// Monitors an activity, or returns the reason why it is not monitored.
  ///
  /// The components are checked first, then the length, then authorization, then the number of activities. That an
  /// interval which is too short is refused before authorization is measured; the rest of the order is our choice.
  mutating func startMonitoring(_ registration: Registration) -> DeviceActivityCenter.MonitoringError? {
    let schedule = registration.resolvedSchedule(under: policy)
    let intervals = ScheduleIntervals(schedule, in: zone)
    let name = registration.name.rawValue
    guard let interval = intervals.interval(at: clocks.instant) else {
      return refuse(.invalidDateComponents, activity: name, app: registration.app)
    }
    let length = length(of: interval)
    if length < Self.shortestInterval { return refuse(.intervalTooShort, activity: name, app: registration.app) }
    if length > Self.longestInterval { return refuse(.intervalTooLong, activity: name, app: registration.app) }
    guard authorization.isAuthorized(registration.app) else {
      return refuse(.unauthorized, activity: name, app: registration.app)
    }
    let others = registrations.filter { $0.app == registration.app && $0.name != registration.name }
    if others.count >= Self.activityLimit { return refuse(.excessiveActivities, activity: name, app: registration.app) }

    let generation = settings.tokenGeneration(of: registration.app)
    for lint in registration.lints(of: interval, in: zone, tokensIn: generation) { add(lint) }
    replace(with: registration)
    queue.keepCallbacks(of: name, in: registration.app)
    let warning = schedule.warningTime.map(\.thresholdSeconds).flatMap { $0 > 0 ? $0 : nil }
    let activity = registration.activity(
      with: intervals, warningSeconds: warning, tokensIn: generation)
    evaluate(.startMonitoring(activity))
    note(.call("startMonitoring \(name)"), app: registration.app)
    reachWithoutUse(of: registration, onCharge: false)
    return nil
  }

  private mutating func refuse(
    _ error: DeviceActivityCenter.MonitoringError, activity: String, app: String
  ) -> DeviceActivityCenter.MonitoringError {
    note(.call("startMonitoring \(activity) throws \(error)"), app: app)
    return error
  }

  /// Returns the length of an interval in seconds, as the policy measures it.
  private func length(of interval: MonitoredInterval) -> Int64 {
    guard policy.intervalLength == .wallClock else { return interval.end.seconds(since: interval.start) }
    return zone.rules.civil(at: interval.end).localSeconds - zone.rules.civil(at: interval.start).localSeconds
  }

  /// Removes the activity that a registration replaces, and adds the registration.
  private mutating func replace(with registration: Registration) {
    let (app, name) = (registration.app, registration.name.rawValue)
    if self.registration(of: registration.name, in: app) != nil {
      let isStarting = queue.has(.intervalDidStart, of: name, in: app)
      let endsInterval = policy.overwrite == .endsInterval
      queue.remove(name, of: app) { $0 != .intervalDidEnd || !endsInterval }
      if endsInterval {
        // An app that the start has not reached gets no end.
        let silent: Set = isStarting ? [registration.engineName] : []
        evaluate(.stopMonitoring(names: [registration.engineName]), ignoring: silent)
      }
    }
    registrations.removeAll { $0.engineName == registration.engineName }
    registrations.append(registration)
  }

  /// Stops the monitoring of activities of an app: of all if the array is nil or empty.
  ///
  /// - Parameter activities: nil if the code passed none.
  mutating func stopMonitoring(_ activities: [DeviceActivityName]?, by process: ProcessID) {
    if let activities, activities.isEmpty { add(.emptyStopStopsAll) }
    let names = Set(activities ?? [])
    let stopped = registrations.filter { $0.app == process.app && (names.isEmpty || names.contains($0.name)) }
    var silent: Set<String> = []
    for registration in stopped {
      let isStarting = queue.stop(
        registration.name.rawValue, of: process.app, keepsStart: policy.stopBeforeStart == .lateStart)
      // The start has not reached the app, so no end follows it.
      if isStarting { silent.insert(registration.engineName) }
    }
    evaluate(.stopMonitoring(names: stopped.map(\.engineName)), ignoring: silent)
    for registration in stopped {
      queue.keepCallbacks(of: registration.name.rawValue, in: process.app, afterStop: true)
    }
    registrations.removeAll { registration in stopped.contains { $0.engineName == registration.engineName } }
    note(.call("stopMonitoring" + stopped.map { " \($0.name.rawValue)" }.joined()), app: process.app)
    if let activity = RunningCallback.activity, running[process]?.contains(activity) == true {
      stopInCallback(of: activity, by: process)
    }
  }

  private mutating func stopInCallback(of activity: String, by process: ProcessID) {
    add(.stopInCallback(activity: activity))
    guard policy.stopInCallback == .blocks else { return }
    end(process)
    clocks.advance(to: clocks.elapsed + Self.blockedStop)
    evaluate(.time)
  }

  /// Removes the activities of an app without callbacks, because its authorization was revoked.
  mutating func dropRegistrations(of app: String) {
    let dropped = registrations.filter { $0.app == app }
    queue.removeCallbacks(of: app)
    evaluate(.stopMonitoring(names: dropped.map(\.engineName)), ignoring: Set(dropped.map(\.engineName)))
    registrations.removeAll { $0.app == app }
  }
}
