import DeviceActivity

/// A call of a method of a monitor.
public struct MonitorCallback: Hashable, Sendable {
  /// The methods of `DeviceActivityMonitor`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `intervalDidStart(for:)`
    case intervalDidStart
    /// `intervalDidEnd(for:)`
    case intervalDidEnd
    /// `intervalWillStartWarning(for:)`
    case intervalWillStartWarning
    /// `intervalWillEndWarning(for:)`
    case intervalWillEndWarning
    /// `eventDidReachThreshold(_:activity:)`
    case eventDidReachThreshold
    /// `eventWillReachThresholdWarning(_:activity:)`
    case eventWillReachThresholdWarning
  }

  /// The method.
  public let kind: Kind
  /// The name of the activity.
  public let activity: String
  /// The name of the event; nil for methods that concern intervals.
  public let event: String?

  /// Creates a call.
  public init(_ kind: Kind, activity: String, event: String? = nil) {
    self.kind = kind
    self.activity = activity
    self.event = event
  }

  /// Calls the method of a monitor.
  func perform(on monitor: DeviceActivityMonitor) {
    let activity = DeviceActivityName(activity)
    let event = DeviceActivityEvent.Name(event ?? "")
    switch kind {
    case .intervalDidStart: monitor.intervalDidStart(for: activity)
    case .intervalDidEnd: monitor.intervalDidEnd(for: activity)
    case .intervalWillStartWarning: monitor.intervalWillStartWarning(for: activity)
    case .intervalWillEndWarning: monitor.intervalWillEndWarning(for: activity)
    case .eventDidReachThreshold: monitor.eventDidReachThreshold(event, activity: activity)
    case .eventWillReachThresholdWarning: monitor.eventWillReachThresholdWarning(event, activity: activity)
    }
  }
}

extension MonitorCallback: CustomStringConvertible {
  /// The method, the activity and the event, such as `eventDidReachThreshold daily limit`.
  public var description: String { "\(kind.rawValue) \(activity)" + (event.map { " \($0)" } ?? "") }
}
