import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import TestSupport
import Testing

@testable import schedctl

/// What bars show of `live.json` while time passes.
@Suite struct BarStatusTests {
  @Test(
    arguments: [
      (0, "0m", "0m"), (1, "1m", "0m"), (59, "1m", "0m"), (60, "1m", "1m"), (61, "2m", "1m"), (1500, "25m", "25m"),
      (3600, "1h", "1h"), (5400, "1h30m", "1h30m"), (5401, "1h31m", "1h30m"), (90_000, "25h", "25h"), (-5, "0m", "0m"),
    ] as [(Int64, String, String)])
  func `remaining time is rounded up, and elapsed time is rounded down`(seconds: Int64, left: String, passed: String) {
    #expect(BarWords.minutes(seconds, isLeft: true) == left)
    #expect(BarWords.minutes(seconds, isLeft: false) == passed)
  }

  private static let start = Instant(epochSeconds: 1_795_420_800)

  /// A session of `live.json`, written at the start.
  private static func session(
    mode: String = "timer", state: String = "running", left: Int64?, of total: Int64?, lift: Int64? = nil
  ) -> JSONObject {
    let isCounting = state == "running" && left != nil
    func time(_ seconds: Int64) -> JSONValue { .string(start.adding(seconds: seconds).description) }
    return [
      "id": .string("6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"), "profile": .string("p"),
      "link": .string("schedctl://profile/id"),
      "remainingSeconds": left.map(JSONValue.integer) ?? .null, "elapsedSeconds": .integer((total ?? 90) - (left ?? 0)),
      "totalDuration": total.map(JSONValue.integer) ?? .null, "modeIdentifier": .string(mode),
      "modeDisplayName": .string("Name"), "modeLabel": .string("LABEL"), "stateIdentifier": .string(state),
      "displayTime": .string("00:00"), "timerEndDate": isCounting ? time(left ?? 0) : .null,
      "sessionCount": .integer(0), "staleDate": .null, "color": .string("#8b5cf6"),
      "lift": lift.map { .object(["kind": .string("break"), "until": time($0)]) } ?? .null, "access": .array([]),
    ]
  }

  private static func status(
    _ session: JSONObject, after seconds: Int64, nanosecond: Int64 = 0
  ) throws -> BarStatus {
    let live: JSONObject = [
      "version": .integer(1), "writtenAt": .string(start.description), "shield": .string("active"),
      "sessions": .array([.object(session)]),
    ]
    let now = Moment(wall: start.adding(seconds: seconds), nanosecond: nanosecond, boot: 0, bootID: "")
    return BarStatus(try #require(LiveState(live)), now: now, zone: .utc)
  }

  /// A session, how long after it was written it is looked at, and what is seen.
  struct Look {
    let session: JSONObject
    let after: Int64
    var nanosecond: Int64 = 0
    let line: String
  }

  @Test(arguments: [
    Look(session: session(left: 1500, of: 1500), after: 0, line: "running 25m 25:00 25m 0m 0 #8b5cf6"),
    Look(session: session(left: 1501, of: 1500), after: 0, nanosecond: 1, line: "running 25m 25:00 25m 0m 0 #8b5cf6"),
    Look(session: session(left: 1500, of: 1500), after: 750, line: "running 13m 12:30 13m 12m 48 #8b5cf6"),
    Look(session: session(left: 1500, of: 1500), after: 1440, line: "running 1m 01:00 1m 24m 96 #8b5cf6"),
    Look(session: session(left: 1500, of: 1500), after: 1441, line: "running 1m 00:59 1m 24m 96 #ef4444"),
    Look(session: session(left: 1500, of: 1500), after: 1500, line: "idle     0 "),
    Look(
      session: session(mode: "focus", left: 1500, of: 1500), after: 1600, line: "running 0m 00:00 0m 25m 100 #ef4444"),
    Look(
      session: session(mode: "focus", state: "paused", left: 900, of: 1500), after: 600,
      line: "paused 15m 15:00 15m 10m 40 #8b5cf6"),
    Look(
      session: session(state: "paused", left: 7200, of: 7200, lift: 900), after: 300,
      line: "paused 10m 10:00 1h55m 5m 4 #8b5cf6"),
    Look(
      session: session(state: "paused", left: 7200, of: 7200, lift: 900), after: 900,
      line: "running 1h45m 1:45:00 1h45m 15m 12 #8b5cf6"),
    Look(
      session: session(mode: "manual", left: nil, of: nil), after: 3630, line: "running 1h2m 1:02:00  1h2m  #8b5cf6"),
  ])
  func `a status bar computes the current times from an older live.json`(look: Look) throws {
    let template = try StatusTemplate("{state} {time} {clock} {remaining} {elapsed} {percent} {color}")
    let line = template.line(of: try Self.status(look.session, after: look.after, nanosecond: look.nanosecond))
    #expect(line == (look.line.hasPrefix("idle") ? "idle      " : look.line))
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a status line does not change before the next change time that it gives`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let total = Int64.random(in: 1...8_000, using: &random)
    let left = Int64.random(in: 0...total, using: &random)
    let isOpen = Bool.random(using: &random)
    let lift = Bool.random(using: &random) ? Int64.random(in: 1...2_000, using: &random) : nil
    let session = Self.session(
      mode: isOpen ? "manual" : "focus", state: lift == nil ? "running" : "paused", left: isOpen ? nil : left,
      of: isOpen ? nil : total, lift: lift)
    let field = StatusField.allCases.randomElement(using: &random)!
    let template = try StatusTemplate("{\(field.rawValue)}")
    var second = Int64.random(in: 0...2_000, using: &random)
    for _ in 1...5 {
      let status = try Self.status(session, after: second)
      let line = template.line(of: status)
      let change = [status.nextPassing(template.pace), status.sessions.first?.lift?.end, status.sessions.first?.end]
        .compactMap(\.self).filter { $0 > status.now }.min()
      let next = change?.seconds(since: Self.start) ?? second + 200
      #expect(next > second, "seed \(seed)")
      let betweens = [next - 1] + (1...8).map { _ in Int64.random(in: second..<next, using: &random) }
      for between in betweens {
        #expect(
          try template.line(of: Self.status(session, after: between)) == line, "seed \(seed): \(field) at \(between)")
      }
      second = next
    }
  }
}
