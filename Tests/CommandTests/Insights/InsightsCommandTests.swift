import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import schedctl

/// What `insights` prints of a week with two sessions and some attempts.
@Suite struct InsightsCommandTests {
  private func machine() throws -> OfflineMachine {
    let machine = try OfflineMachine("timezone = \"Europe/Berlin\"\n[profile.p]\nblock = { apps = [\"steam\"] }\n")
    for time in ["2026-11-23 09:00", "2026-11-24 22:30"] {
      try machine.wait(until: time)
      #expect(try machine.run("start", "p", "--for", "2h", "--offline").end == .exit(0))
    }
    try machine.wait(until: "2026-11-25 13:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    let attempts = [("steam", "2026-11-23T08:10:00Z", 3), ("reddit.com", "2026-11-24T22:00:00Z", 1)].enumerated().map {
      index, attempt in
      #"{"sequence":\#(machine.history.count + index + 1),"event":"shieldDidBlock","profile":"p","#
        + #""planned":"\#(attempt.1)","delivered":"\#(attempt.1)","message":"\#(attempt.0)","outcome":"denied","count":\#(attempt.2)}"#
    }
    try machine.folder.write((machine.history + attempts).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    return machine
  }

  @Test func `sessions of a profile that only has limits are no focus, and completed rounds are counted`() throws {
    let limit = "limit = { apps = [\"chess\"], use = \"1h\" }\n"
    let machine = try OfflineMachine(
      "timezone = \"Europe/Berlin\"\n[profile.both]\n\(limit)block.apps = [\"steam\"]\n[profile.limits]\n\(limit)"
        + "[profile.rounds]\nblock.apps = [\"steam\"]\n"
        + "strategy = { type = \"pomodoro\", focus = \"25m\", short-break = \"5m\", rounds = 2 }\n")
    for (profile, time) in [
      ("both", "2026-11-23 09:00"), ("limits", "2026-11-23 09:30"), ("rounds", "2026-11-23 12:00"),
    ] {
      try machine.wait(until: time)
      let words = ["start", profile, "--offline"] + (profile == "rounds" ? [] : ["--for", "1h"])
      #expect(try machine.run(words).end == .exit(0))
    }
    try machine.wait(until: "2026-11-24 13:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    let text = try machine.run("insights").output
    #expect(text.contains("\nfocus 1 h 25 min in 3 sessions, 1 completed round,"), "\(text)")
    #expect(text.contains("\nboth     1 h ") && text.contains("\nlimits   "), "\(text)")
  }

  @Test func `text has a table of days with bars, and what was tried`() throws {
    let text = try machine().run("insights").output
    #expect(try text == Golden("Tests/CommandTests/Goldens/insights/week.txt").agreed(with: text))
  }

  @Test func `rows for programs have equal numbers as JSON and as CSV`() throws {
    let machine = try machine()
    for (option, file) in [("--json", "week.jsonl"), ("--csv", "week.csv")] {
      let text = try machine.run("insights", option).output
      #expect(try text == Golden("Tests/CommandTests/Goldens/insights/" + file).agreed(with: text))
    }
    let rows = try machine.run("insights", "--json").output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let kinds = rows.map { "\($0["kind"] ?? "")" }
    #expect(kinds.first == "total" && kinds.count { $0 == "day" } == 7)
    func sum(_ kind: String, _ key: String) -> Int {
      rows.filter { $0["kind"] as? String == kind }.reduce(0) { $0 + ($1[key] as? Int ?? 0) }
    }
    for key in ["enforcingSeconds", "sessions", "attempts"] { #expect(sum("day", key) == sum("total", key), "\(key)") }
    #expect(sum("total", "enforcingSeconds") == 14_400)
    #expect(sum("hour", "attempts") == 4 && sum("target", "attempts") == 4)
  }

  @Test(arguments: [("kim", 40), ("lee", 0)])
  func `without sessions, no more is saved than the time in which the person's limits blocked`(
    user: String, minutes: Int
  ) throws {
    let limit = "limit = { apps = [\"steam\"], use = \"30m\" }\n"
    let machine = try OfflineMachine("timezone = \"Europe/Berlin\"\n[profile.p]\n" + limit)
    machine.accounts = AccountDatabase(
      passwordFile: try machine.folder.write("kim:x:1000:1000::/home/kim:/bin/sh\n", to: "passwd"),
      groupFile: try machine.folder.write("", to: "group"), getent: nil)
    try machine.wait(until: "2026-11-25 00:20")
    _ = try machine.run("run", "--once")
    // The second block begins ten minutes before the first one ends, and has not ended.
    let reached = [("23:40", "2026-11-24T23:00:00Z"), ("23:50", "2026-11-25T23:00:00Z")].map { time, until in
      #""event":"eventDidReachThreshold","profile":"p","planned":"2026-11-24T\#(time.replacing("23", with: "22")):00Z","#
        + #""delivered":"2026-11-24T22:50:00Z","message":"steam","user":"\#(user)","until":"\#(until)"}"#
    }
    let tries = (0..<9).map { number in
      #""event":"shieldDidBlock","profile":"p","planned":"2026-11-24T0\#(number):00:00Z","#
        + #""delivered":"2026-11-24T23:00:00Z","message":"steam","outcome":"denied","count":1}"#
    }
    let first = machine.history.count + 1
    let lines = (reached + tries).enumerated().map { #"{"sequence":\#(first + $0),"# + $1 }
    try machine.folder.write((machine.history + lines).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    try UsedWeek.record(UsedWeek.uses, in: machine)
    let rows = try machine.run("insights", "--json").output.split(separator: "\n")
    for kind in ["total", "target"] {
      let row = rows.first { $0.contains(#""kind":"\#(kind)""#) }
      #expect(row?.contains(#""savedSeconds":\#(minutes * 60),"#) ?? false, "\(rows)")
    }
    #expect(try machine.run("insights").output.contains("about 40 min saved") == (minutes > 0))
  }

  @Test(arguments: [("kim:x:1000:1000::/home/kim:/bin/sh\n", 9), ("", 12)])
  func `attempts are those of the person, by name or by number, and those of an unknown user`(
    accounts: String, expected: Int
  ) throws {
    let machine = try OfflineMachine("timezone = \"Europe/Berlin\"\n[profile.p]\nblock.apps = [\"steam\"]\n")
    machine.accounts = AccountDatabase(
      passwordFile: try machine.folder.write(accounts, to: "passwd"),
      groupFile: try machine.folder.write("", to: "group"), getent: nil)
    try machine.wait(until: "2026-11-25 13:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    let tries = [(#","user":"kim""#, 1), (#","user":"lee""#, 2), (#","user":"1000""#, 4), ("", 8)]
    let first = machine.history.count + 1
    let lines = tries.enumerated().map { index, attempt in
      #"{"sequence":\#(first + index),"event":"shieldDidBlock","profile":"p","planned":"2026-11-24T08:00:00Z","#
        + #""delivered":"2026-11-24T08:00:00Z","message":"steam","outcome":"denied","count":\#(attempt.1)\#(attempt.0)}"#
    }
    try machine.folder.write((machine.history + lines).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    let text = try machine.run("insights").output
    #expect(text.contains(", \(expected) attempts,"), "\(text)")
  }

  @Test func `another day has what ran on it, and a day without anything is no error`() throws {
    let machine = try machine()
    let night = try machine.run("insights", "day", "--from", "2026-11-25", "--json").output
    #expect(night.contains(#""enforcingSeconds":1800,"#), "\(night)")
    let empty = try machine.run("insights", "day", "--from", "2026-11-27")
    #expect(empty.end == .exit(0) && empty.output.contains("no sessions"), "\(empty.output)")
  }

  @Test func `a word that is no period, and two formats, are refused`() throws {
    let machine = try machine()
    let refused = try machine.run("insights", "year")
    #expect(refused.end == .exit(64) && refused.messages.contains("'year' is no period"))
    #expect(try machine.run("insights", "--json", "--csv").end == .exit(64))
  }
}
