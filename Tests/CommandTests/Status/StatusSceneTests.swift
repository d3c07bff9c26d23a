import ProgramTesting
import Scheduler
import Testing

@testable import schedctl

/// What `status` prints in each form in each state, as agreed; `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter
/// StatusSceneTests` writes it anew.
@Suite struct StatusSceneTests {
  /// A machine on which something has happened.
  struct Scene: CustomTestStringConvertible {
    let name: String
    /// Times in Berlin and what is typed then.
    let steps: [(time: String, lines: [String])]
    var authorization = AuthorizationStatus.approved
    var testDescription: String { name }
  }

  private static let week = """
    timezone = "Europe/Berlin"

    [profile.deep-work]
    window = ["mon-fri 09:00-12:30"]
    block  = { domains = ["reddit.com"] }
    break  = { length = "15m" }
    access = { length = "5m" }

    [profile.exam]
    block    = { domains = ["youtube.com"] }
    strategy = { type = "timer", length = "50m" }

    [profile.writing]
    block    = { domains = ["reddit.com"] }
    pause    = { length = "5m" }
    strategy = { type = "pomodoro", auto-start = "none" }

    """

  static let scenes: [Scene] = [
    Scene(name: "nothing", steps: [("2026-11-23 08:00", [])]),
    Scene(name: "nothing-for-days", steps: [("2026-11-20 20:00", [])]),
    Scene(name: "planned", steps: [("2026-11-23 08:00", ["start exam --at 08:30"])]),
    Scene(name: "window", steps: [("2026-11-23 09:30", [])]),
    Scene(name: "timer", steps: [("2026-11-23 08:00", ["start exam"]), ("2026-11-23 08:10:30", [])]),
    Scene(name: "last-minute", steps: [("2026-11-23 08:00", ["start exam"]), ("2026-11-23 08:49:30", [])]),
    Scene(
      name: "open-end", steps: [("2026-11-23 13:00", ["start exam --strategy manual"]), ("2026-11-23 14:20", [])]),
    Scene(name: "break", steps: [("2026-11-23 09:30", ["break"]), ("2026-11-23 09:40", [])]),
    Scene(
      name: "pause", steps: [("2026-11-23 13:00", ["start writing --for 2h", "pause"]), ("2026-11-23 13:02", [])]),
    Scene(name: "access", steps: [("2026-11-23 09:30", ["access reddit.com"])]),
    Scene(name: "focus", steps: [("2026-11-23 13:00", ["start writing"]), ("2026-11-23 13:10", [])]),
    Scene(name: "focus-paused", steps: [("2026-11-23 13:00", ["start writing"]), ("2026-11-23 13:10", ["pause"])]),
    Scene(name: "focus-completed", steps: [("2026-11-23 13:00", ["start writing"]), ("2026-11-23 13:25", [])]),
    Scene(
      name: "short-break",
      steps: [("2026-11-23 13:00", ["start writing"]), ("2026-11-23 13:26", ["start writing"])]),
    Scene(
      name: "several",
      steps: [("2026-11-23 09:30", ["break", "start exam", "start writing"]), ("2026-11-23 09:31", [])]),
    Scene(name: "not-authorised", steps: [("2026-11-23 09:30", [])], authorization: .notDetermined),
  ]

  @Test(arguments: scenes)
  func `the output of status in each format matches its golden file`(scene: Scene) throws {
    let machine = try OfflineMachine(Self.week)
    machine.firstAuthorization = scene.authorization
    for step in scene.steps {
      try machine.wait(until: step.time)
      for line in step.lines {
        let outcome = try machine.run(line.split(separator: " ").map(String.init) + ["--offline"])
        #expect(outcome.end == .exit(0), "\(outcome)")
      }
    }
    let fields = StatusField.allCases.map { "\($0.rawValue)={\($0.rawValue)}" }.joined(separator: "\n")
    var text = ""
    for format in StatusFormat.names + [fields] {
      let words = ["status", "--format", format] + (format == fields ? ["--idle", fields] : [])
      let outcome = try machine.run(words)
      #expect(outcome.end == .exit(0) && outcome.messages.isEmpty, "\(outcome)")
      text += "# \(format == fields ? "template" : format)\n\(outcome.output)"
    }
    #expect(try text == Golden("Tests/CommandTests/Goldens/status/\(scene.name).txt").agreed(with: text))
  }

  @Test func `a profile of another zone shows its zone, and each day that is not the heading's`() throws {
    let machine = try OfflineMachine(
      """
      timezone = "Australia/Lord_Howe"
      [profile.ktm]
      timezone = "Asia/Kathmandu"
      window = ["daily 23:45-00:15"]
      block = { domains = ["a.org"] }
      [profile.lhs]
      window = ["daily 02:00-03:00"]
      block = { domains = ["a.org"] }
      """)
    try machine.wait(until: "2026-11-26 15:49")
    let text = try machine.run("status").output
    #expect(text.contains("○ ktm · Asia/Kathmandu · next Thu 2026-11-26 23:45 to Fri 2026-11-27 00:15\n"), "\(text)")
    #expect(text.contains("○ lhs · next 02:00 to 03:00\n"))
    try machine.wait(until: "2026-11-26 19:05")
    let running = try machine.run("status").output
    #expect(running.contains("● ktm · Asia/Kathmandu · until 00:15, 25 min left\n"), "\(running)")
  }

  @Test func `without a session a template prints nothing or its idle text`() throws {
    let machine = try OfflineMachine(Self.week)
    #expect(try machine.run("status", "--format", "{time} {profile}") == Outcome(.exit(0), output: "\n"))
    let idle = try machine.run("status", "--format", "{time}", "--idle", "{{{next_profile}}} {next}")
    #expect(idle == Outcome(.exit(0), output: "{deep-work} 09:00\n"))
  }
}
