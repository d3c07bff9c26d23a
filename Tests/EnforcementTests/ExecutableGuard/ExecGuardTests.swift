import Glibc
import ProgramTesting
import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement
@testable import SchedulerPlatform

/// The guard with the kernel: each test runs real programs.
@Suite(.enabled(if: StartGuard.fault() == nil, "needs a machine whose kernel lets root decide about starts"))
struct ExecGuardTests {
  private let folder: GameFolder
  private let blocks: BlockList

  init() throws {
    folder = try GameFolder()
    blocks = BlockList([.test(.file(folder.game))])
  }

  /// A guard that denies the blocks.
  private func applied() throws -> ExecGuard {
    var adapter = try ExecGuard(source: blocks.source)
    #expect(try adapter.apply(BlockList.shield) == AdapterEffect())
    try adapter.verify()
    #expect(adapter.work(atBoot: SystemClocks.boot()).attempts.isEmpty)
    return adapter
  }

  private func attempts(_ adapter: inout ExecGuard) -> [BlockAttempt] {
    adapter.work(atBoot: SystemClocks.boot()).attempts
  }

  @Test func `a blocked program does not start, is counted once, and starts again after the shield`() throws {
    var adapter = try applied()
    let denied = try folder.run([folder.game, "played"])
    #expect(denied.end == .exit(126))
    #expect(denied.text.contains("Operation not permitted"))
    let attempts = attempts(&adapter)
    #expect(attempts.map(\.program) == [folder.game])
    #expect(attempts.map(\.user) == [GameFolder.user])
    #expect(attempts.map(\.outcome) == [.denied])
    #expect(adapter.counts?.denials == 1)

    try adapter.revert()
    #expect(adapter.work(atBoot: SystemClocks.boot()).nextBoot == nil)
    #expect(try folder.run([folder.game, "played"]).text == "played\n")
    #expect(adapter.counts?.events == 1)
    #expect(try adapter.guardian?.marks().count == 0)
  }

  @Test(
    arguments: [
      ("ln game other", "./other played"), ("ln -s game other", "./other played"),
      ("mv game other", "./other played"), ("mkdir a b; ln game a/game; mount --bind a b", "b/game played"),
      ("mount -t tmpfs none /mnt; mkdir /mnt/a; mount --bind . /mnt/a", "/mnt/a/game played"),
    ])
  func `the program does not start under another name or in another mount namespace`(
    preparation: String, command: String
  ) throws {
    var adapter = try applied()
    let script = "cd $1; \(preparation); exec setpriv --reuid=\(GameFolder.user) --clear-groups -- \(command)"
    let words = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh", folder.folder.path]
    let denied = try folder.run(words, as: 0)
    #expect(denied.end == .exit(126), "\(denied.text)")
    #expect(attempts(&adapter).count == 1)
    #expect(adapter.counts?.denials == 1)
  }

  @Test func `a program that is replaced is marked again at once`() throws {
    var adapter = try applied()
    try folder.copy("/bin/echo", to: "new")
    #expect(try ChildProcess(["/bin/mv", folder.folder.path + "/new", folder.game]).run().end == .exit(0))
    let repairs = try repairs(of: &adapter)
    #expect(repairs == ["'\(folder.game)' was created or replaced; its start is denied again"])
    try adapter.verify()
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
    #expect(attempts(&adapter).count == 1)
  }

  @Test func `a program that is installed under the shield does not start`() throws {
    let path = folder.folder.path + "/later/game"
    blocks.replace(with: [.test(.file(path))])
    var adapter = try applied()
    #expect(try ChildProcess(["/bin/mkdir", folder.folder.path + "/later"]).run().end == .exit(0))
    try folder.copy("/bin/echo", to: "later/game")
    #expect(try !repairs(of: &adapter).isEmpty)
    #expect(try folder.run([path, "played"]).end == .exit(126))
    #expect(attempts(&adapter).map(\.program) == [path])
  }

