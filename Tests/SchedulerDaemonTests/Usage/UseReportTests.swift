import Foundation
import Scheduler
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import SchedulerDaemon

/// Reports of what people use, from the socket to the engine and back.
@Suite struct UseReportTests {
  private static let steam = "apps = [\"steam\"]\nuse = \"10m\""

  @Test func `a report holds until the connection ends`() throws {
    let world = try UseWorld(Self.steam)
    #expect(world.report("steam") == .usesReported(within: 30))
    world.handle(.woken, after: 50)
    #expect(world.standing?.usedSeconds == 50)
    #expect(world.standing?.source == "test")
    world.handle(.client(.closed(ConnectionID(1))))
    world.handle(.woken, after: 50)
    #expect(world.standing?.usedSeconds == 50)
    #expect(world.standing?.source == "")
  }

  @Test func `the live state is published when the use changes and each minute of counted use, not at each report`()
    throws
  {
    let world = try UseWorld("apps = [\"steam\"]\nuse = \"2h\"")
    let before = world.publications
    _ = world.report("steam")
    #expect(world.publications == before + 1)
    for _ in 0..<20 {
      try world.run(seconds: 30)
      _ = world.report("steam")
    }
    #expect((9...12).contains(world.publications - before), "\(world.publications - before)")
    _ = world.report("mail")
    let after = world.publications
    for _ in 0..<20 {
      try world.run(seconds: 30)
      _ = world.report("mail")
    }
    #expect(world.publications == after)
  }

  @Test func `another agent of the same person keeps the reports alive`() throws {
    let world = try UseWorld(Self.steam)
    _ = world.report("steam", from: 1)
    _ = world.report("steam", from: 2)
    world.handle(.client(.closed(ConnectionID(1))))
    world.handle(.woken, after: 50)
    #expect(world.standing?.usedSeconds == 50)
  }

  @Test func `an agent that is silent for a minute is not believed any more, if a limit concerns its person`() throws {
    let world = try UseWorld(Self.steam)
    _ = world.report("steam")
    try world.run(seconds: 300)
    #expect(world.standing?.usedSeconds == 60)
    #expect(world.messages.filter { $0.contains("silent") }.count == 1)
    let free = try UseWorld("apps = [\"steam\"]\nuse = \"10m\"\n[profile.p]\nusers = [\"lee\"]")
    #expect(free.report("steam") == .usesReported(within: nil))
    try free.run(seconds: 300)
    #expect(free.messages.allSatisfy { !$0.contains("silent") })
  }

  @Test func `the running time of limited programs counts for a person whose agent does not report`() throws {
    let world = try UseWorld(Self.steam)
    let steam = ApplicationIdentity(paths: ["/usr/games/steam"])
    let mail = ApplicationIdentity(paths: ["/usr/bin/mail"])
    world.handle(.woken)
    #expect(world.looks == 0)
    try world.run(seconds: 61)
    #expect(world.looks >= 1, "it looks by itself")
    world.handle(.programsFound([1000: [mail, steam]]))
    try world.run(seconds: 29)
    #expect(world.standing?.usedSeconds == 29)
    #expect(world.standing?.source == UseReport.runningPrograms)
    world.handle(.programsFound([1000: [mail]]))
    try world.run(seconds: 20)
    #expect(world.standing?.usedSeconds == 29)
    _ = world.report("mail")
    world.handle(.programsFound([1000: [steam]]))
    #expect(world.standing?.source == "test", "an agent that reports is believed")
    let domains = try UseWorld("domains = [\"x.example\"]\nuse = \"10m\"")
    try domains.run(seconds: 100)
    #expect(domains.looks == 0, "programs say nothing of domains")
  }

