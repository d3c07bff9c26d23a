import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerUsage

/// The pages in front, named by fake hosts of browsers over real sockets.
@Suite struct BrowserSourceTests {
  /// A host, whose browser is the parent of this process.
  struct FakeHost {
    let connection: LocalConnection

    @discardableResult
    func send(_ text: String) throws -> Int { try connection.write(Array(text.utf8)[...]) }
    func name(_ domain: String) throws { try send(domain + "\n") }
  }

  /// A session of sway, and an agent that listens to browsers.
  struct Trial {
    let folder: WorkFolder
    var desktop: FakeDesktop
    let servers: SourceProtocolTests.FakeServers

    /// The process of the browser.
    static let browser = RunningProcess.parent(of: RunningProcess.own) ?? 0

    init(in folder: WorkFolder? = nil) throws {
      self.folder = try folder ?? WorkFolder()
      (desktop, servers) = try SourceProtocolTests.sway(runtime: self.folder.path, user: RunningProcess.ownUser)
      try focusBrowser()
    }

    var sockets: [String] { PageSockets.paths(in: folder.path + "/schedctl") }

    func host() throws -> FakeHost {
      FakeHost(connection: try LocalConnection(to: #require(sockets.last)))
    }

    /// Gives a window of the browser the focus.
    mutating func focusBrowser() throws { try focus("browser", process: Self.browser) }

    mutating func focus(_ name: String, process: Int32) throws {
      try servers.sway.send(IPCMessage.focus(name, process: process))
      try desktop.advance()
    }

    /// The domain in use after a host has named a page.
    mutating func domain(named name: String, by host: FakeHost) throws -> String? {
      try host.name(name)
      try desktop.advance()
      return desktop.domain
    }
  }

  @Test func `a domain counts while its tab is in front and a window of its browser has the focus`() throws {
    var trial = try Trial()
    let host = try trial.host()
    #expect(try trial.domain(named: "old.reddit.test", by: host) == "old.reddit.test")
    try trial.desktop.advance(by: 10)
    #expect(try trial.domain(named: "news.test", by: host) == "news.test")
    try trial.desktop.advance(by: 5)
    try trial.focus("editor", process: 1)
    #expect(trial.desktop.domain == nil)
    try trial.desktop.advance(by: 3)
    try trial.focusBrowser()
    #expect(trial.desktop.domain == "news.test")
    try trial.desktop.advance(by: 2)
    #expect(try trial.domain(named: "", by: host) == nil)
    try trial.desktop.advance(by: 1)
    _ = trial.desktop.words()
    let spans = trial.desktop.spans.map { "\($0.target.domain?.text ?? "-") \($0.nanoseconds / 1_000_000_000)" }
    #expect(spans == ["old.reddit.test 10", "news.test 5", "- 3", "news.test 2", "- 1"])
  }

  @Test func `the domain of a host that ends, ends with it, and nothing wakes the agent afterwards`() throws {
    var trial = try Trial()
    var host: FakeHost? = try trial.host()
    #expect(try trial.domain(named: "news.test", by: #require(host)) == "news.test")
    #expect(try trial.desktop.watch.queue.wait(milliseconds: 100) == [])
    host = nil
    #expect(try trial.desktop.watch.queue.wait(milliseconds: 10_000).count == 1)
    try trial.desktop.advance()
    #expect(trial.desktop.domain == nil && trial.desktop.watch.state?.target != nil)
    #expect(try trial.desktop.watch.queue.wait(milliseconds: 100) == [])
    #expect(trial.desktop.watch.nextBoot(after: trial.desktop.now) == nil)
  }

  @Test func `of several hosts of one browser, the one that has named a page last counts`() throws {
    var trial = try Trial()
    let hosts = [try trial.host(), try trial.host()]
    #expect(try trial.domain(named: "a.test", by: hosts[0]) == "a.test")
    #expect(try trial.domain(named: "b.test", by: hosts[1]) == "b.test")
    #expect(try trial.domain(named: "", by: hosts[1]) == "a.test")
    #expect(try trial.domain(named: "", by: hosts[0]) == nil)
    #expect(try trial.domain(named: "a.test", by: hosts[0]) == "a.test")
    #expect(try trial.desktop.standing("browsers") == .working)
  }

  @Test func `each agent of a user has its own socket, which goes with it, and those of killed agents are removed`()
    throws
  {
    let folder = try WorkFolder()
    // One of a process that has ended, and what is none or belongs to a process that runs.
    let ended = try BackgroundProcess(["/bin/true"])
    #expect(Waiting.until { (try? ended.end()) != .some(nil) })
    try folder.write("", to: "schedctl/pages-0x")
    let directory = folder.path + "/schedctl"
    for name in ["pages-\(ended.processID)-1", "new-pages-\(ended.processID)-2", "pages-\(RunningProcess.own)-0"] {
      _ = try ListeningSocket(at: "\(directory)/\(name)")
    }
    var first: Trial? = try Trial(in: folder)
    var second = try Trial(in: folder)
    let names = try #require(try DirectoryListing.names(in: directory))
    #expect(
      names.count == 4 && names.contains("pages-0x") && names.contains("pages-\(RunningProcess.own)-0"), "\(names)")
    let sockets = second.sockets.suffix(2)
    #expect(try #require(FileStatus(path: sockets.last ?? "")).permissions == 0o600)
    for socket in sockets {
      let host = FakeHost(connection: try LocalConnection(to: socket))
      try host.name("news.test")
      try first?.desktop.advance()
      try second.desktop.advance()
      let domains = [first?.desktop.domain, second.desktop.domain]
      #expect(domains.contains("news.test"))
    }
    first = nil
    #expect(second.sockets.suffix(1) == sockets.suffix(1) && second.sockets.count == 3)
  }

