import Foundation
import ProgramTesting
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Programs that the sweeper stops instead of ending them.
@Suite(.enabled(if: RunningProcess.mayEndOthers, "needs root to start programs as other users"))
struct FrozenProgramsTests {
  private let folder: GameFolder
  private let blocks: BlockList
  private var record: String { folder.folder.path + "/frozen-programs" }
  private var frozen: FrozenPrograms { FrozenPrograms(in: folder.folder.path) }

  init() throws {
    folder = try GameFolder(copying: "/bin/sleep")
    blocks = BlockList([.test(.file(folder.game))])
  }

  private func sweeper() throws -> Sweeper { try Sweeper(freezing: frozen, source: blocks.source) }

  /// Signals are delivered soon after they are sent.
  private func stops(_ process: ProcessIdentity) -> Bool { Waiting.until { RunningProcess.isStopped(process.number) } }

  private func continues(_ process: ProcessIdentity) -> Bool {
    Waiting.until { ProcessIdentity(process.number) == process && !RunningProcess.isStopped(process.number) }
  }

  private func end(_ process: ProcessIdentity) throws {
    try process.kill()
    #expect(Waiting.until { ProcessIdentity(process.number) != process })
  }

  @Test func `a running program is stopped, continues when the shield is lifted, and comes to its end`() throws {
    let game = try folder.start([folder.game, "1"])
    var sweeper = try sweeper()
    #expect(try sweeper.apply(BlockList.shield) == AdapterEffect())
    #expect(stops(game))
    Pause.wait(milliseconds: 1100)
    #expect(RunningProcess.isStopped(game.number))
    try sweeper.verify()
    let work = sweeper.work(atBoot: SystemClocks.boot() + 60_000_000_000)
    #expect(work.attempts.map(\.outcome) == [.closing])
    // The next daemon finds it as it is.
    var next = try self.sweeper()
    _ = try next.apply(BlockList.shield)
    #expect(next.work(atBoot: SystemClocks.boot()).attempts.isEmpty)
    #expect(RunningProcess.isStopped(game.number))
    try sweeper.revert()
    #expect(Waiting.until { ProcessIdentity(game.number) != game })
    #expect(!FileManager.default.fileExists(atPath: record))
  }

