import ProgramTesting
import Testing

/// What two configurations do differently, as agreed.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter DiffCommandTests` writes it anew; read the difference.
@Suite struct DiffCommandTests {
  /// Two configurations, and whether they do the same.
  struct Situation: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    var isSame = false
    var testDescription: String { name }

    init(_ name: String, _ old: String, _ new: String, isSame: Bool = false) {
      self.name = name
      self.old = old
      self.new = new
      self.isSame = isSame
    }
  }

  /// What comes of comparing the two in a folder of their own.
  private func outcome(
    of situation: Situation, _ words: String..., changing change: (inout ProgramRun) -> Void = { _ in }
  ) throws -> Outcome {
    let folder = try WorkFolder()
    try folder.write(situation.old, to: "old.toml")
    try folder.write(situation.new, to: "new.toml")
    var run = ProgramRun(arguments: ["diff", "old.toml", "new.toml", "--from", "2026-11-23"] + words)
    run.folder = folder.path
    change(&run)
    return try withExtendedLifetime(folder) { try run.outcome() }
  }

  @Test(arguments: windows + totals + profiles + rest)
  func `diff prints the agreed text for a difference`(situation: Situation) throws {
    let outcome = try outcome(of: situation)
    let golden = Golden("Tests/CommandTests/Goldens/diff/\(situation.name).txt")
    #expect(try outcome == Outcome(.exit(situation.isSame ? 0 : 1), output: golden.agreed(with: outcome.output)))
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: windows + totals + profiles + rest)
  func `diff --json prints one agreed line for each difference`(situation: Situation) throws {
    let outcome = try outcome(of: situation, "--until", "2026-12-28", "--json")
    let golden = Golden("Tests/CommandTests/Goldens/diff/\(situation.name).jsonl")
    let code: Int32 = outcome.output.isEmpty ? 0 : 1
    #expect(try outcome == Outcome(.exit(code), output: golden.agreed(with: outcome.output)))
  }

  /// A profile with windows, blocking one domain.
  private static func profile(_ key: String, _ windows: String, _ more: String = "") -> String {
    "[profile.\(key)]\nwindow = [\(windows)]\nblock.domains = [\"reddit.com\"]\n\(more)\n"
  }

  private static let berlin = "timezone = \"Europe/Berlin\"\n[calendar.holidays]\ndates = [2026-12-24, 2026-12-25]\n"

  private static let mornings = berlin + profile("deep-work", "\"mon-fri 09:00-12:30\"")

  static let windows = [
    Situation("weekly", mornings, berlin + profile("deep-work", "\"mon-fri 09:00-12:30\", \"thu 14:00-16:00\"")),
    Situation(
      "holiday", mornings,
      berlin
        + profile("deep-work", "{ days = \"mon-fri\", start = \"09:00\", end = \"12:30\", skip = [\"holidays\"] }")),
    Situation("moved", mornings, berlin + profile("deep-work", "\"mon-fri 14:00-18:00\"")),
    Situation(
      "overnight", berlin + profile("evening", "\"sun-thu 22:00-06:00\""),
      berlin + profile("evening", "\"sun-thu 22:30-06:00\"")),
    Situation(
      "clock-change", berlin + profile("night", "\"fri 22:00-06:00\""),
      berlin + profile("night", "\"fri-sat 22:00-02:15\", \"sun 02:30-03:15\"")),
    Situation(
      "short-night",
      "timezone = \"Europe/Berlin\"\n" + profile("night", "{ on = [2027-03-27], start = \"22:00\", end = \"05:00\" }"),
      "timezone = \"Africa/Lagos\"\n" + profile("night", "{ on = [2027-03-27], start = \"22:00\", end = \"05:00\" }")),
    Situation(
      "warnings", berlin + profile("deep-work", "{ start = \"09:00\", end = \"12:30\", warn = [\"10m\"] }"),
      berlin + profile("deep-work", "{ start = \"09:00\", end = \"13:00\", warn = [\"10m\", \"1m\"] }")),
    Situation(
      "zone", mornings, mornings.replacing("Europe/Berlin", with: "America/New_York")),
    // Another name of the same clocks is no other zone.
    Situation(
      "zone-name", mornings.replacing("Europe/Berlin", with: "UTC"),
      mornings.replacing("Europe/Berlin", with: "Etc/UTC"), isSame: true),
    Situation(
      "zone-name-and-times", mornings.replacing("Europe/Berlin", with: "UTC"),
      mornings.replacing("Europe/Berlin", with: "Etc/UTC").replacing("12:30", with: "13:30")),
    Situation(
      "zone-and-times", mornings,
      mornings.replacing("Europe/Berlin", with: "America/New_York").replacing("12:30", with: "13:30")),
    // Skipped is the date of a change of the clocks, but not because of it.
    Situation(
      "skipped-clock-change", berlin + profile("rest", "\"sun 09:00-10:00\""),
      berlin
        + profile(
          "rest", "\"sun 09:00-10:00\", { days = \"sun\", start = \"14:00\", end = \"15:00\", skip = [2027-03-28] }")),
    Situation(
      "summer", mornings, mornings.replacing("Europe/Berlin", with: "Africa/Lagos")),
  ]

  private static let often =
    "{ days = \"sat\", every = 2, from = 2026-11-28, start = \"10:00\", end = \"12:00\" }"

  static let totals = [
    // Two hours a week, and two every second week: no number of hours is true of each.
    Situation("total-of-weeks", berlin + profile("p", ""), berlin + profile("p", "\"mon 09:00-11:00\", \(often)")),
    Situation(
      "total-a-week", berlin + profile("p", ""), berlin + profile("p", "\"mon 09:00-11:00\", \"tue 10:00-12:00\"")),
    Situation(
      "replace", berlin + profile("p", "\"09:00-10:00\"", "overlap = \"replace\""),
      berlin + profile("p", "\"09:00-10:00\", \"sat 14:00-15:00\"", "overlap = \"replace\"")),
    Situation("built-in", berlin, berlin + profile("social", "\"09:00-10:00\"", "name = \"Social\"")),
    Situation("built-in-again", berlin + profile("social", "\"09:00-10:00\"", "name = \"Social\""), berlin),
    Situation("built-in-set", berlin, berlin + "[set.news]\ndomains = [\"example.org\"]\n"),
  ]

  private static let identity = "id = \"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10\""

  static let profiles = [
    Situation("added", mornings, mornings + profile("exam", "\"sat 10:00-12:00\"", "lock = \"strict\"")),
    Situation("removed", mornings + profile("exam", "\"sat 10:00-12:00\"", "lock = \"strict\""), mornings),
    Situation(
      "renamed", profile("quiet", "\"10:00-11:00\"", identity), profile("writing", "\"10:00-11:00\"", identity)),
    Situation("disabled", mornings, mornings + "enabled = false\n"),
    Situation(
      "order", mornings + profile("a", "\"10:00-11:00\""),
      berlin + profile("a", "\"10:00-11:00\"")
        + mornings.replacing(berlin, with: ""), isSame: true),
    Situation(
      "words", mornings, mornings + "name = \"Deep work\"\nicon = \"🍅\"\nshield.title = \"Write!\"\n", isSame: true),
    Situation(
      "windows-alike", mornings, berlin + profile("deep-work", "\"mon-wed 09:00-12:30\", \"thu-fri 09:00-12:30\""),
      isSame: true),
    Situation("same", mornings, mornings, isSame: true),
  ]

  private static let many = (1000..<3000).map { "\"site-\($0).example\"" }.joined(separator: ", ")

  static let rest = [
    Situation(
      "targets", mornings,
      mornings.replacing("[\"reddit.com\"]", with: "[\"youtube.com\"]")
        + "block.apps = [\"steam\"]\nblock.categories = [\"Game\"]\nallow.domains = [\"music.youtube.com\"]\n"
        + "allow.apps = [\"chess\"]\nblock.app-removal = false\n"),
    Situation("many-targets", mornings, mornings.replacing("[\"reddit.com\"]", with: "[\(many)]")),
    Situation("all-targets", mornings, mornings.replacing("[\"reddit.com\"]", with: "\"all\"")),
    Situation(
      "settings", mornings,
      "emergency.uses = 1\ndaemon.on-exit = \"keep\"\n"
        + "[[hook]]\non = [\"intervalDidStart\"]\nrun = [\"/usr/bin/logger\", \"started\"]\n" + berlinBelow
        + "lock = \"strict\"\nmay = [\"break\"]\nbreak.length = \"15m\"\nstrategy.type = \"pomodoro\"\n"),
    Situation(
      "escape", mornings, mornings + "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"/bin/true\", \"\\u001b[31m\"]\n"),
  ]

  /// The mornings without what has to stand above tables.
  private static let berlinBelow = mornings.replacing("timezone = \"Europe/Berlin\"\n", with: "")
    .replacing("[profile.deep-work]", with: "[profile.deep-work]\ntimezone = \"Europe/Berlin\"")

  @Test func `diff can read one of its files from standard input`() throws {
    let situation = Self.windows[0]
    let named = try outcome(of: situation)
    let piped = try outcome(of: situation) { run in
      run.arguments[1] = "-"
      run.input = .bytes(Array(situation.old.utf8))
    }
    #expect(piped == Outcome(.exit(1), output: named.output.replacing("old.toml →", with: "<stdin> →")))
  }

  @Test func `diff --profile leaves out other profiles and general settings`() throws {
    let output = try outcome(of: Self.rest[3], "--profile", "deep-work").output
    #expect(output.contains("\ndeep-work\n") && !output.contains("all profiles") && !output.contains("hook"))
  }

  @Test func `diff reads a directory with 'config.toml' and 'conf.d' like one file`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.mornings, to: "old.toml")
    try folder.write(Self.berlin, to: "new/config.toml")
    try folder.write(Self.profile("deep-work", "\"mon-fri 10:00-12:30\""), to: "new/conf.d/work.toml")
    try folder.write("not read", to: "new/conf.d/.hidden.toml")
    var run = ProgramRun("diff", "old.toml", "new", "--from", "2026-11-23")
    run.folder = folder.path
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(1) && outcome.messages.isEmpty, "\(outcome)")
    #expect(outcome.output.hasPrefix("old.toml → new/config.toml and 1 file in conf.d\n"))
    #expect(outcome.output.contains("starts 1 h later, at 10:00"))
    try folder.write("", to: "empty/other.toml")
    run.arguments[2] = "empty"
    let message = "schedctl: 'empty' has neither 'config.toml' nor a file in 'conf.d'\n"
    #expect(try run.outcome() == Outcome(.exit(78), messages: message))
  }

  @Test func `diff with one configuration compares it with what is in force`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.mornings, to: "week.toml")
    try folder.write(Self.mornings.replacing("09:00", with: "10:00"), to: "new.toml")
    var run = ProgramRun("diff", "new.toml", "--config", "week.toml", "--state", "state", "--from", "2026-11-23")
    run.folder = folder.path
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(1) && outcome.output.hasPrefix("week.toml → new.toml\n"), "\(outcome)")
    run.arguments[1] = "week.toml"
    #expect(try run.outcome().end == .exit(0))
    run.arguments = ["diff", "new.toml"]
    let none = try run.outcome()
    #expect(none.end == .exit(78) && none.messages.contains("no configuration is in force to compare with"), "\(none)")
  }

  @Test(arguments: [
    (["a", "b", "--config", "c"], "'diff' reads the files that it is given", "usage: schedctl diff A [B] [OPTION]…"),
    (["a", "b", "--user"], "'diff' reads the files that it is given", "usage: schedctl diff A [B] [OPTION]…"),
    (["-", "-"], "standard input is named twice", "it can be read once"),
    ([], "'diff' needs A [B]", "usage: schedctl diff A [B]"),
    (["a", "b", "c"], "unexpected argument 'c'", "usage: schedctl diff A [B] [OPTION]…"),
    (
      ["examples/student.toml", "examples/roster.toml", "--from", "2026-11-23", "--until", "2026-11-23"],
      "'--until' is not after '--from'", "a range of time is compared"
    ),
    (
      ["examples/student.toml", "examples/roster.toml", "--profile", "stduy"],
      "neither configuration has a profile 'stduy'", "did you mean 'study'?"
    ),
  ])
  func `diff refuses a wrong command line`(words: [String], message: String, help: String) throws {
    let outcome = try ProgramRun(arguments: ["diff"] + words).outcome()
    #expect(outcome == Outcome(.exit(64), messages: "schedctl: \(message)\nhelp: \(help)\n"))
  }

  @Test func `diff reports a missing or wrong file and compares nothing`() throws {
    let missing = try ProgramRun("diff", "examples/student.toml", "/nonexistent.toml").outcome()
    #expect(missing.end == .exit(74) && missing.output.isEmpty && missing.messages.contains("'/nonexistent.toml'"))
    let wrong = try ProgramRun("diff", "README.md", "examples/student.toml").outcome()
    #expect(wrong.end == .exit(78) && wrong.output.isEmpty && wrong.messages.contains("--> README.md:"))
  }

  @Test func `the signs of diff have colours on a terminal and with --color always`() throws {
    let situation = Self.rest[0]
    let plain = try outcome(of: situation).output
    let colored = try outcome(of: situation, "--color", "always").output
    #expect(colored.contains("\n  \u{1B}[32m+\u{1B}[0m ") && colored.contains("\n  \u{1B}[31m-\u{1B}[0m "))
    #expect(colored.replacing(/\x1B\[[0-9]+m/, with: "") == plain)
    func shown(_ words: String...) throws -> String {
      try outcome(of: situation) { run in
        run.arguments += words
        run.environment["TERM"] = "xterm"
        run.output = .terminal(columns: 80)
      }.output
    }
    #expect(try shown() == colored)
    #expect(try shown("--color", "never") == plain)
  }

  @Test(arguments: [20, 40] as [UInt16])
  func `a difference fits a narrow terminal`(columns: UInt16) throws {
    let output = try outcome(of: Self.windows[0], "--color", "never") { $0.output = .terminal(columns: columns) }.output
    for line in output.split(separator: "\n").dropFirst(2) { #expect(line.count <= columns, "\(line)") }
  }
}
