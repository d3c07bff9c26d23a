import Foundation
import ProgramTesting
import SchedulerCivilTime
import Testing

@testable import schedctl

/// What `timeline` does with options, files and terminals.
@Suite struct TimelineCommandTests {
  private static let words = ["timeline", "--config", "examples/student.toml", "--week", "2026-06-10"]

  @Test func `the grid names file, zone and week`() throws {
    let outcome = try ProgramRun(arguments: Self.words).outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    let heading = "examples/student.toml · Europe/Berlin · week 24, Mon 8 June to Sun 14 June 2026\n\n"
    #expect(outcome.output.hasPrefix(heading))
  }

  @Test func `the list of long profile keys and names stays within the width of the timeline grid`() throws {
    let folder = try WorkFolder()
    let (key, name) = (String(repeating: "key", count: 30), String(repeating: "Name", count: 30))
    let toml =
      "[profile.\(key)]\nname = \"\(name) of \(name)\"\nwindow = [\"09:00-10:00\"]\nblock = { sets = [\"news\"] }\n"
    let path = try folder.write(toml, to: "long.toml")
    let output = try ProgramRun("timeline", "--config", path, "--week", "2026-06-08").outcome().output
    let lines = output.split(separator: "\n")
    #expect(lines.count > 10 && lines.dropFirst().allSatisfy { $0.count <= 80 }, "\(output)")
    let whole = output.filter { !$0.isWhitespace }
    #expect(whole.contains(key) && whole.contains("\(name)of\(name)"))
  }

  @Test(arguments: ["2026-06-08", "2026-06-14 23:59:59", "2026-06-10T12:00:00Z", "2026-06-14T21:59:59Z"])
  func `timeline shows the whole week for any time within it`(time: String) throws {
    let whole = try ProgramRun(arguments: Self.words).outcome()
    #expect(try ProgramRun(arguments: Self.words + []).outcome() == whole)
    var other = Self.words
    other[4] = time
    #expect(try ProgramRun(arguments: other).outcome() == whole)
    other[4] = "2026-06-15"
    #expect(try ProgramRun(arguments: other).outcome() != whole)
  }

