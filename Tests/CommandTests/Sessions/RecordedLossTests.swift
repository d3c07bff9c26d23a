import Foundation
import ProgramTesting
import SchedulerInstance
import Testing

@testable import schedctl

/// What `log`, `sessions` and `doctor` say about a state that was lost, and about gaps in history.
@Suite struct RecordedLossTests {
  private static let week = """
    timezone = "Europe/Berlin"
    [profile.p]
    lock  = "strict"
    block = { domains = ["a.org"] }
    window = ["09:00-12:00"]
    [profile.q]
    block = { domains = ["b.org"] }

    """

  /// A machine at 10:01 with a strict session of 'p' since 09:00 and a session of 'q' since 10:00.
  private func machine() throws -> OfflineMachine {
    let machine = try OfflineMachine(Self.week)
    try machine.wait(until: "2026-11-23 09:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    try machine.wait(until: "2026-11-23 10:00")
    #expect(try machine.run("start", "q", "--offline").end == .exit(0))
    machine.pass(seconds: 60)
    return machine
  }

  @Test func `a deleted journal is recorded, and log, sessions and doctor agree about it`() throws {
    let machine = try machine()
    try machine.damage("journal", nil)
    #expect(try machine.run("run", "--once").messages.contains("'journal' is missing or empty"))
    let lost = machine.history.filter { $0.contains("\"event\":\"stateDidLose\"") }
    #expect(lost.count == 2 && lost[0].contains("\"profile\":\"p\"") && lost[1].contains("\"profile\":\"q\""))
    let shield = String(decoding: machine.files["shield.json"] ?? [], as: UTF8.self)
    #expect(shield.contains("\"strict\":true") && shield.contains("a.org") && !shield.contains("b.org"))
    let log = try machine.run("log").output
    let losses = log.split(separator: "\n").filter { $0.contains("stateDidLose") }
    #expect(losses.count == 2 && losses.allSatisfy { $0.hasSuffix("'journal' is missing or empty") }, "\(log)")
    let sessions = try machine.run("sessions").output
    #expect(sessions.contains("p        Mon 2026-11-23  09:00  lost"), "\(sessions)")
    #expect(sessions.contains("q        Mon 2026-11-23  10:00  lost"), "\(sessions)")
    #expect(sessions.contains("runs until 12:00"), "\(sessions)")
    let json = try machine.run("sessions", "--json").output.split(separator: "\n")
    #expect(json.filter { $0.contains("\"running\":false,\"lost\":true") && $0.contains("\"end\":null") }.count == 2)
    let doctor = try machine.run("doctor").output
    #expect(
      doctor.contains(
        "note     a loss of state was recorded at 2026-11-23 10:01, which concerned 'p', 'q': "
          + "'journal' is missing or empty\n"), "\(doctor)")
    #expect(try machine.run("run", "--once") == Outcome(.exit(0)))
    #expect(machine.history.filter { $0.contains("stateDidLose") }.count == 2)
  }

  @Test func `a deleted history is recorded as soon as the state is opened`() throws {
    let machine = try machine()
    try machine.damage("history.jsonl", nil)
    #expect(try machine.run("run", "--once").messages.contains("of history are lost"))
    #expect(machine.history.contains { $0.contains("stateDidLose") && $0.contains("of history are lost") })
    #expect(try machine.run("log").output.contains("of history are lost"))
  }

  @Test func `log and sessions show a gap in history where it is`() throws {
    let machine = try machine()
    #expect(try machine.run("stop", "q", "--offline").end == .exit(0))
    machine.pass(seconds: 60)
    #expect(try machine.run("start", "q", "--offline").end == .exit(0))
    let lines = machine.history
    #expect(lines.count > 8)
    let left = lines[..<2] + lines[4..<5] + lines[6...]
    try Data((left.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: machine.state + "/history.jsonl"))
    let log = try machine.run("log")
    let rows = log.output.split(separator: "\n").dropFirst(2)
    #expect(rows.dropFirst(2).first?.hasSuffix("sequences 3 to 4 are missing") == true, "\(log.output)")
    #expect(rows.dropFirst(4).first?.hasSuffix("sequence 6 is missing") == true, "\(log.output)")
    #expect(rows.dropFirst(2).first?.contains("gap") == true)
    #expect(log.messages.contains("3 lines are missing"))
    #expect(try machine.run("log", "--json").output.split(separator: "\n").count == left.count)
    let newest = try machine.run("log", "-n", "2").output
    #expect(!newest.contains("missing"), "\(newest)")
    let sessions = try machine.run("sessions")
    #expect(sessions.output.contains("sequences 3 to 4 are missing"), "\(sessions.output)")
    #expect(sessions.messages.contains("3 lines are missing"))
    #expect(!(try machine.run("sessions", "--since", "10:02").output.contains("missing")))
  }

  @Test(arguments: [false, true])
  func `log keeps a mebibyte of lines in memory, and prints all lines and gaps of any history`(isLong: Bool) throws {
    let machine = try machine()
    let count = isLong ? 400 : 6_000
    let text = String(repeating: "x", count: isLong ? 30_000 : 60)
    let lines = (1...count).filter { $0 != 200 }.map { number in
      #"{"sequence":\#(number),"event":"sessionReminder","profile":"p","planned":"2026-11-23T08:00:00Z","#
        + #""delivered":"2026-11-23T08:00:00.000Z","message":"\#(text)"}"#
    }
    for (name, part) in [("history-300.jsonl", lines[..<299]), ("history.jsonl", lines[299...])] {
      try Data((part.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: "\(machine.state)/\(name)"))
    }
    var history = try StoredHistory(machine.state)
    let found = try FoundLines(HistoryQuery(newest: .max, since: nil), in: &history)
    #expect(found.keptBytes <= FoundLines.mostBytes && !found.isWhole)
    var numbers: [Int64] = []
    var gaps: [String] = []
    try found.forEach(of: HistoryQuery(newest: .max, since: nil), in: &history) { item in
      switch item {
      case .line(_, let entry): numbers.append(entry.number ?? 0)
      case .gap(let gap): gaps.append(gap.description)
      }
      return true
    }
    #expect(numbers == (1...Int64(count)).filter { $0 != 200 } && gaps == ["sequence 200 is missing"])
    var few = try StoredHistory(machine.state)
    let newest = try FoundLines(HistoryQuery(newest: 20, since: nil), in: &few)
    #expect(newest.isWhole && newest.keptBytes > 0)
  }
}
