import Foundation
import Testing

@testable import SchedulerPlatform

/// Serialized, because the effect of a signal is set for the whole process.
@Suite(.serialized) struct ForegroundProcessTests {
  private func end(_ script: String) throws -> ProcessEnd { try ForegroundProcess.run(["/bin/sh", "-c", script]) }

  @Test(
    arguments: [
      ("exit 0", .exit(0)), ("exit 7", .exit(7)), ("exit 255", .exit(255)), ("kill -TERM $$", .signal(15)),
      ("kill -KILL $$", .signal(9)),
    ] as [(String, ProcessEnd)])
  func `a foreground process reports its end`(script: String, expected: ProcessEnd) throws {
    #expect(try end(script) == expected)
  }

  @Test func `a signal ends a foreground program even if its parent ignores it, and does not end the parent`() throws {
    BrokenPipe.ignoreSignal()
    FileSizeLimit.ignoreSignal()
    for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] {
      // No core file is written.
      #expect(try end("ulimit -c 0; kill -\(signal) $$") == .signal(signal))
      #expect(try end("kill -\(signal) $PPID") == .exit(0))
    }
  }

  @Test func `starting a missing program in the foreground is an error`() {
    #expect(throws: SystemError(code: ENOENT)) { try ForegroundProcess.run(["/nonexistent/editor"]) }
  }
}

@Suite struct LineReaderTests {
  private func lines(of text: String) throws -> [String] {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    let reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var lines: [String] = []
    while let line = try reader.next() { lines.append(line) }
    return lines
  }

  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb c\n", ["a", "", "b c"]), ("é\r\nx", ["é\r", "x"]),
      (String(repeating: "a", count: 5000), [String(repeating: "a", count: 4096), String(repeating: "a", count: 904)]),
    ] as [(String, [String])])
  func `lines are read one at a time`(text: String, expected: [String]) throws {
    #expect(try lines(of: text) == expected)
  }

  @Test func `the line reader leaves the bytes after a line to other readers`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\n".utf8))
    #expect(try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor).next() == "one")
    #expect(pipe.fileHandleForReading.availableData == Data("two\n".utf8))
  }

  @Test func `reading a line from an invalid descriptor is an error`() {
    #expect(throws: SystemError(code: EBADF)) { try LineReader(descriptor: -1).next() }
  }
}
