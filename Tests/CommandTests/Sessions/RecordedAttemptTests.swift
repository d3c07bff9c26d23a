import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// What `log` and `sessions` say about attempts to use what is blocked.
@Suite struct RecordedAttemptTests {
  /// A machine with two ended sessions, whose history has an attempt and the number of attempts of one session.
  private func machine(program: String = "/usr/games/steam") throws -> OfflineMachine {
    let machine = try OfflineMachine("timezone = \"Europe/Berlin\"\n[profile.p]\nblock = { apps = [\"steam\"] }\n")
    for time in ["2026-11-23 09:00", "2026-11-23 11:00"] {
      try machine.wait(until: time)
      #expect(try machine.run("start", "p", "--for", "1h", "--offline").end == .exit(0))
    }
    try machine.wait(until: "2026-11-23 13:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    let count = machine.history.count
    let lines = machine.history.enumerated().map { index, line in
      index == count - 1 ? line.replacing("\"attempts\":0", with: "\"attempts\":3") : line
    }
    let attempt =
      #"{"sequence":\#(count + 1),"event":"shieldDidBlock","profile":"p","planned":"2026-11-23T12:00:00Z","#
      + #""delivered":"2026-11-23T12:00:00.000Z","message":"steam","adapter":"exec-guard","outcome":"denied","#
      + #""program":"\#(program)","user":"ana","count":3}"#
    try machine.folder.write((lines + [attempt]).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    return machine
  }

  @Test func `log tells what was tried, by whom and how often, and the attempts of an ended session`() throws {
    let machine = try machine()
    let log = try machine.run("log")
    #expect(log.messages.isEmpty)
    let lines = log.output.split(separator: "\n").map(String.init)
    let attempt = try #require(lines.last { $0.contains("shieldDidBlock") })
    #expect(
      attempt.contains("p ") && attempt.hasSuffix("steam (/usr/games/steam) of ana, denied, 3 times"), "\(attempt)")
    let finished = lines.filter { $0.contains("sessionDidFinish") }
    #expect(finished.map { $0.hasSuffix("12:00, 3 attempts") } == [false, true], "\(finished)")
    #expect(finished.map { $0.contains("attempt") } == [false, true], "\(finished)")
    let json = try machine.run("log", "-n", "1", "--json").output
    #expect(json == machine.history[machine.history.count - 1] + "\n")
  }

  @Test func `sessions counts the attempts of a session`() throws {
    let machine = try machine()
    let table = try machine.run("sessions").output.split(separator: "\n").filter { $0.hasPrefix("p ") }
    #expect(table.map { $0.hasSuffix("enforcing 1 h") } == [true, false], "\(table)")
    #expect(table.map { $0.hasSuffix("enforcing 1 h, 3 attempts") } == [false, true], "\(table)")
    let json = try machine.run("sessions", "--json").output.split(separator: "\n")
    #expect(json.map { $0.contains("\"attempts\":3") } == [false, true])
    let csv = try machine.run("sessions", "--csv").output
    let rows = csv.split(whereSeparator: \.isNewline).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(rows.first?.firstIndex(of: "attempts"))
    #expect(rows.dropFirst().map { $0[column] } == ["0", "3"])
  }

  @Test func `the path of a program cannot write on the terminal`() throws {
    let machine = try machine(program: #"/a\u001b[2J\nb"#)
    let log = try machine.run("log").output
    #expect(log.contains("steam (/a␛[2J␊b) of ana"), "\(log)")
  }
}
