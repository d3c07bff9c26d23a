import Foundation
import ProgramTesting
import Testing

/// What the commands on sessions say, as agreed; `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter TranscriptTests` writes it
/// anew.
@Suite struct TranscriptTests {
  private static let week = """
    timezone = "Europe/Berlin"

    [profile.deep-work]
    window = ["mon-fri 09:00-12:30", "mon-fri 14:00-17:00"]
    block  = { domains = ["reddit.com"] }
    break  = { length = "15m", budget = "20m", count = 2 }

    [profile.evening]
    window = ["sun-thu 22:00-06:00"]
    block  = { domains = ["youtube.com"] }

    [profile.exam]
    block    = { domains = ["youtube.com"] }
    strategy = { type = "timer", length = "50m", early-stop = false }

    [profile.writing]
    block    = { domains = ["reddit.com"] }
    pause    = { length = "5m" }
    strategy = { type = "pomodoro" }

    """

  private static let travelling = """
    [profile.office]
    window = ["mon-fri 09:00-17:00"]
    block  = { domains = ["reddit.com"] }

    """

  private static let locked = """
    timezone = "Europe/Berlin"

    [profile.exam]
    window = ["mon-fri 09:00-12:30"]
    block  = { domains = ["reddit.com"] }
    lock   = "strict"
    [[profile.exam.unlock]]
    name   = "desk tag"
    sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

    [profile.evening]
    window   = ["mon-fri 22:00-06:00"]
    block    = { domains = ["youtube.com"] }
    lock     = "strict"
    cooldown = "1d"

    """

  private static let granting = """
    timezone = "Europe/Berlin"

    [profile.deep-work]
    window = ["mon-fri 09:00-12:30"]
    block  = { apps = ["steam"], domains = ["reddit.com", "youtube.com"] }
    access = { length = "5m", count = 2, refill = "2h" }

    [profile.exam]
    window = ["mon-fri 10:00-11:30"]
    block  = { domains = ["youtube.com"] }

    """
  /// The same with an earlier end, a break, and nothing left of the evening.
  private static let loosened =
    locked.replacing("12:30", with: "11:00").replacing("fri 22:00", with: "fri 23:00")
    + "[profile.exam.break]\nlength = \"5m\"\n"

