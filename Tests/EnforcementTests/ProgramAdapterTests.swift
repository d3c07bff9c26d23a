import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// Adapters of other authors, which are programs.
@Suite struct ProgramAdapterTests {
  private let folder: WorkFolder
  private let settings = SharedEnforcementSettings()
  private let shield = BlockList.shield

  init() throws { folder = try WorkFolder() }

  /// An adapter that runs a script, which finds its folder in `$0`.
  private func adapter(_ script: String, name: String = "adapter", seconds: Int64 = 10) throws -> ProgramAdapter {
    settings.value.program = try words(script, in: name) + ["one argument"]
    return ProgramAdapter(following: settings, seconds: seconds)
  }

  /// Through a shell: a file that was just written cannot be executed while another test starts a program.
  private func words(_ script: String, in name: String) throws -> [String] { ["/bin/sh", try write(script, name)] }

  private func write(_ script: String, _ name: String) throws -> String {
    let path = try folder.write("#!/bin/sh\ncd \"${0%/*}\"\n\(script)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test func `the program is run with its arguments, one verb, and the shield set on standard input`() throws {
    var adapter = try adapter(#"echo "$# $1 $2" >> calls; cat > "input-$2""#)
    #expect(adapter.probe() == .available)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/calls"), "to probe runs nothing")
    #expect(try adapter.apply(shield) == AdapterEffect())
    try adapter.verify()
    try adapter.revert()
    #expect(try text("calls") == "2 one argument apply\n2 one argument verify\n2 one argument revert\n")
    let set = String(decoding: shield.bytes, as: UTF8.self)
    #expect(try text("input-apply") == set && text("input-verify") == set && text("input-revert") == "")
  }

  @Test func `a large set arrives whole, even if the program reads nothing before it has printed much`() throws {
    let layer = ShieldText.LayerText(profile: "focus")
    let set = try ShieldText.shield(layers: Array(repeating: layer, count: 2_000))
    var adapter = try adapter("seq 100000; cat > input")
    let effect = try adapter.apply(set)
    #expect(effect.limits == (1...20).map { "\($0)" }, "twenty lines at the most")
    #expect(set.bytes.count > 200_000)
    #expect(try text("input") == String(decoding: set.bytes, as: UTF8.self))
  }

  @Test func `what a program prints is what it cannot apply, or the reason why it failed`() throws {
    var limited = try adapter("echo no exceptions; echo no users >&2")
    #expect(try limited.apply(shield).limits == ["no exceptions", "no users"])
    var failing = try adapter("echo the proxy is off; echo more; exit 3")
    let path = "/bin/sh"
    #expect(throws: AdapterError("'\(path) apply' failed: the proxy is off")) { try failing.apply(shield) }
    var silent = try adapter("exit 3")
    #expect(throws: AdapterError("'\(path) apply' failed: exit code 3")) { try silent.apply(shield) }
    #expect(throws: AdapterError("'\(path) revert' failed: exit code 3")) { try silent.revert() }
    var killed = try adapter("kill -9 $$")
    #expect(throws: AdapterError("'\(path) apply' failed: signal 9 ended it")) { try killed.apply(shield) }
  }

  @Test(arguments: ["sleep 1000", "exec >/dev/null 2>&1; sleep 1000", "sleep 1000 & echo $! > child; wait"])
  func `a program that does not end is killed with its children`(script: String) throws {
    var adapter = try adapter("echo $$ > process; " + script, seconds: 1)
    let reason = AdapterError("'/bin/sh apply' failed: it did not end within 1 s")
    #expect(throws: reason) { try adapter.apply(shield) }
    for name in ["process", "child"] where FileManager.default.fileExists(atPath: folder.path + "/" + name) {
      let number = try #require(Int32(text(name).filter(\.isNumber)))
      #expect(Waiting.until { !RunningProcess.exists(number) }, "\(name)")
    }
  }

  @Test func `a program may leave a process that keeps its output open`() throws {
    var adapter = try adapter("echo limited; sleep 1000 & echo $! > child", seconds: 60)
    #expect(try adapter.apply(shield).limits == ["limited"])
    let child = try #require(Int32(text("child").filter(\.isNumber)))
    #expect(RunningProcess.exists(child))
    try ProcessIdentity(child)?.kill()
  }

  @Test func `another program takes over after the one before it has removed what it applied`() throws {
    var adapter = try adapter("echo old $2 >> calls", name: "old")
    _ = try adapter.apply(shield)
    settings.value.program = try words("echo new $1 >> calls", in: "new")
    _ = try adapter.apply(shield)
    settings.value.program = []
    try adapter.revert()
    try adapter.revert()
    #expect(try text("calls") == "old apply\nold revert\nnew apply\nnew revert\n")
  }

  @Test func `a missing program, or a file that is none, is unavailable`() throws {
    for path in ["/nowhere/adapter", try folder.write("text", to: "plain"), folder.path] {
      settings.value.program = [path]
      var adapter = ProgramAdapter(following: settings)
      guard case .unavailable(let reason, _) = adapter.probe() else {
        Issue.record("'\(path)' is available")
        continue
      }
      #expect(reason == "'\(path)' is not an executable file")
    }
    settings.value.program = []
    var adapter = ProgramAdapter(following: settings)
    #expect(adapter.probe() != .available)
    #expect(throws: AdapterError.self) { try adapter.apply(shield) }
    try adapter.revert()
  }
}
