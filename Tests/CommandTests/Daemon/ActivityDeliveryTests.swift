import Foundation
import ProgramTesting
import Scheduler
import Testing

/// Other processes deliver activities to the real daemon.
@Suite struct ActivityDeliveryTests {
  private static let text = """
    timezone = "UTC"
    [profile.work]
    block.domains = ["work.example"]
    break = { length = "5m" }

    """
  private static let id = ProfileKey("work").map { ProfileID(derivedFrom: $0).description } ?? ""

  private func trial() throws -> (trial: DaemonTrial, process: RunningProgram) {
    let trial = try DaemonTrial()
    try trial.folder.write(Self.text, to: "week.toml")
    return (trial, try trial.start())
  }

  /// The commands in order: the words after `deliver`, the exit code, and the beginning of the message.
  private static let conversation: [(words: [String], code: Int32, said: String)] = [
    (["schedule:\(id)", "start"], 0, "nothing changed: the schedule of 'work' has nothing to start now\n"),
    (["StrategyTimerActivity:\(id)", "end"], 0, "nothing changed: the strategy of 'work' has nothing to end now\n"),
    (
      ["daily", "end", "--info", "profileID=\(id)", "--info", "a=b=c", "--json"], 0,
      #"{"activity":"schedule:\#(id)","profile":"work","changed":false,"events":[]}"# + "\n"
    ),
    (["daily", "end"], 64, "schedctl: no handler is registered for 'daily'\n"),
    (["break:x", "end"], 64, "schedctl: 'x' is not a UUID\n"),
    (
      ["6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10", "end"], 64,
      "schedctl: no profile has the id '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'\n"
    ),
    (["x", "now"], 64, "schedctl: an activity has a 'start' and an 'end', found 'now'"),
    (["x", "end", "--info", "profileID"], 64, "schedctl: '--info' needs KEY=VALUE, found 'profileID'"),
    (["x", "end", "--info", "a=1", "--info", "a=2"], 64, "schedctl: '--info a=' is given several times"),
  ]

  @Test func `deliver prints what changed, and the daemon's log has each refusal`() throws {
    let (trial, process) = try trial()
    for (words, code, said) in Self.conversation {
      var run = trial.run("deliver")
      run.arguments = ["deliver"] + words + run.arguments.dropFirst()
      let outcome = try run.outcome()
      #expect(outcome.end == .exit(code), "\(words): \(outcome)")
      #expect((outcome.output + outcome.messages).hasPrefix(said), "\(words): \(outcome)")
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    for refusal in [
      "activity 'daily' is refused: no handler is registered for 'daily'",
      "activity 'break:x' is refused: 'x' is not a UUID",
      "activity '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10' is refused: no profile has the id",
    ] {
      #expect(trial.log.components(separatedBy: refusal).count == 2, "\(trial.log)")
    }
    let outcome = try trial.run("deliver", Self.id, "start").outcome()
    #expect(outcome.end == .exit(69), "\(outcome)")
  }

  @Test func `what an answered delivery did is there after the daemon was killed`() throws {
    let (trial, process) = try trial()
    #expect(try trial.run("start", "work", "--for", "1s", "-q").outcome().end == .exit(0))
    // The daemon does not see the end of the timer before the delivery.
    process.send(SIGSTOP)
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    usleep(2_200_000)
    client.call("DeliverActivity", #"{"name":"StrategyTimerActivity:\#(Self.id.uppercased())","phase":"end"}"#)
    process.send(SIGCONT)
    let answer = try #require(client.message())
    process.send(SIGKILL)
    #expect(process.end().end == .signal(SIGKILL))
    #expect(answer.contains(#""activity":"strategy:\#(Self.id)","profile":"work","changed":"#), "\(answer)")
    #expect(trial.text("state/history.jsonl").contains(#""event":"sessionDidEnd","profile":"work""#))
    #expect(trial.shielded == [])
    let again = try trial.start()
    #expect(try trial.run("is-active", "work").outcome().end == .exit(1))
    let log = try trial.run("log", "--json", "-n", "100").outcome().output
    #expect(log.components(separatedBy: #""event":"sessionDidEnd","profile":"work""#).count == 2, "\(log)")
    again.send(SIGTERM)
    #expect(again.end().end == .exit(0))
  }
}
