import Foundation
import ProgramTesting
import Synchronization
import Testing

/// Another process that has the state directory.
@Suite struct BusyStateTests {
  private static let configuration = "[profile.p]\nblock.domains = [\"a.org\"]\n"

  /// A machine on whose state directory somebody works until a command has waited so often.
  private func machine(busyFor waits: Int) throws -> OfflineMachine {
    let machine = try OfflineMachine(Self.configuration)
    try FileManager.default.createDirectory(atPath: machine.state, withIntermediateDirectories: true)
    let holder = try Holder(machine.state, waits: waits)
    machine.whileWaiting = { holder.wait() }
    return machine
  }

  @Test(arguments: [1, 5, 40]) func `a command waits until another command releases the state`(waits: Int) throws {
    let outcome = try machine(busyFor: waits).run("start", "p", "--offline")
    #expect(
      outcome
        == Outcome(
          .exit(0), output: "started 'p', which runs until it is stopped\n",
          messages: "schedctl: computed, not enforced: no adapter is active\n"))
  }

  @Test func `a command stops waiting for the state directory and names the process that uses it`() throws {
    let machine = try machine(busyFor: .max)
    let words = "schedctl: state in 'state': the state is in use by process \(getpid())"
    let help = "\nhelp: if that is the daemon, leave '--offline' out\n"
    #expect(try machine.run("start", "p", "--offline") == Outcome(.exit(69), messages: words + help))
    #expect(
      try machine.run("run", "--once") == Outcome(.exit(0), messages: words + "; that process does what is due\n"))
    #expect(try machine.run("status").end == .exit(0))
  }

  @Test func `a command reads the clocks after it holds the lock`() throws {
    let machine = try machine(busyFor: 3)
    let lock = machine.state + "/lock"
    machine.whenClocksAreRead = {
      let descriptor = open(lock, O_RDWR | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == -1)
    }
    #expect(try machine.run("run", "--once") == Outcome(.exit(0)))
  }
}

/// A process that holds the lock of a state directory and releases it after another has waited a number of times.
private final class Holder: Sendable {
  private let path: String
  private let state: Mutex<(descriptor: Int32, waits: Int)>

  init(_ directory: String, waits: Int) throws {
    path = directory + "/lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let holder = Array("\(getpid())\n".utf8)
    try #require(write(descriptor, holder, holder.count) == holder.count)
    state = Mutex((descriptor, waits))
  }

  func wait() {
    state.withLock { state in
      state.waits -= 1
      if state.waits == 0 { giveBack(state.descriptor) }
    }
  }

  /// Gives the lock back, and waits until it is free: children that are just being started have the descriptor, too.
  private func giveBack(_ descriptor: Int32) {
    close(descriptor)
    let probe = open(path, O_RDWR | O_CLOEXEC)
    flock(probe, LOCK_EX)
    close(probe)
  }
}
