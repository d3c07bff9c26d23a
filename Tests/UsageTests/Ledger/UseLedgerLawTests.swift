import Scheduler
import SchedulerCivilTime
import SchedulerStore
import TestSupport
import Testing

@testable import SchedulerUsage

/// The sums equal those of a naive second implementation, whatever happens to the process, the disk and the clock.
@Suite struct UseLedgerLawTests {
  /// A person, their clock and their machine.
  private struct World {
    var random: SeededRandom
    var now: Int64 = 1_790_000_000
    var ledger = UseLedger()
    var files = SimulatedFileSystem()
    /// What is counted so far.
    var counted = NaiveUse()
    /// What the disk may have of each date: what the last flush that succeeded had, and those that failed since.
    var possible = [NaiveUse()]
    /// Whether the disk failed before the process was killed, so that a power cut may bring back older files.
    var isUnsure = false

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func use() throws {
      let names = ["firefox", "foot", "org.gnome.Maps", "a b%", "steam"]
      let name = names[random.below(names.count)]
      let domain = name == "firefox" ? [nil, "reddit.com", "x.org"][random.below(3)] : nil
      let categories = [["Game"], [], ["Network", "WebBrowser"]][random.below(3)]
      let length = Int64([random.below(4_000), random.below(90_000), random.below(2_000_000)][random.below(3)])
      var span = try UseSpan.of(name, domain: domain, categories: categories, at: "", milliseconds: length)
      span.start = Instant(epochSeconds: now)
      ledger.add(span, in: [nil, "Asia/Tokyo", "Europe/Berlin"][random.below(3)])
      counted.add(span)
      now += length / 1_000
    }

    /// Flushes, and notes what is certain then.
    mutating func flush(isEnd: Bool = false) {
      possible.append(counted)
      do throws(FileSystemError) {
        let losses = isEnd ? try ledger.finish(in: &files) : try ledger.flush(in: &files)
        #expect(losses == [])
        if !isUnsure { possible = [counted] }
      } catch {}
    }

    /// Starts anew after the process or the machine has stopped.
    mutating func restart(_ place: String, isPowerCut: Bool = false) throws {
      let found = NaiveUse(try files.reading().days)
      #expect(found.isDayByDay(oneOf: possible), "\(place)")
      if isPowerCut { (possible, isUnsure) = ([], false) }
      isUnsure = isUnsure || possible.count > 1
      possible.append(found)
      (counted, ledger, files.plan) = (found, UseLedger(), FaultPlan())
    }

    mutating func step(_ place: String) throws {
      switch random.below(20) {
      case 0: now += Int64(random.below(100_000))  // Suspended.
      case 1: now += Int64(random.below(400_000)) - 200_000  // The clock is set.
      case 2:
        files.crash()
        try restart("\(place), killed")
      case 3:
        flush(isEnd: true)
        try restart("\(place), rebooted")
      case 4:
        let stops: [FaultPlan.Fault] = [.stopBefore, .stopAfter, .stopWithin(byteCount: random.below(200))]
        files.plan.faults = [files.operationCount + 1 + random.below(14): stops[random.below(3)]]
        flush()
        files.losePower(seed: random.next())
        try restart("\(place), power cut", isPowerCut: true)
      case 5:
        let reason: FileSystemError.Reason = random.bool() ? .full : .system(code: 5, meaning: "broken")
        files.plan.faults = [files.operationCount + 1 + random.below(14): .failure(reason)]
        flush()
        files.plan.faults = [:]
      case 6...8: flush()
      default: try use()
      }
    }
  }

  @Test(arguments: Laws.cases(0..<200 as Range<UInt64>, few: 20))
  func `the sums equal those of a naive implementation over crashes, power cuts, reboots, errors and clock steps`(
    seed: UInt64
  ) throws {
    var world = World(seed: seed)
    for step in 0..<80 { try world.step("seed \(seed), step \(step)") }
    world.flush(isEnd: true)
    #expect(NaiveUse(try world.files.reading().days) == world.counted, "seed \(seed)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `every file reads as it was written, and is written as it was read`(seed: UInt64) throws {
    var world = World(seed: seed)
    for _ in 0..<200 { try world.use() }
    world.flush(isEnd: true)
    for day in try world.files.reading().days {
      #expect(try UseDay(day.bytes, of: day.date) == day, "seed \(seed)")
      #expect(world.files["\(day.date).use"] == day.bytes, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the visits are the groups of uses with less than five minutes between them`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    var uses: [String: [(start: Int64, end: Int64)]] = [:]
    var now: Int64 = 1_790_000_000
    for _ in 0..<300 {
      let name = ["x", "y", "z"][random.below(3)]
      let length = Int64(1 + random.below(100))
      var span = try UseSpan.of(name, at: "", milliseconds: length * 1_000)
      span.start = Instant(epochSeconds: now)
      ledger.add(span)
      uses[name, default: []].append((now, now + length))
      now += length + Int64([0, random.below(200), random.below(2_000)][random.below(3)])
      if random.below(5) == 0 { _ = try ledger.flush(in: &files) }
    }
    _ = try ledger.finish(in: &files)
    for (name, uses) in uses {
      var groups: [[(start: Int64, end: Int64)]] = []
      for use in uses {
        if let last = groups.last?.last, use.start - last.end < 300 {
          groups[groups.count - 1].append(use)
        } else {
          groups.append([use])
        }
      }
      let expected = groups.map { $0.reduce(0) { $0 + $1.end - $1.start } * 1_000 }
      let found = try files.reading().days.flatMap(\.visits).filter { $0.target.name == name }.flatMap(\.lengths)
      #expect(found.sorted() == expected.sorted(), "seed \(seed)")
    }
  }
}
