import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// ActivityWatch, played by a fake, and its real server where one is installed.
@Suite struct ActivityWatchTests {
  /// A server that answers one request after the other.
  private final class Server {
    let socket: LoopbackSocket
    var answers: [String: String] = [:]
    var status = 200
    private(set) var asked: [String] = []

    init() throws { socket = try LoopbackSocket(port: 0) }

    /// Answers all requests that wait.
    func answer() throws {
      while let client = try socket.accept() {
        var request = ""
        #expect(
          try Waiting.until {
            if case .bytes(let bytes) = try client.read(atMost: 4096) {
              request += String(decoding: bytes, as: UTF8.self)
            }
            return request.hasSuffix("\r\n\r\n")
          })
        let path = String(request.split(separator: " ").dropFirst().first ?? "")
        asked.append(path)
        let body = answers[path] ?? "[]"
        _ = try client.write(Array("HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\n\r\n\(body)".utf8)[...])
      }
    }
  }

  private static let buckets = #"""
    {"aw-watcher-window_vm": {"type": "currentwindow", "last_updated": "2026-11-27T08:52:33.156000+00:00"},
     "aw-watcher-window_old": {"type": "currentwindow", "last_updated": "2025-11-27T08:52:33.156000+00:00"},
     "aw-watcher-afk_vm": {"type": "afkstatus"}, "aw-watcher-web-firefox": {"type": "web.tab.current"},
     "../../etc": {"type": "currentwindow", "last_updated": "2029"}}
    """#
  private static let window = "/api/0/buckets/aw-watcher-window_vm/events?limit=1"
  private static let idleness = "/api/0/buckets/aw-watcher-afk_vm/events?limit=1"
  private static let page = "/api/0/buckets/aw-watcher-web-firefox/events?limit=1"

  /// An event that began some seconds after the start of the fake desktop's clock.
  private static func event(_ data: String, at seconds: Double, length: Double = 0) -> String {
    let instant = Instant(epochSeconds: 1_000_000 + Int64(seconds))
    let time = "\(instant)".dropLast() + ".250000+00:00"
    return #"[{"id": 1, "timestamp": "\#(time)", "duration": \#(length), "data": \#(data)}]"#
  }

  /// A desktop whose only source is a fake ActivityWatch.
  private static func started(_ change: (Server) -> Void = { _ in }) throws -> (desktop: FakeDesktop, server: Server) {
    let server = try Server()
    server.answers = [
      "/api/0/buckets/": buckets, window: event(#"{"app": "Firefox"}"#, at: 0),
      idleness: event(#"{"status": "not-afk"}"#, at: 0),
      page: event(#"{"url": "https://kim@news.example.org:80/a?b"}"#, at: 0),
    ]
    change(server)
    var desktop = try FakeDesktop([:])
    try desktop.advance(by: 1)
    desktop.watch.adopt(
      try ActivityWatchSource(port: server.socket.port, user: RunningProcess.ownUser, at: desktop.now),
      as: .activityWatch, at: desktop.now)
    try settle(&desktop, server: server)
    return (desktop, server)
  }

  /// Lets both sides work until no question is open.
  private static func settle(_ desktop: inout FakeDesktop, server: Server) throws {
    for _ in 0..<12 {
      try server.answer()
      _ = try desktop.watch.queue.wait(milliseconds: 20)
      try desktop.advance()
    }
  }

  @Test func `the newest buckets say what has the focus, which page is in front, and whether the person is idle`()
    throws
  {
    var (desktop, server) = try Self.started()
    #expect(desktop.watch.state?.target?.name == "Firefox")
    #expect(desktop.watch.state?.target?.domain?.text == "news.example.org")
    #expect(server.asked == ["/api/0/buckets/", Self.idleness, Self.window, Self.page])
    server.answers[Self.window] = Self.event(#"{"app": "Emacs"}"#, at: 4)
    try desktop.advance(by: 5)
    try Self.settle(&desktop, server: server)
    #expect(desktop.watch.state?.target?.name == "Emacs" && desktop.watch.state?.target?.domain == nil)
    server.answers[Self.idleness] = Self.event(#"{"status": "afk"}"#, at: 8, length: 1)
    try desktop.advance(by: 5)
    try Self.settle(&desktop, server: server)
    #expect(desktop.watch.state == .idle)
    #expect(desktop.words() == ["Firefox 5.0", "Emacs 2.25"])
  }

  @Test func `the extension of a browser names the page where no watcher does`() throws {
    let browser = try #require(RunningProcess.parent(of: RunningProcess.own).flatMap(RunningProcess.program(of:)))
    let name = String(ApplicationName(browser).fileName)
    let word = try #require(name.lowercased().split { !$0.isLetter }.first)
    for watcher in ["other", word] {
      var (desktop, server) = try Self.started { server in
        server.answers["/api/0/buckets/"] = Self.buckets.replacing("web-firefox", with: "web-\(watcher)")
        server.answers[Self.window] = Self.event(#"{"app": "\#(name)"}"#, at: 0)
        server.answers[Self.page.replacing("firefox", with: watcher)] = server.answers[Self.page]
      }
      let folder = try WorkFolder()
      desktop.watch.adopt(
        try BrowserSource(directory: folder.path, user: RunningProcess.ownUser), as: .browsers, at: desktop.now)
      let host = try LocalConnection(to: #require(PageSockets.paths(in: folder.path).first))
      _ = try host.write(PageSockets.message(naming: DomainName("old.reddit.test"))[...])
      try Self.settle(&desktop, server: server)
      #expect(desktop.domain == (watcher == word ? "news.example.org" : "old.reddit.test"))
    }
  }

  @Test func `watchers that report nothing more end the use with their last report`() throws {
    var (desktop, server) = try Self.started()
    for _ in 0..<18 {
      try desktop.advance(by: 5)
      try Self.settle(&desktop, server: server)
    }
    #expect(desktop.watch.state == nil)
    #expect(desktop.watch.lastFailure(of: .activityWatch) != nil)
    #expect(desktop.words() == [])
  }

  @Test(arguments: [
    ("buckets that are no object", "/api/0/buckets/", "[]"), ("events that are no list", Self.window, "{}"),
    ("an event without a time or data", Self.window, #"[{"timestamp": "yesterday", "data": {}}]"#),
    ("an event without a length", Self.window, event("{}", at: 0, length: -1)),
    (
      "an event of another year", Self.window,
      #"[{"timestamp": "1700-01-01T00:00:00Z", "duration": 1, "data": {}}]"#
    ),
    (
      "an event of another year", Self.window,
      #"[{"timestamp": "2262-01-01T00:00:00Z", "duration": 1, "data": {}}]"#
    ),
    (
      "an event without a time or data", Self.window,
      #"[{"timestamp": "9999-01-01T00:00:00.5Z", "duration": 1, "data": {}}]"#
    ),
    (
      "an event without a time or data", Self.window,
      #"[{"timestamp": "2262-04-11T23:47:16.9Z", "duration": 1, "data": {}}]"#
    ),
    (
      "an event of another year", Self.window,
      #"[{"timestamp": "1971-02-01T00:00:00Z", "duration": 1, "data": {}}]"#
    ),
    ("an event without a length", Self.window, event("{}", at: 0, length: 1e18)),
    ("an event of the future", Self.window, event("{}", at: 0, length: 1e6)),
  ])
  func `an answer that makes no sense is a fault`(what: String, path: String, answer: String) throws {
    let (desktop, _) = try Self.started { $0.answers[path] = answer }
    #expect(desktop.watch.lastFailure(of: .activityWatch) == "it breaks its protocol: \(what)")
  }

  @Test func `a window counts without its domain if the answer about its page makes no sense`() throws {
    for answer in ["{", "[]", #"[{"data": 1}]"#] {
      let (desktop, _) = try Self.started { $0.answers[Self.page] = answer }
      #expect(desktop.watch.state?.target?.name == "Firefox" && desktop.watch.state?.target?.domain == nil)
    }
  }

  @Test func `use before a suspend stays, and its events say what is in use after it`() throws {
    var (desktop, server) = try Self.started()
    try desktop.advance(by: 5)
    desktop.suspended = 3600
    try desktop.advance(by: 1)
    try Self.settle(&desktop, server: server)
    #expect(desktop.watch.state?.target?.name == "Firefox")
    #expect(desktop.words() == ["Firefox 6.0"])
  }

  @Test func `an idleness that the watcher reports after three minutes takes off all of them`() throws {
    var (desktop, server) = try Self.started()
    server.answers[Self.window] = Self.event(#"{"app": "Emacs"}"#, at: 4)
    for second in [6, 60, 120, 180] as [Double] {
      try desktop.advance(by: second - desktop.seconds)
      server.answers[Self.idleness] = Self.event(#"{"status": "not-afk"}"#, at: 0, length: second)
      server.answers[Self.window] = Self.event(#"{"app": "Emacs"}"#, at: 4, length: second - 4)
      try Self.settle(&desktop, server: server)
      #expect(desktop.watch.state?.target?.name == "Emacs")
    }
    server.answers[Self.idleness] = Self.event(#"{"status": "afk"}"#, at: 4, length: 180)
    try desktop.advance(by: 5)
    try Self.settle(&desktop, server: server)
    #expect(desktop.words() == ["Firefox 3.25"])
  }

  @Test func `a server of another user is not believed`() throws {
    let server = try Server()
    #expect(throws: SourceFailure.unfit("port \(server.socket.port) is not served by a program of yours")) {
      _ = try ActivityWatchSource(
        port: server.socket.port, user: RunningProcess.ownUser + 1, at: UseMoment.present())
    }
    let folder = try WorkFolder()
    let rest = "00000000:00000000 00:00000000 00000000"
    try folder.write(
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:15E0 00000000:0000 0A \(rest)  1000        0 1 1 0 100 0 0 10 0
         1: 0100007F:15E1 00000000:0000 0A \(rest)  1001        0 2 1 0 100 0 0 10 0
         2: 0100007F:15E0 0100007F:D431 01 \(rest)  1002        0 3 1 0 100 0 0 10 0
      """, to: "tcp")
    #expect(LoopbackSocket.users(listeningOn: 5600, in: folder.path) == [1000])
    let any = String(repeating: "0", count: 32)
    try folder.write("0: \(any):15E0 \(any):0000 0A \(rest) 1003 0 4\n0: 15E0 0A\n", to: "tcp6")
    #expect(LoopbackSocket.users(listeningOn: 5600, in: folder.path) == [1000, 1003])
    #expect(LoopbackSocket.users(listeningOn: 5600, in: "\(folder.path)/none") == [])
  }

  @Test func `a server without watchers, a failed request and an endless answer are faults`() throws {
    let failure = { (change: (Server) -> Void) in
      try Self.started(change).desktop.watch.lastFailure(of: .activityWatch)
    }
    #expect(
      try failure { $0.answers["/api/0/buckets/"] = "{}" } == "it has no watcher of windows, or none of idleness")
    #expect(try failure { $0.status = 500 } == "it breaks its protocol: the status 500")
    #expect(try failure { $0.answers[Self.window] = "[]" } == "its watchers report nothing")
  }

  /// Sends a request with a body to a real server. Returns whether it was answered with 200.
  private static func post(_ path: String, _ body: String, port: UInt16) throws -> Bool {
    guard let connection = try? LoopbackConnection(to: port) else { return false }
    let head = "POST /api/0/buckets/\(path) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
    _ = try connection.write(Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)[...])
    var answer: [UInt8] = []
    _ = try Waiting.until {
      guard case .bytes(let bytes) = try connection.read(atMost: 65536) else { return !answer.isEmpty }
      answer += bytes
      return false
    }
    return String(decoding: answer.prefix(12), as: UTF8.self).hasSuffix("200")
  }

  @Test(.enabled(if: DesktopProgram.exist("aw-server"), "aw-server is not installed"))
  func `a real server says what its watchers have reported`() throws {
    let folder = try DesktopFolder(windows: ["Firefox", "Emacs"])
    let port = try LoopbackSocket(port: 0).port
    let server = try DesktopProgram(
      [ProgramSearch(.current()).paths(of: "aw-server").first ?? "", "--testing", "--port", "\(port)"],
      environment: ["HOME": folder.path, "XDG_DATA_HOME": "\(folder.path)/aw"], log: "\(folder.path)/aw.log")
    let buckets = [("aw-watcher-window_x", "currentwindow"), ("aw-watcher-afk_x", "afkstatus")]
    for (name, kind) in buckets {
      let body = #"{"client": "test", "type": "\#(kind)", "hostname": "x"}"#
      let isMade = try Waiting.until { try Self.post(name, body, port: port) }
      try #require(
        isMade, "\((try? String(contentsOfFile: "\(folder.path)/aw.log", encoding: .utf8))?.suffix(2000) ?? "")")
    }
    let report = { (bucket: String, data: String) throws -> Void in
      let event = #"{"timestamp": "\#(UseMoment.present().wall)", "duration": 0, "data": \#(data)}"#
      let isTaken = try Self.post("\(bucket)/heartbeat?pulsetime=60", event, port: port)
      #expect(isTaken)
    }
    var watch = try UseWatch(folder.environment([:]))
    let comes = { (watch: inout UseWatch, isDone: (UseState?) -> Bool) in
      try Waiting.until {
        _ = try watch.advance(at: .present())
        return isDone(watch.state)
      }
    }
    try report("aw-watcher-afk_x", #"{"status": "not-afk"}"#)
    try report("aw-watcher-window_x", #"{"app": "Firefox", "title": "t"}"#)
    watch.adopt(
      try ActivityWatchSource(port: port, user: DesktopProgram.user, at: .present()), as: .activityWatch,
      at: .present())
    #expect(try comes(&watch) { $0?.target?.name == "org.example.Firefox" }, "\(watch.standings)")
    try report("aw-watcher-window_x", #"{"app": "Emacs", "title": "t"}"#)
    #expect(try comes(&watch) { $0?.target?.name == "org.example.Emacs" }, "\(watch.standings)")
    try report("aw-watcher-afk_x", #"{"status": "afk"}"#)
    #expect(try comes(&watch) { $0 == .idle }, "\(watch.standings)")
    withExtendedLifetime(server) {}
  }
}
