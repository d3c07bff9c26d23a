import ScreenTimeSystem

/// The notifications of one app: what it has asked for, what has been shown, and what the user allows.
package final class NotificationLedger: Sendable {
  private struct State {
    var status = UNAuthorizationStatus.notDetermined
    var options: UNAuthorizationOptions = []
    var userAllows = true
    var pending: [String: Pending] = [:]
    var delivered: [UNNotification] = []
    var categories: Set<UNNotificationCategory> = []
    var badge = 0
    /// The calendar and time zone of the device; nil for those of the program.
    var calendar: Calendar?
  }

  private struct Pending {
    let request: UNNotificationRequest
    /// When the request is due; nil if never.
    var due: Date?

    static func < (left: Pending, right: Pending) -> Bool {
      (left.due ?? .distantFuture, left.request.identifier) < (right.due ?? .distantFuture, right.request.identifier)
    }
  }

  private let state = SharedState(State())

  package init() {}

  // MARK: What the test decides and sees

  /// What the user answers when the app asks for leave: yes unless it is set.
  package var userAllows: Bool {
    get { state.withLock { $0.userAllows } }
    set { state.withLock { $0.userAllows = newValue } }
  }

  /// What the user allows. It may be set, as in the settings of the device.
  package var authorizationStatus: UNAuthorizationStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// The number on the icon of the app.
  package var badgeCount: Int { state.withLock { $0.badge } }

  /// The calendar of the device, in which triggers with components are due; nil for the program's.
  var calendar: Calendar? { state.withLock { $0.calendar } }

  /// Sets the calendar of the device. Triggers with components become due by the new one, triggers after an interval when
  /// the interval has elapsed.
  ///
  /// - Parameters:
  ///   - calendar: the calendar, with the time zone of the device.
  ///   - now: the current time.
  ///   - step: the seconds by which the clock was set forward.
  package func setCalendar(_ calendar: Calendar, now: Date, afterStepOf step: TimeInterval = 0) {
    state.withLock { state in
      state.calendar = calendar
      for (identifier, pending) in state.pending {
        guard let schedule = pending.request.schedule else { continue }
        switch schedule.kind {
        case .components: state.pending[identifier]?.due = schedule.next(after: now, in: calendar)
        case .interval: state.pending[identifier]?.due = pending.due?.addingTimeInterval(step)
        }
      }
    }
  }

  /// When the next notification is due; nil if none is.
  package var nextDue: Date? { state.withLock { $0.pending.values.compactMap(\.due).min() } }

  /// Shows the notifications that are due, in their order. Without leave of the user they are dropped.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the notifications that were shown.
  package func deliver(until now: Date) -> [UNNotification] {
    state.withLock { state in
      var shown: [UNNotification] = []
      while let next = state.pending.values.filter({ ($0.due ?? .distantFuture) <= now }).min(by: <),
        let due = next.due
      {
        let trigger = next.request.schedule
        let later = trigger?.repeats == true ? trigger?.next(after: due, in: state.calendar) : nil
        state.pending[next.request.identifier] = later.map { Pending(request: next.request, due: $0) }
        if Self.allows(state.status) { shown.append(UNNotification(request: next.request, date: due)) }
      }
      for notification in shown { Self.show(notification, in: &state) }
      return shown
    }
  }

  private static func allows(_ status: UNAuthorizationStatus) -> Bool {
    status == .authorized || status == .provisional || status == .ephemeral
  }

  /// A notification replaces the one with its identifier.
  private static func show(_ notification: UNNotification, in state: inout State) {
    state.delivered.removeAll { $0.request.identifier == notification.request.identifier }
    state.delivered.append(notification)
    if let badge = notification.request.contentValue.badge { state.badge = badge }
  }

  // MARK: What the app asks for

  func requestAuthorization(for options: UNAuthorizationOptions) -> Bool {
    state.withLock { state in
      if state.status == .notDetermined {
        let granted: UNAuthorizationStatus = options.contains(.provisional) ? .provisional : .authorized
        state.status = state.userAllows ? granted : .denied
        state.options = options
      }
      return Self.allows(state.status)
    }
  }

  var settings: UNNotificationSettings {
    state.withLock { UNNotificationSettings(status: $0.status, options: $0.options) }
  }

  /// Adds a request, which replaces the one with its identifier. Without a trigger it is shown at once.
  func add(_ request: UNNotificationRequest, now: Date) {
    state.withLock { state in
      guard let schedule = request.schedule else {
        state.pending[request.identifier] = nil
        if Self.allows(state.status) { Self.show(UNNotification(request: request, date: now), in: &state) }
        return
      }
      state.pending[request.identifier] = Pending(request: request, due: schedule.next(after: now, in: state.calendar))
    }
  }

  /// The requests that are not yet due, the next first.
  package var pendingRequests: [UNNotificationRequest] {
    state.withLock { $0.pending.values.sorted(by: <).map(\.request) }
  }

  /// What has been shown and not removed, the oldest first.
  package var deliveredNotifications: [UNNotification] { state.withLock { $0.delivered } }

  func removePending(_ identifiers: Set<String>?) {
    state.withLock { state in
      state.pending = state.pending.filter { entry in identifiers.map { !$0.contains(entry.key) } ?? false }
    }
  }

  func removeDelivered(_ identifiers: Set<String>?) {
    state.withLock { state in
      state.delivered.removeAll { shown in identifiers.map { $0.contains(shown.request.identifier) } ?? true }
    }
  }

  /// The categories that the app has registered.
  package var categories: Set<UNNotificationCategory> { state.withLock { $0.categories } }

  func register(_ categories: Set<UNNotificationCategory>) { state.withLock { $0.categories = categories } }

  func setBadge(_ count: Int) { state.withLock { $0.badge = count } }
}
