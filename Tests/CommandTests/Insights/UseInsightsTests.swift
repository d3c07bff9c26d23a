import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import schedctl

/// What `insights` says about use, goals, the time saved, and what to do.
@Suite struct UseInsightsTests {
  private func rows(_ machine: OfflineMachine, _ words: String...) throws -> [[String: Any]] {
    try machine.run(["insights"] + words + ["--json"]).output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func numbers(_ rows: [[String: Any]], _ kind: String, _ key: String) -> [String: Int] {
    let some = rows.filter { $0["kind"] as? String == kind }.compactMap { row in
      (row[key] as? Int).map { ("\(row["name"] ?? "")", $0) }
    }
    return Dictionary(some) { $0 + $1 }
  }

  @Test func `text has use by application, category, domain and hour, goals, the time saved and suggestions`() throws {
    let text = try UsedWeek.machine().run("insights").output
    #expect(try text == Golden("Tests/CommandTests/Goldens/insights/used-week.txt").agreed(with: text))
    let guide = try String(contentsOfFile: Checkout.path("docs/insights.md"), encoding: .utf8)
    #expect(guide.contains("$ schedctl insights\n" + text))
  }

  @Test func `rows for programs are those of the text, in JSON and in CSV`() throws {
    let machine = try UsedWeek.machine()
    for (option, file) in [("--json", "used-week.jsonl"), ("--csv", "used-week.csv")] {
      let text = try machine.run("insights", option).output
      #expect(try text == Golden("Tests/CommandTests/Goldens/insights/" + file).agreed(with: text))
    }
  }

  @Test func `days and hours are cut by the zone, and sums of days, hours and applications are equal`() throws {
    let rows = try rows(UsedWeek.machine())
    #expect(numbers(rows, "day", "useSeconds")["2026-11-24"] == 95 * 60, "from 00:10 in Berlin on")
    let total = numbers(rows, "total", "useSeconds")["week"]
    #expect(total == 312 * 60)
    for kind in ["day", "hour", "app"] {
      #expect(numbers(rows, kind, "useSeconds").values.reduce(0, +) == total, "\(kind)")
    }
    #expect(
      numbers(rows, "domain", "useSeconds") == ["reddit.com": 1_800, "old.reddit.com": 2_700, "example.org": 720])
    #expect(numbers(rows, "category", "useSeconds")["Game"] == 50 * 60)
    #expect(numbers(rows, "category", "useSeconds")["GNOME"] == nil)
  }

  @Test func `attempts within one median of use count once, and no more is saved than the focus time`() throws {
    let machine = try UsedWeek.machine()
    // Visits of 50, 20 and 30 minutes: the attempts of 09:10 and 09:12 are one.
    #expect(numbers(try rows(machine), "total", "savedSeconds") == ["week": 3 * 30 * 60])
    try UsedWeek.record(
      [("steam", nil, [], "2026-11-10T08:00:00Z", 600), ("steam", nil, [], "2026-11-11T08:00:00Z", 600)],
      in: machine)
    #expect(numbers(try rows(machine), "total", "savedSeconds") == ["week": 2 * 50 * 60])
    let other = try UsedWeek.machine()
    try UsedWeek.record((1...9).map { ("steam", nil, [], "2026-11-0\($0)T08:00:00Z", 600) }, in: other)
    #expect(numbers(try rows(other), "total", "savedSeconds") == ["week": 14_400])
    #expect(numbers(try rows(other), "target", "savedSeconds") == ["steam": 14_400])
  }

