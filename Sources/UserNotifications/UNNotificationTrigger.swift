import ScreenTimeSystem

/// What makes a notification appear.
open class UNNotificationTrigger: NSObject {
  /// Whether the notification appears again and again.
  public let repeats: Bool

  init(repeats: Bool) { self.repeats = repeats }

  /// The time of the device on which the running code is, otherwise that of the thread.
  fileprivate static var now: Date {
    (CurrentProcess.ifAny as? any NotificationProcess)?.now ?? Date(timeIntervalSinceNow: 0)
  }

  /// The trigger as a value that may cross threads.
  var schedule: NotificationSchedule? { nil }
}

/// Shows a notification some time after it was added.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  /// The seconds from the addition, and between repetitions.
  public let timeInterval: TimeInterval

  /// Creates a trigger.
  ///
  /// - Parameters:
  ///   - timeInterval: seconds, more than 0; at least 60 if the trigger repeats. The program ends otherwise, as on a
  ///     device.
  ///   - repeats: whether the notification appears again and again.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "time interval must be greater than 0")
    precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  /// Returns when the notification would appear if it were added now.
  public func nextTriggerDate() -> Date? { Self.now.addingTimeInterval(timeInterval) }

  override var schedule: NotificationSchedule? { NotificationSchedule(kind: .interval(timeInterval), repeats: repeats) }
}

/// Shows a notification when the clock shows certain components.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger {
  /// What the clock shows.
  public let dateComponents: DateComponents

  /// Creates a trigger.
  ///
  /// - Parameters:
  ///   - dateComponents: what the clock shows. Their calendar is the current one unless they have their own.
  ///   - repeats: whether the notification appears each time.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  /// Returns when the clock next shows the components; nil if never.
  public func nextTriggerDate() -> Date? {
    let calendar = (CurrentProcess.ifAny as? any NotificationProcess)?.notificationLedger.calendar
    return schedule?.next(after: Self.now, in: calendar)
  }

  override var schedule: NotificationSchedule? {
    NotificationSchedule(kind: .components(dateComponents), repeats: repeats)
  }
}

/// When a notification appears.
struct NotificationSchedule: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case interval(TimeInterval)
    case components(DateComponents)
  }

  let kind: Kind
  let repeats: Bool

  /// Returns the first moment after `date`; nil if there is none.
  ///
  /// - Parameters:
  ///   - date: the moment before.
  ///   - device: the calendar of components that have none; nil for the program's.
  func next(after date: Date, in device: Calendar?) -> Date? {
    switch kind {
    case .interval(let seconds): return date.addingTimeInterval(seconds)
    case .components(let components):
      var calendar = components.calendar ?? device ?? .current
      if let zone = components.timeZone { calendar.timeZone = zone }
      return calendar.nextDate(after: date, matching: components, matchingPolicy: .nextTime)
    }
  }

  var trigger: UNNotificationTrigger {
    switch kind {
    case .interval(let seconds): UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
    case .components(let components): UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
    }
  }
}
