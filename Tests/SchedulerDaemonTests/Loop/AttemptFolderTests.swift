import Scheduler
import SchedulerEnforcement
import TestSupport
import Testing

@testable import SchedulerDaemon

private let second: Int64 = 1_000_000_000

/// What is counted, and when it is passed on.
@Suite struct CountFolderTests {
  @Test func `one occurrence is passed on, those that follow are counted, and each key waits for itself`() {
    var folder = CountFolder<String>()
    func due(at boot: Int64, isLast: Bool = false) -> [String] {
      folder.takeDue(atBoot: boot, isLast: isLast).map { "\($0.key) \($0.count)" }.sorted()
    }
    let firsts = [folder.add("a", atBoot: 0), folder.add("a", atBoot: 0), folder.add("b", atBoot: second / 2)]
    #expect(firsts == [true, false, true] && folder.nextBoot == second)
    #expect(due(at: second - 1) == [])
    #expect(due(at: second) == ["a 1"])
    // The wait of b ends without another one; that of a is twice as long.
    #expect(due(at: 2 * second) == [] && folder.nextBoot == 3 * second)
    let others = [
      folder.add("b", atBoot: 2 * second), folder.add("a", atBoot: 2 * second), folder.add("b", atBoot: 2 * second),
    ]
    #expect(others == [true, false, false])
    #expect(due(at: 2 * second, isLast: true) == ["a 1", "b 1"])
    #expect(folder.nextBoot == nil)
    let isFirst = folder.add("a", atBoot: 2 * second)
    #expect(isFirst)
  }

  @Test func `a wait is at most a minute`() {
    var folder = CountFolder<Int>()
    var ends: [Int64] = []
    _ = folder.add(1, atBoot: 0)
    while let next = folder.nextBoot, ends.count < 9 {
      _ = folder.add(1, atBoot: next)
      _ = folder.takeDue(atBoot: next)
      ends.append(next / second)
    }
    #expect(zip(ends.dropFirst(), ends).map { $0 - $1 } == [2, 4, 8, 16, 32, 60, 60, 60])
  }
}

/// Many attempts become few events, and none is lost.
@Suite struct AttemptFolderTests {
  private func attempt(
    user: UInt32 = 1000, program: String = "/usr/games/steam", by adapter: EnforcementSettings.Adapter = .execGuard,
    at boot: Int64
  ) -> BlockAttempt {
    BlockAttempt(
      adapter: adapter, outcome: adapter == .execGuard ? .denied : .ended, name: "steam", program: program, user: user,
      process: 1,
      profile: ProfileReference(key: ProfileKey("p")!, id: nil),
      session: SessionID(UUIDValue("00000000-0000-5000-8000-000000000000")!), boot: boot)
  }

  private func name(_ user: UInt32) -> String? { user == 1000 ? "ana" : nil }

  @Test func `the first attempt is passed on at once, and those that follow when the waits of 1, 2, 4 seconds end`() {
    var folder = AttemptFolder()
    #expect(folder.nextBoot == nil)
    var counts: [Int64] = []
    var times: [Int64] = []
    for tenth in 0..<100 as Range<Int64> {
      let boot = tenth * second / 10
      let due =
        folder.takeDue(atBoot: boot, userName: name) + folder.add([attempt(at: boot)], atBoot: boot, userName: name)
      counts += due.map(\.count)
      if !due.isEmpty { times.append(boot / second) }
      #expect(due.allSatisfy { $0.user == "ana" && $0.application == "steam" && $0.outcome == .denied })
    }
    #expect(times == [0, 1, 3, 7])
    #expect(counts == [1, 9, 20, 40])
    #expect(folder.nextBoot == 15 * second)
    #expect(folder.takeDue(atBoot: 15 * second, userName: name).map(\.count) == [30])
    #expect(folder.takeDue(atBoot: 31 * second, userName: name).isEmpty)
    #expect(folder.nextBoot == nil, "nothing waits any more")
  }

  @Test func `each user and each program waits for itself, and an unknown user is named by the number`() {
    var folder = AttemptFolder()
    let attempts = [
      attempt(at: 0), attempt(user: 7, at: 0), attempt(program: "/usr/games/chess", at: 0), attempt(at: 0),
    ]
    let first = folder.add(attempts, atBoot: 0, userName: name)
    #expect(first.map(\.user) == ["ana", "7", "ana"])
    #expect(first.map(\.program) == ["/usr/games/steam", "/usr/games/steam", "/usr/games/chess"])
    #expect(folder.takeDue(atBoot: 0, isLast: true, userName: name).map(\.count) == [1])
    #expect(folder.nextBoot == nil)
  }

  @Test func `a start that two adapters report is one attempt, and the next start another one`() {
    var folder = AttemptFolder()
    func count(_ attempts: [BlockAttempt], at boot: Int64) -> Int64 {
      let told = folder.add(attempts, atBoot: boot, userName: name)
      return (told + folder.takeDue(atBoot: boot, isLast: true, userName: name)).reduce(0) { $0 + $1.count }
    }
    #expect(count([attempt(by: .sweeper, at: 0), attempt(at: 1)], at: 1) == 1)
    #expect(count([attempt(at: 2)], at: 2) == 1)
    #expect(count([attempt(by: .sweeper, at: 3)], at: 3) == 0)
    #expect(count([attempt(by: .sweeper, at: 4), attempt(by: .sweeper, at: 5), attempt(at: 6)], at: 6) == 2)
    #expect(count([attempt(user: 7, at: 7), attempt(by: .sweeper, at: second / 5)], at: second / 5) == 2)
  }

  @Test(arguments: 0..<UInt64(Laws.count(30, few: 3)))
  func `the counts add up to the attempts, and there are few events`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var folder = AttemptFolder()
    var (boot, made, told, events): (Int64, Int64, Int64, Int) = (0, 0, 0, 0)
    while boot < 600 * second {
      boot += Int64.random(in: 0...second / 2, using: &random)
      let attempts = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        attempt(user: UInt32.random(in: 0...2, using: &random), at: boot)
      }
      made += Int64(attempts.count)
      let due = folder.takeDue(atBoot: boot, userName: name) + folder.add(attempts, atBoot: boot, userName: name)
      told += due.reduce(0) { $0 + $1.count }
      events += due.count
    }
    told += folder.takeDue(atBoot: boot, isLast: true, userName: name).reduce(0) { $0 + $1.count }
    #expect(told == made, "seed \(seed)")
    #expect(events <= 3 * 20, "seed \(seed): \(events)")
  }
}
