import Foundation
import ProgramTesting
import Scheduler
import Testing

/// What `revert --timer` removes, and the timer that it sets, with programs that only note what systemd is asked for.
@Suite struct RevertTimerTests {
  private let folder: WorkFolder
  private static let foreign = "127.0.0.1 localhost\n"
  private var hosts: String { folder.path + "/etc/hosts" }
  private var isBlocked: Bool {
    FileManager.default.contents(atPath: hosts).map { String(decoding: $0, as: UTF8.self) } != Self.foreign
  }

  init() throws {
    folder = try WorkFolder()
    let body = "0.0.0.0 a.example\n"
    let digest = SHA256(of: Array(body.utf8)).hexDigits
    let marks = "# BEGIN schedctl: length=\(body.utf8.count) sha256=\(digest) added=nothing\n"
    try folder.write(Self.foreign + marks + body + "# END schedctl\n", to: "etc/hosts")
  }

  /// Puts the programs of systemd in `$PATH`, and what says that it runs. A process of its own writes them: what this
  /// one has just written may be open in a child of another test.
  private func startSystemd() throws {
    let writing = """
      mkdir -p bin run/systemd/system
      for name in systemctl systemd-run; do
        printf '#!/bin/sh\\necho "${0##*/} $*" >> "${0%%/*}/calls"\\n' > bin/$name
        chmod +x bin/$name
      done
      """
    #expect(try InstalledProgram("sh").run(["-c", writing], in: folder).messages.isEmpty)
  }

  private func write(
    until end: String?, strictBoot: Int64? = nil, bootID: String = "another", layers: Int = 1
  ) throws {
    let layer = """
      {"profile":"p","id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","session":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11",
      "origins":["schedule"],"users":[],"groups":[],"until":\(end.map { "\"\($0)\"" } ?? "null"),
      "applications":{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]},
      "domains":{"default":"allow","block":["a.example"],"allow":[]},"denyAppInstallation":false,"denyAppRemoval":false,
      "screen":{"title":"t","subtitle":"s","icon":"","color":null,"button":"b"}}
      """
    try folder.write(
      """
      {"version":1,"generation":1,"writtenAt":"2020-01-01T00:00:00Z","bootId":"\(bootID)",
      "strict":\(strictBoot != nil),"validUntil":\(end.map { "\"\($0)\"" } ?? "null"),
      "validUntilBoot":\(end == nil ? "null" : "\(strictBoot ?? 9)"),
      "layers":[\(Array(repeating: layer, count: layers).joined(separator: ","))]}
      """, to: "var/lib/schedctl/shield.json")
  }

  private func revert(_ words: String...) throws -> (outcome: Outcome, calls: [String]) {
    var run = ProgramRun(arguments: ["revert", "--expired", "--timer"] + words)
    run.environment["SCHEDCTL_ROOT"] = folder.path
    run.environment["PATH"] = folder.path + "/bin"
    let outcome = try run.outcome()
    let calls = (try? String(contentsOfFile: folder.path + "/bin/calls", encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: folder.path + "/bin/calls")
    return (outcome, calls.split(separator: "\n").map(String.init))
  }

  private static let stop = "systemctl --quiet stop schedctl-revert*.timer"
  private static func timer(_ condition: String) -> [String] {
    [stop, "systemd-run --quiet --unit=schedctl-revert.service \(condition) --timer-property=AccuracySec=1s"]
  }

  @Test func `a shield in force gets a timer for its end, and one without an end none`() throws {
    try startSystemd()
    try write(until: "2099-01-02T03:04:05Z")
    var run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == Self.timer("--on-calendar=2099-01-02 03:04:05 UTC"))
    // The end by the clock of the boot is rounded up.
    try write(until: "2099-01-02T03:04:05Z", strictBoot: 9)
    run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == Self.timer("--on-calendar=2099-01-02 03:04:06 UTC"))
    try write(until: nil)
    run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == [Self.stop])
    #expect(isBlocked)
  }

  @Test func `what an expired shield left is removed, and no timer stays`() throws {
    try startSystemd()
    try write(until: "2020-01-01T01:00:00Z")
    for _ in 1...2 {
      let note = try folder.write("", to: "run/schedctl/shield-changed")
      let run = try revert()
      #expect(!FileManager.default.fileExists(atPath: note))
      #expect(run.outcome.end == .exit(0) && run.calls == [Self.stop], "\(run)")
      #expect(!isBlocked)
    }
  }

  @Test func `a strict shield whose end the wall clock has passed is looked at again within a minute`() throws {
    try startSystemd()
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).dropLast()
    try write(until: "2020-01-01T01:00:00Z", strictBoot: .max, bootID: String(boot))
    let run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == Self.timer("--on-active=60s"), "\(run)")
    #expect(isBlocked)
  }

  @Test func `the files are left to a daemon that runs, and looked at once more if it is late`() throws {
    try startSystemd()
    try write(until: "2020-01-01T01:00:00Z")
    let lock = open(folder.path + "/var/lib/schedctl/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    var run = try revert()
    #expect(run.outcome == Outcome(.exit(0)) && run.calls == Self.timer("--on-active=60s"), "\(run)")
    try write(until: nil, layers: 0)
    run = try revert()
    #expect(run.outcome == Outcome(.exit(0)) && run.calls == [Self.stop], "\(run)")
    #expect(isBlocked)
  }

  @Test func `a file that cannot be reverted is tried again after a minute`() throws {
    try startSystemd()
    try write(until: "2020-01-01T01:00:00Z")
    try FileManager.default.removeItem(atPath: hosts)
    try FileManager.default.createDirectory(atPath: hosts, withIntermediateDirectories: false)
    let run = try revert()
    #expect(run.outcome.end == .exit(geteuid() == 0 ? 74 : 77) && run.calls == Self.timer("--on-active=60s"), "\(run)")
  }

  @Test func `without systemd, and together with --all, it is an error`() throws {
    try write(until: "2020-01-01T01:00:00Z")
    #expect(
      try revert().outcome
        == Outcome(.exit(69), messages: "schedctl: systemd, whose timer '--timer' sets, does not run here\n"))
    var run = ProgramRun("revert", "--all", "--timer")
    run.environment["SCHEDCTL_ROOT"] = folder.path
    #expect(
      try run.outcome() == Outcome(.exit(64), messages: "schedctl: '--all' cannot be combined with '--timer'\n"))
    #expect(isBlocked)
  }
}
