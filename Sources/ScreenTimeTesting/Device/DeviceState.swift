import DeviceActivity
import FamilyControls
import ManagedSettings
import Scheduler
import SchedulerCivilTime

/// Everything that a virtual device knows. Its owner holds it under a lock.
struct DeviceState: Sendable {
  /// The choices of the device.
  let policy: SemanticsPolicy
  /// The engine that runs the monitored activities.
  var engine: Engine
  /// The clocks.
  var clocks: DeviceClocks
  /// The zone of the device.
  var zone: ScheduleZone
  /// The apps that use Screen Time, by bundle identifier.
  var apps: [String: ScreenTimeApp] = [:]
  /// The activities of all apps, in the order of registration.
  var registrations: [Registration] = []
  /// The stores of all apps.
  var settings: DeviceSettings
  /// The authorization of all apps.
  var authorization: AuthorizationLedger
  /// The processes that run, and the number of launches of each.
  var launches: [ProcessID: Int] = [:]
  /// Whether the device is switched on.
  var isOn = true
  /// Whether a person uses the device.
  var isInUse = true
  /// What is in front; nil for the home screen.
  var foreground: Foreground?
  /// The deliveries that are due or on their way.
  var queue = DeliveryQueue()
  /// The faults that remain to be injected.
  var faults: FaultInjector
  /// Everything that happened.
  var journal: [JournalEntry] = []
  /// What the apps probably did not mean.
  var lints: [Lint] = []
  /// What the device did not do as an app may expect.
  var diagnostics: [SettingsDiagnostic] = []
  /// The random numbers of latencies and ties.
  var random: SeededRandomSource
  /// The applications and web sites on the device.
  var catalog = DeviceCatalog()
  /// What waits for the status of authorization to change.
  var observers: [ProcessID: [AsyncStream<FamilyControls.AuthorizationStatus>.Continuation]] = [:]
  /// The activity that apps with access to data may export.
  var activity: [DeviceActivityData] = []
  /// Whether deliveries are begun at this moment.
  var isDelivering = false
  /// Decides the order of deliveries of different processes; nil for the order in which they became due.
  var chooser: (any DeliveryChooser)?
  /// The activity whose callback runs, by process; nil while none runs.
  var running: [ProcessID: String] = [:]
  /// The processes that the system has ended while their code still runs.
  var dead: Set<ProcessID> = []

  init(at instant: Instant, in zone: ScheduleZone, policy: SemanticsPolicy, faults: [Fault]) {
    self.policy = policy
    self.zone = zone
    clocks = DeviceClocks(at: instant)
    settings = DeviceSettings(policy: policy.settings)
    authorization = AuthorizationLedger(policy: policy.authorization)
    self.faults = FaultInjector(faults)
    random = SeededRandomSource(seed: policy.latency.seed ^ policy.tieOrder.seed)
    var router = ActivityRouter()
    router.monitoringRules.warningsAwaitUse = policy.warnings == .awaitUse
    router.monitoringRules.thresholdsPrecedeEnd = policy.thresholdAtEnd == .beforeEnd
    engine = Engine(Configuration(zone: ConfiguredZone(.system, rules: zone.rules), profiles: []), router: router)
    evaluate(.time)
  }

  /// The time on the device's clock, such as `2026-08-13 22:00:00`.
  var timeText: String {
    let civil = zone.rules.civil(at: clocks.instant)
    let seconds = civil.time.secondsSinceMidnight
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(civil.date) \(parts.joined(separator: ":"))"
  }

  /// Adds an entry to the journal.
  mutating func note(_ occurrence: JournalEntry.Occurrence, app: String? = nil) {
    journal.append(JournalEntry(time: timeText, app: app, occurrence: occurrence))
  }

  /// Adds a lint, once.
  mutating func add(_ lint: Lint) {
    if !lints.contains(lint) { lints.append(lint) }
  }
}

extension DeviceState {
  /// Lets the engine handle an input at the present, and queues the callbacks that follow.
  ///
  /// - Parameter ignoring: the engine's names of activities whose ends are not delivered.
  mutating func evaluate(_ input: Input, ignoring silent: Set<String> = []) {
    let transition = engine.handle(input, at: clocks.moment)
    for event in transition.events {
      guard case .registered(let name)? = event.activity,
        let kind = MonitorCallback.Kind(rawValue: event.name.rawValue),
        !(kind == .intervalDidEnd && silent.contains(name)), let (app, activity) = Registration.split(name)
      else { continue }
      enqueue(MonitorCallback(kind, activity: activity, event: event.message), of: app)
    }
    if policy.finishedActivities == .dropped { dropFinished() }
  }

  private mutating func enqueue(_ callback: MonitorCallback, of app: String) {
    if callback.kind == .intervalDidEnd, queue.remove(callback.activity, of: app, where: { $0 == .intervalDidStart }) {
      // The start never reached the app, so it gets no end.
      return
    }
    let registration = registrations.first { $0.app == app && $0.name.rawValue == callback.activity }
    if let registration, policy.mixedComponents == .silent, registration.silences(callback.kind) { return }
    let isRepeating = registration?.schedule.repeats ?? true
    let due = clocks.elapsed + policy.latency.sample(&random)
    for fate in faults.fates(of: callback, isRepeating: isRepeating) {
      switch fate {
      case .deliver(let delay):
        queue.add(.monitor(callback), of: ProcessID(app: app, kind: .monitor), due: due + delay)
      case .lose(let reason): note(.lost(callback, reason: reason), app: app)
      }
    }
  }

  private mutating func dropFinished() {
    let finished = registrations.filter { engine.hasFinished(monitoring: $0.engineName) }
    guard !finished.isEmpty else { return }
    _ = engine.handle(.stopMonitoring(names: finished.map(\.engineName)), at: clocks.moment)
    registrations.removeAll { registration in finished.contains { $0.engineName == registration.engineName } }
  }

  /// The elapsed time at which something is due next; nil for never.
  var nextDue: Int64? {
    guard isOn else { return queue.nextDue }
    let engineDue = engine.nextDeadline.nanoseconds(after: clocks.moment).map { clocks.elapsed + $0 }
    return [engineDue, queue.nextDue].compactMap { $0 }.min()
  }

  /// Tells the engine what is in front, and whether the device is in use.
  mutating func updateUse() {
    guard isOn, isInUse else { return evaluate(.deviceUse(.unused)) }
    var items = foreground?.items
    if let foreground, policy.shieldTime == .ignored, isRestricted(foreground) { items = nil }
    evaluate(.deviceUse(.inUse(items: items)))
  }
}

extension Registration {
  /// Whether a callback never comes, as developers report for components of different kinds.
  fileprivate func silences(_ kind: MonitorCallback.Kind) -> Bool {
    let (startIsDated, endIsDated, isMixed) = mixture
    guard isMixed, startIsDated != endIsDated else { return false }
    return kind == (endIsDated ? .intervalDidStart : .intervalDidEnd)
  }
}
