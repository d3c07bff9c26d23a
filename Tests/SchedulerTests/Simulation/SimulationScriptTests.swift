import SchedulerCivilTime
import Testing

@testable import Scheduler

@Suite struct SimulationScriptTests {
  /// Actions as people may write them, and as they are printed.
  static let lines: [(written: String, printed: String)] = [
    ("start social", "start social"), ("start social --for=45m", "start social --for 45m"),
    ("start --strategy pomodoro social --for 1h30m", "start social --for 1h30m --strategy pomodoro"),
    ("start social --at 10:00 --for 45m", "start social --for 45m --at 2026-11-23T09:00:00Z"),
    ("start social --at +1h", "start social --at 2026-11-23T08:00:00Z"),
    ("start social --at \"2026-11-24 10:00\"", "start social --at 2026-11-24T09:00:00Z"),
    ("stop", "stop"), ("stop social", "stop social"),
    ("stop 6F1C1C1E-8F0E-4C7D-9B36-0D8A1B9D4A10", "stop 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"),
    ("break", "break"), ("pause social", "pause social"), ("resume", "resume"), ("reset", "reset"),
    ("skip social", "skip social"), ("skip --undo social", "skip social --undo"),
    ("extend 10m", "extend 10m"), ("extend social 10m", "extend social 10m"),
    (
      "extend 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10 10m", "extend 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10 10m"
    ),
    ("emergency --reason fire", "emergency --reason fire"),
    ("emergency social --reason \"a call\"", "emergency social --reason \"a call\""),
    ("access steam", "access steam"), ("access https://reddit.com/r", "access reddit.com"),
    ("access --as kim http://intranet", "access http://intranet --as kim"),
    ("access reddit.com.desktop", "access reddit.com.desktop"), ("access \"/opt/a b\"", "access \"/opt/a b\""),
    ("authorize", "authorize"), ("authorize --revoke", "authorize --revoke"),
    ("activity schedule:1 start", "activity schedule:1 start"),
    ("activity \"a # \\\" b\" end --profile x", "activity \"a # \\\" b\" end --profile x"),
    ("activity \"\" start", "activity \"\" start"), ("activity \"--x\" start", "activity \"--x\" start"),
    ("clock 10:00", "clock 2026-11-23T09:00:00Z"), ("clock 2026-11-24 10:00", "clock 2026-11-24T09:00:00Z"),
    ("clock +90m", "clock +1h30m"), ("clock -1d", "clock -1d"),
    ("clock right --synchronised", "clock right --synchronised"),
    ("zone America/Los_Angeles", "zone America/Los_Angeles"), ("suspend 3h", "suspend 3h"),
    ("wake", "wake"), ("wake-ups normal", "wake-ups normal"), ("wake-ups dropped", "wake-ups dropped"),
    ("wake-ups doubled", "wake-ups doubled"), ("wake-ups late 90s", "wake-ups late 1m30s"),
    ("crash", "crash"), ("crash --down", "crash --down"), ("crash before 1", "crash before 1"),
    ("crash after 3 --down", "crash after 3 --down"), ("crash within 2", "crash within 2"),
    ("crash within 2 --bytes 0", "crash within 2 --bytes 0"), ("launch", "launch"), ("reboot", "reboot"),
    ("reboot --off 10m --clock +1h", "reboot --off 10m --clock +1h"), ("reboot --off 0s", "reboot"),
    ("power-cut", "power-cut"),
    ("power-cut --off 1m within 4 --bytes 9 --clock right", "power-cut within 4 --bytes 9 --off 1m --clock right"),
    ("disk normal", "disk normal"), ("disk full", "disk full"), ("disk read-only", "disk read-only"),
    ("disk fail 12", "disk fail 12"),
  ]

  @Test(arguments: lines)
  func `a printed script action reads back as the same action`(written: String, printed: String) throws {
    func actions(_ text: String) throws -> [String] {
      try SimulatedWorld.script("08:00 \(text) # as said\n").steps.map { step in
        if case .action(let action) = step.kind { action.description } else { "" }
      }
    }
    #expect(try actions(written) == [printed])
    #expect(try actions(printed) == [printed])
  }

  @Test(arguments: [
    ("2026-11-23 09:10 wake", ["08:10"]), ("09:10 wake", ["08:10"]), ("2026-11-23T08:10:00Z\twake\r", ["08:10"]),
    ("mon 9:10 wake", ["08:10"]),
    ("9:10 wake\n+5m wake\nnow wake\n+1h 30m wake", ["08:10", "08:15", "08:15", "09:45"]),
    ("9:10 suspend 1h\n+5m wake", ["08:10", "09:15"]), ("9:10 reboot --off 1h\n+5m wake", ["08:10", "09:15"]),
    ("# nothing\n\n  \n9:10 wake# not a comment", []), ("9:10 wake # a comment\n", ["08:10"]),
  ])
  func `a simulation script line begins with a time`(text: String, expected: [String]) throws {
    let (script, _, _) = try SimulatedWorld.reading(Array(text.utf8))
    #expect(script.steps.map { String($0.at.description.dropFirst(11).prefix(5)) } == expected)
  }

  @Test func `a script lists each file that it names once`() throws {
    let script = try SimulatedWorld.script(
      "8:00 configuration a.toml\n+1m configuration \"b c.toml\"\n+1m configuration a.toml")
    #expect(script.configurationFiles == ["a.toml", "b c.toml"])
  }

  @Test func `a simulation script has eight explanations, and no code is explained twice`() {
    let codes = SimulationScript.explanations.map(\.code.name)
    #expect(Set(codes).count == codes.count && codes.count == 8)
  }
}
