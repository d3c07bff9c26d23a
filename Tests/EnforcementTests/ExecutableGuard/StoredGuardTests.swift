import Glibc
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// A guard whose descriptor outlives it, as during a strict session, with the kernel.
@Suite(.enabled(if: StartGuard.fault() == nil, "needs a machine whose kernel lets root decide about starts"))
struct StoredGuardTests {
  private let folder: GameFolder
  private let blocks: BlockList

  init() throws {
    folder = try GameFolder()
    blocks = BlockList([.test(.file(folder.game))])
  }

  private static let strict = ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "", isStrict: true)

  /// The descriptor of a guard that denied the blocks and is gone.
  private func leftGroup() throws -> OpenDescriptor {
    var first = try ExecGuard(source: blocks.source)
    _ = try first.apply(Self.strict)
    return try #require(first.guardian).group
  }

  /// Starts the game in another thread, and waits until the start waits.
  private func waitingStart(in group: OpenDescriptor) throws -> (thread: SystemThread, end: EndBox<ProcessEnd>) {
    let joined = try JoinedDescriptor()
    try joined.add(group)
    let (folder, end) = (folder, EndBox<ProcessEnd>())
    let thread = try SystemThread { end.run { try folder.run([folder.game, "played"]).end } }
    #expect(try joined.wait(milliseconds: 20_000))
    #expect(end.value == nil)
    return (thread, end)
  }

  @Test func `a start waits while no guard runs, and the next guard denies it`() throws {
    let group = try leftGroup()
    let start = try waitingStart(in: group)
    var second = try ExecGuard(inheriting: group, source: blocks.source)
    _ = try second.apply(Self.strict)
    #expect(Waiting.until { start.end.value != nil })
    #expect(start.end.value == .exit(126))
    #expect(second.work(atBoot: SystemClocks.boot()).attempts.map(\.program) == [folder.game])
  }

  @Test func `a start that waits is allowed if the shield has ended`() throws {
    let group = try leftGroup()
    let start = try waitingStart(in: group)
    var second = try ExecGuard(inheriting: group, source: blocks.source)
    try second.revert()
    #expect(Waiting.until { start.end.value != nil })
    #expect(start.end.value == .exit(0))
  }

  @Test(arguments: [true, false])
  func `a start that a guard was about to answer when it ended is answered by the next one`(isShielded: Bool) throws {
    let group = try leftGroup()
    let start = try waitingStart(in: group)
    // The first guard reads the event, and never answers. A process that is killed loses the descriptor of the file.
    var event = [UInt8](repeating: 0, count: 24)
    #expect(read(group.number, &event, event.count) == 24)
    let file = event.withUnsafeBytes { $0.load(fromByteOffset: 16, as: Int32.self) }
    #expect(close(file) == 0)
    #expect(start.end.value == nil)
    var second = try ExecGuard(inheriting: group, source: blocks.source)
    if isShielded { _ = try second.apply(Self.strict) } else { try second.revert() }
    #expect(Waiting.until { start.end.value != nil })
    #expect(start.end.value == (isShielded ? .exit(126) : .exit(0)))
  }

  @Test func `a guard that takes over marks no file that is no longer blocked`() throws {
    try folder.copy("/bin/echo", to: "other")
    blocks.replace(with: [.test(.file(folder.game)), .test(.file(folder.folder.path + "/other"))])
    let group = try leftGroup()
    blocks.replace(with: [.test(.file(folder.game))])
    var second = try ExecGuard(inheriting: group, source: blocks.source)
    _ = try second.apply(Self.strict)
    try second.verify()
    #expect(try second.guardian?.marks().count == 1)
    #expect(try folder.run([folder.folder.path + "/other", "played"]).text == "played\n")
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
    #expect(second.counts?.events == 1)
  }

  /// Blocks the game and a file that the kernel refuses to mark, and sees `apply` fail.
  private func failToApply(_ adapter: inout ExecGuard) throws {
    let odd = folder.folder.path + "/odd"
    try folder.copy("/bin/echo", to: "odd")
    #expect(try ChildProcess(["/bin/mount", "--bind", "/proc/uptime", odd]).run().end == .exit(0))
    blocks.replace(with: [.test(.file(folder.game)), .test(.file(odd))])
    #expect(throws: AdapterError.self) { _ = try adapter.apply(Self.strict) }
    #expect(try ChildProcess(["/bin/umount", odd]).run().end == .exit(0))
    #expect(try adapter.guardian?.marks().count == 1)
  }

  @Test(arguments: [true, false], [true, false])
  func `marks of files that are no longer blocked go although another file cannot be marked`(
    isInherited: Bool, isSameSet: Bool
  ) throws {
    try folder.copy("/bin/echo", to: "other")
    blocks.replace(with: [.test(.file(folder.game)), .test(.file(folder.folder.path + "/other"))])
    var adapter = try ExecGuard(inheriting: isInherited ? leftGroup() : nil, source: blocks.source)
    if !isInherited { _ = try adapter.apply(Self.strict) }
    try failToApply(&adapter)
    if !isSameSet { blocks.replace(with: [.test(.file(folder.game))]) }
    _ = try adapter.apply(Self.strict)
    try adapter.verify()
    #expect(try adapter.guardian?.marks().count == (isSameSet ? 2 : 1))
    #expect(try folder.run([folder.folder.path + "/other", "played"]).text == "played\n")
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
  }

  @Test func `a mark that could not be removed is removed by the next call`() throws {
    let directory = folder.folder.path + "/sub"
    #expect(try ChildProcess(["/bin/mkdir", directory]).run().end == .exit(0))
    try folder.copy("/bin/echo", to: "sub/other")
    blocks.replace(with: [.test(.file(folder.game)), .test(.file(directory + "/other"))])
    var adapter = try ExecGuard(source: blocks.source)
    _ = try adapter.apply(Self.strict)
    #expect(try ChildProcess(["/bin/mv", directory, directory + "2"]).run().end == .exit(0))
    #expect(try ChildProcess(["/bin/touch", directory]).run().end == .exit(0))
    blocks.replace(with: [.test(.file(folder.game))])
    #expect(throws: AdapterError.self) { _ = try adapter.apply(Self.strict) }
    #expect(try adapter.guardian?.marks().count == 2)
    _ = try adapter.apply(Self.strict)
    #expect(try adapter.guardian?.marks().count == 1)
    #expect(try folder.run([directory + "2/other", "played"]).text == "played\n")
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
    #expect(adapter.counts?.events == 1)
  }

  @Test func `the service manager has the descriptor while a strict session blocks programs, and no longer`() throws {
    let manager = try DatagramReceiver(folder.folder.path + "/notify")
    let environment = ProcessEnvironment(
      variables: ["NOTIFY_SOCKET": folder.folder.path + "/notify"], effectiveUserID: 0)
    let store = GuardStore(try #require(try ServiceNotifier(environment)))
    var adapter = try ExecGuard(in: store, source: blocks.source)
    _ = try adapter.apply(BlockList.shield)
    #expect(manager.next() == nil)
    for _ in 1...2 { #expect(try adapter.apply(Self.strict).limits.isEmpty) }
    let (text, files) = try #require(manager.nextWithFiles())
    #expect(text == "FDSTORE=1\nFDNAME=exec-guard\nFDPOLL=0")
    let copy = OpenDescriptor(try #require(files.first))
    #expect(manager.next() == nil)

    _ = try adapter.apply(BlockList.shield)
    #expect(manager.next() == "FDSTOREREMOVE=1\nFDNAME=exec-guard")
    _ = try adapter.apply(Self.strict)
    for file in try #require(manager.nextWithFiles()).files { close(file) }
    blocks.replace(with: [])
    _ = try adapter.apply(Self.strict)
    #expect(manager.next() == "FDSTOREREMOVE=1\nFDNAME=exec-guard")

    // The one that takes over tells the manager so, and that nothing waits for it.
    blocks.replace(with: [.test(.file(folder.game))])
    var second = try ExecGuard(inheriting: copy, in: store, source: blocks.source)
    _ = try second.apply(Self.strict)
    #expect(manager.next() == "EXTEND_TIMEOUT_USEC=20000000")
    #expect(manager.next() == nil)
    try second.revert()
    #expect(manager.next() == "FDSTOREREMOVE=1\nFDNAME=exec-guard")
  }

  @Test func `a service manager that is gone is a limit`() throws {
    var manager: DatagramReceiver? = try DatagramReceiver(folder.folder.path + "/notify")
    let environment = ProcessEnvironment(
      variables: ["NOTIFY_SOCKET": folder.folder.path + "/notify"], effectiveUserID: 0)
    let store = GuardStore(try #require(try ServiceNotifier(environment)))
    #expect(manager?.next() == nil)
    manager = nil
    var adapter = try ExecGuard(in: store, source: blocks.source)
    let limits = try adapter.apply(Self.strict).limits
    #expect(
      limits.first?.hasPrefix("programs start while the daemon restarts: the service manager cannot be told: ") == true,
      "\(limits)")
    #expect(try folder.run([folder.game, "played"]).end == .exit(126))
  }
}
