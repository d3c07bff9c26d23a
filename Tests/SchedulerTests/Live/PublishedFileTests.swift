import SchedulerCivilTime
import SchedulerJSON
import Testing

import struct Foundation.Data
import class Foundation.ProcessInfo
import struct Foundation.URL

@testable import Scheduler

/// The files that other programs read stand in Goldens/published, as they are written; docs/shield-json.md and
/// docs/live-json.md show them.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter PublishedFileTests` writes them anew; read the difference.
@Suite struct PublishedFileTests {
  private static let toml = """
    timezone = "Europe/Berlin"

    [profile.deep-work]
    id     = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
    icon   = "🍅"
    color  = "#e5484d"
    window = ["mon-fri 09:00-12:30"]

    [profile.deep-work.block]
    apps        = ["/usr/bin/steam", "discord"]
    categories  = ["Game"]
    domains     = ["reddit.com", "youtube.com"]
    app-removal = false

    [profile.deep-work.allow]
    domains = ["music.youtube.com"]

    [profile.deep-work.break]
    length = "15m"

    [profile.writing]
    users    = ["kim"]
    strategy = { type = "pomodoro" }
    block    = { domains = "all" }
    allow    = { domains = ["wikipedia.org"] }
    """

  private static let limit = "\n[profile.games.limit]\napps = [\"steam\"]\nuse = \"30m\"\n"

  /// A Monday at 10:05: the window holds since 09:00, a pomodoro runs since 10:00. With a limit, kim used it up at 09:30.
  private func machine(isLimited: Bool = false) throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml + (isLimited ? Self.limit : ""), at: "2026-11-23 09:00")
    machine.handle(.time)
    if isLimited {
      machine.use("steam", by: "kim")
      try machine.run(to: "09:30")
      machine.use(nil, by: "kim")
    }
    try machine.run(to: "10:00")
    machine.start("writing")
    return machine
  }

  @Test func `shield.json matches its golden file`() throws {
    let machine = try machine()
    var shield = try #require(ShieldSet(of: machine.engine))
    shield.generation = 42
    shield.bootID = "0b1f2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
    #expect(try ShieldSet(parsing: agreed(shield.bytes, "shield.json")) == shield)
  }

  @Test func `live.json matches its golden file`() throws {
    var machine = try machine(isLimited: true)
    try machine.run(to: "10:05")
    machine.command(.break(.profile("deep-work".profileKey)))
    var live = LiveState(of: machine.engine, at: machine.moment)
    live.keeper = LiveState.Keeper(
      process: 812, bootID: "0b1f2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
      since: try #require(Instant(rfc3339: "2026-11-23T06:58:11Z")))
    live.adapters = [AdapterStanding(.execGuard), AdapterStanding(.hosts)]
    live.adapters[0].state = .applied(generation: 42)
    live.adapters[1].state = .unavailable(reason: "another daemon, process 77, writes '/etc/hosts'")
    live.adapters[1].remedy = "leave out 'hosts' in '[enforce] adapters' of one"
    var json = JSONWriter()
    json.value(live)
    #expect(try JSONValue(parsing: agreed(json.bytes, "live.json")).objectValue.flatMap(LiveState.init) == live)
  }

  @Test func `another zone makes the file another one, also while no session runs`() throws {
    let states = try ["Europe/Berlin", "Asia/Tokyo"].map { zone in
      var machine = try VirtualMachine(Self.toml.replacing("Europe/Berlin", with: zone), at: "2026-11-22 09:00")
      machine.handle(.time)
      return LiveState(of: machine.engine, at: machine.moment)
    }
    #expect(states.map(\.zone) == ["Europe/Berlin", "Asia/Tokyo"] && states.allSatisfy(\.sessions.isEmpty))
    #expect(!states[0].hasSameContent(as: states[1]))
  }

  @Test func `a file of an earlier version has no zone`() throws {
    let live = LiveState(of: try machine().engine, at: try machine().moment)
    var json = JSONWriter()
    json.value(live)
    let text = String(decoding: json.bytes, as: UTF8.self)
    let former = text.replacing(#""timezone":"Europe/Berlin","#, with: "")
      .replacing(#","timezone":"Europe/Berlin""#, with: "")
    #expect(!former.contains("timezone"))
    let read = try #require(JSONValue(parsing: Array(former.utf8)).objectValue.flatMap(LiveState.init))
    #expect(read.zone == nil && !read.sessions.isEmpty && read.sessions.allSatisfy { $0.zone == nil })
  }

  /// Compares what is written with the golden of a name, and answers the golden.
  private func agreed(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Goldens/published/\(name)")
    if ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] != nil { try Data(bytes).write(to: golden) }
    let agreed = try Data(contentsOf: golden)
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: agreed, as: UTF8.self))
    return Array(agreed)
  }
}
