import Foundation
import ProgramTesting
import Scheduler
import Testing

/// `doctor` on a machine in virtual time.
@Suite struct DoctorTests {
  private static let week = """
    timezone = "Europe/Berlin"
    [profile.p]
    window = ["09:00-12:00"]
    block  = { domains = ["a.org"] }

    """

  /// A machine on which a session runs and all is well.
  private func machine(_ configuration: String = week) throws -> OfflineMachine {
    let machine = try OfflineMachine(configuration)
    machine.zone = "Europe/Berlin"
    machine.isSynchronised = true
    try machine.wait(until: "2026-11-23 10:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    return machine
  }

  /// What is no note that depends on the machine of the tests, such as `problem shield`.
  /// The findings, once nobody holds the lock: a child that another test has just begun may have it for a moment.
  private func findings(_ machine: OfflineMachine) throws -> [String] {
    let lock = open(machine.state + "/lock", O_RDWR | O_CLOEXEC)
    if lock >= 0 {
      flock(lock, LOCK_EX)
      flock(lock, LOCK_UN)
      close(lock)
    }
    return try findingsNow(machine)
  }

  private func findingsNow(_ machine: OfflineMachine) throws -> [String] {
    let outcome = try machine.run("doctor", "--json")
    let found = try outcome.output.split(separator: "\n").map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(Set(object.keys) == ["code", "gravity", "text", "remedy"])
      return "\(object["gravity"] ?? "") \(object["code"] ?? "")"
    }
    #expect(outcome.end == .exit(found.contains { $0.hasPrefix("problem") } ? 1 : 0))
    let besides = ["enforcement", "zone-differs", "space", "zone"]
    return found.filter { finding in !finding.hasPrefix("ok") && !besides.contains { finding.hasSuffix(" \($0)") } }
  }

