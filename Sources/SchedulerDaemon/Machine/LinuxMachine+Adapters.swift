import Scheduler
import SchedulerEnforcement

extension LinuxMachine {
  /// Gives an adapter an order.
  public mutating func order(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) {
    adapters.send(order, to: adapter)
  }

  /// Makes the adapters follow these settings.
  public mutating func configureAdapters(_ settings: EnforcementSettings) { adapters.settings.value = settings }

  /// Waits for reports of adapters.
  public mutating func reports(until boot: Int64) -> [AdapterReport] { adapters.wait(until: boot) }
}
