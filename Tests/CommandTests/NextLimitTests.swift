import Foundation
import ProgramTesting
import Testing

/// Limits in `schedctl next`: when one that was used up ends, and when one will be used up.
@Suite struct NextLimitTests {
  private let trial: DaemonTrial

  init() throws {
    trial = try DaemonTrial()
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.games]
      users = ["\(NSUserName())"]
      [[profile.games.limit]]
      apps = ["steam"]
      use = "1s"
      [[profile.games.limit]]
      apps = ["steam"]
      use = "23h59m"
      [profile.work]
      window = ["09:00-09:01"]
      """, to: "week.toml")
  }

  @Test func `a limit that was used up is listed until its end, by the command and by the socket`() throws {
    let daemon = try trial.start()
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    let table = try trial.run("next", "--profile", "games").outcome()
    #expect(table.end == .exit(0))
    let words = "running; limit 1s a day of steam · \(NSUserName()): used up until"
    #expect(table.output.contains(words), "\(table.output)")
    let lines = try trial.run("next", "--json", "-n", "2").outcome().output.split(separator: "\n")
    #expect(lines.count == 2)
    let line = try #require(lines.first { $0.contains(#""limit":"1s a day of steam""#) })
    #expect(line.contains(#""activity":null,"profile":"games","windows":[],"start":""#), "\(line)")
    #expect(line.contains(#""running":true,"remarks":[]"#) && line.contains(#""expected":false"#), "\(line)")
    #expect(try trial.run("next", "--profile", "work", "--json").outcome().output.contains("limit") == false)
    _ = client.message()
    client.call("Next", #"{"limit":1}"#)
    let reply = try #require(client.message())
    #expect(reply.contains(#""limits":[{"activity":null,"profile":"games""#), "\(reply)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a used-up limit of a strict profile is listed while the removal of the profile waits`() throws {
    let work = "timezone = \"UTC\"\n[profile.work]\nwindow = [\"09:00-09:01\"]\n"
    try trial.folder.write(
      """
      \(work)[profile.games]
      users = ["\(NSUserName())"]
      lock = "strict"
      limit = { apps = ["steam"], use = "1s" }
      """, to: "week.toml")
    let daemon = try trial.start()
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    try trial.folder.write(work, to: "week.toml")
    #expect(try trial.run("reload").outcome().end == .exit(0))
    let table = try trial.run("next").outcome()
    #expect(table.output.contains("running; limit 1s a day of steam"), "\(table)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a configuration that was named alone is listed without the state`() throws {
    let daemon = try trial.start()
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    let outcome = try ProgramRun("next", "--config", trial.folder.path + "/week.toml").outcome()
    #expect(outcome.end == .exit(0) && !outcome.output.contains("limit"), "\(outcome)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }
}
