import Glibc
import SchedulerCivilTime
import SchedulerPlatform
import Testing

/// Timers, signals and the event queue on the machine's own clocks. No test waits for a time.
@Suite struct TimerTests {
  private func now() throws -> Moment { try SystemClocks.moment() }

  @Test func `a wall-clock timer expires at once for a past time and never before its time`() throws {
    let queue = try EventQueue()
    let timer = try ClockTimer.wall()
    try queue.add(timer.descriptor, token: 7)
    let wall = try now().wall
    _ = try timer.arm(at: wall.adding(seconds: 3_600))
    #expect(try queue.wait(milliseconds: 0) == [] && !timer.read())
    for past in [wall.adding(seconds: -1), Instant(epochSeconds: 0), Instant(epochSeconds: -5_000_000_000)] {
      _ = try timer.arm(at: past)
      let ready = try queue.wait()
      #expect(ready.map(\.token) == [7] && ready[0].isReadable && !ready[0].isWritable && !ready[0].isEnded)
      #expect(try timer.read() && !timer.read())
    }
    _ = try timer.arm(at: nil)
    #expect(try queue.wait(milliseconds: 0) == [])
    // The year 9999 exceeds the range of the kernel.
    _ = try timer.arm(at: Instant(epochSeconds: 253_402_300_799))
    #expect(try queue.wait(milliseconds: 0) == [])
  }

  @Test func `a boot-clock timer expires when the time since boot reaches its deadline`() throws {
    let queue = try EventQueue()
    let timer = try ClockTimer.boot()
    try queue.add(timer.descriptor, token: 1)
    for past in [0, -1, try now().boot] {
      try timer.arm(atBoot: past)
      #expect(try queue.wait().count == 1 && timer.read())
    }
    try timer.arm(atBoot: try now().boot + 5_000_000)
    _ = try queue.wait()
    #expect(try timer.read())
    try timer.arm(atBoot: .max)
    #expect(try queue.wait(milliseconds: 0) == [])
    try timer.arm(atBoot: try now().boot)
    try timer.arm(atBoot: nil)
    #expect(try queue.wait(milliseconds: 0) == [], "what was armed before does not count")
  }

  @Test func `an event queue reports a ready descriptor until it is read or removed`() throws {
    let queue = try EventQueue()
    let timers = try (0..<3).map { _ in try ClockTimer.boot() }
    for (index, timer) in timers.enumerated() {
      try queue.add(timer.descriptor, token: UInt64(index))
      try timer.arm(atBoot: 1)
    }
    #expect(Set(try queue.wait().map(\.token)) == [0, 1, 2])
    #expect(try timers[1].read())
    queue.remove(timers[2].descriptor)
    #expect(try queue.wait().map(\.token) == [0])
    #expect(throws: SystemError(code: EEXIST)) { try queue.add(timers[0].descriptor, token: 9) }
    #expect(throws: SystemError(code: ENOENT)) {
      try queue.change(timers[2].descriptor, token: 9, wantsWriting: true)
    }
  }

  @Test func `a signal queue returns each kind of pending signal once`() throws {
    // Children of other tests end at any time, so SIGCHLD is not among these signals.
    let signals = try SignalQueue([.user1, .hangUp])
    defer { signals.release() }
    #expect(try signals.read() == [])
    for signal in [ProcessSignal.user1, .hangUp, .user1] { pthread_kill(pthread_self(), signal.rawValue) }
    #expect(Set(try signals.read()) == [.user1, .hangUp])
    #expect(try signals.read() == [])
  }

  @Test func `ProcessSignal uses the signal numbers of the machine`() {
    let numbers = ProcessSignal.allCases.map(\.rawValue)
    #expect(Set(numbers) == [SIGHUP, SIGINT, SIGUSR1, SIGTERM, SIGCHLD])
  }
}
