import Scheduler
import SchedulerPlatform
import Synchronization

/// A thread that owns one adapter: it carries out orders, one after the other, and calls `work` in between and once more
/// at its end.
///
/// ```swift
/// let reports = try AdapterReports()
/// let thread = try AdapterThread(HostsAdapter(), reports: reports)
/// thread.send(.probe)
/// … wait until `reports.descriptor` is readable …
/// for report in reports.take() { conductor.take(report, atBoot: now) }
/// thread.stop()
/// for report in reports.take() { … }        // what the adapter had to say at its end
/// ```
public final class AdapterThread: Sendable {
  private let mailbox: Mailbox
  private let thread: SystemThread

  /// Starts a thread for an adapter.
  ///
  /// - Throws: the error of the system if it has no thread or descriptor left.
  public init(_ adapter: some EnforcementAdapter, reports: AdapterReports) throws(SystemError) {
    let mailbox = Mailbox(bell: try Bell(), ended: try Bell())
    let worker = try AdapterWorker(adapter, mailbox: mailbox, reports: reports)
    self.mailbox = mailbox
    thread = try SystemThread {
      var worker = worker
      worker.run()
      mailbox.ended.ring()
    }
  }

  /// Asks for an order after those that were sent before. Never blocks.
  public func send(_ order: AdapterOrder) {
    mailbox.contents.withLock { $0.orders.append(order) }
    mailbox.bell.ring()
  }

  /// Makes the thread end after what it does at present and a last call of `work`. Never blocks.
  public func end() {
    mailbox.contents.withLock { $0.isOver = true }
    mailbox.bell.ring()
  }

  /// Ends the thread, and waits for that for a limited time: the component may never answer, and then the thread ends
  /// with the process. What is applied stays, as far as it outlives the process. May be called once.
  ///
  /// - Parameter boot: the end of the wait, as a reading of CLOCK_BOOTTIME in nanoseconds. The default is one second.
  /// - Returns: whether it has ended, so that it reports nothing more.
  @discardableResult
  public func stop(by boot: Int64 = SystemClocks.boot() + patience) -> Bool {
    end()
    guard mailbox.ended.wait(until: boot) else { return false }
    thread.join()
    return true
  }

  /// The usual time for a thread to end, in nanoseconds. `work` takes some milliseconds.
  public static let patience: Int64 = 1_000_000_000
}

/// The reports of all adapters, on their way to the thread that conducts them.
public final class AdapterReports: Sendable {
  private let bell: Bell
  private let waiting = Mutex<[AdapterReport]>([])

  /// Creates an empty collection.
  ///
  /// - Throws: the error of the system if it has no descriptor left.
  public init() throws(SystemError) { bell = try Bell() }

  /// A descriptor that is readable while reports wait.
  public var descriptor: OpenDescriptor { bell.descriptor }

  /// Returns the reports since the last call, the oldest first. Never blocks.
  public func take() -> [AdapterReport] {
    bell.silence()
    return waiting.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }

  func add(_ report: AdapterReport) {
    waiting.withLock { $0.append(report) }
    bell.ring()
  }
}

/// The orders on their way to an adapter's thread.
private final class Mailbox: Sendable {
  struct Contents: Sendable {
    var orders: [AdapterOrder] = []
    var isOver = false
  }

  let bell: Bell
  /// Rings when the thread has done everything.
  let ended: Bell
  let contents = Mutex(Contents())

  init(bell: Bell, ended: Bell) { (self.bell, self.ended) = (bell, ended) }
}

/// What an adapter's thread runs.
private struct AdapterWorker<Adapter: EnforcementAdapter>: Sendable {
  private var adapter: Adapter
  private let mailbox: Mailbox
  private let reports: AdapterReports
  private let queue: EventQueue
  private var nextBoot: Int64?
  /// The descriptor of the adapter in the queue.
  private var followed: OpenDescriptor?

  init(_ adapter: Adapter, mailbox: Mailbox, reports: AdapterReports) throws(SystemError) {
    (self.adapter, self.mailbox, self.reports) = (adapter, mailbox, reports)
    queue = try EventQueue()
    try queue.add(mailbox.bell.descriptor, token: 0)
  }

  mutating func run() {
    while true {
      mailbox.bell.silence()
      let contents = mailbox.contents.withLock { contents in
        defer { contents.orders = [] }
        return contents
      }
      // At the end nothing is applied any more, and what was applied still goes.
      for order in contents.orders where !contents.isOver || order == .revert {
        reports.add(AdapterReport(from: adapter.name, carryOut(order)))
      }
      work()
      if contents.isOver { return }
      wait()
    }
  }

  private mutating func carryOut(_ order: AdapterOrder) -> AdapterReport.Content {
    do throws(AdapterError) {
      switch order {
      case .probe: return .probed(adapter.probe())
      case .apply(let shield):
        let effect = try adapter.apply(shield)
        try adapter.verify()
        return .applied(generation: shield.generation, effect)
      case .revert:
        try adapter.revert()
        return .reverted
      }
    } catch {
      return .failed(error)
    }
  }

  private mutating func work() {
    let work = adapter.work(atBoot: SystemClocks.boot())
    nextBoot = work.nextBoot
    let isNews = !work.attempts.isEmpty || work.lostAttemptCount > 0 || !work.repairs.isEmpty || work.change != nil
    if isNews { reports.add(AdapterReport(from: adapter.name, .worked(work))) }
  }

  /// Makes the queue wait for the descriptor that the adapter has now.
  private mutating func follow() throws(SystemError) {
    let descriptor = adapter.descriptor
    guard descriptor !== followed else { return }
    if let followed { queue.remove(followed) }
    followed = nil
    if let descriptor { try queue.add(descriptor, token: 1) }
    followed = descriptor
  }

  /// Waits for an order, for the adapter's component, or until the adapter has something to do.
  private mutating func wait() {
    let nanoseconds = nextBoot.map { max(0, $0 - SystemClocks.boot()) }
    let milliseconds = nanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
    do throws(SystemError) {
      try follow()
      _ = try queue.wait(milliseconds: milliseconds)
    } catch {
      // The kernel has no room to watch another descriptor. Orders are still looked for, and the next turn tries again.
      Pause.wait(milliseconds: 100)
    }
  }
}
