import ProgramTesting
import Scheduler
import SchedulerPlatform
import Synchronization
import Testing

@testable import SchedulerEnforcement

/// Adapters in their threads.
@Suite struct AdapterThreadTests {
  /// An adapter that notes its calls, waits for a gate before it applies, and takes one attempt for each ring.
  private final class Notes: Sendable {
    let calls = Mutex<[String]>([])
    let gate = Mutex(())
    /// The number of calls of `apply` so far, also of those that wait.
    let begun = Mutex(0)
    func add(_ call: String) { calls.withLock { $0.append(call) } }
  }

  private struct NotingAdapter: EnforcementAdapter {
    let name: EnforcementSettings.Adapter
    let notes = Notes()
    let bell: Bell
    var failure: AdapterError?
    var descriptor: OpenDescriptor? { bell.descriptor }

    func probe() -> AdapterAvailability { .available }
    func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
      notes.begun.withLock { $0 += 1 }
      notes.gate.withLock { _ in notes.add("apply \(shield.generation)") }
      return AdapterEffect()
    }
    func verify() throws(AdapterError) {
      notes.add("verify")
      if let failure { throw failure }
    }
    func revert() { notes.add("revert") }
    func work(atBoot boot: Int64) -> AdapterWork {
      var ready = false
      if let queue = try? EventQueue(), (try? queue.add(bell.descriptor, token: 0)) != nil {
        ready = (try? queue.wait(milliseconds: 0))?.isEmpty == false
      }
      bell.silence()
      var work = AdapterWork()
      if ready { work.repairs = ["rung"] }
      return work
    }
  }

  /// Waits for a number of reports, at most ten seconds.
  private func take(_ count: Int, from reports: AdapterReports) throws -> [AdapterReport] {
    let queue = try EventQueue()
    try queue.add(reports.descriptor, token: 0)
    var found: [AdapterReport] = []
    while found.count < count {
      try #require(!queue.wait(milliseconds: 10_000).isEmpty, "only \(found.count) reports")
      found += reports.take()
    }
    return found
  }

  @Test func `a set is applied and then verified, and what is not in force is a failure`() throws {
    let reports = try AdapterReports()
    var adapter = NotingAdapter(name: .hosts, bell: try Bell())
    let first = try AdapterThread(adapter, reports: reports)
    first.send(.apply(shield(7)))
    guard case .applied(7, _)? = try take(1, from: reports).first?.content else {
      Issue.record("the set was not applied")
      return
    }
    first.stop()
    #expect(adapter.notes.calls.withLock { $0 } == ["apply 7", "verify"])
    adapter.failure = AdapterError("it is not in force")
    let second = try AdapterThread(adapter, reports: reports)
    second.send(.apply(shield(8)))
    guard case .failed(let error)? = try take(1, from: reports).first?.content else {
      Issue.record("the set was not verified")
      return
    }
    #expect(error.reason == "it is not in force")
    second.stop()
  }

  @Test func `an adapter that hangs delays no other`() throws {
    let reports = try AdapterReports()
    let (slow, quick) = (
      NotingAdapter(name: .hosts, bell: try Bell()), NotingAdapter(name: .sweeper, bell: try Bell())
    )
    let threads = try [AdapterThread(slow, reports: reports), AdapterThread(quick, reports: reports)]
    try slow.notes.gate.withLock { _ in
      threads[0].send(.apply(shield(1)))
      threads[1].send(.apply(shield(1)))
      let first = try take(1, from: reports)
      #expect(first.map(\.adapter) == [.sweeper])
    }
    #expect(try take(1, from: reports).map(\.adapter) == [.hosts])
    for thread in threads { thread.stop() }
  }

  @Test func `at the end a revert that waits is carried out, and nothing is applied any more`() throws {
    let reports = try AdapterReports()
    let adapter = NotingAdapter(name: .hosts, bell: try Bell())
    let thread = try AdapterThread(adapter, reports: reports)
    adapter.notes.gate.withLock { _ in
      thread.send(.apply(shield(1)))
      #expect(Waiting.until { adapter.notes.begun.withLock { $0 } == 1 })
      thread.send(.apply(shield(2)))
      thread.send(.revert)
      thread.end()
    }
    #expect(thread.stop())
    #expect(adapter.notes.calls.withLock { $0 } == ["apply 1", "verify", "revert"])
  }

  @Test func `an adapter works when its component has something to report`() throws {
    let reports = try AdapterReports()
    let adapter = NotingAdapter(name: .hosts, bell: try Bell())
    let thread = try AdapterThread(adapter, reports: reports)
    adapter.bell.ring()
    guard case .worked(let work)? = try take(1, from: reports).first?.content else {
      Issue.record("the ring was not noticed")
      return
    }
    #expect(work.repairs == ["rung"])
    thread.stop()
  }

  /// An adapter without a descriptor, whose work waits for the gate and reports what waits.
  private struct SilentAdapter: EnforcementAdapter {
    let name = EnforcementSettings.Adapter.sweeper
    let notes = Notes()
    let waiting = Waiting()

    final class Waiting: Sendable { let repairs = Mutex<[String]>([]) }

    func probe() -> AdapterAvailability { .available }
    func apply(_ shield: ShieldSet) -> AdapterEffect { AdapterEffect() }
    func verify() {}
    func revert() {}
    func work(atBoot boot: Int64) -> AdapterWork {
      notes.add("work")
      defer { notes.add("worked") }
      return notes.gate.withLock { _ in
        waiting.repairs.withLock { repairs in
          defer { repairs = [] }
          var work = AdapterWork()
          work.repairs = repairs
          return work
        }
      }
    }
  }

  /// Starts a thread of an adapter, and waits until its first work has begun or ended.
  private func startedThreads(_ adapter: SilentAdapter, until call: String) throws -> AdapterThreads {
    let threads = try AdapterThreads([adapter], settings: SharedEnforcementSettings())
    while !adapter.notes.calls.withLock({ $0.contains(call) }) { Pause.wait(milliseconds: 1) }
    return threads
  }

  @Test func `what waits in a component at the end is taken and reported before the thread has ended`() throws {
    let adapter = SilentAdapter()
    let threads = try startedThreads(adapter, until: "worked")
    // Nothing tells the thread that there is something to take.
    adapter.waiting.repairs.withLock { $0 = ["late"] }
    let repairs = threads.stop().flatMap { report -> [String] in
      if case .worked(let work) = report.content { work.repairs } else { [] }
    }
    #expect(repairs == ["late"])
  }

  @Test(.timeLimit(.minutes(1))) func `work that hangs holds up the end for a second at the most`() throws {
    let adapter = SilentAdapter()
    let begin = SystemClocks.boot()
    try adapter.notes.gate.withLock { _ in
      let threads = try startedThreads(adapter, until: "work")
      #expect(threads.stop().isEmpty)
    }
    let nanoseconds = SystemClocks.boot() - begin
    #expect(nanoseconds >= 1_000_000_000 && nanoseconds < 5_000_000_000, "\(nanoseconds)")
  }
}
