import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import SchedulerCivilTime
import ScreenTimeSystem
import ScreenTimeTesting

/// The run of a row on a virtual device.
struct ConformanceRun {
  /// The bundle identifier of the app that is driven.
  static let app = "com.example.app"

  /// Stops activities when methods are called, as a row says.
  private final class Reactions: Sendable {
    let stops = SharedState<[MonitorCallback.Kind: String]>([:])
    let answer = SharedState<ShieldActionResponse>(.close)
  }

  private final class Monitor: DeviceActivityMonitor {
    private let reactions: Reactions

    init(_ reactions: Reactions) {
      self.reactions = reactions
      super.init()
    }

    private func react(to kind: MonitorCallback.Kind) {
      guard let name = reactions.stops.withLock({ $0[kind] }) else { return }
      DeviceActivityCenter().stopMonitoring([.init(name)])
    }

    override func intervalDidStart(for activity: DeviceActivityName) { react(to: .intervalDidStart) }
    override func intervalWillEndWarning(for activity: DeviceActivityName) { react(to: .intervalWillEndWarning) }
    override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
      react(to: .eventDidReachThreshold)
    }
  }

  private final class Action: ShieldActionDelegate {
    private let reactions: Reactions

    init(_ reactions: Reactions) {
      self.reactions = reactions
      super.init()
    }

    override func handle(
      action: ShieldAction, for application: ApplicationToken,
      completionHandler: @escaping (ShieldActionResponse) -> Void
    ) {
      completionHandler(reactions.answer.withLock { $0 })
    }
  }

  private let row: Observation
  private let device: VirtualDevice
  private let app: InstalledApp
  private let reactions = Reactions()
  private var refusals: [String] = []
  private var intervals: [String?] = []

  init(_ row: Observation) {
    self.row = row
    device = VirtualDevice(at: row.start, in: row.zone, policy: row.policy)
    let reactions = reactions
    app = device.install(
      ScreenTimeApp(Self.app, monitor: { Monitor(reactions) }, shieldAction: { Action(reactions) }),
      authorizedFor: row.isAuthorized ? .individual : nil)
  }

  /// Runs the steps, and returns what differs from what is expected.
  mutating func differences() throws -> [String] {
    for (_, step) in row.steps { try perform(step) }
    return Findings(
      device: device, app: app, refusals: refusals, intervals: intervals, tolerance: row.tolerance
    ).differences(from: row.expectations)
  }

  private mutating func perform(_ step: ConformanceStep) throws {
    switch step {
    case .monitor(let step): monitor(step)
    case .resolve(let start, let end): intervals.append(resolve(start, until: end))
    case .stop(let names): stop(names)
    case .advance(let time): device.advance(to: time)
    case .wait(let seconds): device.advance(by: .seconds(seconds))
    case .pickUp: device.pickUp()
    case .putDown: device.putDown()
    case .reboot: device.reboot()
    case .revoke: device.revokeAuthorization(of: app)
    case .travel(let zone): device.travel(to: zone)
    case .setClock(let time): try device.setClock(to: time)
    case .use(let item, let seconds): device.use(item, for: .seconds(seconds))
    case .open(let item): device.open(item)
    case .shield(let what, let process): shield(what, by: process)
    case .clearStore(let process): device.run(in: app, as: process) { ManagedSettingsStore().clearAllSettings() }
    case .press(let answer): press(answer)
    case .stopWhen(let kind, let activity): reactions.stops.withLock { $0[kind] = activity }
    }
  }

  private mutating func monitor(_ step: MonitorStep) {
    let schedule = DeviceActivitySchedule(
      intervalStart: step.start, intervalEnd: step.end, repeats: step.repeats,
      warningTime: step.warningSeconds.map { DateComponents(second: Int($0)) })
    var events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
    if let event = step.event {
      events[.init(event.name)] = DeviceActivityEvent(
        applications: Set(event.item.map { [device.token(for: $0)] } ?? []),
        threshold: DateComponents(second: Int(event.seconds)), includesPastActivity: step.includesPast)
    }
    do {
      try device.run(in: app) {
        try DeviceActivityCenter().startMonitoring(.init(step.name), during: schedule, events: events)
      }
    } catch { refusals.append("\(error)") }
  }

  private func stop(_ names: [String]) {
    device.run(in: app) {
      let center = DeviceActivityCenter()
      if names.isEmpty { center.stopMonitoring() } else { center.stopMonitoring(names.map { .init($0) }) }
    }
  }

  private func resolve(_ start: DateComponents, until end: DateComponents) -> String? {
    let schedule = DeviceActivitySchedule(intervalStart: start, intervalEnd: end, repeats: true)
    return device.run(in: app) { schedule.nextInterval }.map { "\(text(of: $0.start)) to \(text(of: $0.end))" }
  }

  private func text(of date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970) + device.timeZone.secondsFromGMT(for: date)
    let date = CivilDate(year: 1970, month: 1, day: 1)?.adding(days: Int((Double(seconds) / 86_400).rounded(.down)))
    let minute = (seconds % 86_400 + 86_400) % 86_400 / 60
    let parts = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(date.map { "\($0)" } ?? "?") \(parts.joined(separator: ":"))"
  }

  private func shield(_ what: ConformanceStep.Shielded, by process: ProcessKind) {
    device.run(in: app, as: process) {
      let store = ManagedSettingsStore()
      switch what {
      case .application(let identifier): store.shield.applications = [device.token(for: identifier)]
      case .category(let name): store.shield.applicationCategories = .specific([device.token(forCategory: name)])
      case .everything: store.shield.applicationCategories = .all()
      }
    }
  }

  private func press(_ answer: String) {
    let responses: [String: ShieldActionResponse] = [
      "close": .close, "defer": .defer, "none": .none, "openParentalControlsApp": .openParentalControlsApp,
    ]
    guard let identifier = device.foreground, let response = responses[answer] else { return }
    reactions.answer.withLock { $0 = response }
    device.open(identifier).shield?.press(.primaryButtonPressed)
  }
}

