import DeviceActivity

/// The monitor of an app, driven by a real daemon: the device's clock follows the daemon's, and what the app writes to
/// its stores can be read from the device.
///
/// ```swift
/// let device = VirtualDevice(in: "Europe/Berlin")
/// let app = device.install(ScreenTimeApp("com.example.focus") { FocusMonitor() })
/// for try await callback in MonitorStream(socket: "/run/schedctl/control.sock", after: nil) {
///   device.deliver(callback, to: app)
///   print(device.effective(for: "com.example.video").isShielded)
/// }
/// ```
extension VirtualDevice {
  /// Creates a device whose clock shows the present time of this machine.
  ///
  /// - Parameter zone: the identifier of its time zone, such as `Europe/Berlin`.
  /// - Precondition: the zone exists.
  public convenience init(in zone: String, policy: SemanticsPolicy = .documented) {
    self.init(at: Date(timeIntervalSinceNow: 0), in: zone, policy: policy)
  }

  /// Calls the monitor of an app as a daemon did, at the time at which the daemon did it.
  ///
  /// Time passes until then, so that activities which the app itself monitors on the device are delivered in between. A
  /// callback that is older than the device's clock is delivered at the device's present. It comes even if the
  /// device is not in use; a device that is off keeps it until it is on.
  public func deliver(_ delivered: DeliveredCallback, to app: InstalledApp) {
    if delivered.delivered > now { advance(to: delivered.delivered) }
    state.withLock { state in
      state.queue.add(
        .monitor(delivered.callback), of: ProcessID(app: app.bundleIdentifier, kind: .monitor),
        due: state.clocks.elapsed)
    }
    deliverDue()
  }

  /// Calls the monitor of an app with the callbacks of a daemon's history, such as those of `HistoryFeed`.
  public func replay(_ history: some Sequence<DeliveredCallback>, to app: InstalledApp) {
    for callback in history { deliver(callback, to: app) }
  }
}
