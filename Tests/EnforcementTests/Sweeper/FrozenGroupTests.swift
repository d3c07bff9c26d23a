import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// Programs in systemd units of their own, here control groups with such names.
@Suite(.enabled(if: UnitGroup.isPossible, "needs a writable hierarchy of control groups of version 2"))
struct FrozenGroupTests {
  private let folder: GameFolder
  private let unit: UnitGroup
  private let game: ProcessIdentity

  init() throws {
    folder = try GameFolder(copying: "/bin/sleep")
    unit = try UnitGroup("app-game-1.scope")
    game = try folder.start([folder.game, "1000"])
    try unit.take(game)
  }

  private func sweeper(name: String = "game") throws -> Sweeper {
    let source = BlockList([.test(.file(folder.game), name: name)]).source
    return try Sweeper(freezing: FrozenPrograms(in: folder.folder.path), source: source)
  }

  /// Ends all programs and removes the group.
  private func end(_ others: ProcessIdentity...) throws {
    try unit.group.thaw()
    for process in others + [game] {
      try process.kill()
      #expect(Waiting.until { ProcessIdentity(process.number) != process })
    }
    #expect(unit.remove())
  }

  @Test func `the whole unit of an application is frozen, with its helpers, and thaws`() throws {
    try folder.copy("/bin/sleep", to: "helper")
    let helper = try folder.start([folder.folder.path + "/helper", "1000"], running: "helper")
    try unit.take(helper)
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(Waiting.until { unit.group.isFrozen })
    // The freezer sends no signal, so the parent of the program notices nothing.
    #expect(!RunningProcess.isStopped(game.number))
    Pause.wait(milliseconds: 1100)
    try sweeper.verify()
    _ = sweeper.work(atBoot: SystemClocks.boot() + Sweeper.interval)
    #expect(unit.group.isFrozen)
    try sweeper.revert()
    #expect(Waiting.until { !unit.group.isFrozen })
    try end(helper)
  }

  @Test func `a unit of another application is only frozen if all of it is blocked`() throws {
    var sweeper = try sweeper(name: "other")
    _ = try sweeper.apply(BlockList.shield)
    #expect(Waiting.until { unit.group.isFrozen })
    try sweeper.revert()
    let terminal = try folder.start(["/bin/sleep", "1000"], running: "/bin/sleep")
    try unit.take(terminal)
    _ = try sweeper.apply(BlockList.shield)
    #expect(Waiting.until { RunningProcess.isStopped(game.number) })
    #expect(!unit.group.isFreezing && !RunningProcess.isStopped(terminal.number))
    try sweeper.revert()
    #expect(Waiting.until { !RunningProcess.isStopped(game.number) })
    try end(terminal)
  }

  @Test(arguments: [("/bin/sh", GameFolder.user), ("/bin/sleep", GameFolder.user + 1)])
  func `if the unit contains a shell or another user's program, only the blocked program is stopped`(
    program: String, user: UInt32
  ) throws {
    blockedUsers.replace(with: [.test(.file(folder.game), users: .only([GameFolder.user]))])
    let words = program == "/bin/sh" ? [program, "-c", "while :; do sleep 1; done"] : [program, "1000"]
    let other = try folder.start(words, as: user, running: program)
    try unit.take(other)
    var sweeper = try Sweeper(freezing: FrozenPrograms(in: folder.folder.path), source: blockedUsers.source)
    _ = try sweeper.apply(BlockList.shield)
    #expect(Waiting.until { RunningProcess.isStopped(game.number) })
    #expect(!unit.group.isFreezing && !RunningProcess.isStopped(other.number))
    try sweeper.revert()
    #expect(Waiting.until { !RunningProcess.isStopped(game.number) })
    // The shell starts programs in the group.
    for number in unit.group.processes ?? [] { try ProcessIdentity(number)?.kill() }
    try end(other)
  }

  private let blockedUsers = BlockList()

  @Test func `a unit that its user has frozen never thaws`() throws {
    try unit.group.freeze()
    #expect(Waiting.until { unit.group.isFrozen })
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    try sweeper.verify()
    try sweeper.revert()
    Pause.wait(milliseconds: 20)
    #expect(unit.group.isFrozen)
    try end()
  }

  @Test func `a record thaws the unit, and not a later one with its name`() throws {
    var frozen: Sweeper? = try sweeper()
    _ = try frozen?.apply(BlockList.shield)
    frozen = nil
    #expect(Waiting.until { unit.group.isFrozen })
    let programs = FrozenPrograms(in: folder.folder.path)
    let bytes = try FileReader().read(programs.path, limit: 1 << 12)
    #expect(try programs.thaw() == 1)
    #expect(Waiting.until { !unit.group.isFrozen })
    try unit.group.freeze()
    var record = FrozenRecord(parsing: bytes, bootID: try SystemClocks.moment().bootID)
    record.entries = [.group(number: unit.group.number + 1, path: unit.group.path)]
    try folder.folder.write(record.bytes, to: "frozen-programs")
    try programs.thaw()
    #expect(unit.group.isFreezing)
    try end()
  }
}

/// A control group of a test.
private struct UnitGroup {
  private static let hierarchy = ControlGroupHierarchy.current()
  let group: ControlGroup
  private let place: String

  /// Whether this process may create groups that can be frozen.
  static let isPossible: Bool = {
    guard RunningProcess.mayEndOthers, let unit = try? UnitGroup("app-probe-1.scope") else { return false }
    defer { _ = unit.remove() }
    return unit.group.mayFreeze
  }()

  init(_ name: String) throws {
    let hierarchy = try #require(Self.hierarchy)
    let path = "/schedctl-test-\(UUID().uuidString)/\(name)"
    place = hierarchy.mountPoint + path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    group = try #require(hierarchy.group(at: path))
  }

  /// Moves a process into the group.
  func take(_ process: ProcessIdentity) throws {
    let handle = try #require(FileHandle(forWritingAtPath: place + "/cgroup.procs"))
    try handle.write(contentsOf: Data("\(process.number)".utf8))
    try handle.close()
  }

  /// Removes the group as soon as it is empty.
  func remove() -> Bool {
    let parent = URL(fileURLWithPath: place).deletingLastPathComponent().path
    return Waiting.until { rmdir(place) == 0 || errno == ENOENT } && rmdir(parent) == 0
  }
}
