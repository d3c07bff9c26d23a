import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// Starts of blocked programs that never run, with the real kernel.
@Suite(.enabled(if: RunningProcess.mayEndOthers, "needs root to start programs as other users"))
struct BlockedStartTests {
  private let folder: GameFolder

  init() throws { folder = try GameFolder(copying: "/usr/bin/touch") }

  private func start(_ block: ApplicationBlock) throws -> BlockedStart {
    try #require(BlockedStart.all(of: [block, block], preferring: GameFolder.user, own: 0).first)
  }

  @Test func `a program that is not denied is held before its first instruction and goes without a trace`() throws {
    let trace = folder.folder.path + "/open/trace"
    #expect(try folder.run(["/bin/mkdir", "-m", "777", folder.folder.path + "/open"], as: 0).end == .exit(0))
    let start = try start(.test(.arguments(program: folder.game, [trace])))
    #expect(start.words == [folder.game, trace] && !start.isFile && start.user == GameFolder.user)
    let attempt = start.attempt()
    #expect(!attempt.isDenied)
    guard case .held(let program) = attempt.outcome else { return #expect(Bool(false), "\(attempt.outcome)") }
    #expect(program.process == attempt.process)
    #expect(RunningProcess.program(of: program.process) == folder.game)
    #expect(RunningProcess.user(of: program.process) == GameFolder.user)
    #expect(RunningProcess.arguments(of: program.process) == start.words)
    #expect(RunningProcess.isStopped(program.process) && !program.isAskedToEnd)
    try #require(ProcessIdentity(program.process)).terminate()
    #expect(program.isAskedToEnd && RunningProcess.program(of: program.process) == folder.game)
    #expect(ExecutableFile(path: trace) == nil)
    #expect(try folder.run(start.words).end == .exit(0) && ExecutableFile(path: trace) != nil, "it creates the file")
  }

  @Test func `the end of the value ends the program`() throws {
    let start = try start(.test(.file(folder.game)))
    let number = start.attempt().process
    #expect(!RunningProcess.exists(number))
  }

  @Test func `a start that does not come to its end in time could not be tried, and nothing of it is left`() throws {
    let (process, outcome) = HeldProgram.start([folder.game], as: nil, within: 0)
    guard case .unprepared(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(error == SystemError(code: ETIMEDOUT))
    #expect(!RunningProcess.exists(process))
  }

  @Test func `the guard denies it to covered users, and the start is one of its attempts`() throws {
    let start = try start(.test(.file(folder.game)))
    let blocks = BlockList([.test(.file(folder.game))])
    var guardian = try ExecGuard(source: blocks.source)
    _ = try guardian.apply(BlockList.shield)
    let attempt = start.attempt()
    #expect(attempt.isDenied)
    var found: [BlockAttempt] = []
    #expect(
      Waiting.until {
        found += guardian.work(atBoot: SystemClocks.boot()).attempts
        return !found.isEmpty
      })
    #expect(found.map(\.process) == [attempt.process] && found.allSatisfy { attempt.boot.contains($0.boot) })
    try guardian.revert()
    #expect(!start.attempt().isDenied)
  }

  @Test func `a file that only root may execute is started, and one that is not executable is refused`() throws {
    try folder.copy("/usr/bin/touch", to: "closed")
    let closed = folder.folder.path + "/closed"
    #expect(try folder.run(["/bin/chmod", "0700", closed], as: 0).end == .exit(0))
    guard case .held = try start(.test(.file(closed))).attempt().outcome else { return #expect(Bool(false)) }
    #expect(try folder.run(["/bin/chmod", "0600", closed], as: 0).end == .exit(0))
    let attempt = try start(.test(.file(closed))).attempt()
    guard case .refused(let error) = attempt.outcome else { return #expect(Bool(false)) }
    #expect(error == .forbidden && !attempt.isDenied)
  }

  @Test func `the start is tried as a covered user, and not tried for a layer that covers no user`() throws {
    func users(_ users: CoveredUsers, own: UInt32 = 0) -> [UInt32?] {
      BlockedStart.all(of: [.test(.file(folder.game), users: users)], preferring: 1000, own: own).map(\.user)
    }
    #expect(users(.everybodyButRoot) == [1000])
    #expect(users(.only([1000, 7])) == [1000] && users(.only([9, 7])) == [7] && users(.only([])).isEmpty)
    #expect(BlockedStart.all(of: [.test(.file(folder.game))], preferring: 0, own: 0).map(\.user) == [65_534])
    #expect(users(.only([1000]), own: 1000) == [nil] && users(.only([7]), own: 1000).isEmpty)
    let others: [ApplicationBlock] = [
      .test(.unit(desktopID: "game")), .test(.file("/nonexistent")), .test(.file("/bin/sh")),
    ]
    #expect(BlockedStart.all(of: others, preferring: 1000, own: 0).isEmpty)
  }

  @Test func `a sweeper leaves alone what ran before, with what it forks, and ends what starts`() throws {
    try folder.copy("/bin/bash", to: "game")
    let blocks = BlockList([.test(.file(folder.game))])
    // A process that waits for input from a pipe.
    let pipe = folder.folder.path + "/pipe"
    #expect(try folder.run(["/usr/bin/mkfifo", "-m", "666", pipe], as: 0).end == .exit(0))
    let read = "read line <>'\(pipe)'"
    let old = try folder.start([folder.game, "-c", "(\(read); echo) & \(read); echo"])
    let found = try Sweeper.running(of: blocks.source(BlockList.shield))
    #expect(found.contains { $0.process == old && $0.user == GameFolder.user && $0.program == folder.game })
    // The subshell runs the same file.
    #expect(Waiting.until { (try? Sweeper.running(of: blocks.source(BlockList.shield)).count) == 2 })
    let new = try folder.start([folder.game, "-c", "\(read); echo"])
    var sweeper = try Sweeper(leaving: [old], source: blocks.source)
    _ = try sweeper.apply(BlockList.shield)
    #expect(Waiting.until { ProcessIdentity(new.number) != new })
    try sweeper.verify()
    let left = try Sweeper.running(of: blocks.source(BlockList.shield))
    #expect(left.count == 2 && left.contains { $0.process == old })
    for program in left { try program.process.kill() }
    #expect(Waiting.until { (try? Sweeper.running(of: blocks.source(BlockList.shield)).isEmpty) == true })
  }
}
