import Foundation
import ProgramTesting
import Testing

/// The clients of docs/integration.md, beside a real daemon.
@Suite struct IntegrationPageTests {
  /// The block behind the remark that names a file.
  private static func program(_ name: String) throws -> String {
    let page = try String(contentsOfFile: Checkout.path("docs/integration.md"), encoding: .utf8)
    let start = try #require(page.range(of: "<!-- file: \(name) -->\n```"))
    let rest = page[start.upperBound...].drop { $0 != "\n" }.dropFirst()
    return String(rest[..<(try #require(rest.range(of: "\n```")).lowerBound)]) + "\n"
  }

  /// A machine with the clients, and its daemon.
  private static func trial() throws -> (trial: DaemonTrial, daemon: RunningProgram) {
    let trial = try DaemonTrial()
    for name in ["focus.py", "follow.py", "focus-while", "announce"] {
      try trial.folder.write(program(name), to: name)
    }
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.work]
      block.domains = ["work.example"]
      [profile.firm]
      lock = "strict"
      block.domains = ["firm.example"]

      """, to: "week.toml")
    return (trial, try trial.start())
  }

  /// A run of a client: `schedctl` is the program that was built.
  private static func client(_ words: [String], _ trial: DaemonTrial) -> ProgramRun {
    var run = ProgramRun(arguments: words)
    run.folder = trial.folder.path
    run.launcher = ["/bin/sh", "-c", "mkdir -p bin; ln -sf \"$0\" bin/schedctl; PATH=$PWD/bin:$PATH; exec \"$@\""]
    run.environment["SCHEDCTL_SOCKET"] = trial.folder.path + "/run/control.sock"
    run.environment["STATE_DIRECTORY"] = trial.folder.path + "/state"
    run.environment["SCHEDCTL_CONFIG"] = trial.folder.path + "/week.toml"
    run.environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    return run
  }

  private static func text(_ name: String, _ trial: DaemonTrial) -> String {
    (try? String(contentsOfFile: trial.folder.path + "/" + name, encoding: .utf8)) ?? ""
  }

  private static func end(_ program: RunningProgram) {
    program.send(SIGTERM)
    _ = program.end()
  }

  @Test func `the Python client starts and stops sessions, reports a refusal and prints events`() throws {
    let (trial, daemon) = try Self.trial()
    var run = Self.client(["python3", "focus.py"], trial)
    run.output = .file(trial.folder.path + "/heard")
    try trial.folder.write("", to: "heard")
    #expect(
      try Self.client(["python3", "focus.py", "start", "work", "25"], trial).outcome().output.hasPrefix(
        "started 'work'"))
    let monitor = try RunningProgram(run)
    #expect(trial.comes { Self.text("heard", trial).hasPrefix("runs: work until 2") })
    let stop = try Self.client(["python3", "focus.py", "stop", "work"], trial).outcome()
    #expect(stop == Outcome(.exit(0), output: "stopped 'work'\n"))
    #expect(trial.comes { Self.text("heard", trial).contains(" sessionDidEnd work\n") }, "\(Self.text("heard", trial))")
    _ = try Self.client(["python3", "focus.py", "start", "firm", "25"], trial).outcome()
    let refused = try Self.client(["python3", "focus.py", "stop", "firm"], trial).outcome()
    #expect(refused.end == .exit(77) && refused.output.isEmpty)
    #expect(refused.messages.contains("its lock is strict (from 2"), "\(refused)")
    Self.end(monitor)
    Self.end(daemon)
  }

  @Test func `the shell client keeps a profile active while a command runs`() throws {
    let (trial, daemon) = try Self.trial()
    let outcome = try Self.client(
      ["sh", "focus-while", "work", "sh", "-c", "schedctl is-active -q work && echo in; exit 3"], trial
    ).outcome()
    #expect(outcome.end == .exit(3))
    #expect(
      outcome.output.hasPrefix("started 'work'") && outcome.output.hasSuffix("in\nstopped 'work'\n"),
      "\(outcome.output)")
    #expect(try Self.client(["sh", "focus-while", "nothing", "echo", "ran"], trial).outcome().output.isEmpty)
    Self.end(daemon)
  }

  @Test func `the shell client announces what happens to a session`() throws {
    let (trial, daemon) = try Self.trial()
    var run = Self.client(["sh", "announce"], trial)
    run.output = .file(trial.folder.path + "/heard")
    try trial.folder.write("", to: "heard")
    let announce = try RunningProgram(run)
    #expect(
      trial.comes {
        _ = try? Self.client(["schedctl", "start", "work"], trial).outcome()
        _ = try? Self.client(["schedctl", "stop", "work"], trial).outcome()
        return Self.text("heard", trial).contains("work has ended\n")
      })
    Self.end(daemon)
    Self.end(announce)
  }

  /// The package of PyPI as it is installed for the checks; see `.ci/install-tools`.
  private static let python = Checkout.path(".build-tools/bin/python")
  private static let hasPackage: Bool = {
    var run = ProgramRun(arguments: [])
    run.launcher = ["/bin/sh", "-c", "exec \"$1\" -c 'import varlink'", "sh", python]
    return (try? run.outcome().end) == .exit(0)
  }()

  @Test(.enabled(if: hasPackage, "the package varlink is not installed"))
  func `a client that uses the Python package varlink can call the daemon's methods`() throws {
    let (trial, daemon) = try Self.trial()
    let outcome = try Self.client([Self.python, "follow.py"], trial).outcome()
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.end == .exit(0), "\(outcome)")
    #expect(lines.prefix(2) == ["firm at rest", "work at rest"], "\(outcome)")
    #expect(lines.contains { $0.hasPrefix("io.schedctl.Control.UnknownProfile there is no profile 'no-such-profile'") })
    #expect(lines.last?.hasSuffix(" entries") == true)
    Self.end(daemon)
  }
}
