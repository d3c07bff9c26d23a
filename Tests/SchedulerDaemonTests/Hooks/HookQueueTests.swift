import Scheduler
import Testing

@testable import SchedulerDaemon

@Suite struct HookQueueTests {
  private static let second: Int64 = 1_000_000_000

  private static func run(_ hook: String, _ number: Int64) -> HookRun {
    HookRun(
      hook: Hook(on: [.sessionDidStart], command: [hook]), number: number, event: .sessionDidStart, words: [hook],
      variables: [], input: [])
  }

  private static func queue(_ runs: (hook: String, number: Int64)...) -> HookQueue {
    var queue = HookQueue()
    #expect(queue.add(runs.map { run($0.hook, $0.number) }).isEmpty)
    return queue
  }

  private static func started(_ queue: inout HookQueue, at second: Int64 = 0) -> [String] {
    queue.start(atBoot: second * Self.second).map { "\($0.id) \($0.run.hook.command[0])\($0.run.number)" }
  }

  @Test func `runs of one hook come one after the other, and different hooks run at the same time`() {
    var queue = Self.queue(("a", 1), ("a", 2), ("b", 2), ("a", 3))
    #expect(Self.started(&queue) == ["1 a1", "2 b2"])
    #expect(Self.started(&queue) == [])
    #expect(queue.end(1)?.run.number == 1)
    #expect(Self.started(&queue) == ["3 a2"])
    #expect(queue.end(1)?.run == nil)
    #expect(queue.end(3) != nil)
    #expect(Self.started(&queue) == ["4 a3"])
  }

  @Test func `no more than four hooks run at once`() {
    var queue = Self.queue(("a", 1), ("b", 1), ("c", 1), ("d", 1), ("e", 1))
    #expect(Self.started(&queue).count == 4)
    #expect(queue.end(2) != nil)
    #expect(Self.started(&queue) == ["5 e1"])
  }

  @Test func `a hook that takes too long is first asked and then forced to end`() {
    var queue = Self.queue(("a", 1))
    #expect(Self.started(&queue, at: 100) == ["1 a1"])
    #expect(queue.nextBoot == 130 * Self.second)
    #expect(queue.overdue(atBoot: 130 * Self.second - 1).isEmpty)
    #expect(queue.overdue(atBoot: 130 * Self.second).map(\.isForced) == [false])
    #expect(queue.overdue(atBoot: 130 * Self.second).isEmpty)
    #expect(queue.nextBoot == 135 * Self.second)
    #expect(queue.overdue(atBoot: 135 * Self.second).map(\.isForced) == [true])
    #expect(queue.end(1)?.wasAsked == true)
    #expect(queue.nextBoot == nil)
  }

  @Test func `the hook queue holds a thousand waiting runs and gives back the rest`() {
    var queue = HookQueue()
    let runs = (1...1_003).map { Self.run("a", $0) }
    #expect(queue.add(runs).map(\.number) == [1_001, 1_002, 1_003])
    #expect(queue.oldestNumber == 1)
  }

  @Test func `the oldest event number covers running and waiting hooks`() {
    var queue = Self.queue(("a", 7), ("a", 8), ("b", 8))
    #expect(queue.oldestNumber == 7)
    _ = queue.start(atBoot: 0)
    #expect(queue.end(1) != nil)
    #expect(queue.oldestNumber == 8)
    #expect(queue.end(2) != nil)
    #expect(queue.oldestNumber == 8)
    _ = queue.start(atBoot: 0)
    #expect(queue.end(3) != nil)
    #expect(queue.oldestNumber == nil)
  }
}
