import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// How many clients may be connected, and who makes room for whom.
@Suite struct PlaceTests {
  /// Lets a user open a call that stays open: a monitor.
  private func watch(_ machine: ControlMachine, _ numbers: some Sequence<UInt64>, _ user: TestUser) -> Int {
    numbers.count { number in
      guard machine.connect(number, user) else { return false }
      machine.send(VarlinkCall(ControlMethod.monitor.name, takesMore: true).bytes, from: number)
      return true
    }
  }

  @Test func `monitors of a user take that user's places only, and a further connection is refused`() throws {
    let machine = try ControlMachine()
    #expect(watch(machine, 1...330, .member) == ControlService.mostConnectionsPerUser)
    #expect(try machine.heard(by: 330).map(\.errorName) == ["TooManyConnections"])
    for (number, user) in [(400, TestUser.root), (401, .kim)] as [(UInt64, TestUser)] {
      #expect(machine.connect(number, user))
      #expect(try machine.call("IsActive", from: number).error == nil)
    }
    machine.service.closed(ConnectionID(7))
    #expect(machine.connect(500, .member))
  }

  @Test func `when a user has no place left, the connection without a call that is idle longest is closed`() throws {
    let machine = try ControlMachine()
    for number in 1...64 as ClosedRange<UInt64> {
      machine.connect(number, .member)
      machine.source.now.boot += 1
    }
    _ = watch(machine, [65], .kim)
    // The first monitors, and the second has asked since the third connected.
    machine.send(VarlinkCall(ControlMethod.monitor.name, takesMore: true).bytes, from: 1)
    #expect(try machine.call("IsActive", from: 2).error == nil)
    #expect(machine.closed.isEmpty)
    #expect(machine.connect(100, .member) && machine.connect(101, .member))
    #expect(machine.closed == [3, 4])
    #expect(machine.service.connections.count == 65)
  }

  @Test(arguments: [0, 1_000] as [UInt32])
  func `places are kept for root and the owner, however many users connect`(ownerID: UInt32) throws {
    let machine = try ControlMachine(ownerID: ownerID)
    var kept = 0
    for user in 0..<10 as Range<UInt32> {
      let numbers = UInt64(user + 1) * 100..<UInt64(user + 1) * 100 + 64
      kept += watch(machine, numbers, TestUser(name: "u\(user)", id: 2_000 + user))
    }
    #expect(kept == ControlService.mostConnections - ControlService.keptPlaces)
    #expect(watch(machine, 5_000..<5_300, .kim) == (ownerID == 0 ? 0 : 16))
    #expect(watch(machine, 6_000..<6_300, .root) == (ownerID == 0 ? 32 : 16))
    #expect(machine.closed.isEmpty, "a monitor is never closed")
  }

  @Test func `root's own silent connections make room for each other`() throws {
    let machine = try ControlMachine()
    for number in 1...300 as ClosedRange<UInt64> { #expect(machine.connect(number)) }
    #expect(machine.service.connections.count == ControlService.mostConnections)
    #expect(machine.closed == Array(1...44))
  }

  @Test func `commands of a client that has gone are carried out, and its questions are dropped`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    let calls = [
      VarlinkCall(ControlMethod.sessions.name),
      VarlinkCall("\(ControlInterface.name).Start", parameters: ["profile": .string("work")]),
      VarlinkCall(ControlMethod.monitor.name, takesMore: true),
    ]
    _ = machine.service.received(calls.flatMap(\.bytes), from: ConnectionID(1), using: machine.source)
    machine.service.closed(ConnectionID(1))
    machine.perform([])
    #expect(machine.source.engine.sessions.count == 1)
    #expect(try machine.heard().isEmpty && machine.service.connections.isEmpty && !machine.service.hasWork)
  }
}
