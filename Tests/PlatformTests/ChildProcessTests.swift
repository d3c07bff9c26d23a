import Foundation
import SchedulerPlatform
import Testing

@Suite struct ChildProcessTests {
  private func outcome(of script: String) throws -> ChildProcess.Outcome {
    try ChildProcess(["/bin/sh", "-c", script]).run()
  }

  @Test(
    arguments: [
      ("exit 0", .exit(0)), ("exit 3", .exit(3)), ("exit 255", .exit(255)), ("kill -9 $$", .signal(9)),
      ("kill -15 $$", .signal(15)),
    ] as [(String, ProcessEnd)])
  func `a child process reports its end`(script: String, end: ProcessEnd) throws {
    #expect(try outcome(of: script).end == end)
  }

  @Test func `the standard output of a child process is kept, and its standard error is not`() throws {
    let outcome = try outcome(of: "printf 'one\\ntwo'; printf no >&2")
    #expect(String(decoding: outcome.output, as: UTF8.self) == "one\ntwo")
  }

  @Test func `a child process gets its arguments unchanged`() throws {
    let outcome = try ChildProcess(["/bin/sh", "-c", "printf '%s|' \"$@\"", "sh", "a b", "", "'$HOME'"]).run()
    #expect(String(decoding: outcome.output, as: UTF8.self) == "a b||'$HOME'|")
  }

  @Test func `a child process has an empty standard input`() throws {
    #expect(try outcome(of: "cat; echo done").output == Array("done\n".utf8))
  }

  @Test func `a child process reads its input to the end, also from its path, and its errors are kept on request`()
    throws
  {
    var child = ChildProcess(["/bin/sh", "-c", "wc -c; wc -c < /dev/stdin; printf no >&2"])
    child.input = Array(repeating: UInt8(ascii: "x"), count: 300_000)
    child.keepsErrors = true
    #expect(String(decoding: try child.run().output, as: UTF8.self) == "300000\n300000\nno")
  }

  @Test func `a program runs to its end even if it prints more than the output limit`() throws {
    var child = ChildProcess(["/bin/sh", "-c", "head -c 300000 /dev/zero; exit 7"])
    child.outputLimit = 5000
    let outcome = try child.run()
    #expect(outcome.end == .exit(7) && outcome.output.count == 5000)
  }

  @Test func `a child process that exceeds its time limit is killed`() throws {
    var child = ChildProcess(["/bin/sh", "-c", "printf early; exec sleep 3600"])
    child.secondsLimit = 0
    #expect(try child.run().end == .signal(9))
  }

  @Test func `a child process that closes its output and keeps running is killed at its time limit`() throws {
    var child = ChildProcess(["/bin/sh", "-c", "printf early; exec >&-; exec sleep 60"])
    child.secondsLimit = 1
    let outcome = try child.run()
    #expect(outcome.end == .signal(9) && outcome.output == Array("early".utf8))
  }

  @Test(arguments: [("/nonexistent/program", ENOENT), ("/", EACCES)])
  func `starting a child process from a missing program or a directory is an error`(path: String, code: Int32) {
    #expect(throws: SystemError(code: code)) { try ChildProcess([path]).run() }
  }

  @Test func `a broken pipe ends a child process even when this process ignores the signal`() throws {
    BrokenPipe.ignoreSignal()
    let outcome = try outcome(of: "{ (yes; kill -l $? >&3) | head -n 1 > /dev/null; } 3>&1")
    #expect(String(decoding: outcome.output, as: UTF8.self) == "PIPE\n")
  }
}
