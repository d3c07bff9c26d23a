import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// The schedule in virtual time, without processes.
@Suite struct SweepScheduleTests {
  private static let grace: Int64 = 3000
  private static let interval: Int64 = 2000

  private func sighting(_ number: Int32, _ name: String = "game") -> SweepSchedule.Sighting {
    let session = SessionID(UUIDValue(version5Of: "1", in: .urlNamespace))
    return SweepSchedule.Sighting(
      process: ProcessIdentity(number: number, startTime: 1),
      group: SweepSchedule.Group(session: session, name: name, user: 1))
  }

  @Test func `a process is asked once, killed after the grace, and killed again until it is gone`() {
    var schedule = SweepSchedule(grace: Self.grace)
    let game = sighting(10)
    let sweeps = [0, 100, 2999, 3000, 3005].map {
      schedule.examine([game], isComplete: true, atBoot: $0).actions
    }
    #expect(
      sweeps == [[.terminate(game.process)], [], [], [.kill(game.process)], [.kill(game.process)]])
    #expect(schedule.examine([], isComplete: true, atBoot: 3010).actions.isEmpty)
    #expect(schedule.examine([game], isComplete: true, atBoot: 3020).actions == [.terminate(game.process)])
  }

  @Test func `processes of one application share a grace and are one appearance`() {
    var schedule = SweepSchedule(grace: Self.grace)
    let first = schedule.examine([sighting(10), sighting(11)], isComplete: true, atBoot: 0)
    #expect(first.appeared == [sighting(10)])
    let second = schedule.examine([sighting(12)], isComplete: false, atBoot: 2000)
    #expect(second.actions == [.terminate(sighting(12).process)])
    #expect(second.appeared.isEmpty)
    let third = schedule.examine([sighting(13), sighting(20, "other")], isComplete: true, atBoot: 3000)
    #expect(third.actions == [.kill(sighting(13).process), .terminate(sighting(20).process)])
    #expect(third.appeared == [sighting(20, "other")])
  }

  @Test func `a group that never ends is asked only about processes that may still run`() {
    var schedule = SweepSchedule(grace: Self.grace)
    let keeper = sighting(1)
    var asked = 0
    for round in 0..<500 {
      let process = ProcessIdentity(number: Int32(round + 2), startTime: UInt64(round + 1) * 100)
      let short = SweepSchedule.Sighting(process: process, group: keeper.group)
      let boot = Int64(round + 2) * 1_000_000_000
      _ = schedule.examine([keeper], isComplete: true, atBoot: boot) { _ in true }
      asked = 0
      _ = schedule.examine([short], isComplete: false, atBoot: boot) { process in
        asked += 1
        return process == keeper.process
      }
    }
    #expect(asked <= 2)
  }

  @Test func `a start after the end of all processes is another attempt, and one that they may have made is none`() {
    let second: Int64 = 1_000_000_000
    func started(_ number: Int32, at seconds: UInt64) -> SweepSchedule.Sighting {
      let process = ProcessIdentity(number: number, startTime: seconds * 100)
      return SweepSchedule.Sighting(process: process, group: sighting(1).group)
    }
    for grace in [nil, 0, Self.grace * second] {
      var schedule = SweepSchedule(grace: grace)
      var running: Set<Int32> = [10]
      func appeared(_ sighting: SweepSchedule.Sighting, at boot: Int64) -> Bool {
        let sweep = schedule.examine([sighting], isComplete: false, atBoot: boot) { running.contains($0.number) }
        return !sweep.appeared.isEmpty
      }
      #expect(appeared(started(10, at: 1), at: second))
      #expect(!appeared(started(10, at: 1), at: 2 * second))
      // The first process is stopped, or ends and may start others until then.
      #expect(appeared(started(11, at: 2), at: 2 * second) == (grace == nil))
      running = []
      #expect(!appeared(started(12, at: 2), at: 3 * second), "it may have been started before the others ended")
      #expect(appeared(started(13, at: 4), at: 4 * second))
      #expect(!appeared(started(14, at: 4), at: 4 * second + SweepSchedule.signalTime / 2))
    }
  }

  @Test func `the next examination is at the end of the grace, soon after a kill, and else after the interval`() {
    var schedule = SweepSchedule(grace: Self.grace)
    #expect(schedule.nextBoot(after: 0, interval: Self.interval) == 2000)
    _ = schedule.examine([sighting(10)], isComplete: true, atBoot: 0)
    #expect(schedule.nextBoot(after: 0, interval: Self.interval) == 2000)
    #expect(schedule.nextBoot(after: 2000, interval: Self.interval) == 3000)
    _ = schedule.examine([sighting(10)], isComplete: true, atBoot: 3000)
    let soon = schedule.nextBoot(after: 3000, interval: 1 << 40) - 3000
    #expect(soon > 0 && soon <= 2 * SweepSchedule.firstPause)
    for _ in 0..<20 { _ = schedule.examine([sighting(10)], isComplete: true, atBoot: 4000) }
    #expect(schedule.nextBoot(after: 4000, interval: 1 << 40) - 4000 == SweepSchedule.longestPause)
  }

  @Test func `a program that should have ended is overdue`() {
    var schedule = SweepSchedule(grace: Self.grace)
    _ = schedule.examine([sighting(10)], isComplete: true, atBoot: 0)
    #expect(!schedule.isOverdue(sighting(10).group, atBoot: 2999))
    #expect(schedule.isOverdue(sighting(10).group, atBoot: 3000))
    #expect(schedule.isOverdue(sighting(20, "other").group, atBoot: 0))
  }

  @Test func `without a grace nothing is ended, and a new process is looked for again soon`() {
    var schedule = SweepSchedule(grace: nil)
    let first = schedule.examine([sighting(10), sighting(11)], isComplete: true, atBoot: 0)
    #expect(first.actions.isEmpty && first.appeared == [sighting(10)])
    #expect(schedule.nextBoot(after: 0, interval: 1 << 40) == SweepSchedule.firstPause)
    let second = schedule.examine([sighting(10), sighting(11)], isComplete: true, atBoot: 1 << 50)
    #expect(second.actions.isEmpty && second.appeared.isEmpty)
    #expect(schedule.nextBoot(after: 0, interval: Self.interval) == Self.interval)
    #expect(schedule.isOverdue(sighting(10).group, atBoot: 0) && !schedule.isOverdue(sighting(10).group, atBoot: -1))
    schedule.reset()
    #expect(schedule.examine([sighting(10)], isComplete: true, atBoot: 5).actions.isEmpty)
  }

  /// Programs that start others of themselves, ignore SIGTERM or obey it.
  @Test(arguments: Laws.cases(Array(0..<200), few: 40))
  func `whatever a program does, no process of it lives on after its grace`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var schedule = SweepSchedule(grace: Self.grace)
    var alive: [Int32: Bool] = [1: Bool.random(using: &generator)]
    var (now, last): (Int64, Int32) = (0, 1)
    while now < 3 * Self.grace {
      let sweep = schedule.examine(alive.keys.sorted().map { sighting($0) }, isComplete: true, atBoot: now)
      for action in sweep.actions {
        switch action {
        case .terminate(let process): if alive[process.number] == true { alive[process.number] = nil }
        case .kill(let process): alive[process.number] = nil
        }
      }
      if now >= Self.grace { #expect(alive.isEmpty, "seed \(seed) at \(now)") }
      if !alive.isEmpty, Int.random(in: 0..<3, using: &generator) == 0 {
        last += 1
        alive[last] = Bool.random(using: &generator)
      }
      now = schedule.nextBoot(after: now, interval: Int64.random(in: 1...Self.interval, using: &generator))
    }
  }
}

extension SweepSchedule {
  /// Examines processes that all still run.
  fileprivate mutating func examine(_ sightings: [Sighting], isComplete: Bool, atBoot boot: Int64) -> Sweep {
    examine(sightings, isComplete: isComplete, atBoot: boot) { _ in true }
  }
}
