import Foundation
import ProgramTesting
import Scheduler
import SchedulerInstance
import Testing

@testable import schedctl

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
        printf 'cd "${0%%/*}/.." && [ ! -e next ] || /bin/mv next var/lib/schedctl/shield.json\\n' >> bin/$name
        chmod +x bin/$name
      done
      """
    #expect(try InstalledProgram("sh").run(["-c", writing], in: folder).messages.isEmpty)
  }

  private func write(
    until end: String?, strictBoot: Int64? = nil, bootID: String = "another", layers: Int = 1,
    to path: String = "var/lib/schedctl/shield.json"
  ) throws {
    try folder.write(Self.text(until: end, strictBoot: strictBoot, bootID: bootID, layers: layers), to: path)
  }

  private static func text(until end: String?, strictBoot: Int64?, bootID: String, layers: Int) -> String {
    let layer = """
      {"profile":"p","id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","session":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11",
      "origins":["schedule"],"users":[],"groups":[],"until":\(end.map { "\"\($0)\"" } ?? "null"),
      "applications":{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]},
      "domains":{"default":"allow","block":["a.example"],"allow":[]},"denyAppInstallation":false,"denyAppRemoval":false,
      "screen":{"title":"t","subtitle":"s","icon":"","color":null,"button":"b"}}
      """
    return """
      {"version":1,"generation":1,"writtenAt":"2020-01-01T00:00:00Z","bootId":"\(bootID)",
      "strict":\(strictBoot != nil),"validUntil":\(end.map { "\"\($0)\"" } ?? "null"),
      "validUntilBoot":\(end == nil ? "null" : "\(strictBoot ?? 9)"),
      "layers":[\(Array(repeating: layer, count: layers).joined(separator: ","))]}
      """
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

  private static let far = "2099-01-02T03:04:05Z"
  /// The timer for that end, or a second later. Further away than systemd can count it is looked at again.
  private static func farTimer(second: Int = 5) -> [String] {
    timer("--on-calendar=2099-01-02 03:04:0\(second) UTC --on-active=1000000000s")
  }

  @Test func `a shield in force gets a timer for its end, and one without an end none`() throws {
    try startSystemd()
    try write(until: Self.far)
    var run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == Self.farTimer(), "\(run)")
    // The end by the clock of the boot is rounded up.
    try write(until: Self.far, strictBoot: 9)
    run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == Self.farTimer(second: 6), "\(run)")
    try write(until: nil)
    run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == [Self.stop])
    #expect(isBlocked)
  }

  @Test func `a timer waits for the wall clock and for CLOCK_BOOTTIME`() throws {
    let (now, end) = (Instant(epochSeconds: 1_000), Instant(epochSeconds: 1_090))
    let text = Self.text(until: "1970-01-01T00:18:10Z", strictBoot: 9, bootID: "this", layers: 1)
    let stored = try ShieldSet(parsing: Array(text.utf8))
    func due(strict: Bool, boot: Int64?, now wall: Instant, in bootID: String = "this") -> ExpiryTimer.Due {
      var set = stored
      (set.isStrict, set.validUntilBoot) = (strict, boot)
      let moment = Moment(wall: wall, nanosecond: 900_000_000, boot: 500_900_000_000, bootID: bootID)
      return ExpiryTimer.Due(for: set, isUnfinished: false, at: moment)
    }
    #expect(due(strict: false, boot: 591, now: now) == .at(end, orAfter: 90))
    #expect(due(strict: true, boot: 591, now: now) == .at(end.adding(seconds: 1), orAfter: 91))
    // The wall clock was set forward, or the machine has started again.
    #expect(due(strict: true, boot: 4_100, now: now) == .at(end.adding(seconds: 1), orAfter: 3_600))
    #expect(due(strict: true, boot: 4_100, now: now, in: "next") == .at(end.adding(seconds: 1), orAfter: 90))
    // The wall clock has passed the end of a strict session.
    #expect(due(strict: true, boot: 510, now: end) == .after(seconds: 10))
    #expect(due(strict: true, boot: 4_100, now: end) == .after(seconds: 60))
    #expect(due(strict: false, boot: 4_100, now: end) == .never)
  }

  @Test func `a shield that is stored while the timer is set gets its own timer`() throws {
    try startSystemd()
    try write(until: nil, layers: 0)
    try write(until: Self.far, to: "next")
    let run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == [Self.stop] + Self.farTimer(), "\(run)")
  }

  @Test func `the shield of a killed trial has a timer, too`() throws {
    try startSystemd()
    try write(until: "2020-01-01T01:00:00Z")
    try write(until: Self.far, to: "var/lib/schedctl/try.json")
    let run = try revert()
    #expect(run.outcome.end == .exit(0) && run.calls == Self.farTimer() && isBlocked, "\(run)")
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

  @Test func `without systemd, what has expired is removed, and the missing timer is an error`() throws {
    try write(until: "2020-01-01T01:00:00Z")
    let message = "schedctl: systemd, whose timer '--timer' sets, does not run here\n"
    #expect(try revert("--quiet").outcome == Outcome(.exit(69), messages: message))
    #expect(!isBlocked)
  }

  @Test func `a note of a changed shield that cannot be removed is an error after the rest`() throws {
    try startSystemd()
    try write(until: "2020-01-01T01:00:00Z")
    try folder.write("", to: "run/schedctl/shield-changed/file")
    let run = try revert()
    #expect(run.outcome.end == .exit(74) && run.calls == [Self.stop], "\(run)")
    #expect(run.outcome.messages.contains("shield-changed"))
    #expect(!isBlocked)
  }

  @Test func `together with --all it is an error`() throws {
    try write(until: "2020-01-01T01:00:00Z")
    var run = ProgramRun("revert", "--all", "--timer")
    run.environment["SCHEDCTL_ROOT"] = folder.path
    #expect(
      try run.outcome() == Outcome(.exit(64), messages: "schedctl: '--all' cannot be combined with '--timer'\n"))
    #expect(isBlocked)
  }
}