  private static let faults: [(bytes: String, reason: String)] = [
    (String(repeating: "x", count: 300), "it breaks its protocol: a name that is too long"),
    (String(repeating: "x", count: 1 << 20), "it breaks its protocol: a name that is too long"),
    ("a b\n", "it breaks its protocol: a name that is none"),
    ("\u{0}\n", "it breaks its protocol: a name that is none"),
    ("https://news.test/\n", "it breaks its protocol: a name that is none"),
    (String(repeating: "a", count: 64) + "\n", "it breaks its protocol: a name that is none"),
    (String(repeating: "\n", count: 2_000), "it sends too much"),
  ]

  @Test(arguments: faults.indices)
  func `a host that breaks the protocol is dropped with its page, and the others stay`(index: Int) throws {
    let (bytes, reason) = Self.faults[index]
    var trial = try Trial()
    let good = try trial.host()
    #expect(try trial.domain(named: "good.test", by: good) == "good.test")
    let bad = try trial.host()
    #expect(try trial.domain(named: "bad.test", by: bad) == "bad.test")
    try bad.send(bytes)
    try trial.desktop.advance()
    #expect(trial.desktop.domain == "good.test")
    #expect(trial.desktop.watch.lastDrop == reason)
    #expect(try trial.desktop.standing("browsers") == .working)
    #expect(throws: SystemError.brokenPipe) { try bad.name("bad.test") }
    #expect(try trial.domain(named: "better.test", by: good) == "better.test")
  }

  @Test func `connections without end cost a pause, after which browsers are heard again`() throws {
    var trial = try Trial()
    var connections: [LocalConnection] = []
    let path = try #require(trial.sockets.first)
    var failure: String?
    for _ in 0..<2_000 where failure == nil {
      connections.append(try LocalConnection(to: path))
      if connections.count % 20 == 0 { try trial.desktop.advance() }
      failure = trial.desktop.watch.lastFailure(of: .browsers)
    }
    #expect(failure == "it sends too much" && connections.count <= 120)
    #expect(trial.desktop.watch.lastDrop == failure)
    #expect(trial.sockets == [])
    #expect(trial.desktop.watch.state?.target != nil)
    try trial.desktop.advance(by: 1.1)
    #expect(try trial.domain(named: "news.test", by: trial.host()) == "news.test")
  }

  @Test func `more hosts than there are browsers are turned away`() throws {
    var trial = try Trial()
    let hosts = try (0..<33).map { _ in try trial.host() }
    try trial.desktop.advance()
    #expect(trial.desktop.watch.lastDrop == "there are too many others")
    #expect(throws: SystemError.brokenPipe) { try hosts[32].name("x.test") }
    #expect(try trial.domain(named: "y.test", by: hosts[31]) == "y.test")
  }

