/// A program that is run on events, `[[hook]]`; never through a shell.
public struct Hook: Hashable, Sendable {
  /// The events on which it is run.
  public var events: [EventName]
  /// The program, an absolute path, and its arguments, in which `{event}` and other names in braces are replaced.
  public var command: [String]

  /// A command to run on events.
  public init(on events: [EventName], command: [String]) {
    self.events = events
    self.command = command
  }

  /// The names that may stand in braces in a command.
  public static let placeholders = [
    "event", "profile", "name", "id", "session", "activity", "at", "until", "remaining",
  ]
}

/// The name of an event that hooks can be run on. Those of intervals are Apple's (DeviceActivityMonitor).
public enum EventName: String, CaseIterable, Sendable {
  case intervalWillStartWarning, intervalDidStart, intervalWillEndWarning, intervalDidEnd
  case eventWillReachThresholdWarning, eventDidReachThreshold
  case sessionDidStart, sessionDidEnd, sessionReminder
  case breakDidStart, breakDidEnd, pauseDidStart, pauseDidEnd, accessDidStart, accessDidEnd
  case shieldDidChange, emergencyDidUse, clockTamper, trustedClockDidChange, configurationDidChange, authorizationDidChange
}
