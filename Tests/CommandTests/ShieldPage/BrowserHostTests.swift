import Foundation
import ProgramTesting
import Testing

/// `schedctl browser-host` as a browser runs it.
@Suite struct BrowserHostTests {
  /// The native host, and what it says.
  private final class HostProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()

    init(on trial: PageTrial) throws {
      process.executableURL = URL(fileURLWithPath: ProgramRun.programPath)
      process.arguments = ["browser-host", "chrome-extension://abc/"]
      process.environment = BrowserHostTests.environment(of: trial)
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    func send(_ message: [String: Any]) throws {
      input.fileHandleForWriting.write(try BrowserHostTests.framed(message))
    }

    /// Closes the side of the browser. Returns the exit code.
    func finish() throws -> Int32 {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }

    /// The next message; nil if none comes within 20 seconds.
    func next() throws -> [String: Any]? {
      while true {
        if let message = try BrowserHostTests.message(of: &received) { return message }
        var file = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&file, 1, 20_000) > 0 else { return nil }
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { return nil }
        received += more
      }
    }

    /// The names that the next state blocks; nil if the next message is none.
    func blocked() throws -> [String]? { BrowserHostTests.blocked(in: try next()) }

    /// Whether a message comes that says that these sites are blocked. The two files of a state may be seen one after the
    /// other, so a state may come twice.
    func says(blocked sites: [String]) throws -> Bool {
      try next { BrowserHostTests.blocked(in: $0) == sites } != nil
    }

