import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// Another process delivers activities over the socket.
@Suite struct ActivityCallTests {
  private static let toml = """
    timezone = "UTC"
    [profile.work]
    window = ["09:00-17:00"]
    block = { domains = ["reddit.com"] }
    break = { length = "5m" }
    pause = { length = "5m" }
    access = { length = "5m" }
    """
  private static let other = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"

  private func machine() throws -> (machine: ControlMachine, id: String) {
    let machine = try ControlMachine(Self.toml)
    machine.connect(1)
    return (machine, try #require(machine.source.engine.sessions.first).profile.id.description)
  }

  private func deliver(
    _ name: String, _ phase: String, _ userInfo: JSONObject? = nil, to machine: ControlMachine
  ) throws -> VarlinkReply {
    let info = userInfo.map(JSONValue.object) ?? .null
    return try machine.call(
      "DeliverActivity", ["name": .string(name), "phase": .string(phase), "userInfo": info])
  }

  private static let names: [(form: String, kind: String)] = [
    ("schedule:ID", "schedule"), ("break:ID", "break"), ("strategy:ID", "strategy"), ("pause:ID", "pause"),
    ("ID", "schedule"), ("ScheduleTimerActivity:ID", "schedule"), ("BreakScheduleActivity:ID", "break"),
    ("StrategyTimerActivity:ID", "strategy"), ("PauseScheduleActivity:ID", "pause"), ("com.example.daily", "schedule"),
    ("access:ID|ID|ID", "access"), ("SoftUnblockGrantTimerActivity:ID|ID|ID", "access"),
  ]

  @Test(arguments: names, ["start", "end"])
  func `every form of a name is delivered, and an edge whose time has not come changes nothing`(
    name: (form: String, kind: String), phase: String
  ) throws {
    for command in [nil, "Break", "Pause", "Stop"] {
      let (machine, id) = try machine()
      if let command {
        #expect(try machine.call(command, command == "Stop" ? ["channel": .string("person")] : [:]).error == nil)
      }
      let before = machine.source.engine.records
      let reply = try deliver(
        name.form.replacing("ID", with: id), phase, ["profileID": .string(id.uppercased()), "x": .string("")],
        to: machine)
      let activity = name.kind == "access" ? "access:\(id)|\(id)|\(id)" : "\(name.kind):\(id)"
      let words = "nothing changed: the \(name.kind) of 'work' has nothing to \(phase) now"
      #expect(
        reply.parameters == [
          "activity": .string(activity), "profile": .string("work"), "changed": .bool(false), "events": .array([]),
          "message": .string(words), "notes": .array([]),
        ], "\(reply)")
      #expect(machine.source.engine.records == before)
    }
  }

  @Test(arguments: [
    ("Break", "break", ["intervalDidEnd", "breakDidEnd"], "ended the break of 'work'"),
    ("Pause", "PauseScheduleActivity", ["intervalDidEnd", "pauseDidEnd"], "ended the pause of 'work'"),
  ])
  func `the delivery of an end whose time has come says what ended, and a second one changes nothing`(
    command: String, kind: String, events: [String], words: String
  ) throws {
    let (machine, id) = try machine()
    #expect(try machine.call(command).error == nil)
    machine.source.now.wall = machine.source.now.wall.adding(seconds: 300)
    machine.source.now.boot += 300_000_000_000
    let reply = try deliver("\(kind):\(id)", "end", to: machine)
    #expect(reply.parameters["changed"] == .bool(true))
    #expect(reply.parameters["events"] == .array(events.map(JSONValue.string)))
    #expect(reply["message"] == words)
    let again = try deliver("\(kind):\(id)", "end", to: machine)
    #expect(again.parameters["changed"] == .bool(false))
  }

  @Test(
    arguments: [
      ("", nil, "InvalidRequest", "unknownKind", "no handler is registered for ''"),
      (":x", nil, "InvalidRequest", "emptyKind", "the name of an activity has no kind before its colon"),
      ("x:", nil, "InvalidRequest", "emptyIdentity", "activity 'x:' names nothing behind its colon"),
      ("restore:x", nil, "InvalidRequest", "unknownKind", "no handler is registered for 'restore'"),
      ("break:x", nil, "InvalidRequest", "invalidUUID", "'x' is not a UUID"),
      ("daily", "x", "InvalidRequest", "invalidUUID", "'x' is not a UUID"),
      ("access:x", nil, "InvalidRequest", "malformedGrant", "'x' is not 'profile|session|grant', three UUIDs"),
      (other, nil, "UnknownProfile", "unknownProfile", "no profile has the id '\(other)'"),
      ("daily", other, "UnknownProfile", "unknownProfile", "no profile has the id '\(other)'"),
      (
        String(repeating: "x", count: 1_001), nil, "InvalidRequest", "nameTooLong",
        "the name of an activity has at most 1000 bytes, found 1001"
      ),
    ] as [(String, String?, String, String, String)])
  func `an invalid name is refused with its reason, and nothing is applied`(
    name: String, profile: String?, error: String, reason: String, message: String
  ) throws {
    let (machine, _) = try machine()
    let before = machine.source.engine.records
    for phase in ["start", "end"] {
      let reply = try deliver(name, phase, profile.map { ["profileID": .string($0)] }, to: machine)
      #expect(reply.errorName == error && reply["reason"] == reason && reply["message"] == message, "\(reply)")
      let declared = try #require(VarlinkInterface(parsing: ControlInterface.definition).errors[error])
      #expect(Set(reply.parameters.members.map(\.key)) == Set(declared.fields.map(\.name)))
    }
    #expect(machine.source.engine.records == before)
  }

  @Test(
    arguments: [
      (["phase": .string("start")], "name"), (["name": .string("x")], "phase"),
      (["name": .string("x"), "phase": .string("now")], "phase"),
      (["name": .string("x"), "phase": .string("end"), "userInfo": .array([])], "userInfo"),
      (
        ["name": .string("x"), "phase": .string("end"), "userInfo": .object(["profileID": .integer(1)])],
        "userInfo[profileID]"
      ),
      (["name": .string("x"), "phase": .string("end"), "userInfo": .object(["a": .null])], "userInfo[a]"),
      (["name": .string("x"), "phase": .string("end"), "user": .string("kim")], "user"),
    ] as [(JSONObject, String)])
  func `parameters of other types are refused by name`(parameters: JSONObject, parameter: String) throws {
    let (machine, _) = try machine()
    let reply = try machine.call("DeliverActivity", parameters)
    #expect(reply.errorName == "InvalidParameter" && reply["parameter"] == parameter, "\(reply)")
    #expect(machine.requests.isEmpty)
  }
}
