import SchedulerJSON
import Testing

@testable import SchedulerDaemon

@Suite struct InterfaceTests {
  private let control: VarlinkInterface
  private let service: VarlinkInterface

  init() throws {
    control = try VarlinkInterface(parsing: ControlInterface.definition)
    service = try VarlinkInterface(parsing: ServiceInterface.definition)
  }

  @Test func `the interface definition has each method and no other`() {
    #expect(control.name == ControlInterface.name)
    #expect(control.methods.map(\.name).sorted() == ControlMethod.allCases.map(\.word).sorted())
    #expect(service.methods.map(\.name) == ["GetInfo", "GetInterfaceDescription"])
  }

  @Test func `the interface definition has each error that clients know`() {
    let names = ControlError.Kind.allCases.map(\.rawValue).filter { $0.hasPrefix("io.") }
    let known = Set(names.map { String($0.split(separator: ".").last ?? "") })
    #expect(known.union(["MalformedMessage", "MessageTooLong"]) == Set(control.errors.keys))
  }

  @Test func `each method, type and error has a remark above it`() {
    let lines = ControlInterface.definition.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where ["method ", "type ", "error "].contains(where: line.hasPrefix) {
      #expect(lines[index - 1].hasPrefix("#"), "\(line)")
    }
  }

  @Test(
    arguments: [
      ("interface a", 1), ("interface a.b", 1), ("interface a.b\nmethod m() -> ()", 2),
      ("interface a.b\nmethod M()", 2), ("interface a.b\ntype T (a: string, b)", 2),
      ("interface a.b\ntype T (a: text)", 2), ("interface a.b\n\ntype T (a: Other)", 3),
      ("interface a.b\ntype T (a)\ntype T (b)", 3), ("interface a.b\ntype T (a, a)", 2),
      ("interface a.b\nerror E (a, b)", 2), ("interface a.b\ntype T (a: ??int)", 2),
      ("interface a.b\ntype T (a: [int]string)", 2), ("interface a.b\nfield F ()", 2),
      ("interface a.b\ntype T (a_: int)", 2),
      ("interface a.b\ntype T (a: " + String(repeating: "[]", count: 100) + "int)", 2),
    ])
  func `an invalid interface definition is refused with its line number`(text: String, line: Int) {
    let error = #expect(throws: VarlinkInterface.SyntaxError.self) { try VarlinkInterface(parsing: text) }
    #expect(error?.line == line, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":"x"}"#, nil), (#"{"a":1,"b":"x","c":null,"d":[],"e":{},"f":"on","g":{"a":[1.5,2]}}"#, nil),
      (#"{"b":"x"}"#, "a"), (#"{"a":null,"b":"x"}"#, "a"), (#"{"a":"1","b":"x"}"#, "a"),
      (#"{"a":1,"b":"x","z":1}"#, "z"), (#"{"a":1,"b":"x","c":1}"#, "c"),
      (#"{"a":1,"b":"x","d":[{"n":1},{}]}"#, "d[1].n"),
      (#"{"a":1,"b":"x","e":{"k":1}}"#, "e[k]"), (#"{"a":1,"b":"x","f":"dim"}"#, "f"), (#"{"a":1.5,"b":"x"}"#, "a"),
    ] as [(String, String?)])
  func `the interface check accepts a value that conforms to its type, or names the first mismatch`(
    text: String, path: String?
  ) throws {
    let interface = try VarlinkInterface(
      parsing: """
        interface a.b # a remark
        type N (n: int)
        method M(a: int, b: string, c: ?bool, d: ?[]N, e: ?[string]string, f: ?(on, off), g: ?object) -> ()
        """)
    let input = try #require(interface.method("M")).input
    #expect(interface.firstMismatch(of: try JSONValue(parsing: Array(text.utf8)), in: input) == path)
  }

  @Test func `each reply and error in the life of a session conforms to the interface definition`() throws {
    let machine = try ControlMachine()
    machine.connect(1)
    let calls: [(String, JSONObject)] = [
      ("Status", [:]), ("Start", ["profile": .string("work"), "seconds": .integer(3600)]), ("Status", [:]),
      ("Break", [:]), ("Status", [:]), ("Resume", [:]), ("Access", ["target": .string("reddit.com")]), ("Status", [:]),
      ("Why", ["target": .string("reddit.com")]), ("Why", ["target": .string("reddit.com"), "at": .string("+1m")]),
      ("Why", ["target": .string("steam"), "at": .string("2020-01-01")]), ("Why", ["target": .string("no..pe")]),
      ("Why", ["target": .string("a.org"), "user": .string("nobody-known")]),
      ("Extend", ["seconds": .integer(60)]), ("Pause", [:]), ("Reset", [:]),
      ("Skip", ["profile": .string("work")]), ("IsActive", ["profile": .string("work")]), ("Sessions", [:]),
      ("Profiles", [:]), ("Pending", [:]), ("Next", [:]), ("Log", [:]),
      ("Start", ["profile": .string("social"), "strategy": .string("pomodoro")]), ("Stop", [:]), ("Status", [:]),
      ("Stop", ["session": .string("work")]),
      ("Start", ["profile": .string("work"), "at": .string("+1h"), "seconds": .integer(60)]), ("Status", [:]),
      ("Emergency", ["reason": .string("a call")]), ("Start", ["profile": .string("wrok")]),
      ("Start", ["profile": .string("No!")]), ("Extend", ["seconds": .integer(0), "session": .string("work")]),
      ("Stop", ["session": .string("6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10")]), ("Open", ["url": .string("x")]),
      ("Open", ["url": .string("schedctl://profile/work")]), ("Open", ["url": .string("schedctl://navigate/work")]),
      ("Reload", [:]), ("Authorize", ["status": .string("notDetermined")]), ("Log", ["limit": .integer(2)]),
      ("Sessions", [:]), ("Next", ["from": .string("nonsense")]), ("Log", ["limit": .integer(1_000_000)]),
    ]
    for (name, parameters) in calls {
      try expectConformance(machine.call(name, parameters), of: name)
      if name == "Access" { try machine.reportAttempt() }
      machine.source.pass(seconds: 1)
    }
    for reply in [try machine.call("Monitor", ["since": .integer(0)], more: true)] {
      try expectConformance(reply, of: "Monitor")
    }
  }

  private func expectConformance(_ reply: VarlinkReply, of name: String) throws {
    let method = try #require(control.method(name))
    guard let error = reply.error else {
      let path = control.firstMismatch(of: .object(reply.parameters), in: method.output)
      #expect(path == nil, "\(name) answers \(reply.parameters)")
      return
    }
    let short = try #require(reply.errorName)
    let interface = error.hasPrefix("org.") ? service : control
    let type = try #require(interface.errors[short], "\(error)")
    let path = interface.firstMismatch(of: .object(reply.parameters), in: type)
    #expect(path == nil, "\(name) answers with \(error) \(reply.parameters)")
  }
}