    /// Returns the next message that is meant; nil if none comes.
    func next(_ isMeant: ([String: Any]) -> Bool) throws -> [String: Any]? {
      while let message = try next() { if isMeant(message) { return message } }
      return nil
    }
  }

  /// The users to whom a layer for the user of this test applies: one for all leaves root out.
  private static let users = geteuid() == 0 ? ["root"] : []

  private static func environment(of trial: PageTrial) -> [String: String] {
    ["STATE_DIRECTORY": trial.folder.path + "/state", "RUNTIME_DIRECTORY": trial.folder.path + "/run", "TZ": "UTC"]
  }

  private static func framed(_ message: [String: Any]) throws -> Data {
    let text = try JSONSerialization.data(withJSONObject: message)
    return withUnsafeBytes(of: UInt32(text.count)) { Data($0) } + text
  }

  private static func message(of bytes: inout Data) throws -> [String: Any]? {
    guard bytes.count >= 4 else { return nil }
    let length = Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
    guard bytes.count >= 4 + length else { return nil }
    defer { bytes = Data(bytes.dropFirst(4 + length)) }
    return try JSONSerialization.jsonObject(with: Data(bytes[4..<4 + length])) as? [String: Any]
  }

  private static func blocked(in message: [String: Any]?) -> [String]? {
    (message?["rules"] as? [String: Any])?["block"] as? [String]
  }

  /// A process that does nothing, as a daemon that says nothing more.
  private static func daemon() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["600"]
    try process.run()
    return process
  }

  private static func end(_ daemon: Process) {
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  @Test func `the state comes at once and after each change, also of the daemon`() throws {
    let trial = try PageTrial()
    try trial.publish(users: Self.users)
    let host = try HostProcess(on: trial)
    #expect(try host.blocked() == ["youtube.com"])
    // A file that is written again with what it had says nothing new, whatever the time is.
    let second = time(nil)
    #expect(Waiting.until { time(nil) > second + 1 })
    for name in ["state/shield.json", "run/live.json"] { try trial.replace(name, with: trial.text(of: name)) }
    try trial.publish(domains: ["a.test"], users: Self.users)
    #expect(try host.blocked() == ["a.test"])
    // A daemon that is killed leaves its shield, and the next one has its own.
    let daemon = try Self.daemon()
    try trial.publish(domains: ["b.test"], users: Self.users, keeper: daemon.processIdentifier)
    #expect(try host.says(blocked: ["b.test"]))
    Self.end(daemon)
    try host.send(["type": "page", "id": 7, "domain": "www.b.test", "path": "/"])
    let answer = try #require(try host.next { $0["id"] as? Int == 7 })
    #expect((answer["content"] as? [String: Any])?["state"] as? String == "blocked")
    try trial.publish(domains: [], users: Self.users)
    #expect(try host.says(blocked: []))
    #expect(try host.finish() == 0)
  }

  @Test func `the shield of a daemon that was killed ends in the browser at its planned end`() throws {
    let trial = try PageTrial()
    let daemon = try Self.daemon()
    let end = Date(timeIntervalSinceNow: 6)
    try trial.publish(users: Self.users, seconds: 6, keeper: daemon.processIdentifier)
    let host = try HostProcess(on: trial)
    #expect(try host.says(blocked: ["youtube.com"]))
    // This changes no file.
    Self.end(daemon)
    #expect(try host.says(blocked: []))
    #expect(Date() >= end.addingTimeInterval(-1))
  }

  @Test func `a strict shield ends by the clock that cannot be set`() throws {
    let trial = try PageTrial()
    let daemon = try Self.daemon()
    try trial.publish(users: Self.users, seconds: -60, strictSeconds: 6, keeper: daemon.processIdentifier)
    Self.end(daemon)
    let host = try HostProcess(on: trial)
    let state = try #require(try host.next())
    #expect(Self.blocked(in: state) == ["youtube.com"] && state["isStrict"] as? Bool == true)
    #expect(try host.says(blocked: []))
  }

  @Test func `a question about a page brings the rules up to date, too`() throws {
    let trial = try PageTrial()
    let daemon = try Self.daemon()
    // A daemon that is late.
    try trial.publish(users: Self.users, seconds: -60, keeper: daemon.processIdentifier)
    let host = try HostProcess(on: trial)
    #expect(try host.says(blocked: ["youtube.com"]))
    Self.end(daemon)
    try host.send(["type": "page", "id": 1, "domain": "youtube.com"])
    let answer = try #require(try host.next())
    #expect((answer["content"] as? [String: Any])?["state"] as? String == "open")
    #expect(try host.says(blocked: []))
  }

  @Test func `a change of the attempts alone is no news, and the page has them when it asks`() throws {
    let trial = try PageTrial()
    try trial.publish(users: Self.users, attempts: 1)
    let host = try HostProcess(on: trial)
    #expect(try host.blocked() == ["youtube.com"])
    let live = try trial.text(of: "run/live.json")
    for attempts in 2...4 {
      try trial.replace("run/live.json", with: live.replacing("\"attempts\":1", with: "\"attempts\":\(attempts)"))
      try host.send(["type": "page", "id": attempts, "domain": "youtube.com", "path": "/"])
      // A state would come before or after the answer to this question, and not after that to the next one.
      let answer = try #require(try host.next())
      #expect(answer["id"] as? Int == attempts)
      #expect((answer["content"] as? [String: Any])?["attempts"] as? Int == attempts)
    }
    #expect(try host.finish() == 0)
  }

  @Test func `a browser that asks for the state gets it although nothing has changed`() throws {
    let trial = try PageTrial()
    try trial.publish(users: Self.users)
    let host = try HostProcess(on: trial)
    #expect(try host.blocked() == ["youtube.com"])
    try host.send(["type": "state"])
    #expect(try host.blocked() == ["youtube.com"])
  }

  @Test func `pages are answered before and between attempts that a daemon does not take`() throws {
    let trial = try PageTrial()
    try trial.publish(users: Self.users)
    let daemon = try StalledSocket(trial.folder.path + "/run/control.sock")
    let host = try HostProcess(on: trial)
    #expect(try host.blocked() == ["youtube.com"])
    for name in ["a", "b", "c", "d", "e"] {
      try host.send(["type": "attempt", "domain": "\(name).youtube.com", "path": "/"])
    }
    try host.send(["type": "page", "id": 1, "domain": "youtube.com", "path": "/"])
    #expect(try host.next()?["id"] as? Int == 1)
    #expect(daemon.connectionCount() < 5, "all attempts had their turn before the question")
    #expect(try host.finish() == 0)
    #expect(daemon.connectionCount() == 5)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `another user receives nothing of a private state`() throws {
    let trial = try PageTrial()
    let question: [String: Any] = ["type": "page", "id": 1, "domain": "youtube.com"]
    for (permissions, isTold) in [(0o644, true), (0o640, false)] {
      try trial.publish(permissions: permissions)
      var run = ProgramRun("browser-host")
      run.environment = Self.environment(of: trial)
      run.userID = 65_534
      run.input = .bytes(Array(try Self.framed(question)))
      let outcome = try run.outcome()
      #expect(outcome.end == .exit(0), "\(outcome)")
      #expect(outcome.output.contains("deep-work") == isTold && outcome.output.contains(#""id":1"#))
      #expect(outcome.output.contains(#""state":"hidden""#) == !isTold)
    }
  }
}
