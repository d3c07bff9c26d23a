import Scheduler
import SchedulerPlatform
import Synchronization

/// The adapters of a machine, each in a thread of its own.
public struct AdapterThreads: Sendable {
  /// The settings that the adapters follow.
  public let settings: SharedEnforcementSettings
  /// What the adapters report.
  public let reports: AdapterReports
  private let threads: [EnforcementSettings.Adapter: AdapterThread]
  private let queue: EventQueue

  /// Starts a thread for each adapter.
  ///
  /// - Parameter settings: the settings that these adapters read.
  /// - Throws: the error of the system if it has no thread or descriptor left.
  public init(_ adapters: [any EnforcementAdapter], settings: SharedEnforcementSettings) throws(SystemError) {
    let reports = try AdapterReports()
    var threads: [EnforcementSettings.Adapter: AdapterThread] = [:]
    for adapter in adapters { threads[adapter.name] = try AdapterThread(adapter, reports: reports) }
    (self.reports, self.threads) = (reports, threads)
    self.settings = settings
    queue = try EventQueue()
    try queue.add(reports.descriptor, token: 0)
  }

  /// Gives an adapter an order, and does not wait for it.
  public func send(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) { threads[adapter]?.send(order) }

  /// Waits for reports, up to a reading of CLOCK_BOOTTIME, and returns them; empty if there are none by then.
  public func wait(until boot: Int64) -> [AdapterReport] {
    let milliseconds = max(0, boot - SystemClocks.boot() + 999_999) / 1_000_000
    do throws(SystemError) {
      _ = try queue.wait(milliseconds: Int32(clamping: milliseconds))
    } catch {
      // An epoll descriptor that is open and valid cannot fail.
      Pause.wait(milliseconds: 10)
    }
    return reports.take()
  }

  /// Ends the threads, and returns what they have reported until then. A thread that has not ended within a second ends
  /// with the process: it may wait for something that never comes. May be called once.
  public func stop() -> [AdapterReport] {
    for thread in threads.values { thread.end() }
    let end = SystemClocks.boot() + AdapterThread.patience
    for thread in threads.values { thread.stop(by: end) }
    return reports.take()
  }
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
