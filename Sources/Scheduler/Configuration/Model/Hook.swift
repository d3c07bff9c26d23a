/// A program that is run on events, `[[hook]]`, without a shell.
public struct Hook: Hashable, Sendable {
  /// The events on which the program is run.
  public var events: [EventName]
  /// The absolute path of the program and its arguments, in which `{event}` and other placeholders are replaced.
  public var command: [String]

  /// Creates a hook.
  public init(on events: [EventName], command: [String]) {
    self.events = events
    self.command = command
  }

  /// The known placeholders.
  public static let placeholders = [
    "event", "profile", "name", "id", "session", "activity", "at", "until", "remaining",
  ]
}

/// The name of an event for hooks. The names of interval events are Apple's (DeviceActivityMonitor).
public enum EventName: String, CaseIterable, Sendable {
  case intervalWillStartWarning, intervalDidStart, intervalWillEndWarning, intervalDidEnd
  case eventWillReachThresholdWarning, eventDidReachThreshold
  case sessionDidStart, sessionDidEnd, sessionReminder
  case breakDidStart, breakDidEnd, pauseDidStart, pauseDidEnd, accessDidStart, accessDidEnd
  case shieldDidChange, emergencyDidUse, clockTamper, trustedClockDidChange, configurationDidChange, authorizationDidChange
}