  @Test func `a program that starts under the shield is an attempt, and its user cannot make it continue`() throws {
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    let game = try folder.start([folder.game, "1000"])
    var attempts: [BlockAttempt] = []
    // The start of the program is an event.
    #expect(
      Waiting.until {
        attempts += sweeper.work(atBoot: SystemClocks.boot()).attempts
        return RunningProcess.isStopped(game.number)
      })
    try game.resume()
    #expect(continues(game))
    Pause.wait(milliseconds: 1100)
    #expect(throws: AdapterError("'game' still runs as process \(game.number)")) { try sweeper.verify() }
    attempts += sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval).attempts
    #expect(stops(game))
    #expect(attempts.map(\.outcome) == [.frozen] && attempts.map(\.process) == [game.number])
    try sweeper.revert()
    #expect(continues(game))
    try end(game)
  }

  @Test func `a stopped program that is asked to end may do so, and others stay stopped`() throws {
    let game = try folder.start([folder.game, "1000"])
    let other = try folder.start([folder.game, "1000"])
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(stops(game) && stops(other))
    try game.terminate()
    _ = sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval)
    #expect(Waiting.until { ProcessIdentity(game.number) != game })
    #expect(RunningProcess.isStopped(other.number))
    try sweeper.revert()
    try end(other)
  }

  @Test func `a stopped program that does not end although it is asked to is killed`() throws {
    try folder.copy("/bin/sh", to: "handler")
    let handler = folder.folder.path + "/handler"
    blocks.replace(with: [.test(.file(handler))])
    let game = try folder.start([handler, "-c", "trap : TERM; while :; do sleep 0.1; done"], running: "handler")
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(stops(game))
    let boot = SystemClocks.boot() + Sweeper.interval
    try game.terminate()
    _ = sweeper.work(atBoot: boot)
    #expect(continues(game))
    try sweeper.verify()
    #expect(try #require(sweeper.nextBoot) <= boot + 3_000_000_000)
    let late = boot + 3_000_000_000
    _ = sweeper.work(atBoot: late)
    #expect(try #require(sweeper.nextBoot) > late, "one that does not end is not looked at all the time")
    #expect(Waiting.until { ProcessIdentity(game.number) != game })
  }

  @Test func `a program that is asked to end is not killed when it is not blocked any more`() throws {
    try folder.copy("/bin/sh", to: "handler")
    let handler = folder.folder.path + "/handler"
    blocks.replace(with: [.test(.file(handler))])
    let game = try folder.start([handler, "-c", "trap : TERM; while :; do sleep 0.1; done"], running: "handler")
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(stops(game))
    let boot = SystemClocks.boot() + Sweeper.interval
    try game.terminate()
    _ = sweeper.work(atBoot: boot)
    #expect(continues(game) && sweeper.ending.count == 1)
    blocks.replace(with: [.test(.file(folder.game))])
    _ = try sweeper.apply(BlockList.shield)
    _ = sweeper.work(atBoot: boot + 3_000_000_000)
    // A signal would have ended it by then.
    Pause.wait(milliseconds: 200)
    #expect(ProcessIdentity(game.number) == game && sweeper.ending.isEmpty)
    try sweeper.revert()
    try end(game)
  }

  @Test func `a program whose file gets another name stays stopped until it is not blocked any more`() throws {
    let game = try folder.start([folder.game, "1000"])
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(stops(game))
    #expect(try ChildProcess(["/bin/mv", folder.game, folder.game + "2"]).run().end == .exit(0))
    _ = sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval)
    #expect(RunningProcess.isStopped(game.number))
    blocks.replace(with: [.test(.file(folder.folder.path + "/other"))])
    _ = try sweeper.apply(BlockList.shield)
    #expect(continues(game))
    try end(game)
  }

  @Test func `what a new set does not contain continues, and the rest stays stopped`() throws {
    try folder.copy("/bin/sleep", to: "other")
    let game = try folder.start([folder.game, "1000"])
    let other = try folder.start([folder.folder.path + "/other", "1000"], running: "other")
    blocks.replace(with: [.test(.file(folder.game)), .test(.file(folder.folder.path + "/other"), name: "other")])
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(stops(game) && stops(other))
    blocks.replace(with: [.test(.file(folder.folder.path + "/other"), name: "other")])
    _ = try sweeper.apply(BlockList.shield)
    #expect(continues(game))
    #expect(RunningProcess.isStopped(other.number))
    blocks.replace(with: [])
    #expect(try sweeper.apply(BlockList.shield) == AdapterEffect(isConcerned: false))
    #expect(continues(other))
    try end(game)
    try end(other)
  }

  @Test(arguments: [false, true])
  func `programs continue even if no lock can be made, as on a full disk`(isLifted: Bool) throws {
    let game = try folder.start([folder.game, "1000"])
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(stops(game))
    try FileManager.default.createDirectory(atPath: record + ".lock", withIntermediateDirectories: false)
    if isLifted {
      blocks.replace(with: [])
      _ = try sweeper.apply(BlockList.shield)
    } else {
      #expect(try frozen.thaw() == 1)
    }
    #expect(continues(game))
    #expect(!FileManager.default.fileExists(atPath: record))
    try end(game)
  }

  @Test func `what its user has stopped never continues`() throws {
    let game = try folder.start([folder.game, "1000"])
    try game.stop()
    #expect(stops(game))
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    try sweeper.verify()
    #expect(!FileManager.default.fileExists(atPath: record))
    try sweeper.revert()
    Pause.wait(milliseconds: 20)
    #expect(RunningProcess.isStopped(game.number))
    try end(game)
  }

  @Test func `a later process with the number of a stopped one is left alone`() throws {
    let game = try folder.start([folder.game, "1000"])
    try game.stop()
    #expect(stops(game))
    var foreign = FrozenRecord(bootID: try SystemClocks.moment().bootID)
    foreign.entries = [.process(ProcessIdentity(number: game.number, startTime: game.startTime - 1))]
    try folder.folder.write(foreign.bytes, to: "frozen-programs")
    #expect(try frozen.isPresent())
    #expect(try frozen.thaw() == 1)
    Pause.wait(milliseconds: 20)
    #expect(RunningProcess.isStopped(game.number))
    #expect(try !frozen.isPresent())
    try end(game)
  }

  @Test func `if the record cannot be written, nothing is stopped, and the reason is reported`() throws {
    let game = try folder.start([folder.game, "1000"])
    let nowhere = FrozenPrograms(in: folder.folder.path + "/missing")
    var sweeper = try Sweeper(freezing: nowhere, source: blocks.source)
    #expect(throws: AdapterError.self) { try sweeper.apply(BlockList.shield) }
    #expect(throws: AdapterError.self) { try sweeper.verify() }
    Pause.wait(milliseconds: 20)
    #expect(!RunningProcess.isStopped(game.number))
    try sweeper.revert()
    try end(game)
  }

  @Test func `after a kill the program stays stopped until the next daemon finds no shield`() throws {
    let game = try folder.start([folder.game, "1000"])
    let writer = try HostsProcess([HostsProcess.program, "sweeper", "freeze", folder.game])
    #expect(writer.lines(1) == ["frozen"])
    _ = writer.kill()
    #expect(stops(game))
    #expect(try frozen.isPresent())
    var next = try sweeper()
    _ = try next.apply(BlockList.shield)
    #expect(RunningProcess.isStopped(game.number))
    try next.revert()
    #expect(continues(game))
    try end(game)
  }

  @Test func `after kills at any moment nothing stays stopped`() throws {
    var random = SeededGenerator(seed: 1)
    var stoppedCount = 0
    for round in 0..<Laws.count(100, few: 20) {
      let game = try folder.start([folder.game, "1000"])
      let writer = try HostsProcess([HostsProcess.program, "sweeper", "freeze", folder.game])
      usleep(.random(in: 0..<30_000, using: &random))
      _ = writer.kill()
      if RunningProcess.isStopped(game.number) { stoppedCount += 1 }
      try frozen.thaw()
      #expect(continues(game), "round \(round)")
      try end(game)
    }
    #expect(stoppedCount > 0)
  }
}

@Suite struct FrozenRecordTests {
  private static let entries: [FrozenRecord.Entry] = [
    .process(ProcessIdentity(number: 4711, startTime: 99)), .group(number: 7, path: "/a b/app-x-1.scope"),
  ]

  @Test(
    arguments: [
      ("schedctl-frozen 1 b\nprocess 4711 99\ngroup 7 /a b/app-x-1.scope\n", entries),
      ("schedctl-frozen 1 b\nprocess x 99\nprocess 1\nthing 1 2\n\ngroup 7 /a b/app-x-1.scope", [entries[1]]),
      ("schedctl-frozen 1 another\nprocess 4711 99\n", []), ("schedctl-frozen 2 b\nprocess 4711 99\n", []),
      ("", []), ("process 4711 99\n", []),
    ])
  func `a record names what was stopped in this boot`(text: String, entries: [FrozenRecord.Entry]) {
    #expect(FrozenRecord(parsing: Array(text.utf8), bootID: "b").entries == entries)
  }

  @Test func `a record is read as it was written`() {
    var record = FrozenRecord(bootID: "b")
    record.entries = Self.entries
    #expect(FrozenRecord(parsing: record.bytes, bootID: "b") == record)
  }
}