  @Test func `a user is active as logind says, and on a machine without logind`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "schedctl-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(LogindUser(1000, directory: folder).isActive && LogindUser(0, directory: folder).isActive)
    #expect(LogindUser(1000, directory: folder).mayBeUsing && LogindUser(65_534, directory: folder).mayBeUsing)
    #expect(!LogindUser(999, directory: folder).mayBeUsing, "it runs services")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(!LogindUser(1000, directory: folder).isActive)
    try Data("NAME=kim\nSTATE=active\nSESSIONS=2 c1\n".utf8).write(to: URL(fileURLWithPath: folder + "/1000"))
    #expect(LogindUser(1000, directory: folder).isActive)
    #expect(LogindUser(1000, directory: folder).sessions == ["2", "c1"])
    #expect(LogindUser(1000, directory: folder).mayBeUsing)
    try Data("STATE=online\n".utf8).write(to: URL(fileURLWithPath: folder + "/1000"))
    #expect(!LogindUser(1000, directory: folder).isActive)
  }

  @Test func `a suspended machine counts no use`() throws {
    let world = try UseWorld(Self.steam)
    _ = world.report("steam")
    world.handle(.resumed(afterNanoseconds: 3_000_000_000_000), after: 3_010)
    #expect(world.standing?.usedSeconds == 10)
    #expect(world.standing?.reached == nil)
  }

  @Test func `an agent that limits begin to concern has a minute to report`() throws {
    var reporters = UseReporters()
    let report = UseReport(of: UserIdentity(name: "kim"), targets: [], source: "test")
    let second: Int64 = 1_000_000_000
    _ = reporters.note(report, from: ConnectionID(1), userID: 1000, isAwaited: false, atBoot: 0)
    #expect(reporters.nextBoot == nil)
    reporters.updateAwaited(atBoot: 500 * second) { _ in true }
    #expect(reporters.nextBoot == 560 * second)
    reporters.updateAwaited(atBoot: 530 * second) { _ in true }
    #expect(reporters.expire(atBoot: 559 * second).isEmpty)
    #expect(reporters.expire(atBoot: 560 * second).map(\.source) == [nil])
  }

  @Test func `what either of two agents of a person reports counts`() throws {
    let world = try UseWorld(Self.steam)
    _ = world.report("steam", from: 1)
    _ = world.report(nil, from: 2)
    world.handle(.woken, after: 20)
    #expect(world.standing?.usedSeconds == 20, "another session of the person hides nothing")
    _ = world.report("steam", from: 2)
    world.handle(.woken, after: 20)
    #expect(world.standing?.usedSeconds == 40, "and a second counts once")
  }

  @Test func `after a suspension no agent counts as silent`() throws {
    let world = try UseWorld(Self.steam)
    _ = world.report("steam")
    world.handle(.resumed(afterNanoseconds: 36_000_000_000_000), after: 36_010)
    world.handle(.woken)
    #expect(world.messages.allSatisfy { !$0.contains("silent") })
    #expect(world.standing?.source == "test")
    #expect(world.looks == 0)
  }

  @Test(arguments: [UsageLimit.Consequence.lock, .logout])
  func `sessions end when the limit is reached, and again while the use continues, every ten seconds at most`(
    _ consequence: UsageLimit.Consequence
  ) throws {
    let world = try UseWorld(Self.steam + "\nthen = \"\(consequence.rawValue)\"")
    for _ in 0..<21 {
      _ = world.report("steam")
      try world.run(seconds: 29)
    }
    #expect(world.loop.engine.engine.shield.isEmpty, "nothing is blocked")
    #expect(world.endings.first == consequence)
    #expect((1...2).contains(world.endings.count))
    _ = world.report(nil)
    let count = world.endings.count
    try world.run(seconds: 60)
    #expect(world.endings.count == count)
    for _ in 0..<10 { _ = world.report("steam") }
    #expect(world.endings.count == count + 1)
  }

  @Test(arguments: [
    ("{\"state\":\"idle\",\"source\":\"a\\nb\"}", false),
    ("{\"state\":\"idle\",\"source\":\"running programs\"}", false),
    ("{\"state\":\"inUse\",\"source\":\"sway\",\"desktopIDs\":[\"foot\"],\"domain\":\"Example.org\"}", true),
    ("{\"state\":\"idle\",\"source\":\"sway\"}", true), ("{\"state\":\"asleep\",\"source\":\"sway\"}", false),
    ("{\"state\":\"inUse\"}", false), ("{\"state\":\"inUse\",\"source\":\"\"}", false),
    ("{\"state\":\"inUse\",\"source\":\"x\",\"paths\":[\"steam\"]}", false),
    ("{\"state\":\"inUse\",\"source\":\"x\",\"domain\":\"no domain\"}", false),
    ("{\"state\":\"inUse\",\"source\":\"x\",\"desktopIDs\":[\"\"]}", false),
    ("{\"state\":\"inUse\",\"source\":\"x\",\"categories\":[\"Game\",\"Unheard\"]}", true),
  ])
  func `a report that makes no sense is refused`(_ parameters: String, isValid: Bool) throws {
    let machine = try ControlMachine("timezone = \"UTC\"\n[profile.p.limit]\n\(Self.steam)\n")
    machine.connect(1, .kim)
    let object = try #require(try JSONValue(parsing: Array(parameters.utf8)).objectValue)
    let reply = try machine.call("ReportUse", object)
    #expect((reply.error == nil) == isValid, "\(reply)")
  }
}
