import Dispatch
import Foundation
import Testing
import VirtualTime

/// The moment that the tests set: 2026-08-13T13:26:00Z and some nanoseconds.
private let moment: Int64 = 1_786_627_560_123_456_789

@Suite struct VirtualClockTests {
  private let clock = VirtualClock()

  init() { clock.set(wall: moment, boot: 5_000_000_007, monotonic: 3_000_000_009) }

  @Test func `a new clock shows 1970 on a device that has just started`() {
    let clock = VirtualClock()
    #expect(clock.within { Date() } == Date(timeIntervalSince1970: 0))
    #expect(clock.within { systemTime(CLOCK_BOOTTIME) } == 0)
  }

  @Test func `dates read the wall clock`() {
    let second = Double(moment) / 1e9
    #expect(abs(clock.within { Date().timeIntervalSince1970 } - second) < 1e-6)
    #expect(abs(clock.within { Date.now.timeIntervalSince1970 } - second) < 1e-6)
    #expect(abs(clock.within { NSDate().timeIntervalSince1970 } - second) < 1e-6)
    #expect(abs(clock.within { Date(timeIntervalSinceNow: 60).timeIntervalSince1970 } - second - 60) < 1e-6)
  }

  @Test func `a calendar finds today by the wall clock`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    let today = Date(timeIntervalSince1970: Double(moment / 1_000_000_000))
    #expect(clock.within { calendar.isDateInToday(today) })
    #expect(clock.within { calendar.isDateInTomorrow(today.addingTimeInterval(86_400)) })
    #expect(!clock.within { calendar.isDateInToday(today.addingTimeInterval(86_400)) })
  }

  @Test func `the clocks of Swift read boot time and the time without sleep`() {
    let later = VirtualClock()
    later.set(wall: 0, boot: 65_000_000_007, monotonic: 4_000_000_009)
    let continuous = clock.within { ContinuousClock.now }.duration(to: later.within { ContinuousClock.now })
    let suspending = clock.within { SuspendingClock.now }.duration(to: later.within { SuspendingClock.now })
    #expect(continuous == .seconds(60))
    #expect(suspending == .seconds(1))
    #expect(clock.within { DispatchTime.now().uptimeNanoseconds } == 3_000_000_009)
    #expect(clock.within { ProcessInfo.processInfo.systemUptime } == 3.000000009)
  }

  @Test(
    arguments: [
      (CLOCK_REALTIME, moment), (CLOCK_REALTIME_COARSE, moment), (CLOCK_BOOTTIME, Int64(5_000_000_007)),
      (CLOCK_MONOTONIC, 3_000_000_009), (CLOCK_MONOTONIC_RAW, 3_000_000_009), (CLOCK_MONOTONIC_COARSE, 3_000_000_009),
    ] as [(clockid_t, Int64)]) func `the system call returns each clock`(id: clockid_t, expected: Int64)
  {
    #expect(clock.within { systemTime(id) } == expected)
  }

  @Test func `the older calls read the wall clock`() {
    #expect(clock.within { time(nil) } == Int(moment / 1_000_000_000))
    var value = timeval()
    #expect(clock.within { gettimeofday(&value, nil) } == 0)
    #expect(value.tv_sec == Int(moment / 1_000_000_000))
    #expect(value.tv_usec == 123_456)
  }

  @Test(
    arguments: [
      (-1, -1, 999_999_999), (-1_000_000_000, -1, 0), (-1_000_000_001, -2, 999_999_999),
      (Int64.max, 9_223_372_036, 854_775_807),
    ] as [(Int64, Int, Int)]) func `a moment before 1970 has nanoseconds that count up`(
      wall: Int64, seconds: Int, nanoseconds: Int
    )
  {
    clock.set(wall: wall, boot: 0, monotonic: 0)
    var value = timespec()
    #expect(clock.within { clock_gettime(CLOCK_REALTIME, &value) } == 0)
    #expect((value.tv_sec, value.tv_nsec) == (seconds, nanoseconds))
  }

  @Test func `clocks of the processor stay real`() {
    var value = timespec()
    #expect(clock.within { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &value) } == 0)
    #expect(clock.within { clock_gettime(9_999, &value) } == -1)
    #expect(errno == EINVAL)
  }

  @Test func `without a clock the time is real`() {
    #expect(Date() > Date(timeIntervalSince1970: 1_700_000_000))
    #expect(systemTime(CLOCK_MONOTONIC) != 3_000_000_009)
    #expect(abs(time(nil) - Int(Date().timeIntervalSince1970)) < 60)
    var value = timeval()
    #expect(gettimeofday(&value, nil) == 0)
    #expect(abs(value.tv_sec - time(nil)) < 60)
  }
}

extension VirtualClockTests {
  @Test func `a clock that is set meanwhile is read with its new time`() {
    let seconds = clock.within {
      clock.set(wall: 7_000_000_000, boot: 0, monotonic: 0)
      return Date().timeIntervalSince1970
    }
    #expect(seconds == 7)
  }

  @Test func `nested clocks are put back`() {
    let inner = VirtualClock()
    let seconds = clock.within { [time(nil), inner.within { time(nil) }, time(nil)] }
    #expect(seconds == [Int(moment / 1_000_000_000), 0, Int(moment / 1_000_000_000)])
    #expect(clock.within { VirtualClock.withoutAny { time(nil) } } > 1_700_000_000)
    #expect(time(nil) > 1_700_000_000)
  }

  @Test func `an error that the body throws passes, and the time is real again`() {
    #expect(throws: CancellationError.self) { try clock.within { throw CancellationError() } }
    #expect(time(nil) != Int(moment / 1_000_000_000))
  }

  @Test func `the body may return what cannot be copied`() {
    struct Token: ~Copyable { let value = 3 }
    let token = clock.within { Token() }
    #expect(token.value == 3)
  }

  @Test func `other threads read real time`() {
    let real = clock.within {
      let found = DispatchQueue(label: "other").asyncAndRead { time(nil) }
      return found
    }
    #expect(real != Int(moment / 1_000_000_000))
  }

  @Test func `threads with a clock each do not see each other's`() {
    let mistakes = Tally()
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let clock = VirtualClock()
      for step in 0..<2_000 {
        let wall = Int64(index * 1_000_000 + step) * 1_000_000_000
        clock.set(wall: wall, boot: wall, monotonic: wall)
        if clock.within({ systemTime(CLOCK_REALTIME) }) != wall { mistakes.add() }
      }
    }
    #expect(mistakes.count == 0)
  }

  @Test func `a clock may be set by another thread`() {
    let clock = clock
    let mistakes = Tally()
    clock.set(wall: 0, boot: 0, monotonic: 0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for step in 1...2_000 {
        if index == 0 { clock.set(wall: Int64(step), boot: 0, monotonic: 0) }
        if index == 1, !(0...2_000).contains(clock.within { systemTime(CLOCK_REALTIME) }) { mistakes.add() }
      }
    }
    #expect(mistakes.count == 0)
  }
}

/// Reads a clock of the system, in nanoseconds.
private func systemTime(_ id: clockid_t) -> Int64 {
  var value = timespec()
  return clock_gettime(id, &value) == 0 ? Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_nsec) : -1
}
