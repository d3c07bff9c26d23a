import DeviceActivity
import FamilyControls
import ManagedSettings
import Scheduler
import ScreenTimeSystem

extension VirtualDevice {
  /// Installs an app with its extensions.
  ///
  /// Code outside of any process means this app while there is no other, on this or another device.
  ///
  /// - Parameter member: who authorizes the app at once; nil if the app has to ask. The answers that
  ///   `answerAuthorizationRequests` scripts are not used for it. If another app has `.child`, which one app of a
  ///   device can have, the app is not authorized, and the journal says so.
  @discardableResult
  public func install(_ app: ScreenTimeApp, authorizedFor member: FamilyControlsMember? = .individual) -> InstalledApp {
    let id = ProcessID(app: app.bundleIdentifier, kind: .app)
    let isNew = state.withLock { state in
      let isNew = state.apps[app.bundleIdentifier] == nil
      state.apps[app.bundleIdentifier] = app
      state.note(.action("install \(app.bundleIdentifier)"))
      state.launch(id)
      if let member { state.authorize(id, by: member) }
      return isNew
    }
    _ = process(id)
    if isNew { CurrentProcess.addDefault { [weak self] in self?.processes.withLock { $0[id] } } }
    return InstalledApp(bundleIdentifier: app.bundleIdentifier)
  }

  /// The apps that are installed, in the order of their bundle identifiers.
  public var apps: [InstalledApp] {
    state.withLock { $0.apps.keys.sorted().map(InstalledApp.init(bundleIdentifier:)) }
  }

  /// Runs code as a part of an app, and then delivers what is due, also if the code throws.
  ///
  /// `Date()` and the clocks of Swift show the time of the device on this thread.
  ///
  /// - Precondition: the app is installed on this device, which is switched on.
  @discardableResult
  public func run<Result, Failure: Error>(
    in app: InstalledApp, as kind: ProcessKind = .app, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    requireRunnable(app)
    defer { deliverDue() }
    return try perform(as: ProcessID(app: app.bundleIdentifier, kind: kind), body)
  }

  /// Runs asynchronous code as a part of an app, and then delivers what is due, also if the code throws.
  ///
  /// `Date()` and the clocks of Swift show the time of the device in code that is isolated to no actor, before and
  /// after each `await`, and in child tasks. They show real time in code of the main actor, in the first part of a body
  /// that an actor isolates, and in tasks of `Task { }` and `Task.detached`. The device's own calls, such as
  /// `UNUserNotificationCenter.add`, mean the device's time everywhere but in detached tasks of a program with several
  /// devices. `Task.sleep` waits in real time. The parts run one after another, on a thread of the device.
  ///
  /// - Precondition: the app is installed on this device, which is switched on.
  @discardableResult
  public func run<Result>(
    in app: InstalledApp, as kind: ProcessKind = .app, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    requireRunnable(app)
    let process = process(ProcessID(app: app.bundleIdentifier, kind: kind))
    let executor = DeviceExecutor(clock: clock) { [weak self] in self?.prepareClock() }
    defer { deliverDue() }
    return try await CurrentProcess.$bound.withValue(process) {
      try await withTaskExecutorPreference(executor, operation: body)
    }
  }

  private func requireRunnable(_ app: InstalledApp) {
    let (isInstalled, isOn) = state.withLock { ($0.apps[app.bundleIdentifier] != nil, $0.isOn) }
    precondition(isInstalled, "'\(app.bundleIdentifier)' is not installed on this device")
    precondition(isOn, "the device is switched off")
  }

  /// Queues code of an app that runs like a delivery, in an order that an `Explorer` varies.
  public func enqueue(
    _ name: String, in app: InstalledApp, as kind: ProcessKind = .app, after delay: Duration = .zero,
    running body: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      let due = state.clocks.elapsed + max(0, delay.nanoseconds)
      state.queue.add(.step(name, body), of: ProcessID(app: app.bundleIdentifier, kind: kind), due: due)
    }
  }

  /// Ends the processes of an app. What they remember is lost; monitoring, stores and files stay.
  public func terminate(_ app: InstalledApp) {
    state.withLock { state in
      state.note(.action("terminate \(app.bundleIdentifier)"))
      for kind in ProcessKind.allCases { state.end(ProcessID(app: app.bundleIdentifier, kind: kind)) }
    }
  }

  /// The names of the activities that an app monitors, in the order of registration.
  public func activities(of app: InstalledApp) -> [String] {
    state.withLock { state in
      state.registrations.filter { $0.app == app.bundleIdentifier }.map(\.name.rawValue)
    }
  }

  /// Runs `body` as code of a process, with the clocks of the device.
  func perform<Result, Failure: Error>(
    as id: ProcessID, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let process = process(id)
    prepareClock()
    // `withValue` rethrows any error, so the result travels in a value.
    let result = CurrentProcess.$bound.withValue(process) {
      clock.within { () -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
      }
    }
    return try result.get()
  }

  /// Returns the process of a part of an app, which it launches if need be.
  func process(_ id: ProcessID) -> VirtualProcess {
    let identity = state.withLock { state in
      state.launch(id)
      return state.identity(of: id)
    }
    return processes.withLock { processes in
      if let process = processes[id], process.launch >= identity.launch { return process }
      let process = VirtualProcess(id, identity: identity, on: self)
      processes[id] = process
      return process
    }
  }

  /// Makes the clocks that code on this device reads show the device's time, and the program its zone if a test has the
  /// program to itself.
  func prepareClock() {
    let (clocks, zone) = state.withLock { ($0.clocks, $0.zone.timeZone) }
    clock.set(wall: clocks.wallNanoseconds, boot: clocks.uptime, monotonic: clocks.uptime)
    if isInEnvironment, NSTimeZone.default != zone { AppEnvironment.show(zone: zone) }
  }
}

extension DeviceState {
  /// Authorizes an app at its installation, or notes why not.
  mutating func authorize(_ id: ProcessID, by member: FamilyControlsMember) {
    let answer = authorization.grant(member, to: identity(of: id))
    carryOut(answer.effects)
    if let error = answer.error { note(.action("authorize \(id.app): \(error)"), app: id.app) }
  }

  /// Launches a process unless it runs.
  mutating func launch(_ id: ProcessID) {
    guard launches[id] == nil || dead.contains(id) else { return }
    launches[id, default: 0] += 1
    dead.remove(id)
    authorization.start(identity(of: id))
  }

  /// Ends a process. The next use launches it again.
  mutating func end(_ id: ProcessID) {
    guard launches[id] != nil else { return }
    let identity = identity(of: id)
    authorization.end(identity)
    settings.forget(identity)
    dead.insert(id)
    for stream in observers.removeValue(forKey: id)?.values ?? [:].values { stream.finish() }
  }

  /// The identity of the present run of a process.
  func identity(of id: ProcessID) -> ProcessIdentity {
    ProcessIdentity(
      app: id.app, bundleIdentifier: apps[id.app]?.bundleIdentifier(of: id.kind) ?? id.app, launch: launches[id] ?? 0)
  }
}