  @Test func `a goal has a row for each of its days or weeks, which is judged when nothing can change any more`() throws
  {
    let rows = try rows(UsedWeek.machine(), "month")
    func kept(_ name: String) -> [String] {
      rows.filter { $0["kind"] as? String == "goal" && $0["name"] as? String == name }.map { row in
        let start = "\(row["start"] ?? "")".prefix(10)
        return
          "\(start) \(row["useSeconds"] as? Int ?? row["enforcingSeconds"] as? Int ?? -1) \(row["kept"] as? Bool as Any)"
      }
    }
    #expect(
      kept("less-news").suffix(4) == [
        "2026-11-22 0 Optional(true)", "2026-11-23 1200 Optional(true)", "2026-11-24 2700 Optional(false)",
        "2026-11-25 600 nil",
      ])
    #expect(kept("less-news").first == "2026-11-01 -1 nil", "nothing measured use then")
    #expect(kept("deep-work").suffix(2) == ["2026-11-16 0 Optional(false)", "2026-11-23 14400 nil"])
    #expect(kept("deep-work").first == "2026-10-26 0 Optional(false)", "a week counts as a whole")
  }

  @Test func `use that was not measured is reported, and keeps goals open that it could change`() throws {
    let machine = try UsedWeek.machine()
    let user = "kim"
    machine.accounts = AccountDatabase(
      passwordFile: try machine.folder.write("kim:x:1000:1000::/home/kim:/bin/sh\n", to: "passwd"),
      groupFile: try machine.folder.write("", to: "group"), getent: nil)
    let edges = [
      ("useGapDidStart", "2026-11-22T23:30:00Z", user), ("useGapDidEnd", "2026-11-23T00:10:00Z", user),
      ("useGapDidStart", "2026-11-24T08:00:00Z", user), ("useGapDidStart", "2026-11-24T09:00:00Z", "somebody"),
      ("useGapDidEnd", "2026-11-24T08:20:00Z", user),
    ]
    let lines = edges.enumerated().map { index, edge in
      #"{"sequence":\#(machine.history.count + index + 1),"event":"\#(edge.0)","planned":"\#(edge.1)","#
        + #""delivered":"\#(edge.1)","user":"\#(edge.2)"}"#
    }
    try machine.folder.write((machine.history + lines).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    let rows = try rows(machine)
    #expect(
      numbers(rows, "day", "gapSeconds").filter { $0.value > 0 } == ["2026-11-23": 2_400, "2026-11-24": 1_200])
    #expect(numbers(rows, "total", "gapSeconds") == ["week": 3_600])
    let news = rows.filter { $0["kind"] as? String == "goal" && $0["name"] as? String == "less-news" }
    // 20, 45 and 10 of at most 30 minutes.
    #expect(news.map { $0["kept"] as? Bool } == [nil, false, nil], "\(news)")
    let text = try machine.run("insights").output
    let words = "se was not measured for 1 h (only running programs were known)"
    #expect(text.contains("\nuse 5 h 12 min\nu\(words)\n"), "\(text)")
    let page = try machine.run("insights", "--html", "-").output
    #expect(page.contains("<dt>Use not measured</dt>") && page.contains("U\(words).</p>"), "\(page)")
    #expect(try machine.run("log").output.contains(user))
  }

  @Test func `what is due has no lines yet, and none is reported as missing`() throws {
    let machine = try OfflineMachine("timezone = \"Europe/Berlin\"\n[profile.q]\nwindow = [\"09:00-10:00\"]\n")
    _ = try machine.run("run", "--once")
    for time in ["2026-11-23 09:30", "2026-11-23 12:00"] {
      try machine.wait(until: time)
      #expect(try machine.run("insights").messages == "")
    }
  }

  @Test func `without a configuration the record of use is shown alone`() throws {
    let machine = try UsedWeek.machine()
    let outcome = try machine.run(["insights"], bare: true)
    #expect(outcome.end == .exit(0) && outcome.output.contains("use 5 h 12 min"), "\(outcome)")
    #expect(outcome.messages.contains("there is no configuration") && outcome.messages.contains("without sessions"))
  }

  @Test func `a goal may count all use`() throws {
    let goal = "\n[goal.screen]\nat-most = \"4h\"\nall = true\n"
    let rows = try rows(UsedWeek.machine(UsedWeek.configuration + goal))
    let days = rows.filter { $0["kind"] as? String == "day" }.map { $0["useSeconds"] as? Int ?? -1 }
    let counts = rows.filter { $0["kind"] as? String == "goal" && $0["name"] as? String == "screen" }
    #expect(counts.map { $0["useSeconds"] as? Int ?? -1 } == Array(days.prefix(counts.count)) && counts.count >= 3)
    #expect(counts.first?["kept"] as? Bool == true && days[0] > 0, "\(days)")
  }

  @Test func `a day of the zone before the first use has no verdict, although UTC has the same date then`() throws {
    let configuration = UsedWeek.configuration.replacing("Europe/Berlin", with: "Pacific/Auckland")
    let rows = try rows(UsedWeek.machine(configuration), "month")
    let goals = rows.filter { $0["kind"] as? String == "goal" && $0["name"] as? String == "less-news" }
    let verdicts = goals.map { "\("\($0["start"] ?? "")".prefix(10)) \($0["useSeconds"] as? Int ?? -1)" }
    #expect(verdicts.contains("2026-11-22 -1") && verdicts.contains("2026-11-23 0"), "\(verdicts)")
  }

  /// A person who flew from Hawaii over the date line to Kiribati on Sunday, and to Berlin on Tuesday: 20 minutes in Hawaii
  /// on the evening of Saturday, 70 in Kiribati up to Tuesday at 8:00, and 40 in Berlin.
  private func journey(_ configuration: String) throws -> OfflineMachine {
    let machine = try OfflineMachine(configuration)
    try machine.wait(until: "2026-11-25 13:00")
    func use(_ app: String, _ start: String, _ minutes: Int64) -> UsedWeek.Use { (app, nil, [], start, minutes) }
    try UsedWeek.record([use("x", "2026-11-22T08:30:00Z", 20)], in: machine, zone: "Pacific/Honolulu")
    try UsedWeek.record(
      [use("x", "2026-11-22T09:30:00Z", 60), use("y", "2026-11-23T18:00:00Z", 10)], in: machine,
      zone: "Pacific/Kiritimati")
    try UsedWeek.record(
      [use("z", "2026-11-24T22:45:00Z", 30), use("x", "2026-11-24T07:00:00Z", 10)], in: machine, zone: "Europe/Berlin")
    return machine
  }

  private static let travelGoal = "[profile.p]\n[goal.screen]\nat-most = \"25m\"\nall = true\n"

  @Test func `use stays on the days and hours of the zone in which it was, also at the edges of what is shown`() throws
  {
    let machine = try journey(Self.travelGoal)
    let week = try rows(machine)
    let days = ["2026-11-23": 30 * 60, "2026-11-24": 35 * 60, "2026-11-25": 15 * 60]
    #expect(numbers(week, "day", "useSeconds").filter { $0.value > 0 } == days)
    let hours = ["00:00": 45 * 60, "08:00": 20 * 60, "23:00": 15 * 60]
    #expect(numbers(week, "hour", "useSeconds") == hours)
    #expect(numbers(week, "total", "useSeconds") == ["week": 80 * 60])
    // 22 November in Kiribati, from 23:30 on.
    #expect(numbers(try rows(machine, "--from", "2026-11-22"), "day", "useSeconds")["2026-11-22"] == 30 * 60)
    for (date, seconds) in days.merging(["2026-11-21": 20 * 60], uniquingKeysWith: max) {
      #expect(numbers(try rows(machine, "day", "--from", date), "total", "useSeconds") == ["day": seconds], "\(date)")
    }
    let verdicts = week.filter { $0["kind"] as? String == "goal" }.map { row in
      "\(row["start"] ?? "") \(row["useSeconds"] ?? "") \((row["kept"] as? Bool).map { "\($0)" } ?? "open")"
    }
    #expect(
      verdicts == [
        "2026-11-23T00:00:00+01:00 1800 false", "2026-11-24T00:00:00+01:00 2100 false",
        "2026-11-25T00:00:00+01:00 900 open",
      ])
    machine.zone = "America/New_York"
    #expect(numbers(try rows(machine), "day", "useSeconds").filter { $0.value > 0 } == days, "after another journey")
  }

  @Test func `a configuration that names a zone has all use in that one`() throws {
    let machine = try journey("timezone = \"Europe/Berlin\"\n" + Self.travelGoal)
    let days = ["2026-11-23": 10 * 60, "2026-11-24": 25 * 60, "2026-11-25": 15 * 60]
    #expect(numbers(try rows(machine), "day", "useSeconds").filter { $0.value > 0 } == days)
    #expect(numbers(try rows(machine, "--from", "2026-11-22"), "day", "useSeconds")["2026-11-22"] == 80 * 60)
  }

  @Test func `what is suggested is valid at the end of the configuration, and then is not suggested again`() throws {
    var configuration = UsedWeek.configuration
    var names: [String] = []
    for _ in 0..<8 {
      let machine = try UsedWeek.machine(configuration)
      let check = try machine.run("check")
      #expect(check.end == .exit(0), "\(check.messages)\n\(configuration)")
      guard let advice = try rows(machine).first(where: { $0["kind"] as? String == "suggestion" }) else { break }
      names.append("\(advice["name"] ?? "")")
      configuration += "\n\(advice["toml"] ?? "")\n"
    }
    #expect(names.contains("org.gnome.Builder") && names.contains("09:00"), "\(names)")
    #expect(Set(names).count == names.count && names.count < 8, "\(names)")
  }

  @Test(arguments: [
    "limit = { apps = [\"org.gnome.Builder\"], use = \"1h\" }", "limit = { all = true, use = \"9h\" }",
    "limit = { categories = [\"Development\"], use = \"1h\" }",
  ])
  func `a limit names its targets, too`(limit: String) throws {
    let machine = try UsedWeek.machine(UsedWeek.configuration + "\n[profile.q]\n\(limit)\n")
    #expect(try !machine.run("insights").output.contains("no profile names 'org.gnome.Builder'"))
  }

  @Test func `nothing is suggested that no profile may list`() throws {
    let machine = try UsedWeek.machine()
    try UsedWeek.record([("games/chess", nil, [], "2026-11-25T09:00:00Z", 900)], in: machine)
    #expect(try machine.run("insights").output.contains("no profile names 'org.gnome.Builder'"))
  }

  @Test func `a program is left out of suggestions for a category that only the record has`() throws {
    let machine = try UsedWeek.machine()
    let uses: [UsedWeek.Use] = [
      ("zterm", nil, ["TerminalEmulator"], "2026-11-25T09:00:00Z", 600),
      ("zbrowse", nil, ["WebBrowser"], "2026-11-25T09:00:00Z", 500),
    ]
    try UsedWeek.record(uses, in: machine)
    let text = try machine.run("insights").output
    #expect(text.contains("zterm") && text.contains("zbrowse"))
    #expect(text.contains("suggestion: no profile names 'org.gnome.Builder'"), "\(text)")
  }

  @Test(arguments: [40, 24]) func `the lines fit a narrow terminal`(columns: Int) throws {
    let machine = try UsedWeek.machine()
    var run = ProgramRun("insights", "--from", "2026-11-25", "--config", "week.toml", "--state", machine.state)
    run.folder = machine.folder.path
    run.environment["HOME"] = machine.folder.path
    run.output = .terminal(columns: UInt16(columns))
    let text = try run.outcome().output
    let lines = text.split(separator: "\n")
    // Lines to paste stay whole, and so do words.
    let long = lines.filter { $0.count > columns && !$0.hasPrefix("  ") && $0.contains(" ") }
    #expect(lines.count > 60 && long == [], "\(text)")
  }

  @Test func `control characters of a name do not reach the terminal with CSV`() throws {
    let machine = try UsedWeek.machine()
    try UsedWeek.record([("\u{1B}[31mred\u{202E}", nil, [], "2026-11-25T09:00:00Z", 60)], in: machine)
    let text = try machine.run("insights", "--csv").output
    #expect(text.contains("app,␛[31mred\u{FFFD},"), "\(text)")
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func `a ledger with a damaged day counts the others, and says so`() throws {
    let machine = try UsedWeek.machine()
    try machine.folder.write("schedctl-use 1 2026-11-24\n", to: ".local/state/schedctl/use/2026-11-24.use")
    let outcome = try machine.run("insights", "--json")
    #expect(outcome.end == .exit(0))
    #expect(outcome.messages.contains("the use of 2026-11-24 is damaged and not counted"), "\(outcome.messages)")
    #expect(numbers(try rows(machine), "app", "useSeconds") == ["org.gnome.Builder": 10_500, "firefox": 5_220])
  }

  @Test func `an at-most goal is not kept by a day whose record is lost`() throws {
    let machine = try UsedWeek.machine()
    func kept() throws -> [Bool?] {
      try rows(machine).filter { $0["kind"] as? String == "goal" && $0["name"] as? String == "less-news" }
        .map { $0["kept"] as? Bool }
    }
    #expect(try kept() == [true, false, nil])
    try machine.folder.write("schedctl-use 1 2026-11-23\n", to: ".local/state/schedctl/use/2026-11-23.use")
    #expect(try kept() == [nil, nil, nil])
  }

  @Test func `forget deletes the ledger, whole or before a date`() throws {
    let machine = try UsedWeek.machine()
    #expect(try machine.run(["forget", "--before", "2026-11-24", "--json"], bare: true).output == "{\"days\":2}\n")
    #expect(numbers(try rows(machine), "app", "useSeconds") == ["steam": 3_000, "firefox": 600])
    #expect(try machine.run(["forget"], bare: true).output == "deleted the use of 2 days\n")
    #expect(try machine.run(["forget"], bare: true).output == "deleted the use of no days\n")
    let refused = try machine.run(["forget", "--before", "yesterday"], bare: true)
    #expect(refused.end == .exit(64) && refused.messages.contains("'--before' is a date such as 2026-01-01"))
  }
}
