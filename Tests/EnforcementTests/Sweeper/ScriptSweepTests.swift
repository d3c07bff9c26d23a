import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// Scripts, which run in an interpreter.
extension SweeperTests {
  @Test(arguments: ["sh ./tool", "bash tool", "dash ../$(basename $PWD)/tool"])
  func `a script is ended however a shell is given it`(command: String) throws {
    try folder.folder.writeScript("while :; do sleep 0.1; done", to: "tool")
    blocks.replace(with: [.test(.file(folder.folder.path + "/tool"), name: "tool")])
    let shell = command.hasPrefix("bash") ? "/bin/bash" : "/bin/sh"
    let script = "cd \(folder.folder.path) && exec \(command)"
    let tool = try folder.start(["/bin/bash", "-c", script], running: shell)
    #expect(Waiting.until { RunningProcess.arguments(of: tool.number).count == 2 })
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(ends(tool))
  }

  @Test(arguments: [
    "./tool", "exec sh tool", "exec sh ./tool", "exec sh -o errexit tool", "exec sh ../$(basename $PWD)/tool",
  ])
  func `a script is ended that was started by a relative path and has left its directory`(command: String) throws {
    let path = folder.folder.path + "/tool"
    try folder.folder.writeScript("cd /\nwhile :; do sleep 0.1; done", to: "tool")
    let shell = try #require(ProgramSearch(directories: []).paths(of: "/bin/sh").last)
    blocks.replace(with: [.test(.file(path), name: "tool"), .test(.arguments(program: shell, [path]), name: "tool")])
    let script = "cd \(folder.folder.path) && \(command)"
    let tool = try folder.start(["/bin/bash", "-c", script], running: shell)
    #expect(
      Waiting.until { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(tool.number)/cwd")) == "/" })
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(ends(tool))
  }

  @Test func `a script is found by its interpreter and arguments`() throws {
    let words = ["1000"]
    blocks.replace(with: [.test(.arguments(program: folder.game, words))])
    let game = try folder.start([folder.game, "1000"])
    let other = try folder.start([folder.game, "1001"])
    // The kernel sets the file before the arguments.
    #expect(Waiting.until { RunningProcess.arguments(of: game.number).last == "1000" })
    var sweeper = try sweeper()
    _ = try sweeper.apply(BlockList.shield)
    #expect(ends(game))
    #expect(ProcessIdentity(other.number) == other)
    try other.kill()
    #expect(ends(other))
  }

  @Test func `a script of that name in another directory is not ended, wherever its process was started`() throws {
    let blocked = folder.folder.path + "/tool"
    try folder.folder.writeScript("exit 0", to: "tool")
    try FileManager.default.createDirectory(
      atPath: folder.folder.path + "/elsewhere", withIntermediateDirectories: true)
    try folder.folder.writeScript("while :; do sleep 0.1; done", to: "elsewhere/tool")
    blocks.replace(with: [.test(.file(blocked), name: "tool")])
    let script = "cd \(folder.folder.path)/elsewhere && PWD=\(folder.folder.path) exec sh tool"
    let shell = try #require(ProgramSearch(directories: []).paths(of: "/bin/sh").last)
    let tool = try folder.start(["/bin/bash", "-c", script], running: shell)
    #expect(Waiting.until { RunningProcess.arguments(of: tool.number).count == 2 })
    var sweeper = try sweeper(graceSeconds: 0)
    _ = try sweeper.apply(BlockList.shield)
    #expect(sweeper.work(atBoot: SystemClocks.boot()).attempts.isEmpty && ProcessIdentity(tool.number) == tool)
    try tool.kill()
    #expect(ends(tool))
  }
}
