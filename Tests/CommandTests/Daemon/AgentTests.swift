import Foundation
import ProgramTesting
import TestSupport
import Testing

@testable import SchedulerDaemon
@testable import schedctl

/// The agent beside a real daemon, with a notify-send that only notes what it is to show.
@Suite struct AgentTests {
  private func trial(_ notifier: String = #"printf '%s|' "$@" >> shown; echo >> shown"#) throws -> DaemonTrial {
    let trial = try DaemonTrial()
    try trial.folder.writeScript(notifier, to: "bin/notify-send")
    return trial
  }

  private func agent(_ trial: DaemonTrial, path: String = "/bin:/usr/bin:/bin") throws -> RunningProgram {
    var run = ProgramRun(arguments: ["agent", "-v", "--socket", "run/control.sock"])
    run.folder = trial.folder.path
    run.environment["PATH"] = trial.folder.path + path
    run.messages = .file(trial.folder.path + "/agent.log")
    try trial.folder.write("", to: "agent.log")
    return try RunningProgram(run)
  }

  private func text(_ name: String, _ trial: DaemonTrial) -> String {
    (try? String(contentsOfFile: trial.folder.path + "/" + name, encoding: .utf8)) ?? ""
  }

  private func shown(_ count: Int, _ trial: DaemonTrial) -> [String] {
    _ = trial.comes { text("shown", trial).split(separator: "\n").count >= count }
    return text("shown", trial).split(separator: "\n").map(String.init)
  }

  private func listens(_ trial: DaemonTrial, times: Int = 1) -> Bool {
    trial.comes { text("agent.log", trial).split(separator: "\n").count { $0.contains("listens") } >= times }
  }

