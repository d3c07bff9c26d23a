import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// The adapter of the page about enforcement, under a real daemon.
@Suite struct DocumentedAdapterTests {
  private let trial: DaemonTrial
  private var list: String { trial.folder.path + "/proxy/blocked" }

  init() throws {
    trial = try DaemonTrial()
    let page = try String(contentsOfFile: Checkout.path("docs/enforcement.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "<!-- file: proxy-shield -->\n```sh\n").dropFirst().first)
    let script = try #require(block.components(separatedBy: "```").first)
    try trial.folder.write(script.utf8, to: "proxy-shield", permissions: 0o755)
    try write()
  }

  private func write(_ extra: String = "") throws {
    try trial.folder.write(
      """
      [enforce]
      program = ["\(trial.folder.path)/proxy-shield"]
      adapters = ["program"]
      [profile.focus]
      block.domains = ["b.example", "a.example"]
      \(extra)
      """, to: "week.toml")
  }

  private func run(_ words: String...) throws -> String {
    var run = trial.run(words[0])
    run.arguments += words.dropFirst()
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0), "\(outcome)")
    return outcome.output
  }

  private func blocked() -> String? {
    FileManager.default.contents(atPath: list).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `the documented adapter keeps the list of a proxy while a session runs`() throws {
    let daemon = try trial.start(environment: ["PROXY_LIST": list])
    #expect(blocked() == nil)
    _ = try run("start", "focus")
    #expect(trial.comes { blocked() == "a.example\nb.example\n" }, "\(trial.log)")
    #expect(trial.comes { trial.log.contains("enforced by program\n") }, "\(trial.log)")
    let status = try run("status")
    #expect(
      status.contains("\nenforced by program\nprogram: exceptions in 'allow' are not known to the proxy\n"), "\(status)"
    )
    _ = try run("stop", "focus")
    #expect(trial.comes { blocked() == nil }, "\(trial.log)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `the next daemon removes what the adapter of a killed one has left`() throws {
    let daemon = try trial.start(environment: ["PROXY_LIST": list])
    _ = try run("start", "focus")
    #expect(trial.comes { blocked() != nil }, "\(trial.log)")
    daemon.send(SIGKILL)
    _ = daemon.end()
    #expect(blocked() != nil)
    _ = try run("stop", "focus", "--offline")
    let next = try trial.start(environment: ["PROXY_LIST": list])
    // A daemon is ready after the machine matches the shield.
    #expect(blocked() == nil, "\(trial.log)")
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
  }

  @Test func `an adapter that fails is degraded with its own words, and works when it can again`() throws {
    try trial.folder.write("", to: "proxy")
    let daemon = try trial.start(environment: ["PROXY_LIST": list])
    _ = try run("start", "focus")
    #expect(trial.comes { (try? run("status").contains("program is degraded: '")) == true }, "\(trial.log)")
    try FileManager.default.removeItem(atPath: trial.folder.path + "/proxy")
    #expect(trial.comes { blocked() != nil }, "\(trial.log)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    #expect(blocked() == nil)
  }

  @Test func `check names a program that is not there, and a path that is not whole`() throws {
    try trial.folder.write("[enforce]\nprogram = [\"adapter\"]\n", to: "week.toml")
    let relative = try trial.run("check").outcome()
    #expect(relative.end == .exit(78) && relative.messages.contains("relative-path"), "\(relative)")
    try trial.folder.write("[enforce]\nprogram = [\"/nowhere/adapter\"]\n", to: "week.toml")
    let missing = try trial.run("check").outcome()
    #expect((missing.output + missing.messages).contains("/nowhere/adapter"), "\(missing)")
  }
}
