import Dispatch
import Foundation
import ScreenTimeSystem
import Synchronization
import Testing
import VirtualTime

/// A clock that one thread reads leaves the runtime of Swift, which waits on other threads, in real time.
@Suite struct RuntimeClockTests {
  @Test func `sleeping tasks and timers of Dispatch wait in real time while a thread reads a clock`() async throws {
    let clock = VirtualClock()
    clock.set(wall: 0, boot: 0, monotonic: 0)
    let isDone = Atomic(false)
    async let held: Int = withCheckedContinuation { continuation in
      Thread.detachNewThread {
        clock.within { while !isDone.load(ordering: .acquiring) { usleep(2_000) } }
        continuation.resume(returning: 1)
      }
    }
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(30))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) { continuation.resume() }
    }
    let elapsed = start.duration(to: .now)
    isDone.store(true, ordering: .releasing)
    #expect(await held == 1)
    // A runtime that read the held clock would never wake, or would wake at once.
    #expect(elapsed >= .milliseconds(60))
  }

  @Test func `a task that the body starts reads real time`() async {
    let clock = VirtualClock()
    let task = clock.within { Task.detached { time(nil) } }
    #expect(await task.value > 1_700_000_000)
  }
}

/// Counts from many threads.
final class Tally: Sendable {
  private let value = Atomic(0)

  /// How often `add` was called.
  var count: Int { value.load(ordering: .relaxed) }

  func add() { value.add(1, ordering: .relaxed) }
}

extension DispatchQueue {
  /// Runs the block on a thread of the queue's own, never on the calling one, and waits for its result.
  func asyncAndRead<Result: Sendable>(_ block: @escaping @Sendable () -> Result) -> Result? {
    let result = SharedState<Result?>(nil)
    let group = DispatchGroup()
    async(group: group) { result.withLock { $0 = block() } }
    group.wait()
    return result.withLock { $0 }
  }
}
