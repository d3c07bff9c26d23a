import Foundation
import ProgramTesting
import Testing

/// Where the configuration comes from.
@Suite struct LookupTests {
  /// A profile of a name that blocks all.
  private static func profile(_ name: String) -> String {
    "[profile.\(name)]\nwindow = [\"09:00-10:00\"]\n\n[profile.\(name).block]\napps = \"all\"\n"
  }

  /// The keys of the profiles that are not built in.
  private func profiles(in outcome: Outcome) -> [String] {
    outcome.output.split(separator: "\n").filter { $0.contains("\"builtIn\":false") }
      .flatMap { $0.matches(of: /"profile":"([^"]+)"/).map { String($0.1) } }
  }

  @Test func `next reads its configuration from standard input`() throws {
    var run = ProgramRun("next", "--config", "-", "--from", "2026-11-23", "-n", "1")
    run.input = .bytes(Array(Self.profile("piped").utf8))
    let output = """
      <stdin> · system (UTC) · from Mon 2026-11-23 00:00

      profile  day             start  end    length  remarks
      piped    Mon 2026-11-23  09:00  10:00  1 h

      """
    #expect(try run.outcome() == Outcome(.exit(0), output: output))
  }

  @Test func `files that are named together form one configuration`() throws {
    let folder = try WorkFolder()
    try folder.write("timezone = \"Asia/Tokyo\"\n" + Self.profile("one"), to: "one.toml")
    try folder.write(Self.profile("two"), to: "two.toml")
    var run = ProgramRun("profiles", "--config", "one.toml", "--config=two.toml")
    run.folder = folder.path
    let output = """
      one.toml, two.toml · Asia/Tokyo

      profile  name             windows  apps  categories  domains  state
      one      one              1        all   0           0        enabled
      two      two              1        all   0           0        enabled
      focus    🎯 Focus         0        18    0           68       built-in
      social   💬 Social media  0        6     0           18       built-in

      """
    #expect(try run.outcome() == Outcome(.exit(0), output: output))
    run.arguments = ["check", "one.toml", "two.toml"]
    #expect(try run.outcome() == Outcome(.exit(0), output: "one.toml, two.toml: ok, 2 profiles, 2 windows\n"))
  }

  @Test func `the same profile in two files is an error that shows both places`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.profile("one"), to: "a.toml")
    try folder.write("# the same again\n" + Self.profile("one"), to: "b.toml")
    var run = ProgramRun("next", "--config", "a.toml", "--config", "b.toml")
    run.folder = folder.path
    let messages = """
      error[defined-twice]: profile 'one' is defined in two files
        --> b.toml:2:10
         |
       2 | [profile.one]
         |          ^^^
         |
        ::: a.toml:1:10
         |
       1 | [profile.one]
         |          --- first defined here

      1 error

      """
    #expect(try run.outcome() == Outcome(.exit(78), messages: messages))
  }

  @Test func `SCHEDCTL_CONFIG names a configuration file, and --config takes precedence over it`() throws {
    let folder = try WorkFolder()
    let path = try folder.write(Self.profile("named"), to: "named.toml")
    var run = ProgramRun("profiles", "--json")
    run.environment["SCHEDCTL_CONFIG"] = path
    #expect(try profiles(in: run.outcome()) == ["named"])
    run.arguments += ["--config", "examples/night-shift.toml"]
    #expect(try profiles(in: run.outcome()) == ["shift", "sleep"])
    run.environment["SCHEDCTL_CONFIG"] = "/nonexistent/config.toml"
    run.arguments = ["next"]
    let message = "schedctl: cannot read '/nonexistent/config.toml': no such file\n"
    #expect(try run.outcome() == Outcome(.exit(74), messages: message))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser || !ProgramRun.isRoot), arguments: ["XDG_CONFIG_HOME", "HOME"])
  func `a user's own configuration is found`(variable: String) throws {
    let folder = try WorkFolder()
    let name = variable == "HOME" ? ".config/schedctl/config.toml" : "schedctl/config.toml"
    let path = try folder.write(Self.profile("own"), to: name)
    var run = ProgramRun("check")
    run.userID = ProgramRun.isRoot ? 65_534 : nil
    run.environment[variable] = folder.path
    #expect(try run.outcome() == Outcome(.exit(0), output: "\(path): ok, 1 profile, 1 window\n"))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser))
  func `without a configuration the sample is used, and the command says so`() throws {
    let folder = try WorkFolder()
    var run = ProgramRun("next", "--from", "2026-11-23 08:00", "-n", "1")
    run.userID = 65_534
    run.environment["XDG_CONFIG_HOME"] = folder.path
    let output = """
      built-in sample · system (UTC) · from Mon 2026-11-23 08:00

      profile    day             start  end    length      remarks
      deep-work  Mon 2026-11-23  09:00  12:30  3 h 30 min

      """
    let messages = """
      schedctl: no configuration found; this is the built-in sample
      help: write your own to \(folder.path)/schedctl/config.toml, or name one with '--config FILE'

      """
    #expect(try run.outcome() == Outcome(.exit(0), output: output, messages: messages))
    run.arguments.append("-q")
    #expect(try run.outcome() == Outcome(.exit(0), output: output))
    for command in ["next", "events", "profiles"] {
      run.arguments = [command, "--json", "-q"]
      let outcome = try run.outcome()
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.end == .exit(0) && outcome.messages.isEmpty && !lines.isEmpty)
      #expect(lines.allSatisfy { $0.hasSuffix(",\"sample\":true}") })
    }
  }

  @Test(.enabled(if: ProgramRun.isRoot))
  func `root reads only the system's configuration, below SCHEDCTL_ROOT`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.profile("own"), to: "schedctl/config.toml")
    var run = ProgramRun("check")
    run.environment["XDG_CONFIG_HOME"] = folder.path
    run.environment["SCHEDCTL_ROOT"] = folder.path
    let messages = """
      schedctl: no configuration found; this is the built-in sample
      help: write your own to \(folder.path)/etc/schedctl/config.toml, or name one with '--config FILE'

      """
    let expected = Outcome(.exit(0), output: "built-in sample: ok, 2 profiles, 3 windows\n", messages: messages)
    #expect(try run.outcome() == expected)
    let path = try folder.write(Self.profile("system"), to: "etc/schedctl/config.toml")
    #expect(try run.outcome() == Outcome(.exit(0), output: "\(path): ok, 1 profile, 1 window\n"))
  }
}
