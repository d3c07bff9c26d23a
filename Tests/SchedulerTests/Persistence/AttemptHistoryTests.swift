import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

/// Attempts to use what is blocked, in history and in the state.
@Suite struct AttemptHistoryTests {
  private static let profile = ProfileReference(key: "deep".profileKey)
  private static let session = SessionID(UUIDValue(version5Of: "s", in: profile.id.uuid))

  private func event(
    adapter: EnforcementSettings.Adapter = .execGuard, outcome: ShieldAttempt.Outcome = .denied,
    application: String = "steam", program: String = "/usr/games/steam", user: String = "ana", count: Int64 = 3
  ) -> Event {
    let noon = Instant(epochSeconds: 1_774_785_600)
    let attempt = ShieldAttempt(
      adapter: adapter, outcome: outcome, application: application, program: program, user: user, count: count,
      profile: Self.profile, session: Self.session)
    return Event(
      number: 7, name: .shieldDidBlock, activity: nil, profile: Self.profile, session: Self.session, planned: noon,
      message: application, attempt: attempt, delivered: Delivery(noon), isLate: false)
  }

  private func record(_ event: Event) throws -> HistoryRecord {
    let line = try #require(HistoryLine(.event(event)))
    return try #require(HistoryRecord(line: line.bytes))
  }

