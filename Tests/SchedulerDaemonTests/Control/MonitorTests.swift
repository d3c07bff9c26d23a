import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

@Suite struct MonitorTests {
  private func machine() throws -> ControlMachine {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.connect(2)
    return machine
  }

  private func numbers(_ replies: [VarlinkReply]) -> [Int64] {
    replies.flatMap { ($0.parameters["entries"]?.arrayValue ?? []).compactMap { $0["sequence"]?.integerValue } }
  }

  @Test func `a monitor gets every entry after its since number once and in order`() throws {
    let machine = try machine()
    for _ in 0..<120 {
      _ = try machine.call("Start", ["profile": .string("work")])
      _ = try machine.call("Stop")
    }
    let past = machine.source.engine.lastNumber
    #expect(past > 300)
    machine.send(
      VarlinkCall(ControlMethod.monitor.name, parameters: ["since": .integer(5)], takesMore: true).bytes, from: 2)
    let told = try machine.heard(by: 2)
    #expect(told.allSatisfy { $0.continues })
    #expect(numbers(told) == Array(6...past))
    #expect(told.map { $0.parameters["live"] == .null }.dropLast().allSatisfy { $0 })
    #expect(told.last?.parameters["live"] != .null)
    _ = try machine.call("Start", ["profile": .string("work")])
    let news = try machine.heard(by: 2)
    #expect(numbers(news) == Array((past + 1)...machine.source.engine.lastNumber))
    #expect(news.last?.parameters["live"]?["sessions"]?.arrayValue?.count == 1)
  }

  @Test func `without a number Monitor reports only new entries`() throws {
    let machine = try machine()
    _ = try machine.call("Start", ["profile": .string("work")])
    let first = try machine.call("Monitor", from: 2, more: true)
    #expect(first.parameters["entries"]?.arrayValue == [] && first.parameters["live"] != .null)
    machine.pass(seconds: 60)
    #expect(try machine.heard(by: 2).isEmpty, "readers count down by themselves")
  }

  @Test func `a slow monitor client uses bounded memory and receives all events once it reads`() throws {
    let machine = try machine()
    machine.isRead = false
    machine.send(
      VarlinkCall(ControlMethod.monitor.name, parameters: ["since": .integer(0)], takesMore: true).bytes, from: 2)
    for _ in 0..<800 {
      _ = machine.source.carryOut(.command(.start(try #require(ProfileKey("work"))), by: Requester()))
      _ = machine.source.carryOut(.command(.stop(), by: Requester()))
      machine.perform(machine.service.engineChanged(machine.source))
      #expect(machine.service.output(of: ConnectionID(2)).count < OutgoingBytes.enough + 100_000)
    }
    machine.isRead = true
    machine.perform([.send(ConnectionID(2))])
    #expect(numbers(try machine.heard(by: 2)) == Array(1...machine.source.engine.lastNumber))
  }

  @Test func `history that cannot be read ends the monitoring with an error`() throws {
    let machine = try machine()
    _ = try machine.call("Start", ["profile": .string("work")])
    machine.source.historyFault = .state("input or output error")
    let reply = try machine.call("Monitor", ["since": .integer(0)], from: 2, more: true)
    #expect(reply.errorName == "StateFault" && !reply.continues)
    machine.source.historyFault = nil
    #expect(try machine.call("IsActive", from: 2).parameters["active"] == .bool(true))
  }
}
