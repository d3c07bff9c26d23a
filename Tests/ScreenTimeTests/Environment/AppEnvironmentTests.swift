import Foundation
import ScreenTimeSystem
import Synchronization
import Testing

@testable import ScreenTimeTesting

/// The tests that ran with the trait at one time, and the most there ever were.
private let running = SharedState((now: 0, most: 0))

@Suite(.virtualDevice) struct VirtualDeviceTraitTests {
  @Test(arguments: 0..<6) func `tests with the trait run one after another, with clean defaults`(number: Int) async {
    running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    #expect(outsideOfDevices { UserDefaults.standard.object(forKey: "left over") } == nil)
    outsideOfDevices { UserDefaults.standard.set(number, forKey: "left over") }
    for _ in 0..<20 { await Task.yield() }
    #expect(outsideOfDevices { UserDefaults.standard.integer(forKey: "left over") } == number)
    running.withLock { $0.now -= 1 }
    #expect(running.withLock { $0.most } == 1)
  }

  @Test(.virtualDevice) func `the trait on a test of a suite with the trait does not wait for itself`() {
    #expect(outsideOfDevices { UserDefaults.standard.object(forKey: "left over") } == nil)
  }

  @Suite struct Nested {
    @Test func `the trait holds for suites in a suite`() { #expect(AppEnvironment.show(zone: .gmt)) }
  }

  @Test func `a nested environment starts clean and leaves the values of the outer one`() async {
    outsideOfDevices { UserDefaults.standard.set(1, forKey: "outer") }
    withIsolatedEnvironment { #expect(outsideOfDevices { UserDefaults.standard.object(forKey: "outer") } == nil) }
    await withIsolatedEnvironment {
      await Task.yield()
      #expect(outsideOfDevices { UserDefaults.standard.object(forKey: "outer") } == nil)
    }
    #expect(outsideOfDevices { UserDefaults.standard.integer(forKey: "outer") } == 1)
  }

  @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles", "UTC"]) func `the zone of a device is shown everywhere`(
    name: String
  ) throws {
    let zone = try #require(TimeZone(identifier: name))
    let before = (TimeZone.current, Calendar.current.timeZone, NSTimeZone.default)
    withIsolatedEnvironment {
      #expect(AppEnvironment.show(zone: zone))
      let seconds = zone.secondsFromGMT()
      #expect(TimeZone.current.secondsFromGMT() == seconds)
      #expect(TimeZone.autoupdatingCurrent.secondsFromGMT() == seconds)
      #expect(Calendar.current.timeZone.secondsFromGMT() == seconds)
      #expect(Calendar(identifier: .gregorian).timeZone.secondsFromGMT() == seconds)
      #expect(NSTimeZone.default.secondsFromGMT() == seconds)
      #expect(DateFormatter().timeZone.secondsFromGMT() == seconds)
    }
    #expect(before == (TimeZone.current, Calendar.current.timeZone, NSTimeZone.default))
  }

  @Test func `a zone without a name is shown by calendars`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3_600 * 5 + 60))
    AppEnvironment.show(zone: zone)
    #expect(Calendar.current.timeZone.secondsFromGMT() == 3_600 * 5 + 60)
  }

  @MainActor @Test func `an environment may be used on an actor`() async {
    final class Counter { var count = 0 }
    let counter = Counter()
    await withIsolatedEnvironment {
      await Task.yield()
      counter.count += 1
    }
    #expect(counter.count == 1)
  }

  @Test func `an error that the body throws passes, and the state is put back`() async {
    let zone = Calendar.current.timeZone
    #expect(throws: CancellationError.self) {
      try withIsolatedEnvironment {
        AppEnvironment.show(zone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt)
        throw CancellationError()
      }
    }
    #expect(Calendar.current.timeZone == zone)
    await #expect(throws: CancellationError.self) {
      try await withIsolatedEnvironment {
        await Task.yield()
        throw CancellationError()
      }
    }
  }
}

@Suite struct TurnLockTests {
  @Test func `those who wait get the lock in the order in which they asked`() async {
    let lock = TurnLock()
    let order = SharedState<[Int]>([])
    await lock.take()
    for number in 0..<10 {
      lock.ask {
        order.withLock { $0.append(number) }
        lock.giveBack()
      }
    }
    #expect(order.withLock { $0 } == [])
    lock.giveBack()
    #expect(order.withLock { $0 } == Array(0..<10))
    await lock.take()
    lock.giveBack()
  }

  @Test func `a thread waits for its turn`() async {
    let lock = TurnLock()
    let isGivenBack = Atomic(false)
    await lock.take()
    async let sawIt: Bool = withCheckedContinuation { continuation in
      Thread.detachNewThread {
        lock.takeBlocking()
        continuation.resume(returning: isGivenBack.load(ordering: .acquiring))
        lock.giveBack()
      }
    }
    for _ in 0..<100 { await Task.yield() }
    isGivenBack.store(true, ordering: .releasing)
    lock.giveBack()
    #expect(await sawIt)
  }

  @Test func `tasks exclude each other`() async {
    let lock = TurnLock()
    let inside = Tally()
    let faults = Tally()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          await lock.take()
          let before = inside.count
          inside.add()
          await Task.yield()
          if inside.count != before + 1 { faults.add() }
          lock.giveBack()
        }
      }
    }
    #expect(inside.count == 100)
    #expect(faults.count == 0)
  }
}