  @Test(arguments: [("this", "2026-10-26"), ("next", "2026-11-02"), ("last", "2026-10-19"), ("tomorrow", nil)])
  func `timeline knows this week, the next and the last by name`(name: String, date: String?) throws {
    // The first second of a Monday in Berlin, and a Sunday by UTC, a day after the clocks changed.
    let now = try #require(Instant(rfc3339: "2026-10-25T23:00:00Z"))
    let berlin = try ExampleWeek.zone("Europe/Berlin")
    let noon = IntervalQuery.week(named: name, at: now, in: berlin)
    #expect(noon.map { "\(berlin.civil(at: $0).date)" } == date)
    if date != nil { #expect(try ProgramRun("timeline", "--week", name).outcome().end == .exit(0)) }
  }

  @Test func `timeline --json prints one line for each day's part of an interval`() throws {
    let words = ["timeline", "--config", "Tests/CommandTests/Goldens/week.toml", "--week", "2026-10-25", "--json"]
    let lines = try ProgramRun(arguments: words + ["--profile", "evening"]).outcome().output.split(separator: "\n")
    #expect(lines.count == 14)
    #expect(
      lines[12]
        == #"{"date":"2026-10-25","profile":"evening","start":"2026-10-25T00:00:00+02:00","#
        + #""end":"2026-10-25T08:00:00+01:00","startEpoch":1792879200,"endEpoch":1792911600,"seconds":32400,"#
        + #""interval":{"start":"2026-10-24T23:30:00+02:00","end":"2026-10-25T08:00:00+01:00"}}"#)
    let all = try ProgramRun(arguments: words).outcome()
    let golden = Golden("Tests/CommandTests/Goldens/timeline-json.txt")
    #expect(try all == Outcome(.exit(0), output: golden.agreed(with: all.output)))
  }

  @Test func `timeline reports that it uses the built-in sample`() throws {
    let outcome = try ProgramRun("timeline", "--json", "--week", "2026-06-10").outcome()
    #expect(outcome.messages.hasPrefix("schedctl: no configuration found"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasSuffix(#","sample":true}"#) })
    #expect(try ProgramRun("timeline").outcome().output.hasPrefix("built-in sample · system (UTC) · week "))
  }

  @Test(arguments: [
    (["--week", "someday"], "'--week': 'someday' is not a time"),
    (["--week", "now", "--week", "now"], "'--week' is given 2"),
    (["--profile", "studdy"], "there is no profile 'studdy'\nhelp: did you mean 'study'?"),
    (["--svg", "-", "--json"], "'--svg' and '--json' exclude each other"), (["--svg"], "'--svg' needs a value"),
    (["week"], "unexpected argument 'week'"),
  ])
  func `a wrong command line is refused`(words: [String], message: String) throws {
    let outcome = try ProgramRun(arguments: Self.words.prefix(3) + words).outcome()
    #expect(outcome.end == .exit(64) && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("schedctl: " + message), "\(outcome.messages)")
  }

  @Test(arguments: ["week.toml", "./week.toml", "link.svg", "feeds.txt"])
  func `timeline --svg never overwrites a file of the configuration`(target: String) throws {
    let folder = try WorkFolder()
    let text = "[set.s]\ndomains-file = [\"feeds.txt\"]\n[profile.p.block]\nsets = [\"s\"]\n"
    let path = try folder.write(text, to: "week.toml")
    try folder.write("a.example\n", to: "feeds.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.svg", withDestinationPath: "week.toml")
    var run = ProgramRun("timeline", "--config", "week.toml", "--svg", target)
    run.folder = folder.path
    let message = "schedctl: '\(target)' is a file of the configuration: a picture would take its place\n"
    #expect(try run.outcome() == Outcome(.exit(64), messages: message))
    #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    #expect(FileManager.default.contents(atPath: folder.path + "/feeds.txt") == Data("a.example\n".utf8))
  }

  @Test func `timeline --svg refuses more than 200 profiles, and the text grid has no limit`() throws {
    let folder = try WorkFolder()
    let profiles = (0...200).map { "[profile.p\($0)]\nwindow = [\"09:00-17:00\"]\n" }.joined()
    let words = ["timeline", "--config", try folder.write(profiles, to: "many.toml"), "--week", "2026-06-10"]
    #expect(try ProgramRun(arguments: words).outcome().output.split(separator: "\n").count == 1 + 1 + 7 * 201 + 202)
    let refused = try ProgramRun(arguments: words + ["--svg", "-"]).outcome()
    let message = "schedctl: a picture has room for 200 profiles, found 201\nhelp: choose some with '--profile'\n"
    #expect(refused == Outcome(.exit(64), messages: message))
  }

  @Test func `only the profiles asked for are shown, in their own colours`() throws {
    let words = ["timeline", "--config", "Tests/CommandTests/Goldens/week.toml", "--week", "2026-06-10", "--svg", "-"]
    let one = try ProgramRun(arguments: words + ["--profile", "office", "--profile", "off"]).outcome()
    #expect(one.end == .exit(0) && one.output.contains("Office hours") && !one.output.contains("Deep work"))
    #expect(one.output.contains(">disabled<"))
    let accents = one.output.split(separator: "\n").filter { $0.contains(".accent{") }
    let all = try ProgramRun(arguments: words).outcome().output
    #expect(accents.allSatisfy { all.contains($0.drop { $0 != "{" }) })
  }

  @Test func `timeline prints colours only on a terminal or on request`() throws {
    var run = ProgramRun(arguments: Self.words)
    #expect(try !run.outcome().output.contains("\u{1B}"))
    run.arguments += ["--color", "always"]
    #expect(try run.outcome().output.contains("\u{1B}[38;5;"))
    run.environment["COLORTERM"] = "truecolor"
    #expect(try run.outcome().output.contains("\u{1B}[38;2;"))
    run = ProgramRun(arguments: Self.words)
    run.environment["TERM"] = "xterm"
    run.output = .terminal(columns: 80)
    #expect(try run.outcome().output.contains("\u{1B}[38;5;"))
    run.arguments += ["--color", "never"]
    #expect(try !run.outcome().output.contains("\u{1B}"))
  }

  @Test func `a locale without UTF-8 gets ASCII bars`() throws {
    var run = ProgramRun(arguments: Self.words)
    run.environment["LANG"] = "C"
    let output = try run.outcome().output
    #expect(output.contains("######") && !output.contains("█"))
  }
}

/// Pictures in files.
@Suite struct PictureFileTests {
  private func run(_ path: String, in folder: WorkFolder) -> ProgramRun {
    let example = Checkout.path("examples/student.toml")
    var run = ProgramRun("timeline", "--config", example, "--week", "2026-06-10", "--svg", path)
    run.folder = folder.path
    return run
  }

  @Test func `timeline --svg replaces an existing file and leaves no other file`() throws {
    let folder = try WorkFolder()
    let path = try folder.write("old", to: "week.svg")
    #expect(try run("week.svg", in: folder).outcome() == Outcome(.exit(0)))
    let picture = try run("-", in: folder).outcome()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == picture.output)
    #expect(picture.output.hasPrefix("<svg ") && picture.output.hasSuffix("</svg>\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["week.svg"])
    #expect(try run(folder.path + "/new.svg", in: folder).outcome() == Outcome(.exit(0)))
  }

  @Test(arguments: [
    ("nowhere/week.svg", "no such directory"), (".", "it is a directory"), ("/dev/full", "it is not a regular file"),
    ("", "no such directory"),
  ])
  func `timeline reports an unwritable picture and exits with 74`(path: String, reason: String) throws {
    let folder = try WorkFolder()
    let message = "schedctl: cannot write '\(path)': \(reason)\n"
    #expect(try run(path, in: folder).outcome() == Outcome(.exit(74), messages: message))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(.enabled(if: ProgramRun.canChangeUser))
  func `timeline keeps the old file if the user may not write`() throws {
    let folder = try WorkFolder()
    let path = try folder.write("old", to: "week.svg")
    var run = run("week.svg", in: folder)
    run.userID = 65_534
    #expect(try run.outcome().end == .exit(74))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test func `timeline reports a full standard output`() throws {
    let folder = try WorkFolder()
    var run = run("-", in: folder)
    run.output = .file("/dev/full")
    #expect(try run.outcome().end == .exit(74))
  }
}
