import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// `schedctl browser-host` as a browser runs it, beside the agents that it names pages to. This process is the browser.
@Suite struct BrowserHostUseTests {
  private final class HostProcess {
    private let process = Process()
    private let input = Pipe()

    init(in folder: WorkFolder) throws {
      process.executableURL = URL(fileURLWithPath: ProgramRun.programPath)
      process.arguments = ["browser-host", "chrome-extension://abc/"]
      process.environment = [
        "STATE_DIRECTORY": folder.path + "/state", "RUNTIME_DIRECTORY": folder.path + "/run", "TZ": "UTC",
        "XDG_RUNTIME_DIR": folder.path,
      ]
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    deinit { end() }

    func end() {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// Names a page as the extension does; nil for none.
    func name(_ domain: String?) throws {
      let message: [String: Any] = ["type": "tab", "domain": domain ?? NSNull()]
      let text = try JSONSerialization.data(withJSONObject: message)
      input.fileHandleForWriting.write(withUnsafeBytes(of: UInt32(text.count)) { Data($0) } + text)
    }
  }

  /// Whether the domain in use becomes this one.
  private func comes(_ domain: String?, in trial: inout BrowserSourceTests.Trial) throws -> Bool {
    try Waiting.until {
      try trial.desktop.advance()
      return trial.desktop.domain == domain
    }
  }

  private func trial(in folder: WorkFolder) throws -> BrowserSourceTests.Trial {
    var trial = try BrowserSourceTests.Trial(in: folder)
    try trial.focus("browser", process: RunningProcess.own)
    return trial
  }

  @Test func `a host names the page to agents that run and to those that start later, until it dies`() throws {
    let folder = try WorkFolder()
    let host = try HostProcess(in: folder)
    try host.name("first.test")
    // There is no directory yet.
    var first: BrowserSourceTests.Trial? = try trial(in: folder)
    #expect(try comes("first.test", in: &first!))
    var second = try trial(in: folder)
    #expect(try comes("first.test", in: &second))
    try host.name("old.reddit.test")
    #expect(try comes("old.reddit.test", in: &first!) && comes("old.reddit.test", in: &second))
    // What is no name counts as none, as an address without one.
    for domain in [nil, "[::1]", "a b", "https://news.test/"] {
      try host.name("news.test")
      #expect(try comes("news.test", in: &second))
      try host.name(domain)
      #expect(try comes(nil, in: &second))
    }
    first = nil
    try host.name("third.test")
    #expect(try comes("third.test", in: &second))
    first = try trial(in: folder)
    #expect(try comes("third.test", in: &first!))
    host.end()
    #expect(try comes(nil, in: &first!) && comes(nil, in: &second))
    #expect(second.desktop.watch.state?.target != nil)
    // A domain may come once more that was named before.
    let comesToRest = try Waiting.until {
      try second.desktop.advance()
      return try second.desktop.watch.queue.wait(milliseconds: 100) == []
    }
    #expect(comesToRest && second.desktop.domain == nil)
  }

  @Test func `a host connects with an agent that has dropped its connections`() throws {
    let folder = try WorkFolder()
    let host = try HostProcess(in: folder)
    var agent = try trial(in: folder)
    try host.name("first.test")
    #expect(try comes("first.test", in: &agent))
    // A flood of connections makes the agent drop all of them.
    let path = try #require(agent.sockets.first)
    let flood = try (0..<110).map { _ in try LocalConnection(to: path) }
    try agent.desktop.advance()
    #expect(agent.desktop.domain == nil && agent.desktop.watch.lastFailure(of: .browsers) == "it sends too much")
    try agent.desktop.advance(by: 1.1)
    #expect(try comes("first.test", in: &agent))
    withExtendedLifetime(flood) {}
  }

  /// An agent in a session of sway, in which a window of this process has the focus.
  private struct AgentTrial {
    let folder: WorkFolder
    let agent: RunningProgram
    private let servers: [FakeServer]

    var log: String { (try? String(contentsOfFile: folder.path + "/agent.log", encoding: .utf8)) ?? "" }

    init(in folder: WorkFolder) throws {
      self.folder = folder
      try folder.writeScript("exit 0", to: "bin/notify-send")
      let (sway, wayland) = (try FakeServer(), try FakeServer())
      servers = [sway, wayland]
      var run = ProgramRun("agent", "-v", "--socket", folder.path + "/run/control.sock")
      run.environment.merge([
        "SWAYSOCK": sway.path, "WAYLAND_DISPLAY": wayland.path, "XDG_RUNTIME_DIR": folder.path,
        "XDG_STATE_HOME": folder.path + "/home", "XDG_DATA_DIRS": "/x", "PATH": folder.path + "/bin",
      ]) { $1 }
      run.messages = .file(try folder.write("", to: "agent.log"))
      agent = try RunningProgram(run)
      #expect(try Waiting.until { try sway.accept() } && Waiting.until { try wayland.accept() })
      try wayland.send(WaylandEvent.announcement + WaylandEvent.agreement)
      try sway.send(IPCMessage.subscribed + IPCMessage.tree("editor"))
      try sway.send(IPCMessage.focus("browser", process: RunningProcess.own))
    }

    func end() {
      agent.send(SIGTERM)
      #expect(agent.end().end == .exit(0))
    }
  }

  @Test func `the agent records the domain that the extension names`() throws {
    let folder = try WorkFolder()
    let trial = try AgentTrial(in: folder)
    let host = try HostProcess(in: folder)
    try host.name("old.reddit.test")
    let isNamed = { (line: Substring) in line.contains("in use: ") && !line.contains("editor") }
    #expect(Waiting.until { trial.log.split(separator: "\n").count(where: isNamed) >= 2 }, "\(trial.log)")
    // The name may be on its way, and use of less than a millisecond is not recorded.
    usleep(300_000)
    let bad = try LocalConnection(to: #require(PageSockets.paths(in: folder.path + "/schedctl").first))
    _ = try bad.write(Array("no name\n".utf8)[...])
    let words = "a program that names the page in front was dropped: it breaks its protocol: a name that is none\n"
    #expect(Waiting.until { trial.log.contains(words) }, "\(trial.log)")
    trial.end()
    #expect(PageSockets.paths(in: folder.path + "/schedctl") == [])
    let use = folder.path + "/home/schedctl/use"
    let days = try FileManager.default.contentsOfDirectory(atPath: use).filter { $0.hasSuffix(".use") }
    let text = try days.map { try String(contentsOfFile: "\(use)/\($0)", encoding: .utf8) }.joined()
    #expect(text.contains(" old.reddit.test "), "\(text)")
    #expect(!trial.log.contains("reddit"), "the log names no page")
  }

  @Test func `a limit on a domain is unmeasured until a host names one, and then blocks the domain`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      timezone = "UTC"
      [profile.reading]
      users = ["\(NSUserName())"]
      [profile.reading.limit]
      domains = ["reddit.test"]
      use = "5s"
      """, to: "week.toml")
    try FileManager.default.createDirectory(atPath: folder.path + "/run", withIntermediateDirectories: true)
    let run = { (words: String...) in
      var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", folder.path + "/state"])
      run.folder = folder.path
      run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
      return run
    }
    #expect(try run("authorize", "--yes", "--offline", "-q").outcome() == Outcome(.exit(0)))
    let daemon = try RunningProgram(run("run"))
    #expect(Waiting.until { FileManager.default.fileExists(atPath: folder.path + "/run/control.sock") })
    let trial = try AgentTrial(in: folder)
    let status = { try run("status").outcome().output }
    #expect(try Waiting.until { try status().contains("unmeasured") })
    let host = try HostProcess(in: folder)
    try host.name("old.reddit.test")
    #expect(try Waiting.until { try status().contains("measured by sway") }, "the daemon counts the domain")
    #expect(try Waiting.until { try status().contains("used up until") })
    let shield = try String(contentsOfFile: folder.path + "/state/shield.json", encoding: .utf8)
    #expect(shield.contains("reddit.test"), "\(shield)")
    host.end()
    trial.end()
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }
}
