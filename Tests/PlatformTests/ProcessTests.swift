import Foundation
import Testing

@testable import SchedulerPlatform

@Suite struct ProcessTests {
  @Test func `the arguments of the process need no proc`() {
    #expect(ProcessArguments.all == CommandLine.arguments)
  }

  @Test func `a system call that a signal interrupts is repeated`() throws {
    var results: [Int32] = [EINTR, EINTR, 0]
    let result: Int = try SystemError.check {
      errno = results.removeFirst()
      return errno == 0 ? 5 : -1
    }
    #expect(result == 5 && results.isEmpty)
  }

  @Test func `a failed system call throws its error code`() {
    #expect(throws: SystemError(code: ENOSPC)) {
      try SystemError.check { () -> Int in
        errno = ENOSPC
        return -1
      }
    }
  }

  @Test func `an empty environment variable counts as unset`() {
    let environment = ProcessEnvironment(variables: ["A": "1", "EMPTY": ""], effectiveUserID: 0)
    #expect(environment["A"] == "1")
    #expect(environment["EMPTY"] == nil)
    #expect(environment["MISSING"] == nil)
  }

  @Test func `the process environment has the values that Foundation sees`() {
    let current = ProcessEnvironment.current()
    for (name, value) in ProcessInfo.processInfo.environment { #expect(current.rawValue(of: name) == value) }
    #expect(current.effectiveUserID == geteuid())
  }

  @Test func `the wall clock agrees with Foundation`() {
    let before = Date.now.timeIntervalSince1970.rounded(.down)
    let now = Double(SystemClocks.now().epochSeconds)
    #expect((before...Date.now.timeIntervalSince1970).contains(now))
  }

  @Test func `a pipe is no terminal`() {
    let pipe = Pipe()
    #expect(!Terminal.isTerminal(pipe.fileHandleForReading.fileDescriptor))
    #expect(Terminal.columns(of: pipe.fileHandleForReading.fileDescriptor) == nil)
  }

  @Test func `a pseudo terminal counts as a terminal and reports its width`() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    var size = winsize(ws_row: 24, ws_col: 133, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(Terminal.isTerminal(terminal))
    #expect(Terminal.columns(of: terminal) == 133)
  }

  @Test func `a start time that is too large is late and not early`() {
    let early = ProcessIdentity(number: 1, startTime: 7)
    #expect(early.startBoot == 70_000_000)
    for time in [UInt64(1) << 39, UInt64.max] {
      #expect(ProcessIdentity(number: 1, startTime: time).startBoot == (1 << 39) * 10_000_000)
    }
  }
}