/// What the device shows after the steps.
struct Findings {
  let device: VirtualDevice
  let app: InstalledApp
  let refusals: [String]
  let intervals: [String?]
  let tolerance: Int64

  /// Returns a sentence for each difference.
  func differences(from expectations: [(text: String, expectation: ConformanceExpectation)]) -> [String] {
    var refused: [String] = []
    var resolved: [String?] = []
    var callbacks: [(text: String, time: CivilDateTime, callback: String)] = []
    var differences: [String] = []
    for (text, expectation) in expectations {
      switch expectation {
      case .refused(let error): refused.append(error)
      case .resolved(let interval): resolved.append(interval)
      case .callback(let time, let callback): callbacks.append((text, time, callback))
      case .noCallbacks: break
      default: if let found = found(expectation) { differences.append("expected '\(text)', found \(found)") }
      }
    }
    if refused != refusals { differences.append("expected refusals \(refused), found \(refusals)") }
    if resolved != intervals { differences.append("expected intervals \(resolved), found \(intervals)") }
    let transcript = device.transcript
    let isAlike =
      transcript.count == callbacks.count
      && zip(transcript, callbacks).allSatisfy { isSame($0, $1.callback, at: $1.time) }
    if !isAlike { differences.append("expected callbacks \(callbacks.map(\.text)), found \(transcript)") }
    return differences
  }

  private func isSame(_ line: String, _ callback: String, at time: CivilDateTime) -> Bool {
    guard line.dropFirst(20) == callback, let found = CivilDateTime(parsing: String(line.prefix(19))) else {
      return false
    }
    return abs(found.localSeconds - time.localSeconds) <= tolerance
  }

  /// Returns what there is in place of what is expected; nil if it is as expected.
  private func found(_ expectation: ConformanceExpectation) -> String? {
    switch expectation {
    case .shielded(let identifier, let isExpected):
      let isShielded = device.effective(for: identifier).isShielded
      return isShielded == isExpected ? nil : isShielded ? "shielded" : "not shielded"
    case .status(let process, let expected):
      let status = device.run(in: app, as: process) { "\(AuthorizationCenter.shared.authorizationStatus)" }
      return status == expected ? nil : status
    case .shieldedCount(let process, let expected):
      let count = device.run(in: app, as: process) { ManagedSettingsStore().shield.applications?.count ?? 0 }
      return count == expected ? nil : "\(count)"
    case .foreground(let expected):
      return device.foreground == expected ? nil : device.foreground ?? "the home screen"
    case .activities(let names):
      let found = device.activities(of: app)
      return found == names ? nil : "\(found)"
    case .refused, .resolved, .callback, .noCallbacks: return nil
    }
  }
}
