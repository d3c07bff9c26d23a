import ProgramTesting
import Scheduler
import ScreenTimeTesting
import Testing

/// The callbacks of a real daemon on the real clock.
@Suite struct DaemonStreamTests {
  /// A machine on which daemons run.
  private struct Machine: Sendable {
    let folder: WorkFolder

    init() throws {
      folder = try WorkFolder()
      try folder.write(
        """
        timezone = "UTC"
        [profile.work]
        block.domains = ["work.example"]
        strategy = { type = "timer", length = "1h" }
        """, to: "week.toml")
      try run("authorize", "--yes", "--offline")
    }

    var socket: String { folder.path + "/run/control.sock" }
    var history: String { folder.path + "/state/history.jsonl" }

    func program(_ words: [String]) -> ProgramRun {
      var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", folder.path + "/state"])
      run.folder = folder.path
      run.environment["SCHEDCTL_SOCKET"] = socket
      if words.first != "run" { return run }
      run.arguments += ["--socket", socket]
      run.messages = .file(folder.path + "/log")
      return run
    }

    @discardableResult func run(_ words: String...) throws -> String {
      var run = program(words)
      if !words.contains("--offline"), words.first != "log" { run.arguments += ["--socket", socket] }
      let outcome = try run.outcome()
      #expect(outcome.end == .exit(0), "\(words): \(outcome)")
      return outcome.output
    }

    /// Starts a daemon and waits until it answers.
    func start() throws -> RunningProgram {
      try folder.write("", to: "log")
      let daemon = try RunningProgram(program(["run"]))
      #expect(try Waiting.until { try program(["call", "IsActive", "--socket", socket]).outcome().end == .exit(0) })
      return daemon
    }
  }

  private static let activity = ProfileKey("work").map { "strategy:\(ProfileID(derivedFrom: $0))" } ?? ""

  @Test(.timeLimit(.minutes(2)))
  func `a stream continues after the daemon was killed, without a loss or a repetition`() async throws {
    let machine = try Machine()
    var daemon = try machine.start()
    try machine.run("start", "work")
    var callbacks = MonitorStream(socket: machine.socket, after: 0).makeAsyncIterator()
    var seen: [DeliveredCallback] = []
    func hear() async throws { seen.append(try #require(await callbacks.next())) }
    try await hear()
    for _ in 0..<3 {
      try machine.run("stop", "work")
      try await hear()
      daemon.send(SIGKILL)
      #expect(daemon.end().end == .signal(SIGKILL))
      try machine.run("start", "work", "--offline")
      daemon = try machine.start()
      try await hear()
    }
    #expect(
      seen.map(\.callback.kind) == [.intervalDidStart] + (0..<3).flatMap { _ in [.intervalDidEnd, .intervalDidStart] })
    #expect(Set(seen.map(\.callback.activity)) == [Self.activity])
    #expect(seen == (try HistoryFeed.callbacks(contentsOfFile: machine.history)))
    #expect(seen == (try HistoryFeed.callbacks(in: machine.run("log", "--json", "-n", "1000").utf8)))
  }

  @Test(.virtualDevice, .timeLimit(.minutes(2)))
  func `a running daemon drives the monitor of an app`() async throws {
    let machine = try Machine()
    let daemon = try machine.start()
    defer { withExtendedLifetime(daemon) {} }
    let device = VirtualDevice(in: "UTC")
    let app = device.install(ScreenTimeApp("com.example.focus") { DaemonMonitorTests.Monitor() })
    var callbacks = MonitorStream(socket: machine.socket, after: 0).makeAsyncIterator()
    try machine.run("start", "work")
    device.deliver(try #require(await callbacks.next()), to: app)
    #expect(device.effective(for: "com.example.video").isShielded)
    try machine.run("stop", "work")
    device.deliver(try #require(await callbacks.next()), to: app)
    #expect(!device.effective(for: "com.example.video").isShielded)
    #expect(device.transcript.count == 2)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a stream of what is new begins with the first connection`() async throws {
    let machine = try Machine()
    let daemon = try machine.start()
    defer { withExtendedLifetime(daemon) {} }
    try machine.run("start", "work")
    try machine.run("stop", "work")
    var callbacks = MonitorStream(socket: machine.socket, after: nil).makeAsyncIterator()
    // The stream connects at a time that only the daemon knows: changes are made until one is heard.
    let changes = Task {
      while !Task.isCancelled {
        try machine.run("start", "work")
        try machine.run("stop", "work")
      }
    }
    let callback = try #require(await callbacks.next())
    changes.cancel()
    _ = await changes.result
    #expect(callback.sequence > (try HistoryFeed.callbacks(contentsOfFile: machine.history))[1].sequence)
  }

  @Test(.timeLimit(.minutes(2)), arguments: [true, false])
  func `a cancelled stream ends, with a daemon and without one`(isRunning: Bool) async throws {
    let machine = try Machine()
    let daemon = isRunning ? try machine.start() : nil
    defer { withExtendedLifetime(daemon) {} }
    let stream = MonitorStream(socket: machine.socket, after: 0)
    let task = Task { for try await _ in stream {} }
    task.cancel()
    try await task.value
  }

  @Test(.timeLimit(.minutes(2)))
  func `a stream fails when the history that it knows was lost`() async throws {
    let machine = try Machine()
    let daemon = try machine.start()
    defer { withExtendedLifetime(daemon) {} }
    var callbacks = MonitorStream(socket: machine.socket, after: 1_000).makeAsyncIterator()
    await #expect(throws: MonitorError.historyLost(after: 1_000)) { try await callbacks.next() }
  }
}
