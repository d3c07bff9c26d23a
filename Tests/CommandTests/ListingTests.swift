import ProgramTesting
import Testing

/// What the lists say about the examples, as agreed.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter ListingTests` writes it anew; read the difference.
@Suite struct ListingTests {
  /// A run whose output is kept.
  struct Listing: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    var testDescription: String { name }

    init(_ name: String, _ example: String, _ line: String) {
      self.name = name
      let words = line.split(separator: " ").map { String($0.replacing("_", with: " ")) }
      arguments = Array(words.prefix(1)) + ["--config", example] + words.dropFirst()
    }
  }

  /// What the clocks, calendars and overlaps do to windows.
  private static let remarks = "Tests/CommandTests/Goldens/remarks.toml"

  /// `_` is a space inside an argument.
  static let listings = [
    Listing("next-student", "examples/student.toml", "next --from 2026-12-23 --until 2027-01-05"),
    Listing("next-night-shift", "examples/night-shift.toml", "next --from 2026-10-30_12:00 -n 8"),
    Listing("next-remarks", remarks, "next --from 2027-03-27_12:00 --until 2027-04-06 --profile gap --profile night"),
    Listing("next-remarks-skipped", remarks, "next --from 2027-03-19_12:00 -n 4 --profile school --profile call"),
    Listing("next-remarks-cut", remarks, "next --from 2027-03-19_12:00 -n 3 --profile always"),
    Listing("next-remarks-json", remarks, "next --from 2027-03-28 -n 5 --json"),
    Listing("next-remarks-date", "Tests/CommandTests/Goldens/apia.toml", "next --from 2011-12-29 -n 2"),
    Listing("next-roster", "examples/roster.toml", "next --from 2026-11-20 -n 12"),
    Listing(
      "next-roster-profile", "examples/roster.toml", "next --from 2026-08-01 --profile exams --profile saturday -n 6"),
    Listing("next-traveller", "examples/traveller.toml", "next --from 2026-11-23_13:30 -n 6"),
    Listing("next-none", "examples/student.toml", "next --from 2026-11-23 --until 2026-11-23"),
    Listing("next-json-student", "examples/student.toml", "next --from 2026-12-23 -n 6 --json"),
    Listing("next-json-night-shift", "examples/night-shift.toml", "next --from 2026-10-30_23:00 -n 5 --json"),
    Listing("next-json-traveller", "examples/traveller.toml", "next --from 2026-11-23_07:00 -n 5 --json"),
    Listing("events-student", "examples/student.toml", "events --from 2026-11-23 -n 8"),
    Listing("events-night-shift", "examples/night-shift.toml", "events --from 2026-10-30_20:00 --until 2026-11-03"),
    Listing("events-roster", "examples/roster.toml", "events --from 2026-12-07 --until 2026-12-08"),
    Listing("events-remarks", remarks, "events --from 2027-03-28 --until 2027-03-29_09:00"),
    Listing("profiles-remarks", remarks, "profiles"),
    Listing("events-json-student", "examples/student.toml", "events --from 2026-11-23 -n 6 --json"),
    Listing("events-json-roster", "examples/roster.toml", "events --from 2026-12-07 -n 5 --json"),
    Listing("profiles-student", "examples/student.toml", "profiles"),
    Listing("profiles-night-shift", "examples/night-shift.toml", "profiles"),
    Listing("profiles-names-roster", "examples/roster.toml", "profiles --names"),
    Listing("profiles-json-traveller", "examples/traveller.toml", "profiles --json"),
    Listing("profiles-json-night-shift", "examples/night-shift.toml", "profiles --json"),
  ]

  @Test(arguments: listings)
  func `next, events and profiles print the agreed lists`(listing: Listing) throws {
    let outcome = try ProgramRun(arguments: listing.arguments).outcome()
    let golden = Golden("Tests/CommandTests/Goldens/\(listing.name).txt")
    #expect(try outcome == Outcome(.exit(0), output: golden.agreed(with: outcome.output)))
    #expect(outcome.output.hasSuffix("\n"))
  }

  @Test func `a request for a disabled profile reports that it is disabled`() throws {
    let words = ["--config", Self.remarks, "--from", "2027-03-27", "--profile", "off", "--json"]
    let message = "schedctl: profile 'off' is disabled: its windows do not fire\n"
    for command in ["next", "events"] {
      let outcome = try ProgramRun(arguments: [command] + words).outcome()
      #expect(outcome == Outcome(.exit(0), messages: message))
      #expect(try ProgramRun(arguments: [command, "-q"] + words).outcome() == Outcome(.exit(0)))
    }
  }

  @Test func `a line of next --json has the documented keys in their order`() throws {
    let line = try ProgramRun(
      "next", "--config", "Tests/CommandTests/Goldens/deep-work.toml", "--from", "2026-11-23", "-n", "1", "--json"
    ).outcome()
    let expected =
      #"{"activity":"schedule:6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","profile":"deep-work","windows":["window-1"],"#
      + #""start":"2026-11-23T09:00:00+01:00","end":"2026-11-23T12:30:00+01:00","startEpoch":1795420800,"#
      + #""endEpoch":1795433400,"seconds":12600,"running":false,"remarks":[]}"# + "\n"
    #expect(line == Outcome(.exit(0), output: expected))
  }

  @Test func `a line of events --json has the documented keys in their order`() throws {
    let line = try ProgramRun(
      "events", "--config", "Tests/CommandTests/Goldens/deep-work.toml", "--from", "2026-11-23", "-n", "1", "--json"
    ).outcome()
    let expected =
      #"{"at":"2026-11-23T09:00:00+01:00","atEpoch":1795420800,"event":"intervalDidStart","#
      + #""activity":"schedule:6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","profile":"deep-work","#
      + #""interval":{"start":"2026-11-23T09:00:00+01:00","end":"2026-11-23T12:30:00+01:00"}}"# + "\n"
    #expect(line == Outcome(.exit(0), output: expected))
  }
}
