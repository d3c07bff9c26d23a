/// The principal class of an app's monitor extension. The system calls its methods in a process of its own.
///
/// Every method may come late: an interval starts when the device is first used within it, and ends when the device is
/// first used after it. Documented by Apple.
open class DeviceActivityMonitor: NSObject {
  /// Creates a monitor. The device creates one for each delivery, unless its policy says otherwise.
  public override init() { super.init() }

  /// The interval of an activity has started.
  open func intervalDidStart(for activity: DeviceActivityName) {}

  /// The interval of an activity has ended.
  open func intervalDidEnd(for activity: DeviceActivityName) {}

  /// The use of an event has reached its threshold.
  open func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}

  /// The interval of an activity will start after the warning time.
  open func intervalWillStartWarning(for activity: DeviceActivityName) {}

  /// The interval of an activity will end after the warning time.
  open func intervalWillEndWarning(for activity: DeviceActivityName) {}

  /// The use of an event will reach its threshold after the warning time.
  open func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {}
}
