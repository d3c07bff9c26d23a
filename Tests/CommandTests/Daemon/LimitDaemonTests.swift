import Foundation
import ProgramTesting
import Testing

/// Limits under a real daemon: a report over the socket, the shield, `status`, `why` and `more`.
@Suite struct LimitDaemonTests {
  private let trial: DaemonTrial

  init() throws {
    trial = try DaemonTrial()
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.games]
      users = ["\(NSUserName())"]
      [profile.games.limit]
      apps = ["steam"]
      use = "2s"
      extra = { length = "1h" }
      """, to: "week.toml")
  }

  @Test func `reported use reaches the limit, which blocks until more is granted, and stays so after a kill`() throws {
    let daemon = try trial.start()
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    let status = try trial.run("status").outcome().output
    #expect(status.contains("◔ games · 2s a day of steam") && status.contains("used up until"), "\(status)")
    let why = try trial.run("why", "steam").outcome()
    #expect(why.output.contains("limits it to 2s a day of steam"), "\(why.output)")
    let json = try trial.run("status", "--format", "json").outcome().output
    #expect(json.contains(#""limits":[{"profile":"games","limit":"2s a day of steam, 1h more once","#), "\(json)")
    daemon.send(SIGKILL)
    _ = daemon.end()
    let again = try trial.start()
    #expect(trial.shielded == ["games"])
    let more = try trial.run("more", "steam").outcome()
    #expect(more.end == .exit(0), "\(more)")
    #expect(trial.comes { trial.shielded == [] })
    let refused = try trial.run("more", "steam").outcome()
    #expect(refused.end == .exit(77), "\(refused)")
    again.send(SIGTERM)
    #expect(again.end().end == .exit(0))
    withExtendedLifetime(client) {}
  }
}
