import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// The sweeper with real processes.
@Suite(.enabled(if: RunningProcess.mayEndOthers, "needs root to start programs as other users"))
struct SweeperTests {
  let folder: GameFolder
  let blocks: BlockList

  init() throws {
    folder = try GameFolder(copying: "/bin/sleep")
    blocks = BlockList([.test(.file(folder.game))])
  }

  func sweeper(graceSeconds: Int64 = 3) throws -> Sweeper {
    try Sweeper(graceSeconds: graceSeconds, source: blocks.source)
  }

  /// Whether a process ends within the limit of the tests.
  func ends(_ process: ProcessIdentity) -> Bool {
    Waiting.until { ProcessIdentity(process.number) != process }
  }

  @Test func `a program that lies about its name is ended at once`() throws {
    let game = try folder.start(["/bin/bash", "-c", "exec -a /usr/bin/editor \(folder.game) 1000"])
    // The kernel sets the file before the arguments.
    #expect(Waiting.until { RunningProcess.arguments(of: game.number).first == "/usr/bin/editor" })
    var sweeper = try sweeper()
    #expect(throws: Never.self) { try sweeper.verify() }
    #expect(try sweeper.apply(BlockList.shield) == AdapterEffect())
    #expect(ends(game))
    try sweeper.verify()
    let work = sweeper.work(atBoot: SystemClocks.boot())
    #expect(work.attempts.map(\.outcome) == [.closing] && work.attempts.map(\.process) == [game.number])
    #expect(work.nextBoot != nil)
  }

  @Test func `a program that ignores SIGTERM is killed after the grace`() throws {
    let game = try folder.start(["/bin/sh", "-c", "trap '' TERM; exec \(folder.game) 1000"])
    var sweeper = try sweeper()
    let start = SystemClocks.boot()
    _ = try sweeper.apply(BlockList.shield)
    // The sweeper is handed times; the test does not wait for them.
    #expect(sweeper.work(atBoot: start + 2_900_000_000).attempts.map(\.outcome) == [.closing])
    #expect(ProcessIdentity(game.number) == game)
    let due = try #require(sweeper.nextBoot)
    #expect(due - start >= 2_900_000_000)
    #expect(sweeper.work(atBoot: SystemClocks.boot() + 3_000_000_000).attempts.isEmpty)
    #expect(ends(game))
  }

  @Test func `a program that starts under the shield is ended and is one attempt`() throws {
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    var attempts = sweeper.work(atBoot: SystemClocks.boot()).attempts
    #expect(attempts.isEmpty)
    let joined = try JoinedDescriptor()
    try joined.add(try #require(sweeper.descriptor))
    let game = try folder.start([folder.game, "1000"])
    // Other tests start programs meanwhile, and each of them is an event.
    while attempts.isEmpty, try joined.wait(milliseconds: 20_000) {
      attempts += sweeper.work(atBoot: SystemClocks.boot()).attempts
    }
    #expect(ends(game))
    attempts += sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval).attempts
    #expect(attempts.map(\.process) == [game.number])
    #expect(attempts.map(\.outcome) == [.ended])
    #expect(attempts.map(\.program) == [folder.game])
    #expect(attempts.map(\.user) == [GameFolder.user])
  }

  @Test func `an upgrade does not hide the old program`() throws {
    let game = try folder.start([folder.game, "1000"])
    try folder.copy("/bin/sleep", to: "new")
    #expect(try ChildProcess(["/bin/mv", folder.folder.path + "/new", folder.game]).run().end == .exit(0))
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(ends(game))
  }

  @Test func `a program of another user continues`() throws {
    blocks.replace(with: [.test(.file(folder.game), users: .only([GameFolder.user]))])
    let other = try folder.start([folder.game, "1000"], as: GameFolder.user + 1)
    let game = try folder.start([folder.game, "1000"])
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(ends(game))
    _ = sweeper.work(atBoot: SystemClocks.boot() + 10_000_000_000)
    #expect(ProcessIdentity(other.number) == other)
    try other.kill()
    #expect(ends(other))
  }

