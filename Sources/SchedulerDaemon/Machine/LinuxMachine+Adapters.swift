import Scheduler
import SchedulerEnforcement
import SchedulerInstance
import SchedulerPlatform

extension LinuxMachine {
  /// Gives an adapter an order.
  public mutating func order(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) {
    if adapter == .execGuard, order != .probe { watchClosely(order != .revert) }
    do throws(FileSystemError) {
      try options.shieldNote?.note(order)
    } catch {
      let words = "what this shield leaves in files may outlive it if the daemon dies: \(error)"
      log(.warning, message: words)
    }
    adapters.send(order, to: adapter)
  }

  /// Writes an entry of the machine's own.
  mutating func log(_ priority: LogEntry.Priority, message: String) {
    log(LogEntry(priority, message: message, at: moment().wall, zone: options.logZone))
  }

  /// Starts a hook.
  public mutating func startHook(_ id: UInt64, run: HookRun) { hooks.start(id, run: run) }

  /// Ends a hook and its children.
  public mutating func stopHook(_ id: UInt64, isForced: Bool) { hooks.stop(id, isForced: isForced) }

  mutating func feedWatchdog() {
    let now = moment().boot
    if watchdog?.isDue(atBoot: now) == true { options.notifier?.send([.watchdog]) }
  }

  /// Changes the time without a sign of life after which the service manager ends the daemon. While the guard decides
  /// about starts, they wait for a process that is stopped or hangs, so the time is short; else it is the one of the
  /// unit, which costs fewer wake-ups.
  private mutating func watchClosely(_ isClose: Bool) {
    guard let notifier = options.notifier, let usual = notifier.watchdogLimit else { return }
    let limit = isClose ? min(usual, Self.guardedWatchdogLimit) : usual
    guard limit != watchdog?.limit else { return }
    notifier.send([.watchdogLimit(limit), .watchdog])
    watchdog = WatchdogPace(limit: limit)
  }

  /// The time without a sign of life after which the daemon is ended while the guard decides about starts, in
  /// nanoseconds. With the time limits of the unit, a start then waits for less than half a minute.
  public static let guardedWatchdogLimit: Int64 = 12_000_000_000

  /// Makes the adapters follow these settings.
  public mutating func configureAdapters(_ settings: EnforcementSettings) { adapters.settings.value = settings }

  /// Waits for reports of adapters.
  public mutating func reports(until boot: Int64) -> [AdapterReport] { adapters.wait(until: boot) }

  /// Ends the threads of the adapters, and waits for that for a second at the most.
  public mutating func endAdapters() -> [AdapterReport] { adapters.stop() }
}

/// A file that tells the service manager that another shield is applied from now on, so that it prepares for its end.
///
/// Its receiver removes it before it reads the shield. Thus no change is lost, not even one that comes while it works.
public struct ShieldNote: Sendable {
  private let path: String
  /// The order that was noted last: the generation of the shield, or nil for none.
  private var last: Int64??

  /// Creates a note at a path that does not exist while nothing is new.
  public init(at path: String) { self.path = path }

  /// Notes an order, unless it repeats the last one.
  mutating func note(_ order: AdapterOrder) throws(FileSystemError) {
    let generation: Int64?
    switch order {
    case .probe: return
    case .apply(let shield): generation = shield.generation
    case .revert: generation = nil
    }
    guard last != .some(generation) else { return }
    try FileWriter().replace(path, with: [], permissions: 0o644)
    last = .some(generation)
  }
}

extension LinuxMachine {
  /// Publishes in the run-time directory of the instance, which is created if it is missing.
  public mutating func publish(_ engine: Engine, facts: PublicationFacts) -> [String] {
    do throws(InstanceError) { try instance.makeRuntimeDirectory() } catch { return [error.message] }
    return instance.publish(
      engine, progress: facts.progress, at: moment(), isLifted: facts.isLifted, keeper: facts.isLast ? nil : keeper,
      adapters: facts.isLast ? [] : facts.adapters
    ).map(\.message)
  }
}
