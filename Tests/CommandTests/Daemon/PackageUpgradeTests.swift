import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// dpkg(1) installs, upgrades and removes a blocked program, in a root of its own, under the built daemon.
@Suite(
  .enabled(
    if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-deb"),
    "only root may deny the start of programs, and dpkg is needed"))
struct PackageUpgradeTests {
  private let trial: EnforcedTrial
  private var folder: String { trial.daemon.folder.path }

  init() throws {
    trial = try EnforcedTrial()
    for name in ["root", "admin/info", "admin/updates", "admin/triggers"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["admin/status", "admin/available"] { try trial.daemon.folder.write("", to: name) }
    try run("chmod 755 root admin")
    trial.game = "\(folder)/root/usr/games/hb"
    try trial.write(applications: [trial.game])
    for version in ["1", "2"] { try build(version) }
  }

  private func run(_ script: String) throws {
    let outcome = try ChildProcess(["/bin/sh", "-c", "exec 2>&1; cd \(folder) && \(script)"]).run()
    #expect(outcome.end == .exit(0), "\(script): \(String(decoding: outcome.output, as: UTF8.self))")
  }

  /// Makes a package of a program, a copy of sleep(1) of its own for each version.
  private func build(_ version: String) throws {
    try trial.daemon.folder.write(
      "Package: hb\nVersion: \(version)\nArchitecture: all\nMaintainer: nobody <nobody@example>\nDescription: a game\n",
      to: "hb\(version)/DEBIAN/control")
    try run(
      """
      umask 022; chmod 755 hb\(version) hb\(version)/DEBIAN; mkdir -p hb\(version)/usr/games
      cp /bin/sleep hb\(version)/usr/games/hb && echo \(version) >> hb\(version)/usr/games/hb
      dpkg-deb --build hb\(version) > /dev/null
      """)
  }

  private func dpkg(_ words: String) throws {
    try run("dpkg --admindir=admin --instdir=root --log=/dev/null \(words) > /dev/null")
  }

  /// The version of the file that is installed.
  private var version: Character? {
    FileManager.default.contents(atPath: trial.game)?.dropLast().last.map { Character(UnicodeScalar($0)) }
  }

  private var isDenied: Bool { get throws { try trial.play() == .exit(126) } }

  @Test func `a package is installed, upgraded and removed under the shield, and its program is denied each time`()
    throws
  {
    let daemon = try trial.start()
    #expect(try trial.run("start", "focus").end == .exit(0))
    for wanted in ["1", "2", "1"] as [Character] {
      try dpkg("--install hb\(wanted).deb")
      #expect(version == wanted)
      #expect(try Waiting.until { try isDenied }, "version \(wanted): \(trial.daemon.log)")
      #expect(try Waiting.until { try trial.markCount(of: daemon) == 1 })
    }
    try dpkg("--purge hb")
    #expect(version == nil)
    #expect(try Waiting.until { try trial.markCount(of: daemon) == 0 })
    #expect(try Waiting.until { try trial.run("status").output.contains("\nenforced by exec-guard and sweeper\n") })
    try dpkg("--install hb2.deb")
    #expect(try Waiting.until { try isDenied }, "\(trial.daemon.log)")
    #expect(try trial.run("stop", "focus").end == .exit(0))
    #expect(try Waiting.until { try trial.play() == .exit(0) })
    #expect(try trial.markCount(of: daemon) == 0)
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a program that was upgraded or removed while it ran is ended by the shield`() throws {
    let daemon = try trial.start()
    for last in ["--install hb2.deb", "--purge hb"] {
      try dpkg("--install hb1.deb")
      let running = try trial.startGame()
      #expect(Waiting.until { RunningProcess.program(of: running) == trial.game })
      try dpkg(last)
      #expect(RunningProcess.exists(running))
      #expect(try trial.run("start", "focus").end == .exit(0))
      #expect(Waiting.until { RunningProcess.program(of: running) == nil }, "\(last): \(trial.daemon.log)")
      #expect(try trial.run("stop", "focus").end == .exit(0))
    }
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }
}
