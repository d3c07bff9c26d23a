import DeviceActivity
import FamilyControls
import ManagedSettings
import Scheduler
import SchedulerCivilTime
import SchedulerStore

/// Everything that a virtual device knows. Its owner holds it under a lock.
struct DeviceState: Sendable {
  /// The choices of the device.
  let policy: SemanticsPolicy
  /// The engine that runs the monitored activities; nil until there is something to monitor or to count.
  var engine: Engine?
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
  /// What the apps logged.
  var logs: [LogMessage] = []
  /// What the apps probably did not mean.
  var lints: [Lint] = []
  /// What the device did not do as an app may expect.
  var diagnostics: [SettingsDiagnostic] = []
  /// The random numbers of latencies and ties.
  var random: SeededRandom
  /// The applications and web sites on the device.
  var catalog = DeviceCatalog()
  /// What waits for the status of authorization to change, until the process ends.
  var observers: [ProcessID: [UUID: AsyncStream<FamilyControls.AuthorizationStatus>.Continuation]] = [:]
  /// The activity that apps with access to data may export.
  var activity: [DeviceActivityData] = []
  /// The responses to shields that wait to be followed.
  var lateResponses: [LateResponse] = []
  /// Whether deliveries are begun at this moment.
  var isDelivering = false
  /// Decides the order of deliveries of different processes; nil for the order in which they became due.
  var chooser: (any DeliveryChooser)?
  /// What the present delivery read and wrote; nil outside of an exploration.
  var footprint: Footprint?
  /// The activities whose callbacks run, by process.
  var running: [ProcessID: [String]] = [:]
  /// The records of activities whose callbacks had not arrived when the device was switched off, by key.
  var undelivered: [String: StateChange] = [:]
  /// The processes that the system has ended while their code still runs.
  var dead: Set<ProcessID> = []

  init(at date: Date, in zone: ScheduleZone, policy: SemanticsPolicy, faults: [Fault]) {
    self.policy = policy
    self.zone = zone
    clocks = DeviceClocks(at: date)
    settings = DeviceSettings(policy: policy.settings)
    authorization = AuthorizationLedger(policy: policy.authorization)
    self.faults = FaultInjector(faults)
    random = SeededRandom(seed: policy.latency.seed ^ policy.tieOrder.seed)
  }

  /// An engine that monitors nothing yet.
  var newEngine: Engine {
    var router = ActivityRouter()
    router.monitoringRules.warningsAwaitUse = policy.warnings == .awaitUse
    router.monitoringRules.thresholdsPrecedeEnd = policy.thresholdAtEnd == .beforeEnd
    let zone = ConfiguredZone(.system, rules: zone.rules)
    return Engine(Configuration(zone: zone, profiles: []), router: router)
  }

  /// The reading of the device's clock.
  var localTime: CivilDateTime { zone.rules.civil(at: clocks.instant) }

  /// Adds an entry to the journal.
  mutating func note(_ occurrence: JournalEntry.Occurrence, app: String? = nil) {
    journal.append(JournalEntry(localTime: localTime, app: app, occurrence: occurrence))
  }

  /// Adds a lint, once.
  mutating func add(_ lint: Lint) {
    if !lints.contains(lint) { lints.append(lint) }
  }
}

extension DeviceState {
  /// Passes an input to the engine at the present, and queues the callbacks that follow.
  ///
  /// - Parameter ignoring: the engine's names of activities whose ends are not delivered.
  mutating func evaluate(_ input: Input, ignoring silent: Set<String> = []) {
    startEngine(for: input)
    let before = policy.latency != .none || faults.delaysCallbacks ? engine : nil
    guard let transition = engine?.handle(input, at: clocks.moment) else { return }
    for event in transition.events {
      guard case .registered(let name)? = event.activity,
        let kind = MonitorCallback.Kind(rawValue: event.name.rawValue),
        !(kind == .intervalDidEnd && silent.contains(name)), let (app, activity) = Registration.split(name)
      else { continue }
      let callback = MonitorCallback(kind, activity: activity, event: event.message)
      enqueue(callback, of: app, latency: latency(after: input), before: before?.record(ofMonitoring: name))
    }
    if policy.finishedActivities == .dropped { dropFinished() }
  }

  /// Makes the engine if an input is the first that concerns it.
  private mutating func startEngine(for input: Input) {
    guard engine == nil else { return }
    switch input {
    case .startMonitoring, .deviceUse(.inUse(items: .some)): break
    default: return
    }
    var started = newEngine
    _ = started.handle(.time, at: clocks.moment)
    _ = started.handle(.deviceUse(use), at: clocks.moment)
    engine = started
  }

  /// Returns the nanoseconds that a callback takes. The end of an interval that an app stops was measured to come within
  /// milliseconds, and other callbacks to take seconds.
  private mutating func latency(after input: Input) -> Int64 {
    if case .stopMonitoring = input, policy.latency == .observed { return 0 }
    return policy.latency.sample(&random)
  }

  private mutating func enqueue(_ callback: MonitorCallback, of app: String, latency: Int64, before: StateChange?) {
    let registration = registrations.first { $0.app == app && $0.name.rawValue == callback.activity }
    if let registration, callback.kind == .intervalDidStart { lintStretch(of: registration) }
    if let registration, policy.mixedComponents == .silent, registration.silences(callback.kind) { return }
    let isRepeating = registration?.schedule.repeats ?? true
    let process = ProcessID(app: app, kind: .monitor)
    let due = queue.arrival(of: process, due: clocks.elapsed + latency)
    for (copy, fate) in faults.fates(of: callback, isRepeating: isRepeating).enumerated() {
      switch fate {
      case .deliver(let delay):
        queue.add(.monitor(callback), of: process, due: due, delay: delay, isCopy: copy > 0, before: before)
      case .kill: queue.add(.death(callback), of: process, due: due, before: before)
      case .lose(let reason): note(.lost(callback, reason: reason), app: app)
      }
    }
  }

  /// Adds the lint of the interval that starts, if the clocks stretch it.
  private mutating func lintStretch(of registration: Registration) {
    guard let interval = engine?.openInterval(monitoring: registration.engineName),
      let minutes = registration.stretchedMinutes(of: interval, in: zone)
    else { return }
    add(.dstStretchedInterval(activity: registration.name.rawValue, minutes: minutes))
  }

  private mutating func dropFinished() {
    let finished = registrations.filter { engine?.hasFinished(monitoring: $0.engineName) ?? false }
    guard !finished.isEmpty else { return }
    for registration in finished { queue.keepCallbacks(of: registration.name.rawValue, in: registration.app) }
    _ = engine?.handle(.stopMonitoring(names: finished.map(\.engineName)), at: clocks.moment)
    registrations.removeAll { registration in finished.contains { $0.engineName == registration.engineName } }
  }

  /// The elapsed time at which something is due next; nil for never.
  var nextDue: Int64? {
    guard isOn else { return nil }
    let engineDue = engine?.nextDeadline.nanoseconds(after: clocks.moment).map { clocks.elapsed + $0 }
    return [engineDue, queue.nextDue].compactMap { $0 }.min()
  }

  /// Tells the engine what is in front, and whether the device is in use.
  mutating func updateUse() { evaluate(.deviceUse(use)) }

  /// What counts as use at present.
  private var use: DeviceUse {
    guard isOn, isInUse else { return .unused }
    if let foreground, policy.shieldTime == .ignored, isRestricted(foreground) { return .inUse(items: nil) }
    return .inUse(items: foreground?.items)
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
