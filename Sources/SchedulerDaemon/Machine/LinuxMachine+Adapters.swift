import Scheduler
import SchedulerEnforcement

extension LinuxMachine {
  /// Gives an adapter an order.
  public mutating func order(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) {
    if adapter == .execGuard, order != .probe { watchClosely(order != .revert) }
    adapters.send(order, to: adapter)
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
}