  @Test func `the line of an attempt has its members after those of every event`() throws {
    let line = try #require(HistoryLine(.event(event())))
    #expect(
      String(decoding: line.bytes, as: UTF8.self) == """
        {"sequence":7,"event":"shieldDidBlock","profile":"deep","id":"\(Self.profile.id)","session":"\(Self.session)",\
        "planned":"2026-03-29T12:00:00Z","delivered":"2026-03-29T12:00:00.000Z","message":"steam",\
        "adapter":"exec-guard","outcome":"denied","program":"/usr/games/steam","user":"ana","count":3}

        """)
  }

  @Test(arguments: EnforcementSettings.Adapter.allCases, ShieldAttempt.Outcome.allCases)
  func `an attempt is read back as it was`(
    adapter: EnforcementSettings.Adapter, outcome: ShieldAttempt.Outcome
  ) throws {
    let record = try record(event(adapter: adapter, outcome: outcome, program: "/a \"b\"\n\u{1B}[7mc", count: 1))
    #expect(
      record.attempt
        == HistoryRecord.Attempt(
          application: "steam", adapter: adapter.rawValue, outcome: outcome.rawValue, program: "/a \"b\"\n\u{1B}[7mc",
          user: "ana", count: 1))
    #expect(record.event == .shieldDidBlock && record.message == "steam" && record.profileID == Self.profile.id)
  }

  @Test(arguments: ["x", "ä", "\u{1}", "\u{1F600}", "\""])
  func `history contains an attempt however long its texts are`(character: String) throws {
    let long = String(repeating: character, count: 70_000)
    let line = try #require(HistoryLine(.event(event(application: long, program: long, user: long))))
    #expect(line.bytes.count <= HistoryLine.limit)
    let attempt = try #require(HistoryRecord(line: line.bytes)?.attempt)
    for (text, limit) in [(attempt.application, 256), (attempt.program, 4_096), (attempt.user, 256)] {
      #expect(text.unicodeScalars.count == limit && text.hasSuffix("…"))
    }
  }

  @Test(
    arguments: [
      (3, "steam (/usr/games/steam) of ana, denied, 3 times"), (1, "steam (/usr/games/steam) of ana, denied"),
    ] as [(Int64, String)])
  func `an attempt has words for its outcome and its count`(count: Int64, words: String) throws {
    #expect(try record(event(count: count)).attempt?.words == words)
  }

  @Test(
    arguments: [
      (#"{"event":"shieldDidBlock","message":"steam"}"#, "steam"), (#"{"event":"shieldDidBlock"}"#, ""),
      (#"{"event":"shieldDidBlock","message":"steam","outcome":"slowed","count":"x","user":7}"#, "steam, slowed"),
      (#"{"event":"clockTamper","program":"/a","count":2}"#, nil), (#"{"event":"shieldDidSmile","count":2}"#, nil),
    ] as [(String, String?)])
  func `an attempt is read as far as its line has it, and only from its event`(line: String, words: String?) throws {
    #expect(try #require(HistoryRecord(line: Array(line.utf8))).attempt?.words == words)
  }

  @Test(arguments: [(nil, nil), (0, nil), (1, "1 attempt"), (3, "3 attempts")] as [(Int64?, String?)])
  func `the attempts of a session are mentioned if there are any`(count: Int64?, words: String?) {
    #expect(AttemptWords.text(count) == words)
  }
}

extension AttemptHistoryTests {
  /// A machine at 08:00 with a session of 'b', which blocks an application.
  private func machine() throws -> DurableMachine {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    try machine.handle(.command(.start("b".profileKey)))
    return machine
  }

  /// Reports attempts on what the session of a machine blocks.
  @discardableResult
  private func attempt(count: Int64, on machine: inout DurableMachine) throws -> Evaluation {
    if machine.engine == nil { try machine.handle() }
    let session = try #require(machine.engine?.engine.sessions.first)
    return try machine.handle(
      .attempts([
        ShieldAttempt(
          adapter: .sweeper, outcome: .ended, application: "steam", program: "/usr/games/steam", user: "ana",
          count: count, profile: session.profile, session: session.id)
      ]))
  }

  @Test func `attempts are durable, and the count survives a restart until the record of the session has it`() throws {
    var machine = try machine()
    try attempt(count: 2, on: &machine)
    machine.kill()
    machine.pass(seconds: 60)
    try attempt(count: 3, on: &machine)
    #expect(machine.engine?.engine.sessions.map(\.attemptCount) == [5])
    machine.kill()
    try machine.handle(.command(.stop()))
    let lines = try machine.history()
    #expect(lines.compactMap { $0["count"]?.integerValue } == [2, 3])
    #expect(lines.filter { $0["event"] == .string("sessionDidFinish") }.map { $0["attempts"] } == [.integer(5)])
  }

  @Test func `a session that an earlier version stored has no attempts yet`() throws {
    let machine = try machine()
    let session = try #require(machine.engine?.engine.sessions.first)
    let records = try #require(machine.engine?.engine.records)
    #expect(records.allSatisfy { !String(decoding: $0.payload, as: UTF8.self).contains("\"attempts\"") })
    var problems: [StateProblem] = []
    let engine = Engine(ConfigurationVersions(machine.configuration), records: records, problems: &problems)
    #expect(problems.isEmpty && engine.sessions == [session] && session.attemptCount == 0)
  }

  @Test func `attempts on a full disk are recorded once it has room`() throws {
    var machine = try machine()
    machine.files.plan.capacity = 0
    let evaluation = try attempt(count: 2, on: &machine)
    #expect(!evaluation.failures.isEmpty && evaluation.events.isEmpty)
    machine.files.plan.capacity = nil
    machine.pass(seconds: 10)
    #expect(try machine.handle().events.map(\.attempt?.count) == [2])
    #expect(machine.engine?.engine.sessions.map(\.attemptCount) == [2])
  }

  @Test func `attempts on a full disk do not fill the memory, and those that are given up are reported`() throws {
    var machine = try machine()
    let session = try #require(machine.engine?.engine.sessions.first)
    let attempt = ShieldAttempt(
      adapter: .sweeper, outcome: .ended, application: "steam", program: "/usr/games/steam", user: "ana", count: 1,
      profile: session.profile, session: session.id)
    machine.files.plan.capacity = 0
    for (lost, total) in [(0, 600), (200, 1_000), (600, 1_000)] as [(Int, Int64)] {
      #expect(try machine.handle(.attempts(Array(repeating: attempt, count: 600))).lostLineCount == lost)
      #expect(machine.engine?.engine.sessions.map(\.attemptCount) == [total])
    }
    machine.files.plan.capacity = nil
    machine.pass(seconds: 10)
    let evaluation = try machine.handle()
    #expect(evaluation.events.count == 1_000 && evaluation.lostLineCount == 0)
    #expect(try machine.handle(.attempts([attempt])).events.count == 1)
  }

  @Test func `the list of sessions has the attempts of running and ended sessions, and none of others`() throws {
    var machine = try machine()
    try attempt(count: 2, on: &machine)
    let present = try #require(machine.engine?.engine.present)
    let running = SessionEntry(try #require(machine.engine?.engine.sessions.first), at: present)
    try machine.handle(.command(.stop()))
    let ended = SessionEntry(try #require(machine.evaluation?.finished.first))
    let line = try #require(machine.files["history.jsonl"]?.split(separator: 10).last.map(Array.init))
    let read = try #require(HistoryRecord(line: line).flatMap { SessionEntry($0) })
    let old = String(decoding: line, as: UTF8.self).replacing(",\"attempts\":2", with: "")
    let older = try #require(HistoryRecord(line: Array(old.utf8)).flatMap { SessionEntry($0) })
    for (entry, count) in [(running, Int64(2)), (ended, 2), (read, 2), (older, nil)] {
      var json = JSONWriter()
      entry.write(to: &json, in: .utc)
      let object = try #require(try JSONValue(parsing: json.bytes).objectValue)
      #expect(entry.attemptCount == count && object["attempts"] == (count.map { .integer($0) } ?? .null))
      let cells = entry.csv(in: .utc).split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells.count == SessionEntry.columns.count)
      let column = try #require(SessionEntry.columns.firstIndex(of: "attempts"))
      #expect(cells[column] == (count.map { "\($0)" } ?? ""))
    }
  }
}
