import Scheduler
import SchedulerPlatform
import Synchronization

/// A thread that owns one adapter: it carries out orders, one after the other, and calls `work` in between.
///
/// ```swift
/// let reports = try AdapterReports()
/// let thread = try AdapterThread(HostsAdapter(), reports: reports)
/// thread.send(.probe)
/// … wait until `reports.descriptor` is readable …
/// for report in reports.take() { conductor.take(report, atBoot: now) }
/// thread.stop()
/// ```
public final class AdapterThread: Sendable {
  private let mailbox: Mailbox
  private let thread: SystemThread

  /// Starts a thread for an adapter.
  ///
  /// - Throws: the error of the system if it has no thread or descriptor left.
  public init(_ adapter: some EnforcementAdapter, reports: AdapterReports) throws(SystemError) {
    let mailbox = Mailbox(bell: try Bell())
    let worker = try AdapterWorker(adapter, mailbox: mailbox, reports: reports)
    self.mailbox = mailbox
    thread = try SystemThread {
      var worker = worker
      worker.run()
    }
  }

  /// Asks for an order after those that were sent before. Never blocks.
  public func send(_ order: AdapterOrder) {
    mailbox.contents.withLock { $0.orders.append(order) }
    mailbox.bell.ring()
  }

  /// Ends the thread after the order under way, and waits for that. What is applied stays, as far as it outlives the
  /// process.
  public func stop() {
    mailbox.contents.withLock { $0.isOver = true }
    mailbox.bell.ring()
    thread.join()
  }

  /// Ends the thread and waits for that, unless it carries out an order. Then it ends after the order, or with the
  /// process, because the component may never answer.
  public func stopIfIdle() {
    let isBusy = mailbox.contents.withLock { contents in
      contents.isOver = true
      return contents.isBusy
    }
    mailbox.bell.ring()
    if !isBusy { thread.join() }
  }
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
    /// Whether an order is being carried out.
    var isBusy = false
  }

  let bell: Bell
  let contents = Mutex(Contents())

  init(bell: Bell) { self.bell = bell }
}

/// What an adapter's thread runs.
private struct AdapterWorker<Adapter: EnforcementAdapter>: Sendable {
  private var adapter: Adapter
  private let mailbox: Mailbox
  private let reports: AdapterReports
  private let queue: EventQueue
  /// The generation of the last set that was applied.
  private var generation: Int64?
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
        defer { (contents.orders, contents.isBusy) = ([], !contents.orders.isEmpty) }
        return contents
      }
      if contents.isOver { return }
      for order in contents.orders { reports.add(AdapterReport(from: adapter.name, carryOut(order))) }
      if !contents.orders.isEmpty { mailbox.contents.withLock { $0.isBusy = false } }
      work()
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
    let isNews = !work.attempts.isEmpty || work.lostAttemptCount > 0 || !work.repairs.isEmpty
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
