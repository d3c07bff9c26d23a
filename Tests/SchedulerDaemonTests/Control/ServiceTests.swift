import SchedulerJSON
import TestSupport
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

@Suite struct ServiceTests {
  @Test func `a client can query the interfaces, their descriptions and the version`() throws {
    let machine = try ControlMachine()
    machine.connect(1, .sam)
    let info = try machine.call("org.varlink.service.GetInfo").parameters
    #expect(info["interfaces"] == .array([.string("org.varlink.service"), .string("io.schedctl.Control")]))
    #expect(info["version"]?.stringValue == schedulerVersion)
    for (name, definition) in [
      ("org.varlink.service", ServiceInterface.definition), ("io.schedctl.Control", ControlInterface.definition),
    ] {
      let reply = try machine.call("org.varlink.service.GetInterfaceDescription", ["interface": .string(name)])
      #expect(reply["description"] == definition)
    }
  }

  @Test(
    arguments: [
      ("Nothing", "org.varlink.service.MethodNotFound", "method", "Nothing"),
      ("org.example.A", "org.varlink.service.InterfaceNotFound", "interface", "org.example"),
      ("io.schedctl.Control.Nothing", "org.varlink.service.MethodNotFound", "method", "io.schedctl.Control.Nothing"),
      ("io.schedctl.Control.Start", "org.varlink.service.InvalidParameter", "parameter", "profile"),
      ("org.varlink.service.GetInterfaceDescription", "org.varlink.service.InvalidParameter", "parameter", "interface"),
    ])
  func `unknown methods and interfaces get the standard errors`(
    method: String, error: String, key: String, value: String
  )
    throws
  {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.send(VarlinkCall(method).bytes)
    let reply = try #require(try machine.heard().last)
    #expect(reply.error == error && reply[key] == value)
  }

  @Test func `the daemon computes session times at the time of the call, even if nothing was due since then`() throws {
    let machine = try ControlMachine(
      "timezone = \"UTC\"\n[profile.work]\nbreak = { length = \"5m\", budget = \"9m\" }\n")
    machine.connect(1)
    _ = try machine.call("Start", ["profile": .string("work")])
    _ = try machine.call("Break")
    machine.source.now.wall = machine.source.now.wall.adding(seconds: 90)
    machine.source.now.boot += 90_000_000_000
    let sessions = try #require(try machine.call("Sessions").parameters["sessions"]?.arrayValue)
    #expect(sessions.map { $0["seconds"]?.integerValue } == [90])
    let status = try machine.call("Status").parameters["status"]?["sessions"]?.arrayValue
    #expect(status?.map { $0["breakSecondsLeft"]?.integerValue } == [450])
  }