  @Test func `this process and those that started it are never ended`() throws {
    let own = RunningProcess.own
    let path = try #require(RunningProcess.program(of: own))
    blocks.replace(with: [.test(.file(path), users: .only([try #require(RunningProcess.user(of: own))]))])
    var sweeper = try sweeper()
    sweeper.blocks = blocks.source(BlockList.shield)
    sweeper.prepare()
    let parent: Int32 = try #require(RunningProcess.parent(of: own))
    let parents: [Int32] = [own, parent, 1]
    #expect(sweeper.matches(among: parents).isEmpty)
    // The matcher itself knows the program.
    let matcher = ProcessMatcher(sweeper.blocks, isScript: { _ in false }) { ExecutableFile(path: $0) }
    let file = try #require(RunningProcess.executable(of: own)?.file)
    #expect(matcher.index(for: ProcessMatcherTests.Process(file: file, user: RunningProcess.user(of: own))) == 0)
  }

  @Test func `without a shield there is nothing to do`() throws {
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    blocks.replace(with: [])
    #expect(try sweeper.apply(BlockList.shield) == AdapterEffect(isConcerned: false))
    #expect(sweeper.work(atBoot: SystemClocks.boot()).nextBoot == nil)
    let joined = try JoinedDescriptor()
    try joined.add(try #require(sweeper.descriptor))
    let game = try folder.start([folder.game, "1000"])
    #expect(try !joined.wait(milliseconds: 0))
    #expect(ProcessIdentity(game.number) == game)
    try game.kill()
    #expect(ends(game))
  }

  @Test(.enabled(if: StartGuard.fault() == nil, "needs a kernel that lets root decide about starts"))
  func `with both adapters a denied program never reaches the sweeper`() throws {
    var (sweeper, execGuard) = (try sweeper(), try ExecGuard(source: blocks.source))
    _ = try execGuard.apply(BlockList.shield)
    _ = try sweeper.apply(BlockList.shield)
    #expect(try folder.run([folder.game, "0"]).end == .exit(126))
    #expect(execGuard.work(atBoot: SystemClocks.boot()).attempts.count == 1)
    #expect(sweeper.work(atBoot: SystemClocks.boot()).attempts.isEmpty)
    #expect(sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval).attempts.isEmpty)
  }

  @Test(.enabled(if: StartGuard.fault() == nil, "needs a kernel that lets root decide about starts"))
  func `it follows starts only while the guard does not deny all that is blocked`() throws {
    let denied = DeniedBlocks()
    var sweeper = try Sweeper(besides: denied, source: blocks.source)
    var execGuard = try ExecGuard(reporting: denied, source: blocks.source)
    _ = try execGuard.apply(BlockList.shield)
    _ = try sweeper.apply(BlockList.shield)
    #expect(try !isWoken(&sweeper))
    // The sweeper has received a shield with another file, and the guard has not yet.
    try folder.copy("/bin/sleep", to: "other")
    blocks.replace(with: [.test(.file(folder.game)), .test(.file(folder.folder.path + "/other"))])
    _ = try sweeper.apply(BlockList.shield)
    #expect(try isWoken(&sweeper))
    _ = try execGuard.apply(BlockList.shield)
    // It hears of the guard at once, and not at the next examination.
    #expect(try !isWoken(&sweeper))
    try execGuard.revert()
    #expect(try isWoken(&sweeper))
  }

  /// Whether the start of any program wakes a sweeper that has done its work.
  private func isWoken(_ sweeper: inout Sweeper) throws -> Bool {
    _ = sweeper.work(atBoot: SystemClocks.boot())
    let joined = try JoinedDescriptor()
    try joined.add(try #require(sweeper.descriptor))
    #expect(try folder.run(["/bin/true"]).end == .exit(0))
    return try joined.wait(milliseconds: 0)
  }

  @Test func `a program that begins after the last examination is no fault yet`() throws {
    var sweeper = try sweeper(graceSeconds: 0)
    _ = try sweeper.apply(BlockList.shield)
    let game = try folder.start([folder.game, "1000"])
    try sweeper.verify()
    _ = sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval)
    #expect(ends(game))
  }

  @Test func `a link in the place of a program ends no other program`() throws {
    try folder.copy("/bin/sleep", to: "innocent")
    let game = try folder.start([folder.folder.path + "/innocent", "1000"], running: "innocent")
    #expect(try ChildProcess(["/bin/ln", "-sf", "innocent", folder.game]).run().end == .exit(0))
    var sweeper = try sweeper(graceSeconds: 0)
    _ = try sweeper.apply(BlockList.shield)
    #expect(sweeper.work(atBoot: SystemClocks.boot()).attempts.isEmpty && ProcessIdentity(game.number) == game)
    try game.kill()
    #expect(ends(game))
  }

  @Test(arguments: [0, 3] as [Int64])
  func `what a new shield closes is reported before it is asked to end, unless there is no grace`(grace: Int64) throws {
    let settings = SharedEnforcementSettings()
    settings.value.graceSeconds = grace
    let game = try folder.start([folder.game, "1000"])
    let freezing = FrozenPrograms(in: folder.folder.path)
    var sweeper = try Sweeper(following: settings, freezing: freezing, besides: DeniedBlocks(), source: blocks.source)
    let begin = SystemClocks.boot()
    _ = try sweeper.apply(BlockList.shield)
    let work = sweeper.work(atBoot: begin)
    #expect(work.attempts.map(\.outcome) == [.closing])
    guard grace > 0 else { return #expect(ends(game)) }
    #expect(sweeper.warned.map(\.process) == [game] && ProcessIdentity(game.number) == game)
    let due = try #require(work.nextBoot)
    #expect(due > begin && due <= SystemClocks.boot() + 300_000_000)
    _ = sweeper.work(atBoot: due)
    #expect(sweeper.warned.isEmpty && ends(game))
    // The grace begins with the request.
    let other = try folder.start(["/bin/sh", "-c", "trap '' TERM; exec \(folder.game) 1000"])
    blocks.replace(with: [.test(.file(folder.game), session: 2)])
    let second = SystemClocks.boot()
    _ = try sweeper.apply(BlockList.shield)
    _ = sweeper.work(atBoot: second + 3_100_000_000)
    // A signal would have ended it by then.
    Pause.wait(milliseconds: 200)
    #expect(ProcessIdentity(other.number) == other)
    _ = sweeper.work(atBoot: SystemClocks.boot() + 3_300_000_000)
    #expect(ends(other))
  }

  @Test func `what is not blocked any more is not asked to end after all`() throws {
    let settings = SharedEnforcementSettings()
    let game = try folder.start([folder.game, "1000"])
    let freezing = FrozenPrograms(in: folder.folder.path)
    var sweeper = try Sweeper(following: settings, freezing: freezing, besides: DeniedBlocks(), source: blocks.source)
    _ = try sweeper.apply(BlockList.shield)
    blocks.replace(with: [.test(.file(folder.folder.path + "/other"))])
    _ = try sweeper.apply(BlockList.shield)
    #expect(sweeper.warned.isEmpty)
    _ = sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval)
    #expect(ProcessIdentity(game.number) == game)
    try game.kill()
    #expect(ends(game))
  }

  @Test func `a program whose file gets another name while it runs is ended all the same`() throws {
    let game = try folder.start(["/bin/sh", "-c", "trap '' TERM; exec \(folder.game) 1000"])
    var sweeper = try sweeper()
    let start = SystemClocks.boot()
    _ = try sweeper.apply(BlockList.shield)
    #expect(try ChildProcess(["/bin/mv", folder.game, folder.game + "2"]).run().end == .exit(0))
    #expect(sweeper.work(atBoot: start + 2_900_000_000).attempts.map(\.outcome) == [.closing])
    #expect(sweeper.work(atBoot: SystemClocks.boot() + 3_000_000_000).attempts.isEmpty)
    #expect(ends(game))
  }

  @Test func `what was warned is stopped and not asked to end if the settings say so meanwhile`() throws {
    let settings = SharedEnforcementSettings()
    let game = try folder.start([folder.game, "1000"])
    let freezing = FrozenPrograms(in: folder.folder.path, hierarchy: nil)
    var sweeper = try Sweeper(following: settings, freezing: freezing, besides: DeniedBlocks(), source: blocks.source)
    _ = try sweeper.apply(BlockList.shield)
    #expect(sweeper.warned.map(\.process) == [game])
    settings.value.freezes = true
    _ = try sweeper.apply(BlockList.shield)
    #expect(sweeper.warned.isEmpty && Waiting.until { RunningProcess.isStopped(game.number) })
    _ = sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval)
    #expect(ProcessIdentity(game.number) == game && sweeper.ending.isEmpty)
    try sweeper.revert()
    try game.kill()
    #expect(ends(game))
  }
}