  @Test func `the agent waits for the daemon, shows each of its notices once, and survives its restart`() throws {
    let trial = try trial()
    let agent = try agent(trial)
    #expect(trial.comes { text("agent.log", trial).contains("waits for the daemon") })
    let daemon = try trial.start()
    #expect(listens(trial))
    try trial.write(profiles: ["p1", "p2"])
    let start = "--app-name=schedctl|--urgency=normal|--|"
    let first = shown(1, trial)
    #expect(first.count == 1 && first[0].hasPrefix(start + "p2 has started|until "), "\(first)")

    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    let next = try trial.start()
    #expect(listens(trial, times: 2), "\(text("agent.log", trial))")
    try trial.write(profiles: ["p1", "p2", "p3"])
    let second = shown(2, trial)
    #expect(second.count == 2 && second.last?.hasPrefix(start + "p3 has started|") == true, "\(second)")
    agent.send(SIGTERM)
    #expect(agent.end().end == .exit(0))
    let lacks = text("agent.log", trial).split(separator: "\n").filter { $0.contains("so use is not counted") }
    #expect(
      lacks.count == 1 && lacks[0].contains("nothing on this desktop says which window has the focus"), "\(lacks)")
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
  }

  @Test func `the agent reports a failing notify-send and shows the next notice`() throws {
    let trial = try trial(#"printf x >> shown; echo >> shown; exit 3"#)
    let agent = try agent(trial)
    let daemon = try trial.start()
    #expect(listens(trial))
    try trial.write(profiles: ["p1", "p2"])
    #expect(shown(1, trial) == ["x"])
    try trial.write(profiles: ["p1", "p2", "p3"])
    #expect(shown(2, trial) == ["x", "x"])
    #expect(trial.comes { text("agent.log", trial).contains("'p3 has started' was not shown by '") })
    agent.send(SIGINT)
    #expect(agent.end().end == .exit(0))
    daemon.send(SIGTERM)
    _ = daemon.end()
  }

  @Test func `the agent ends at once on SIGTERM, even while a notify-send hangs`() throws {
    let trial = try trial("echo x >> shown; exec sleep 300")
    let agent = try agent(trial)
    let daemon = try trial.start()
    #expect(listens(trial))
    try trial.write(profiles: ["p1", "p2", "p3", "p4"])
    #expect(shown(1, trial) == ["x"])
    let start = ContinuousClock.now
    agent.send(SIGTERM)
    #expect(agent.end().end == .exit(0) && start.duration(to: .now) < .seconds(5))
    #expect(text("shown", trial) == "x\n" && !text("agent.log", trial).contains("not shown"))
    daemon.send(SIGTERM)
    _ = daemon.end()
  }

  @Test func `the agent waits ten seconds for a server that takes a call and does not answer`() throws {
    let folder = try WorkFolder()
    let server = try ForeignServer(folder.path + "/socket", answer: nil)
    defer { server.end() }
    var subscription = NoticeSubscription(folder.path + "/socket")
    let second: Int64 = 1_000_000_000
    #expect(subscription.connect(atBoot: 5 * second) == nil && subscription.answerDue == 15 * second)
    #expect(subscription.expire(atBoot: 15 * second - 1) == nil && subscription.client != nil)
    #expect(subscription.expire(atBoot: 15 * second) == .failure("it does not answer"))
    #expect(subscription.client == nil && subscription.answerDue == nil)
    #expect(subscription.expire(atBoot: 16 * second) == nil)
  }

  @Test func `the agent retries a server that leaves in the middle of an answer at growing intervals`() throws {
    let trial = try trial()
    try trial.folder.write("", to: "run/none")
    let server = try ForeignServer(trial.folder.path + "/run/control.sock", answer: #"{"param"#)
    defer { server.end() }
    let start = ContinuousClock.now
    let agent = try agent(trial)
    #expect(trial.comes { server.clientCount >= 3 })
    // After one second, and then after two.
    #expect(ContinuousClock.now - start > .milliseconds(2_900))
    agent.send(SIGTERM)
    #expect(agent.end().end == .exit(0))
  }

  @Test(.enabled(if: Laws.areWhole, "ten seconds of waiting"))
  func `the agent gives up on a server that never answers`() throws {
    let trial = try trial()
    try trial.folder.write("", to: "run/none")
    let server = try ForeignServer(trial.folder.path + "/run/control.sock", answer: nil)
    defer { server.end() }
    let agent = try agent(trial)
    #expect(trial.comes { text("agent.log", trial).contains("does not answer") })
    agent.send(SIGTERM)
    #expect(agent.end().end == .exit(0))
  }

  @Test func `notify-send gets the texts of a notice neither as options nor as markup`() {
    let notice = Notice(number: 1, title: "-x & <b>", body: "<b>a & b</b>", isUrgent: true)
    #expect(
      DesktopNotifier.words(for: notice, program: "/bin/notify-send") == [
        "/bin/notify-send", "--app-name=schedctl", "--urgency=critical", "--", "-x & <b>",
        "&lt;b&gt;a &amp; b&lt;/b&gt;",
      ])
  }

  @Test
  func `without notify-send the agent prints a warning and keeps running, and it shows notices after an installation`()
    throws
  {
    let trial = try trial("exit 0")
    try FileManager.default.removeItem(atPath: trial.folder.path + "/bin/notify-send")
    let agent = try agent(trial, path: "/bin")
    let daemon = try trial.start()
    #expect(listens(trial))
    let log = { text("agent.log", trial) }
    #expect(log().contains("no notifications are shown, because there is no 'notify-send' in PATH"), "\(log())")
    try trial.write(profiles: ["p1", "p2"])
    #expect(trial.comes { log().contains("'p2 has started' was not shown, because there is no 'notify-send'") })
    try trial.folder.writeScript("echo x >> shown", to: "bin/notify-send")
    try trial.write(profiles: ["p1", "p2", "p3"])
    #expect(shown(1, trial) == ["x"])
    agent.send(SIGINT)
    #expect(agent.end().end == .exit(0))
    daemon.send(SIGTERM)
    _ = daemon.end()
  }
}