  static let transcripts: [Transcript] = [
    Transcript(
      name: "consent", configuration: locked, authorization: .notDetermined,
      steps: [
        .at("2026-11-23 10:00"), .run("status"), .run("run --once -v"), .run("start exam --offline"), .run("status"),
        .run("why reddit.com --as nobody"), .run("authorize --offline"), .run("authorize --yes"),
        .run("authorize --yes --revoke --offline"), .run("authorize --yes --offline"),
        .run("authorize --yes --offline --json"), .run("status"), .run("why reddit.com --as nobody"),
        .run("authorize --revoke --offline"), .run("authorize --revoke --offline --json"), .run("status"),
        .run("authorize --yes --offline"), .run("authorize --revoke --offline -q"), .at("2026-11-23 13:00"),
        .run("status"), .run("authorize --revoke --offline"), .run("log -n 4"), .run("authorize --yes --offline"),
        .run("authorize --revoke --offline"), .run("log -n 1 --json"), .at("2026-11-24 10:00"),
        .run("authorize --yes --offline -q"), .run("authorize --revoke --offline"),
        .run("emergency --reason fire --offline"), .run("status --format json"),
      ]),
    Transcript(
      name: "access", configuration: granting,
      steps: [
        .at("2026-11-23 09:30"), .run("access reddit.com"), .run("access reddit.com --offline"), .run("status"),
        .run("why reddit.com --as nobody"), .run("why old.reddit.com --as nobody --json"),
        .run("access old.reddit.com --offline"), .run("access steam --offline --json"), .run("sessions"),
        .run("sessions --json"), .run("status --format json"), .run("access youtube.com --offline"),
        .at("2026-11-23 09:36"), .run("why reddit.com --as nobody"), .run("log -n 5"),
        .at("2026-11-23 10:05"), .run("access youtube.com --offline"), .run("access x.com --offline"),
        .run("access ./steam --offline"), .run("access reddit.com --as nobody --offline"),
        .at("2026-11-23 11:30"), .run("access youtube.com --offline"),
      ]),
    Transcript(
      name: "locks", configuration: locked,
      steps: [
        .at("2026-11-23 10:00"), .run("stop exam --offline"), .run("skip exam --offline"),
        .file("tag", "test?"), .run("stop exam --key-file @tag --offline"),
        .run("stop exam --key-file @nowhere --offline"), .file("tag", "test\n"),
        .run("key @tag"), .run("key @tag --json"), .run("stop exam --key-file @tag --offline"),
        .run("skip evening --offline"), .run("start evening --offline"), .run("start evening --for 20m --offline"),
        .run("emergency --offline"), .run("emergency --reason fire --offline"),
        .run("emergency --reason fire --offline"), .at("2026-11-24 10:00"),
        .run("emergency exam --reason again --offline --json"), .run("log -n 3"), .at("2026-11-25 10:00"),
        .run("emergency --reason again --offline"), .at("2026-11-26 10:00"), .run("emergency --reason more --offline"),
      ]),
    Transcript(
      name: "pending", configuration: locked,
      steps: [
        .at("2026-11-23 10:00"), .run("run --once"), .run("pending"), .write(loosened), .run("pending"),
        .run("run --once"), .run("status"), .run("why reddit.com --as nobody"), .run("pending --json"),
        .run("pending --csv"), .run("pending --csv --json"), .write(locked), .run("pending"), .write(loosened),
        .at("2026-11-23 10:30"), .run("run --once"), .at("2026-11-23 12:29"), .run("pending"),
        .at("2026-11-23 12:31"), .run("run --once -v"), .run("pending"), .at("2026-11-24 10:31"),
        .run("run --once -v"), .run("pending"),
      ]),
    Transcript(
      name: "day", configuration: week,
      steps: [
        .run("status"), .run("run --once"), .at("2026-11-23 09:30"), .run("status"), .run("is-active deep-work"),
        .run("why old.reddit.com --as nobody"), .run("run --once -v"), .run("start exam --offline"),
        .run("status"), .run("profiles"), .at("2026-11-23 12:00"), .run("stop --offline"), .run("status"),
        .run("why reddit.com --as nobody"), .at("2026-11-23 14:05"), .run("sessions"), .run("log"),
        .run("sessions --csv"), .run("sessions --json -n 1"), .run("log --json --since 13:00"),
        .run("status --format json"), .run("is-active evening"), .run("is-active --json"),
      ]),
    Transcript(
      name: "breaks", configuration: week,
      steps: [
        .at("2026-11-23 09:30"), .run("break --offline"), .run("status"), .run("break deep-work --offline"),
        .run("why reddit.com --as nobody"), .at("2026-11-23 09:35"), .run("resume --offline"), .run("status"),
        .run("break --offline --json"), .at("2026-11-23 09:50"), .run("status"), .run("break --offline"),
        .run("extend deep-work 30m --offline"), .run("extend deep-work 8d --offline"), .run("status"),
        .run("resume --offline"),
      ]),
    Transcript(
      name: "pomodoro", configuration: week,
      steps: [
        .run("start writing --offline"), .at("2026-11-23 08:10"), .run("pause --offline"), .run("status"),
        .run("resume --offline"), .at("2026-11-23 08:27"), .run("status"), .run("pause --offline"),
        .run("start writing --for 2h --offline"), .run("start writing --for 10m --offline"),
        .run("start writing --strategy pomodoro --offline"), .run("reset --offline"), .run("status"),
        .run("pause --offline"), .run("status"), .run("reset writing --offline"),
      ]),
    Transcript(
      name: "nothing-blocked", configuration: "[profile.quiet]\nbreak = { length = \"20m\" }\n",
      steps: [
        .run("start quiet --offline"), .run("status"), .run("status --format json"), .run("stop quite --offline"),
        .run("skip zzz --offline"),
      ]),
    Transcript(
      name: "skip", configuration: week,
      steps: [
        .run("skip deep-work --offline"), .at("2026-11-23 09:30"), .run("status"), .run("skip deep-work --offline"),
        .run("skip deep-work --undo --offline"), .run("skip deep-work --undo --offline"), .run("status"),
        .run("skip exam --offline"), .run("skip exam --undo --offline"), .run("skip evening --offline --json"),
        .run("start exam --at 11:00 --offline"), .run("start exam --at 12:00 --offline"), .run("stop exam --offline"),
        .run("start focus --offline"),
      ]),
    Transcript(
      name: "planned", configuration: week,
      steps: [
        .run("start deep-work --offline"), .run("start deep-work --at 13:00 --offline"),
        .run("stop deep-work --offline"), .run("stop deep-work --offline"),
        .run("start exam --at 11:00 --offline"), .run("start writing --offline"),
        .run("start writing --at 12:00 --offline"), .run("stop --offline --json"),
      ]),
    Transcript(
      name: "refusals", configuration: week,
      steps: [
        .run("stop --offline"), .run("stop exam --offline"), .run("stop nothing --offline"),
        .run("start ??? --offline"),
        .run("stop 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10 --offline"), .run("start exam --offline"),
        .run("stop exam --offline"), .run("start exam --offline"), .run("break exam --offline"),
        .run("pause exam --offline"), .run("resume exam --offline"), .run("reset exam --offline"),
        .run("start deep-work --offline"), .run("start deep-work --offline"), .run("extend deep-work 1h --offline"),
        .run("stop --offline"), .run("start deep-work --strategy timer --offline"),
        .run("start deep-work --for 0s --offline"), .run("start deep-work --for soon --offline"),
        .run("start deep-work --for 1h --strategy pomodoro --offline"),
        .run("start deep-work --strategy fun --offline"),
        .run("start deep-work"), .run("stop"), .run("run --log-format pretty"), .run("is-active nothing"),
        .run("status --format xml"),
        .run("sessions --csv --json"),
      ]),
    Transcript(
      name: "configuration", configuration: week,
      steps: [
        .run("run --once"), .at("2026-11-23 09:00"), .run("run --once -v"), .write(week + "broken\n"),
        .run("run --once"),
        .run("status"), .write(nil), .at("2026-11-23 12:30"), .run("run --once -v"),
        .write(week.replacing("14:00", with: "12:00")), .run("status"), .run("run --once -v"), .run("status"),
        .write(travelling), .run("run --once -v"), .run("status"),
      ]),
    Transcript(
      name: "kept", configuration: week,
      steps: [
        .run("run --once"), .at("2026-11-23 09:00"), .write(week + "broken\n"), .run("profiles"),
        .run("why reddit.com --as nobody"), .run("why youtube.com --as nobody --at +14h"), .run("log"), .write(nil),
        .run("profiles --names"), .run("why reddit.com --as nobody --json"),
      ]),
    Transcript(
      name: "later", configuration: week,
      steps: [
        .run("start writing --for 3h --offline"), .run("why reddit.com --as nobody --at +10m"),
        .run("why reddit.com --as nobody --at +10m --json"), .run("why reddit.com --as nobody --at 10:00"),
        .run("why reddit.com --as nobody --at 11:00"), .run("why youtube.com --as nobody --at +10m"),
        .run("why reddit.com --as nobody --at 07:00"), .run("start exam --strategy manual --offline"),
        .run("why youtube.com --as nobody --at tomorrow"),
      ]),
    Transcript(
      name: "repeated-hour", configuration: week,
      steps: [
        .at("2027-10-31T02:15:00+02:00"), .run("start exam --offline"), .run("status"),
        .run("stop exam --offline"), .at("2027-10-31T02:20:00+01:00"), .run("run --once"), .run("status"),
        .run("sessions"), .run("log -n 3"),
      ]),
    Transcript(
      name: "zone", configuration: travelling,
      steps: [
        .at("2026-11-23 09:30"), .run("run --once"), .run("status"), .zone("America/New_York"), .run("status"),
        .run("run --once -v"), .run("status"), .run("run --once -v"), .write("broken"), .zone("Asia/Tokyo"),
        .run("run --once"), .run("status"),
      ]),
    Transcript(
      name: "clock", configuration: week,
      steps: [
        .at("2026-11-23 09:30"), .run("run --once"), .set(seconds: -7200), .run("status"), .run("run --once -v"),
        .run("start exam --offline"), .set(seconds: 1800), .run("run --once"), .run("status"), .synchronise,
        .set(seconds: 1800), .run("run --once"), .run("status"),
      ]),
    Transcript(
      name: "damage", configuration: week,
      steps: [
        .run("start exam --offline"), .run("start deep-work --offline"), .damage("journal", [0, 0, 0, 0]),
        .run("status"), .run("run --once"), .damage("configuration", Array("]]".utf8)), .run("run --once"),
        .damage("configuration", nil), .run("run --once -v"), .damage("history.jsonl", Array("x".utf8)), .run("log"),
      ]),
  ]

  @Test(arguments: transcripts)
  func `the transcript of each scenario matches its golden file`(transcript: Transcript) throws {
    let text = try transcript.text()
    #expect(try text == Golden("Tests/CommandTests/Goldens/sessions/\(transcript.name).txt").agreed(with: text))
  }

  @Test(arguments: ["sessions", "locks"]) func `each transcript of a page is the program's output`(name: String) throws
  {
    let page = try String(contentsOfFile: Checkout.path("docs/\(name).md"), encoding: .utf8)
    // The test above compares these files with the program's output.
    let said = try Self.transcripts.map {
      try String(contentsOfFile: Checkout.path("Tests/CommandTests/Goldens/sessions/\($0.name).txt"), encoding: .utf8)
    }
    // A line of crontab(5) begins with a star.
    let blocks = page.split(separator: "```text\n").dropFirst().compactMap { $0.split(separator: "```\n").first }
    #expect(blocks.count >= 3)
    for block in blocks where !block.hasPrefix("* ") { #expect(said.contains { $0.contains(block) }, "\(block)") }
  }
}