  @Test func `a program that was moved away stays denied, and one that was removed is forgotten`() throws {
    var adapter = try applied()
    let moved = folder.folder.path + "/moved"
    #expect(try ChildProcess(["/bin/mv", folder.game, moved]).run().end == .exit(0))
    try adapter.markFiles()
    #expect(adapter.table.files[folder.game] == ExecutableFile(path: moved))
    #expect(try folder.run([moved, "played"]).end == .exit(126))
    #expect(try ChildProcess(["/bin/rm", moved]).run().end == .exit(0))
    try adapter.markFiles()
    #expect(adapter.table.files.isEmpty && adapter.table.rows.isEmpty)
    #expect(try adapter.guardian?.marks().count == 0)
    try folder.copy("/bin/echo", to: "game")
    try adapter.markFiles()
    try adapter.verify()
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
  }

  /// Lets the adapter work on events until it repairs something.
  private func repairs(of adapter: inout ExecGuard) throws -> [String] {
    let joined = try JoinedDescriptor()
    try joined.add(try #require(adapter.descriptor))
    for _ in 0..<100 where try joined.wait(milliseconds: 20_000) {
      let repairs = adapter.work(atBoot: SystemClocks.boot()).repairs
      if !repairs.isEmpty { return repairs }
    }
    return []
  }

  @Test(
    arguments: [
      ("bash", ["/bin/bash", "-c", "PATH=$0:$0; game played; exit 3"], 1),
      ("dash", ["/bin/dash", "-c", "PATH=$0:$0; game played; exit 3"], 2),
      ("dash by path", ["/bin/dash", "-c", "$0/game played; exit 3"], 1),
      (
        "Python",
        [
          "/usr/bin/python3", "-c",
          """
          import os, subprocess, sys
          os.environ["PATH"] = sys.argv[1] + ":" + sys.argv[1]
          try: subprocess.run(["game", "played"])
          except PermissionError as error: sys.exit(3 if error.errno == 1 else 4)
          """,
        ], 2
      ),
    ])
  func `each launcher is denied and counted once`(name: String, words: [String], events: UInt64) throws {
    var adapter = try applied()
    let denied = try folder.run(words + [folder.folder.path])
    #expect(denied.end == .exit(3), "\(denied.text)")
    #expect(!denied.text.contains("played"))
    #expect(attempts(&adapter).count == 1)
    #expect(try #require(adapter.counts).denials >= events)
  }

  @Test func `the guard decides by user`() throws {
    blocks.replace(with: [
      .test(.file(folder.game), name: "other", users: .only([1])),
      .test(.file(folder.game), name: "own", users: .only([2, GameFolder.user])),
    ])
    var adapter = try applied()
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
    #expect(try folder.run([folder.game, "played"], as: GameFolder.user + 1).text == "played\n")
    #expect(try folder.run([folder.game, "played"], as: 0).text == "played\n")
    #expect(attempts(&adapter).map(\.name) == ["own"])
    #expect(adapter.counts?.events == 3)
    #expect(adapter.counts?.denials == 1)
  }

  @Test func `a program that is not blocked causes no event`() throws {
    let adapter = try applied()
    try folder.copy("/bin/echo", to: "other")
    #expect(try folder.run([folder.folder.path + "/other", "worked"]).text == "worked\n")
    #expect(adapter.counts?.events == 0)
    #expect(try folder.run([folder.game]).end == .exit(126))
    #expect(adapter.counts?.events == 1)
  }

  @Test func `another set replaces the files`() throws {
    try folder.copy("/bin/echo", to: "other")
    var adapter = try applied()
    blocks.replace(with: [.test(.file(folder.folder.path + "/other"))])
    _ = try adapter.apply(BlockList.shield)
    try adapter.verify()
    #expect(try folder.run([folder.game, "played"]).text == "played\n")
    #expect(try folder.run([folder.folder.path + "/other", "played"]).end == .exit(126))
    #expect(attempts(&adapter).map(\.program) == [folder.folder.path + "/other"])
    #expect(adapter.counts?.events == 1)
    blocks.replace(with: [])
    #expect(try adapter.apply(BlockList.shield) == AdapterEffect(isConcerned: false))
    #expect(try adapter.guardian?.marks().count == 0)
  }

  @Test func `no attempt is lost while the set changes all the time`() throws {
    var adapter = try applied()
    let (folder, end) = (folder, EndBox<ProcessEnd>())
    let script = "i=0; while [ $i -lt 300 ]; do $0 played; i=$((i+1)); done; exit 3"
    let thread = try SystemThread { end.run { try folder.run(["/bin/dash", "-c", script, folder.game]).end } }
    var (sessions, count): (UInt8, Int) = (0, 0)
    while end.value == nil {
      sessions &+= 1
      blocks.replace(with: [.test(.file(folder.game), session: sessions)])
      _ = try adapter.apply(BlockList.shield)
      count += attempts(&adapter).count
    }
    thread.join()
    #expect(end.value == .exit(3))
    #expect(count + attempts(&adapter).count == 300)
    #expect(adapter.counts?.events == 300)
    #expect(adapter.counts?.denials == 300)
  }

  @Test func `verify asks the kernel, and apply repairs what it finds`() throws {
    var adapter = try applied()
    try adapter.guardian?.unmarkAll()
    #expect(throws: AdapterError("the start of '\(folder.game)' is not denied")) { try adapter.verify() }
    _ = try adapter.apply(BlockList.shield)
    try adapter.verify()
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
  }

  @Test func `a denial of a process that cannot be identified counts as a lost attempt`() throws {
    // Events as the kernel would write them, for a process that has ended meanwhile.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let kernel = try OpenDescriptor.opened { ends[1] }
    var adapter = try ExecGuard(inheriting: try OpenDescriptor.opened { ends[0] }, source: blocks.source)
    #expect(throws: AdapterError.self, "no mark can be set") { try adapter.apply(BlockList.shield) }
    var lost = 0
    for _ in 0..<2 {
      let file = open(folder.game, O_RDONLY | O_CLOEXEC)
      var event = StartEvent()
      (event.file, event.process) = (file, Int32.max)
      try #require(write(kernel.number, &event, 24) == 24)
      #expect(Waiting.until { adapter.counts?.unknown == UInt64(lost + 1) })
      lost += adapter.work(atBoot: SystemClocks.boot()).lostAttemptCount
    }
    #expect(lost == 2 && adapter.counts?.denials == 2)
  }

  @Test(arguments: ["ln -sf innocent game", "mkdir a; mv game a; mv a/game a/x; rmdir b; ln -s a/x game"])
  func `a link in the place of a program denies no other program`(preparation: String) throws {
    var adapter = try applied()
    try folder.copy("/bin/echo", to: "innocent")
    let script = "cd $1; \(preparation)"
    _ = try ChildProcess(["/bin/sh", "-c", script, "sh", folder.folder.path]).run()
    _ = adapter.work(atBoot: SystemClocks.boot())
    try adapter.markFiles()
    try adapter.verify()
    #expect(try folder.run([folder.folder.path + "/innocent", "played"]).text == "played\n")
  }

  @Test func `a missing mark makes the sweeper look at each start`() throws {
    let denied = DeniedBlocks()
    var adapter = try ExecGuard(reporting: denied, source: blocks.source)
    _ = try adapter.apply(BlockList.shield)
    #expect(denied.all == Set(blocks.source(BlockList.shield)))
    try adapter.guardian?.unmarkAll()
    #expect(throws: AdapterError.self) { try adapter.verify() }
    #expect(denied.all.isEmpty)
  }
}

/// The structure `fanotify_event_metadata`, for a request to start a file.
private struct StartEvent {
  let length: UInt32 = 24
  let version: UInt8 = 3
  let reserved: UInt8 = 0
  let metadataLength: UInt16 = 24
  let mask: UInt64 = 0x40000
  var file: Int32 = -1
  var process: Int32 = 0
}