  @Test func `a process of another user is not believed, and a directory of another one not used`() throws {
    let folder = try WorkFolder()
    let other = RunningProcess.ownUser + 1
    var source = try BrowserSource(directory: folder.path + "/schedctl", user: other)
    let host = FakeHost(
      connection: try LocalConnection(to: #require(PageSockets.paths(in: folder.path + "/schedctl").first)))
    try host.name("news.test")
    #expect(try source.read(at: .present()) == [.pages([])])
    #expect(source.lastDrop == "it runs as another user")
    let desktop = try FakeDesktop(["XDG_RUNTIME_DIR": folder.path], user: other)
    #expect(try desktop.standing("browsers") == .missing("'\(folder.path)' is no directory of yours"))
  }

  private typealias Page = (process: Int32, program: String, domain: String?)

  /// Pages by their process and program, a window, and the domain of the page that is in front there.
  private static let joins: [(pages: [Page], window: FocusedWindow, domain: String?)] = [
    // Names alone, as with wlroots; the program is another one than that of the desktop entry.
    ([(7, "/usr/lib/chromium/chromium", "a.test")], FocusedWindow(applicationID: "chromium"), "a.test"),
    ([(7, "/usr/lib/chromium/chromium", "a.test")], FocusedWindow(windowClass: "Chromium"), "a.test"),
    ([(7, "/usr/lib/chromium/chromium", "a.test")], FocusedWindow(applicationID: "fox"), nil),
    ([(7, "/usr/lib/chromium/chromium", "a.test")], FocusedWindow(), nil),
    ([(7, "/usr/lib/chromium/chromium", nil)], FocusedWindow(applicationID: "chromium"), nil),
    // A program beside the one that starts it, in a directory of its own or in that of all programs.
    ([(7, "FOLDER/opt/chrome", "a.test")], FocusedWindow(applicationID: "great-chrome"), "a.test"),
    ([(7, "FOLDER/bin/other", "a.test")], FocusedWindow(applicationID: "fox"), nil),
    ([(7, "FOLDER/bin/fox", "a.test")], FocusedWindow(applicationID: "fox"), "a.test"),
    // Two browsers, and two processes of one.
    (
      [(7, "FOLDER/bin/fox", "a.test"), (8, "/usr/lib/chromium/chromium", "b.test")],
      FocusedWindow(applicationID: "chromium"), "b.test"
    ),
    (
      [(7, "FOLDER/bin/fox", "a.test"), (8, "FOLDER/bin/fox", "b.test")],
      FocusedWindow(applicationID: "fox", processID: 8), "b.test"
    ),
    (
      [(7, "FOLDER/bin/fox", "a.test"), (8, "FOLDER/bin/fox", nil)],
      FocusedWindow(applicationID: "fox", processID: 8), nil
    ),
    ([(7, "OWN", "a.test")], FocusedWindow(applicationID: "fox", processID: RunningProcess.own), nil),
  ]

  @Test(arguments: joins.indices)
  func `a window has the page of its process, or else of its application`(index: Int) throws {
    let folder = try WorkFolder()
    for name in ["bin/fox", "bin/chromium", "bin/other", "opt/starter", "opt/chrome"] {
      try folder.writeScript("exit", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/bin/great-chrome", withDestinationPath: folder.path + "/opt/starter")
    for name in ["fox", "chromium", "great-chrome"] {
      try folder.write("[Desktop Entry]\nType=Application\nExec=\(name)\n", to: "applications/\(name).desktop")
    }
    let variables = ["XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": "/x", "PATH": folder.path + "/bin"]
    var resolver = ApplicationResolver(
      ProcessEnvironment(variables: variables, effectiveUserID: RunningProcess.ownUser))
    let own = try #require(RunningProcess.program(of: RunningProcess.own))
    let (pages, window, domain) = Self.joins[index]
    let found = try pages.map { page in
      FrontPage(
        process: page.process,
        program: page.program.replacing("FOLDER", with: folder.path).replacing("OWN", with: own),
        domain: try page.domain.map { try DomainName($0) })
    }
    #expect(resolver.domain(of: window, among: found)?.text == domain)
  }

  @Test func `no bytes make the source trap or fail, whatever they are`() throws {
    let directory = try WorkFolder()
    var source = try BrowserSource(directory: directory.path, user: RunningProcess.ownUser)
    let path = try #require(PageSockets.paths(in: directory.path).first)
    for seed in 1...UInt64(Laws.count(20_000, few: 400)) {
      var random = SeededGenerator(seed: seed)
      var bytes = Array("news.test\n\nold.reddit.test\n".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let host = try LocalConnection(to: path)
      let cut = Int.random(in: bytes.indices, using: &random)
      for part in [bytes[..<cut], bytes[cut...]] {
        _ = try? host.write(part)
        let now = Int64(seed) * 1_000_000_000
        for case .pages(let pages) in try source.read(
          at: UseMoment(wall: .init(epochSeconds: 0), monotonic: now, boot: now))
        {
          #expect(pages.count <= 1, "seed \(seed)")
        }
      }
      // A child of another test that is just being started holds a copy of the connection, which would keep it open.
      shutdown(host.descriptor.number, Int32(SHUT_RDWR))
    }
  }
}
