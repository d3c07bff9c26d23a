import Foundation
import ProgramTesting
import Testing

/// Hooks of the real daemon, as real programs.
@Suite struct HookTests {
  /// A machine whose hook is a script, on the start of sessions.
  private static func trial(_ script: String) throws -> DaemonTrial {
    let trial = try DaemonTrial()
    try trial.folder.writeScript(script, to: "hook")
    try write(["p1"], trial)
    return trial
  }

  private static func write(_ profiles: [String], _ trial: DaemonTrial) throws {
    let hook = """
      [[hook]]
      on = ["sessionDidStart"]
      run = ["\(trial.folder.path)/hook", "{event}", "{profile}"]

      """
    try trial.folder.write(DaemonTrial.text("", profiles) + hook, to: "week.toml")
  }

  private static func content(_ name: String, _ trial: DaemonTrial) -> String? {
    try? String(contentsOfFile: trial.folder.path + "/" + name, encoding: .utf8)
  }

  @Test func `a hook gets the event as arguments, variables and JSON, and the daemon logs its output`() throws {
    let trial = try Self.trial(
      """
      cat > in
      echo "$1 $2 $SCHEDCTL_EVENT $SCHEDCTL_PROFILE ${NOTIFY_SOCKET-none}" > out.new
      mv out.new out
      echo said
      """)
    let process = try trial.start()
    try Self.write(["p1", "p2"], trial)
    #expect(trial.comes { Self.content("out", trial) != nil })
    #expect(Self.content("out", trial) == "sessionDidStart p2 sessionDidStart p2 none\n")
    let line = try #require(Self.content("in", trial))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["event"] as? String == "sessionDidStart" && object?["sequence"] is Int)
    #expect(trial.comes { trial.log.contains("hook' on sessionDidStart: said") }, "\(trial.log)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `a hanging hook with children delays nothing and ends with the daemon`() throws {
    let trial = try Self.trial("trap '' TERM; sleep 1000 & echo $$ $! > pid; sleep 1000")
    let process = try trial.start()
    try Self.write(["p1", "p2"], trial)
    #expect(trial.comes { Self.content("pid", trial)?.hasSuffix("\n") == true }, "\(trial.log)")
    try Self.write(["p1", "p2", "p3"], trial)
    #expect(trial.comes { trial.shielded == ["p1", "p2", "p3"] }, "\(trial.log)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    let processes = try #require(Self.content("pid", trial)).split { $0 == " " || $0 == "\n" }
    #expect(processes.count == 2)
    for process in processes { #expect(trial.comes { !Self.runs(process) }, "neither survives the daemon") }
  }

  /// Whether a process runs, and nobody has only to ask for its end yet.
  private static func runs(_ process: Substring) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return !text.contains(") Z ")
  }

  @Test func `the daemon logs a failing hook with its event and exit code`() throws {
    let trial = try Self.trial("exit 4")
    let process = try trial.start()
    try Self.write(["p1", "p2"], trial)
    #expect(trial.comes { trial.log.contains("hook' on sessionDidStart ended with exit code 4") }, "\(trial.log)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }
}
