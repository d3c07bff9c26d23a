import Foundation
import ProgramTesting
import Scheduler
import SchedulerInstance
import SchedulerPlatform
import Testing

@testable import SchedulerDaemon

/// What the machine asks of logind, with a program in place of loginctl(1).
@Suite struct SessionEndingTests {
  private let folder: WorkFolder

  init() throws {
    folder = try WorkFolder()
    try folder.write("NAME=kim\nSTATE=active\nSESSIONS=4 c3 9 2 ../c1 c1\n", to: "logins/1000")
    try folder.write("NAME=lee\nSTATE=lingering\n", to: "logins/1001")
    try folder.write("UID=1000\nCLASS=manager-early\n", to: "sessions/4")
    try folder.write("UID=1000\nCLASS=background\n", to: "sessions/c3")
    try folder.write("UID=1000\nREMOTE=1\nTYPE=tty\nCLASS=user\n", to: "sessions/9")
    try folder.write("UID=1000\nREMOTE=1\nTYPE=x11\nCLASS=user\n", to: "sessions/2")
  }

  private func machine(_ script: String) throws -> LinuxMachine {
    try folder.writeScript(script, to: "bin/loginctl")
    var places = MachinePlaces()
    places.logins = folder.path + "/logins"
    let host = Host(
      environment: ProcessEnvironment(variables: ["HOME": folder.path], effectiveUserID: 1_000), places: places)
    let instance = Instance(
      on: host, configuration: .files([]), directory: folder.path + "/state", runtime: folder.path + "/runtime")
    var options = LinuxMachine.Options()
    options.signals = try SignalQueue([])
    options.loginctlDirectories = [folder.path + "/missing", folder.path + "/bin"]
    return try LinuxMachine(for: instance, options: options, now: host.moment())
  }

  /// Waits for the programs that the machine runs, and returns what the daemon logs about them.
  private func failures(of machine: inout LinuxMachine, count: Int = 1) throws -> [String] {
    var events: [LoopEvent] = []
    let hasEnded = Waiting.until {
      events += machine.hooks.ended()
      return events.count >= count
    }
    try #require(hasEnded)
    let failures = HookProcesses.takeOwn(from: &events)
    #expect(events.isEmpty, "it is no hook")
    return failures
  }

  private var calls: [String] {
    get throws {
      let text = try String(contentsOfFile: folder.path + "/calls", encoding: .utf8)
      return text.split(separator: "\n").map(String.init).sorted()
    }
  }

  @Test func `a lock names each session that has a screen, and a logout the user`() throws {
    var machine = try machine("echo \"$@\" >> \(folder.path)/calls")
    machine.endSessions(of: 1_000, by: .lock)
    #expect(try failures(of: &machine, count: 2) == [])
    #expect(try calls == ["lock-session 2", "lock-session c1"])
    machine.endSessions(of: 1_000, by: .logout)
    #expect(try failures(of: &machine) == [])
    #expect(try calls == ["lock-session 2", "lock-session c1", "terminate-user 1000"])
    machine.end()
  }

  @Test func `of very many sessions, those with a desktop are locked`() throws {
    let texts = (100..<150).map { "\($0)" }
    for session in texts { try folder.write("TYPE=tty\nCLASS=user\n", to: "sessions/\(session)") }
    try folder.write("NAME=kim\nSESSIONS=\(texts.joined(separator: " ")) 2\n", to: "logins/1000")
    let lockable = LogindUser(1_000, directory: folder.path + "/logins").lockableSessions
    #expect(lockable == ["2"] + texts.prefix(31))
  }

  @Test func `a block, and a lock of a user without a session, run nothing`() throws {
    var machine = try machine("echo \"$@\" >> \(folder.path)/calls")
    machine.endSessions(of: 1_000, by: .block)
    machine.endSessions(of: 1_001, by: .lock)
    machine.endSessions(of: 1_002, by: .lock)
    machine.endSessions(of: 1_001, by: .logout)
    #expect(try failures(of: &machine) == [])
    #expect(try calls == ["terminate-user 1001"])
    machine.end()
  }

  @Test func `a failure is reported with the words of the program`() throws {
    var machine = try machine("echo \"no such session: $2\" >&2\nexit 3")
    machine.endSessions(of: 1_000, by: .lock)
    let failures = try failures(of: &machine, count: 2)
    #expect(failures.count == 2 && failures.allSatisfy { $0.contains("loginctl ended with exit code") }, "\(failures)")
    #expect(failures.contains { $0.contains("no such session: 2") }, "\(failures)")
    machine.end()
  }
}
