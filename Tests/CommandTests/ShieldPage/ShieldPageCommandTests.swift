import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// `schedctl shield-page` in a process of its own.
@Suite struct ShieldPageCommandTests {
  @Test func `the page of a site and its content are printed`() throws {
    let trial = try PageTrial()
    let page = try trial.run("--domain", "www.youtube.com").outcome()
    #expect(page.end == .exit(0) && page.messages == "")
    #expect(page.output.hasPrefix("<!doctype html>\n") && page.output.contains("<dd>www.youtube.com</dd>"))
    let json = try trial.run("--json", "--domain", "example.com").outcome().output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["state"] as? String == "open" && object["source"] is NSNull)
    #expect(try trial.run("--json").outcome().output.contains(#""state":"blocked","domain":null"#))
  }

  /// The time of the end in the zone of a clock, as the page shows it.
  private static func time(of object: [String: Any], in zone: String) throws -> String {
    let end = try #require((object["until"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) })
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: zone)
    format.dateFormat = " HH:mm"
    return format.string(from: end)
  }

  @Test(arguments: [
    ("Asia/Tokyo", "America/New_York", "Asia/Tokyo"), (nil, "America/New_York", "America/New_York"),
    ("Nowhere/Town", "America/New_York", "America/New_York"),
  ])
  func `times are those of the zone that the daemon publishes, else of the machine`(
    published: String?, machine: String, shown: String
  ) throws {
    let trial = try PageTrial()
    try trial.publish(zone: published)
    var run = trial.run("--json", "--domain", "youtube.com")
    run.environment["TZ"] = machine
    let json = try run.outcome().output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let text = try #require(object["untilText"] as? String)
    #expect(text.contains(try Self.time(of: object, in: shown)), "\(text)")
  }

  @Test func `a served page follows the zone that is published meanwhile`() throws {
    let trial = try PageTrial()
    try trial.publish(zone: "Asia/Tokyo")
    let process = try trial.serve()
    for zone in ["Asia/Tokyo", "America/New_York"] {
      try trial.publish(zone: zone)
      let answer = try #require(trial.get("/.schedctl/page.json?domain=youtube.com"))
      let body = try #require(answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) })
      let object = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
      let text = try #require(object["untilText"] as? String)
      #expect(text.contains(try Self.time(of: object, in: zone)), "\(text)")
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  static let wrong: [(words: [String], code: Int32)] = [
    (["--domain", "a b"], 64), (["--domain", ""], 64), (["--listen", "0.0.0.0:7410"], 64), (["--listen", "7410"], 64),
    (["--listen", "127.0.0.1:99999"], 64), (["--listen", "127.0.0.1:1", "--json"], 64),
    (["--listen", "[::1]:7410"], 64),
  ]

  @Test(arguments: wrong)
  func `a wrong command line is explained`(words: [String], code: Int32) throws {
    let trial = try PageTrial()
    var run = trial.run()
    run.arguments += words
    // The folder goes with the trial.
    let outcome = try withExtendedLifetime(trial) { try run.outcome() }
    #expect(outcome.end == .exit(code) && outcome.messages.hasPrefix("schedctl: ") && outcome.output == "")
  }

  @Test func `a port in use is reported, and nothing is served`() throws {
    let trial = try PageTrial()
    let taken = try LoopbackSocket(port: 0)
    let outcome = try trial.run("--listen", "127.0.0.1:\(taken.port)").outcome()
    #expect(outcome == Outcome(.exit(69), messages: "schedctl: port \(taken.port) is in use by another program\n"))
  }

  @Test func `pages are served until the server is ended, and follow the files`() throws {
    let trial = try PageTrial()
    let process = try trial.serve()
    let page = try #require(trial.get("/?domain=youtube.com"))
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("Stay focused!"))
    #expect(!page.contains("No daemon is running"))
    let head = try #require(trial.get("/?domain=youtube.com", method: "HEAD"))
    #expect(head.hasSuffix("\r\n\r\n"))
    try trial.publish(title: "Again")
    #expect(trial.get("/?domain=youtube.com")?.contains("Again") == true)
    try trial.folder.write("{", to: "run/live.json")
    #expect(trial.get("/?domain=youtube.com")?.contains("No daemon is running") == true)
    for name in ["run/live.json", "state/shield.json"] {
      try FileManager.default.removeItem(atPath: "\(trial.folder.path)/\(name)")
    }
    #expect(trial.get("/.schedctl/page.json")?.contains(#""state":"unknown""#) == true)
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `a private state is not served, although the server could read it`() throws {
    let trial = try PageTrial()
    let process = try trial.serve()
    try trial.publish(title: "Secret", permissions: 0o640)
    let page = try #require(trial.get("/?domain=youtube.com"))
    #expect(!page.contains("Secret") && !page.contains("deep-work"))
    #expect(page.contains("&#39;youtube.com&#39; may be blocked"))
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(try trial.run("--domain", "youtube.com").outcome().output.contains("Secret"))
  }
}

/// The server behind sockets that systemd has opened.
@Suite struct ShieldPageActivationTests {
  private static let program = "/usr/bin/systemd-socket-activate"
  private static let isThere = FileManager.default.isExecutableFile(atPath: program)

  private static func run(_ trial: PageTrial, on address: String) -> ProgramRun {
    var run = trial.run()
    run.launcher = [program, "-l", address, "-E", "RUNTIME_DIRECTORY=\(trial.folder.path)/run"]
    return run
  }

  @Test(.enabled(if: isThere, "systemd-socket-activate is missing"))
  func `a connection starts the server, which then answers it`() throws {
    let trial = try PageTrial()
    let process = try RunningProgram(Self.run(trial, on: "127.0.0.1:\(trial.port)"))
    #expect(Waiting.until { trial.get("/?domain=youtube.com")?.contains("Stay focused!") == true })
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test(.enabled(if: isThere, "systemd-socket-activate is missing"))
  func `a socket that other machines reach is refused`() throws {
    let trial = try PageTrial()
    let process = try RunningProgram(Self.run(trial, on: "0.0.0.0:\(trial.port)"))
    #expect(Waiting.until { PageClient(trial.port) != nil })
    let outcome = process.end()
    #expect(outcome.end == .exit(77) && outcome.messages.contains("does not listen on 127.0.0.1"))
  }
}