  @Test func `Monitor requires more, and no call may ask for an upgrade`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    #expect(try machine.call("Monitor").error == "org.varlink.service.ExpectedMore")
    var call = VarlinkCall(ControlMethod.status.name)
    call.wantsUpgrade = true
    machine.send(call.bytes)
    let reply = try #require(try machine.heard().last)
    #expect(reply.error == "org.varlink.service.InvalidParameter" && reply["parameter"] == "upgrade")
  }

  @Test(arguments: [("+1000d", nil, 1_000), ("+1001d", nil, nil), ("+1001d", 1_000, 1_000), ("+1001d", 1_001, nil)])
  func `Next returns all intervals until a time, or an error if they exceed the limit`(
    until: String, limit: Int64?, count: Int?
  ) throws {
    let machine = try ControlMachine("timezone = \"UTC\"\n[profile.p]\nwindow = [\"12:00-13:00\"]\n")
    machine.connect(1)
    var parameters: JSONObject = ["until": .string(until)]
    if let limit { parameters["limit"] = .integer(limit) }
    let reply = try machine.call("Next", parameters)
    #expect(reply.parameters["intervals"]?.arrayValue?.count == count)
    #expect(reply.errorName == (count == nil ? "InvalidRequest" : nil))
  }

  @Test func `Next shows what intervals that replace others do`() throws {
    let machine = try ControlMachine(
      """
      timezone = "UTC"
      profile.long.window = ["11:00-15:00"]
      [profile.other]
      window = ["12:00-13:00"]
      overlap = "replace"
      """)
    machine.connect(1)
    let reply = try machine.call("Next", ["limit": .integer(2)])
    let intervals = try #require(reply.parameters["intervals"]?.arrayValue)
    #expect(intervals.map { $0["profile"]?.stringValue } == ["long", "other"])
    #expect(intervals[0]["end"]?.stringValue == "2026-11-23T12:00:00+00:00")
  }

  @Test(arguments: [(0, 0, false), (1, 1, false), (2, 2, true), (3, 2, true)])
  func `Sessions says whether it returns all running sessions`(limit: Int64, count: Int, isComplete: Bool) throws {
    let machine = try ControlMachine()
    machine.connect(1)
    for profile in ["work", "focus"] { _ = try machine.call("Start", ["profile": .string(profile)]) }
    let reply = try machine.call("Sessions", ["limit": .integer(limit)])
    #expect(reply.parameters["sessions"]?.arrayValue?.count == count)
    #expect(reply.parameters["complete"] == .bool(isComplete))
  }

  @Test func `a call that wants no answer is carried out and gets no reply, not even an error`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    var start = VarlinkCall("\(ControlInterface.name).Start", parameters: ["profile": .string("work")])
    start.isOneway = true
    var mistake = VarlinkCall("io.schedctl.Control.Nothing")
    mistake.isOneway = true
    machine.send(start.bytes + mistake.bytes)
    #expect(try machine.heard().isEmpty)
    #expect(machine.source.engine.sessions.count == 1)
  }

  @Test func `calls sent together are answered in order, also after one that waits`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.carriesOut = false
    let start = VarlinkCall("\(ControlInterface.name).Start", parameters: ["profile": .string("work")])
    let active = VarlinkCall(ControlMethod.isActive.name)
    machine.send(start.bytes + active.bytes + active.bytes)
    #expect(try machine.heard().isEmpty)
    #expect(!machine.service.wantsInput(from: ConnectionID(1)))
    let token = try #require(machine.openTokens.first)
    let outcome = machine.source.carryOut(machine.requests[0])
    machine.perform(machine.service.finished(token, with: outcome, using: machine.source))
    let replies = try machine.heard()
    #expect(replies.map { $0.parameters["active"] } == [nil, .bool(true), .bool(true)])
    #expect(machine.service.finished(token, with: outcome, using: machine.source).isEmpty, "a token counts once")
  }

  @Test func `the reply to a client that has gone is discarded when its call is done`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.carriesOut = false
    machine.send(VarlinkCall(ControlMethod.reload.name).bytes)
    machine.service.closed(ConnectionID(1))
    let token = try #require(machine.openTokens.first)
    #expect(machine.service.finished(token, with: .reloaded("done"), using: machine.source).isEmpty)
  }

  @Test(arguments: ["\0", "nonsense\0", "{}\0", "[1]\0", "{\"method\":\"a.B\",\"more\":2}\0"])
  func `garbage is answered with an error and closes only its own connection`(text: String) throws {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.connect(2)
    machine.send(text.utf8)
    #expect(try machine.heard().map(\.errorName) == ["MalformedMessage"])
    #expect(machine.closed == [1])
    #expect(try machine.call("IsActive", from: 2).error == nil)
  }

  @Test func `a message over a mebibyte is refused before its end and closes the connection`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    for _ in 0..<40 { machine.send([UInt8](repeating: 0x20, count: 65_536)) }
    #expect(try machine.heard().map(\.errorName) == ["MessageTooLong"])
    #expect(machine.closed == [1] && machine.service.connections.count == 0)
  }

  @Test func `an incomplete message closes its connection after the timeout, even if bytes keep arriving`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.connect(2)
    for _ in 0..<9 {
      machine.send([0x20], from: 1)
      machine.pass(seconds: 1)
    }
    #expect(machine.closed.isEmpty)
    #expect(machine.service.nextDeadline == ControlService.timeout)
    machine.pass(seconds: 1)
    #expect(machine.closed == [1] && machine.service.nextDeadline == nil)
  }

  @Test func `a client that never reads blocks only itself, and the daemon closes its connection`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.connect(2)
    machine.isRead = false
    let call = VarlinkCall(
      "org.varlink.service.GetInterfaceDescription", parameters: ["interface": .string(ControlInterface.name)])
    let bound = OutgoingBytes.enough + 2 * ControlInterface.definition.utf8.count
    for _ in 0..<2_000 where machine.service.wantsInput(from: ConnectionID(1)) {
      machine.send(call.bytes + call.bytes)
      #expect(machine.service.output(of: ConnectionID(1)).count <= bound)
    }
    #expect(!machine.service.wantsInput(from: ConnectionID(1)))
    machine.pass(seconds: 10)
    #expect(machine.closed == [1] && machine.service.connections.count == 1)
  }

  @Test func `a client that ends its input gets its answer before its connection closes`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    machine.send(VarlinkCall(ControlMethod.isActive.name).bytes)
    machine.perform(machine.service.inputEnded(ConnectionID(1), using: machine.source))
    #expect(try machine.heard().count == 1)
    #expect(machine.closed == [1])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `the service neither traps on random bytes nor keeps anything of them`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let machine = try ControlMachine()
    let calls = ControlMethod.allCases.map {
      VarlinkCall($0.name, parameters: ["profile": .string("work")], takesMore: true).bytes
    }
    for number in 1...200 as ClosedRange<UInt64> {
      machine.connect(number, [.root, .kim, .member].randomElement(using: &generator) ?? .root)
      for _ in 0..<20 {
        var bytes = calls.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        machine.send(bytes.prefix(Int.random(in: 1...bytes.count, using: &generator)), from: number)
        #expect(machine.service.output(of: ConnectionID(number)).isEmpty, "seed \(seed)")
      }
      machine.service.closed(ConnectionID(number))
    }
    #expect(machine.service.connections.count == 0, "seed \(seed)")
  }
}
