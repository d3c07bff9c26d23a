import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// A person who wants to know their use, from the configuration to the report: the built daemon and agent on the real
/// clock, in a session whose compositor a test plays.
@Suite struct UseCaseTests {
  private let folder: WorkFolder
  private let sway: FakeServer
  private let wayland: FakeServer

  init() throws {
    (folder, sway, wayland) = (try WorkFolder(), try FakeServer(), try FakeServer())
    for name in ["bin", "run", "home"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
    try folder.writeScript("exit 0", to: "bin/notify-send")
    try folder.writeScript(#"echo "$@" >> log"#, to: "bin/logger")
    // The published example, with a limit that a test can wait for, and without the set of news that it names.
    let example = try String(contentsOfFile: Checkout.path("examples/simplylock-3-usage.toml"), encoding: .utf8)
    let text = [
      ("\"45m\"", "\"2s\""), ("/usr/bin/logger", "\(folder.path)/bin/logger"),
      ("name = \"Evenings\"", "name = \"Evenings\"\nusers = [\"\(NSUserName())\"]"),
    ].reduce("timezone = \"UTC\"\n" + example) { $0.replacing($1.0, with: $1.1) }
    try folder.write(text, to: "schedctl.toml")
  }

  private func run(_ words: String...) -> ProgramRun {
    var run = ProgramRun(arguments: words)
    run.folder = folder.path
    run.environment["HOME"] = folder.path + "/home"
    run.environment["PATH"] = folder.path + "/bin:/usr/bin:/bin"
    run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
    return run
  }

  private func place(_ words: String...) -> ProgramRun {
    var run = run()
    run.arguments = words + ["--config", "schedctl.toml", "--state", folder.path + "/state"]
    return run
  }

  private func start(_ run: ProgramRun, saying file: String) throws -> RunningProgram {
    var run = run
    run.messages = .file(try folder.write("", to: file))
    return try RunningProgram(run)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
  }

  private func agent() throws -> RunningProgram {
    var run = run("agent", "-v", "--socket", "run/control.sock")
    run.environment["SWAYSOCK"] = sway.path
    run.environment["WAYLAND_DISPLAY"] = wayland.path
    run.environment["XDG_DATA_DIRS"] = "/nonexistent"
    let agent = try start(run, saying: "agent.log")
    for server in [sway, wayland] { try #require(Waiting.until { try server.accept() }) }
    try sway.send(IPCMessage.subscribed + IPCMessage.tree("steam"))
    try wayland.send(WaylandEvent.announcement)
    var requests: [UInt8] = []
    // What it asks for before it gets the notification, which is its sixth object.
    try #require(
      Waiting.until {
        requests += try wayland.read()
        return !requests.isEmpty
      })
    try wayland.send(WaylandEvent.agreement)
    return agent
  }

  @Test func `use of a limited program warns its owner's log, blocks it, and is in the report`() throws {
    #expect(try place("authorize", "--yes", "--offline", "-q").outcome().end == .exit(0))
    let daemon = try start(place("run"), saying: "daemon.log")
    try #require(
      Waiting.until { FileManager.default.fileExists(atPath: folder.path + "/run/control.sock") },
      "\(text("daemon.log"))")
    let agent = try agent()
    #expect(
      Waiting.until { text("log").contains("eventDidReachThreshold evenings") },
      "\(text("log")) \(text("agent.log")) \(text("daemon.log"))")
    #expect(Waiting.until { text("state/shield.json").contains("steam") })
    let why = try place("why", "steam").outcome().output
    #expect(why.contains("limits it to 2s a day"), "\(why)")
    try sway.send(IPCMessage.focus("foot"))
    #expect(Waiting.until { text("agent.log").contains("in use: foot") }, "\(text("agent.log"))")
    agent.send(SIGTERM)
    #expect(agent.end().end == .exit(0))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))

    let rows = try place("insights", "day", "--json").outcome().output.split(separator: "\n")
    let use = try #require(rows.first { $0.contains(#""kind":"app","name":"steam""#) }, "\(rows)")
    let seconds = try #require(use.firstMatch(of: /"useSeconds":(\d+)/).flatMap { Int($0.1) })
    #expect((2...60).contains(seconds))
    let page = place("insights", "day", "--html", "day.html")
    #expect(try page.outcome().end == .exit(0))
    #expect(text("day.html").contains("<td>steam") || text("day.html").contains(">steam<"))
  }
}
