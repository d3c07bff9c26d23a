import Foundation
import ProgramTesting
import Testing

/// Zones that cannot be had: 78, with the reason and a remedy.
@Suite struct ZoneTests {
  private func run(_ words: String..., environment: [String: String]) throws -> Outcome {
    var run = ProgramRun(arguments: words)
    run.environment.merge(environment) { $1 }
    return try run.outcome()
  }

  @Test func `the error for an unknown zone shows its position and the nearest name`() throws {
    let folder = try WorkFolder()
    try folder.write("timezone = \"Europe/Berlni\"\n", to: "config.toml")
    var run = ProgramRun("next", "--config", "config.toml")
    run.folder = folder.path
    let messages = """
      error[unknown-zone]: unknown zone 'Europe/Berlni'
        --> config.toml:1:12
         |
       1 | timezone = "Europe/Berlni"
         |            ^^^^^^^^^^^^^^^
         |
         = help: did you mean 'Europe/Berlin'?

      1 error

      """
    #expect(try run.outcome() == Outcome(.exit(78), messages: messages))
  }

  @Test(arguments: [
    ("localtime", "did you mean 'system'?"), ("posix/Europe/Berlin", "did you mean 'Europe/Berlin'?"),
    ("right/UTC", "did you mean 'UTC'?"), ("Factory", "zones are IANA names such as Europe/Berlin, or UTC, or system"),
  ])
  func `zones of the database that are not IANA zones are unknown`(zone: String, help: String) throws {
    let folder = try WorkFolder()
    try folder.write("timezone = \"\(zone)\"\n", to: "config.toml")
    var run = ProgramRun("check", "config.toml")
    run.folder = folder.path
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(78))
    #expect(outcome.messages.hasPrefix("error[unknown-zone]: unknown zone '\(zone)'\n"), "\(outcome.messages)")
    #expect(outcome.messages.contains("   = help: \(help)\n"), "\(outcome.messages)")
  }

  @Test func `without a zone database UTC is known and other zones are not`() throws {
    let missing = try run("check", "examples/student.toml", environment: ["TZDIR": "/nonexistent"])
    #expect(missing.end == .exit(78) && missing.output.isEmpty)
    #expect(missing.messages.contains("error[unusable-zone]: no time zone database; looked in '/nonexistent'\n"))
    #expect(missing.messages.contains("= help: install the package 'tzdata', or set TZDIR"))
    let utc = try run("next", "--config", "/dev/null", environment: ["TZDIR": "/nonexistent"])
    #expect(utc.end == .exit(0) && utc.messages.isEmpty)
  }

  @Test(arguments: [0, 3, 43, 200])
  func `the error for a damaged zone file names the file`(length: Int) throws {
    let folder = try WorkFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin"))
    let file = try folder.write(whole.prefix(length), to: "Europe/Berlin")
    let outcome = try run("check", "examples/student.toml", environment: ["TZDIR": folder.path])
    #expect(outcome.end == .exit(78) && outcome.output.isEmpty)
    #expect(outcome.messages.contains("error[unusable-zone]: the zone file '\(file)' is damaged: "))
  }

  @Test func `check reports a file that is no zone file without calling the file damaged`() throws {
    let folder = try WorkFolder()
    let file = try folder.write(Data(String(repeating: "# not a zone\n", count: 9).utf8), to: "Europe/Berlin")
    let outcome = try run("check", "examples/student.toml", environment: ["TZDIR": folder.path])
    #expect(outcome.end == .exit(78))
    #expect(outcome.messages.contains("error[unusable-zone]: '\(file)' is not a zone file\n"), "\(outcome.messages)")
  }

  @Test(arguments: [
    ("nonsense", "unknown time zone 'nonsense'"), (":nonsense", "unknown time zone 'nonsense'"),
    ("/etc/passwd", "'/etc/passwd' is not a zone file"), ("/nonexistent", "unknown time zone"),
    ("../../../etc/passwd", "'../../../etc/passwd' is neither a time zone nor a POSIX rule: "),
    ("CET-1CEST,M13.1.0,M1.1.0", "'CET-1CEST,M13.1.0,M1.1.0' is neither a time zone nor a POSIX rule: "),
    ("\u{1B}[31m", "'␛[31m' is neither a time zone nor a POSIX rule: "),
  ])
  func `an unusable TZ is refused only when the configuration needs the machine's zone`(zone: String, reason: String)
    throws
  {
    let outcome = try run("next", "--config", "/dev/null", environment: ["TZ": zone])
    #expect(outcome.end == .exit(78) && outcome.output.isEmpty)
    #expect(
      outcome.messages.hasPrefix("error[unusable-zone]: the machine's own zone cannot be used: \(reason)"),
      "\(outcome.messages)")
    #expect(outcome.messages.contains("= help: or name a zone in the configuration: timezone = \"UTC\"\n"))
    let named = try run("check", "examples/student.toml", environment: ["TZ": zone])
    #expect(named.end == .exit(0), "a configuration that names its zone needs no TZ")
  }

  @Test(arguments: [
    ("", "UTC"), ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("CET-1CEST", "CET-1CEST"),
    ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
  ])
  func `TZ names the machine's zone`(zone: String, shown: String) throws {
    let words = ["next", "--config", "/dev/null", "--from", "2026-11-23"]
    var run = ProgramRun(arguments: words)
    run.environment["TZ"] = zone
    let heading = "/dev/null · system (\(shown)) · from Mon 2026-11-23 00:00\n\nno intervals\n"
    #expect(try run.outcome() == Outcome(.exit(0), output: heading))
  }
}