  @Test func `doctor finds no problem on a healthy machine`() throws {
    let machine = try machine()
    #expect(try findings(machine) == [])
    let text = try machine.run("doctor")
    #expect(text.end == .exit(0) && text.messages.isEmpty, "\(text)")
    #expect(
      text.output.hasPrefix(
        "week.toml · Europe/Berlin · Mon 2026-11-23 10:00 · state in state\n\nok       week.toml is"))
    #expect(text.output.contains("\nok       the state was evaluated last at 2026-11-23 10:00\n"))
    #expect(
      text.output.hasSuffix(
        "note     nothing enforces the shield: no daemon runs, and 'shield.json' is for other programs\n")
    )
  }

  @Test func `doctor writes nothing and makes no directory`() throws {
    let machine = try OfflineMachine(Self.week)
    machine.firstAuthorization = .notDetermined
    #expect(
      try findings(machine) == [
        "note state-missing", "problem keeper", "problem authorization", "note clock-unsynchronised",
      ])
    #expect(!FileManager.default.fileExists(atPath: machine.state))
    let used = try self.machine()
    try used.wait(until: "2026-11-23 13:00")
    let files = used.files
    _ = try used.run("doctor")
    #expect(used.files == files)
  }

  @Test func `the line for crontab has the path of the program, and the files and directory in use`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.week, to: "50% week.toml")
    var run = ProgramRun("doctor", "--config", "50% week.toml", "--state", "state", "--json")
    run.folder = folder.path
    let output = try run.outcome().output
    let keeper = try #require(output.split(separator: "\n").first { $0.contains("nothing keeps the schedule") })
    let object = try JSONSerialization.jsonObject(with: Data(keeper.utf8)) as? [String: Any]
    let words = try #require((object?["remedy"] as? String)?.split(separator: "* * * * * ").last)
    #expect(words.hasPrefix("/"), "\(words)")
    #expect(
      words.hasSuffix("/schedctl run --once --config '\(folder.path)/50\\% week.toml' --state \(folder.path)/state"),
      "\(words)")
  }

  @Test func `an event that is due is a problem until an evaluation handles it`() throws {
    let machine = try machine()
    try machine.wait(until: "2026-11-23 11:59")
    #expect(try findings(machine) == ["problem keeper"])
    try machine.wait(until: "2026-11-23 12:00")
    #expect(try findings(machine) == ["problem keeper", "problem evaluation", "problem shield"])
    #expect(try machine.run("run", "--once").end == .exit(0))
    #expect(try findings(machine) == [])
  }

  @Test(
    arguments: [
      ("journal", [0x66], "note torn-end"), ("shield.json", nil, "problem shield"),
      ("history.jsonl", [0x0A, 0x7B, 0x0A], "note history"),
    ] as [(String, [UInt8]?, String)])
  func `doctor reports damage`(file: String, bytes: [UInt8]?, finding: String) throws {
    let machine = try machine()
    if let bytes {
      let handle = try #require(FileHandle(forWritingAtPath: "\(machine.state)/\(file)"))
      try handle.seekToEnd()
      try handle.write(contentsOf: bytes)
      try handle.close()
    } else {
      try machine.damage(file, nil)
    }
    #expect(try findings(machine) == [finding])
  }

  @Test func `doctor reports a damaged journal, a clock set back, and a process that holds the state`() throws {
    let machine = try machine()
    try machine.damage("journal", Array(repeating: 0x20, count: 40))
    #expect(try findings(machine).contains("note torn-end") == true)
    let other = try self.machine()
    other.moment.wall = other.moment.wall.adding(seconds: -600)
    #expect(try findings(other) == ["problem clock"])
    let busy = try self.machine()
    let lock = open(busy.state + "/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(try findingsNow(busy) == ["note writer"])
    close(lock)
    #expect(try findings(busy) == [])
  }

  @Test(arguments: [["journal"], ["journal", "history.jsonl"], ["journal", "configuration"]])
  func `doctor reports a missing journal if any file that is written after it is left`(files: [String]) throws {
    let machine = try machine()
    for file in files { try machine.damage(file, nil) }
    #expect(try findings(machine) == ["problem keeper", "problem journal"])
    #expect(try machine.run("status").messages.contains("'journal' is missing or empty"))
  }

  @Test func `doctor reports a configuration that is changed, has errors or is missing`() throws {
    let machine = try machine()
    try machine.write(Self.week + "name = \"P\"\n[profile.q]\n")
    #expect(try findings(machine) == ["note configuration-changed", "note configuration-warnings"])
    try machine.write("nonsense")
    #expect(try findings(machine) == ["problem configuration"])
    try machine.write(nil)
    #expect(try findings(machine) == ["problem configuration"])
    try machine.damage("configuration", nil)
    #expect(try findings(machine).first == "problem configuration")
  }

  @Test(arguments: [nil, 100])
  func `a damaged or missing accepted configuration is reported`(byteCount: off_t?) throws {
    let machine = try machine()
    let file = machine.state + "/" + stateFile("configuration", in: machine.state)
    #expect((byteCount.map { truncate(file, $0) } ?? unlink(file)) == 0)
    #expect(try findings(machine) == ["problem configuration"])
    let text = try machine.run("doctor").output
    #expect(
      text.contains(
        "\nok       week.toml has no errors\nproblem  an accepted configuration in 'state' cannot be used: "), "\(text)"
    )
    #expect(try machine.run("run", "--once").end == .exit(0))
    #expect(try findings(machine) == [])
  }

  @Test func `doctor reports a waiting edit until it is in force`() throws {
    let machine = try machine(Self.week + "lock = \"strict\"\n")
    try machine.write(Self.week.replacing("12:00", with: "11:00") + "lock = \"strict\"\n")
    #expect(try findings(machine) == ["note configuration-changed", "note waiting"])
    #expect(try machine.run("run", "--once").end == .exit(0))
    #expect(try findings(machine) == ["note waiting"])
    let text = try machine.run("doctor").output
    #expect(text.contains("\nok       week.toml has no errors, and is not in force as a whole yet\n"), "\(text)")
    #expect(text.contains("\nnote     1 change of the configuration waits; 'schedctl pending' tells until when\n"))
    try machine.wait(until: "2026-11-23 12:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    #expect(try findings(machine) == [])
  }

  @Test func `doctor names both a crash and a damaged disk as causes of a torn journal end`() throws {
    let machine = try machine()
    let byte = try #require(machine.files["journal"]?.last)
    try machine.damage("journal", [byte ^ 1])
    let both = ": a crash leaves such an end, and so does a disk that damages the last change\n"
    #expect(try machine.run("doctor").output.contains(both))
    #expect(try machine.run("run", "--once").messages.contains("cannot be read"))
    let kept = try machine.run("doctor").output
    #expect(kept.contains("\nnote     the end of a journal that could not be read was kept in 'state/journal.torn'\n"))
    #expect(kept.contains("; keep it until you know which\n") && !kept.contains("may be removed"), "\(kept)")
  }

  @Test(arguments: [false, true])
  func `doctor reports a history that ends before the last event`(isEmptied: Bool) throws {
    let machine = try machine()
    try machine.wait(until: "2026-11-23 12:00")
    #expect(try machine.run("run", "--once").end == .exit(0))
    let count = machine.history.count
    #expect(count > 1)
    let file = machine.state + "/history.jsonl"
    #expect((isEmptied ? truncate(file, 0) : unlink(file)) == 0)
    #expect(try findings(machine) == ["note history"])
    #expect(try machine.run("doctor").output.contains("in history the newest \(count) lines are missing\n"))
  }

  @Test func `doctor reports missing consent as a problem`() throws {
    let machine = try machine()
    #expect(try machine.run("authorize", "--revoke", "--offline").end == .exit(0))
    #expect(try findings(machine) == ["problem authorization"])
  }

  @Test func `a state directory that others can change is a problem`() throws {
    let machine = try machine()
    chmod(machine.state, 0o777)
    #expect(try findings(machine) == ["problem state-exposed"])
  }

  @Test(arguments: ["journal", "configuration", "shield.json", "history.jsonl"], [mode_t(0o620), 0o602])
  func `doctor reports a state file that other users can change`(file: String, mode: mode_t) throws {
    let machine = try machine()
    let file = stateFile(file, in: machine.state)
    chmod("\(machine.state)/\(file)", mode)
    #expect(try findings(machine) == ["problem state-exposed"])
    let text = try machine.run("doctor").output
    #expect(text.contains("\nproblem  others can change '\(file)' in 'state'\n"), "\(text)")
    #expect(text.contains("help: chmod go-w 'state/\(file)'\n"), "\(text)")
  }

  @Test func `the lines of doctor fit the terminal`() throws {
    var run = ProgramRun("doctor", "--config", "nowhere.toml", "--state", "nowhere")
    run.output = .terminal(columns: 40)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(1))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(outcome.output)")
  }

  @Test func `the doctor page lists the finding codes`() throws {
    let page = try String(contentsOfFile: Checkout.path("docs/doctor.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `([a-z-]+)` \|/).map { String($0.1) } }
    #expect(listed == Finding.Code.allCases.map(\.rawValue))
  }
}
