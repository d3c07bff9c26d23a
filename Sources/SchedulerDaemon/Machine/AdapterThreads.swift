import Scheduler
import SchedulerEnforcement
import SchedulerPlatform
import Synchronization

/// The adapters of a machine, each in a thread of its own.
struct AdapterThreads: Sendable {
  /// What the adapters report.
  let reports: AdapterReports
  private let threads: [EnforcementSettings.Adapter: AdapterThread]
  private let queue: EventQueue

  /// Starts a thread for each adapter.
  ///
  /// - Throws: the error of the system if it has no thread or descriptor left.
  init(_ adapters: [any EnforcementAdapter]) throws(SystemError) {
    let reports = try AdapterReports()
    var threads: [EnforcementSettings.Adapter: AdapterThread] = [:]
    for adapter in adapters { threads[adapter.name] = try AdapterThread(adapter, reports: reports) }
    (self.reports, self.threads) = (reports, threads)
    queue = try EventQueue()
    try queue.add(reports.descriptor, token: 0)
  }

  func send(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) { threads[adapter]?.send(order) }

  /// Waits for reports, up to a reading of CLOCK_BOOTTIME, and returns them; empty if there are none by then.
  func wait(until boot: Int64) -> [AdapterReport] {
    let milliseconds = max(0, boot - SystemClocks.boot() + 999_999) / 1_000_000
    do throws(SystemError) {
      _ = try queue.wait(milliseconds: Int32(clamping: milliseconds))
    } catch {
      // An epoll descriptor that is open and valid cannot fail.
      Pause.wait(milliseconds: 10)
    }
    return reports.take()
  }

  /// Ends the threads that have nothing to do. A thread that still carries out an order ends with the process: it may
  /// wait for something that never comes.
  func stop() { for thread in threads.values { thread.stopIfIdle() } }
}

/// The settings of `[enforce]`, as the loop passes them to the threads of the adapters.
public final class SharedEnforcementSettings: Sendable {
  private let settings = Mutex(EnforcementSettings())

  /// Creates the default settings.
  public init() {}

  /// The settings in force.
  public var value: EnforcementSettings {
    get { settings.withLock { $0 } }
    set { settings.withLock { $0 = newValue } }
  }
}
