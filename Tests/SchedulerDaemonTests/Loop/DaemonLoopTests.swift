import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import SchedulerDaemon

@Suite struct DaemonLoopTests {
  private static let text = """
    timezone = "Europe/Berlin"
    [profile.a]
    block.domains = ["a.example"]
    window = ["09:00-17:00"]
    """

  private func messages(_ actions: [LoopAction]) -> [String] {
    actions.compactMap { if case .log(let entry) = $0 { entry.message } else { nil } }
  }

  @Test(arguments: [
    ("Europe/Berlin", 11, "2026-11-23T09:00:00+01:00"), ("America/New_York", 16, "2026-11-23T09:00:00-05:00"),
  ])
  func `a late event is reported with its due time in the zone of its profile`(
    zone: String, hours: Int64, due: String
  ) throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    let text = """
      timezone = "Europe/Berlin"
      [profile.a]
      timezone = "\(zone)"
      block.domains = ["a.example"]
      window = ["09:00-17:00"]
      """
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(engine)
    clock.advance(to: hours * 3_600)
    let told = messages(loop.handle(.woken, at: clock.moment, isSynchronised: true, in: &files))
    #expect(told.contains("sessionDidStart a (late, due at \(due))"), "\(told)")
  }

  @Test func `the daemon reports a full disk once, retries at growing intervals, and keeps the shield`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(engine)
    files.plan.capacity = 0
    clock.advance(to: 9 * 3_600)
    var told: [String] = []
    var distances: [Int64] = []
    for _ in 1...10 {
      let before = clock.seconds
      told += messages(loop.handle(.woken, at: clock.moment, isSynchronised: true, in: &files))
      clock.advance(to: try #require(clock.second(of: loop.deadline)))
      distances.append(clock.seconds - before)
    }
    #expect(distances == [1, 2, 4, 8, 16, 32, 64, 64, 64, 64])
    #expect(told.count { $0.contains("no space left") } == Set(told).count && !told.isEmpty, "\(told)")
    #expect(loop.engine.engine.shield.count == 1)
    files.plan.capacity = nil
    told = messages(loop.handle(.woken, at: clock.moment, isSynchronised: true, in: &files))
    #expect(told.last == "the state is written again" && told.contains { $0.hasPrefix("sessionDidStart a") })
    #expect(clock.second(of: loop.deadline) == Int64(61_200), "the end of the window")
  }

  @Test func `the daemon reports once that the state can be written again`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    let server = ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0)
    var loop = DaemonLoop(engine, control: server)
    let client = ConnectionID(1)
    func happens(_ event: LoopEvent) -> [String] {
      var actions = loop.handle(event, at: clock.moment, isSynchronised: true, in: &files)
      if loop.hasClientWork { actions += loop.handle(.turn, at: clock.moment, isSynchronised: true, in: &files) }
      return messages(actions)
    }
    _ = happens(.client(.opened(client, Peer(userID: 0, groupID: 0, processID: 1))))
    files.plan.capacity = 0
    let start = LoopEvent.client(.received(call("Start", #"{"profile":"a"}"#), from: client))
    #expect(happens(start).count == 1)
    for _ in 1...3 {
      clock.advance(to: try #require(clock.second(of: loop.deadline)))
      #expect(happens(.woken) == [] && happens(start) == [])
    }
    files.plan.capacity = nil
    clock.advance(to: try #require(clock.second(of: loop.deadline)))
    #expect(happens(.woken) == ["the state is written again"])
    #expect(happens(.woken) == [])
  }

  @Test(arguments: [("lift", [String](), LiveState.Shield.inactive), ("keep", ["a"], .active)])
  func `a stopping daemon keeps or lifts the shield as on-exit says and does nothing else`(
    onExit: String, left: [String], shield: LiveState.Shield
  ) throws {
    var day = try VirtualDay("daemon.on-exit = \"\(onExit)\"\n" + Self.text)
    day.at(10, 0, .signal(.interrupt), .signal(.hangUp))
    let machine = try day.live(hours: 20)
    #expect(try day.shielded() == left)
    #expect(day.instance.published.last == shield)
    #expect(machine.clock.seconds == 36_000 && day.instance.readings == 1)
    #expect(machine.told.suffix(2).contains(.stopping))
  }

  @Test(arguments: [
    ("daemon.private = true", "shield.json", 0o640 as UInt32, [nil] as [UInt32?]),
    ("daemon.group = \"wheel\"", "journal", 0o640, [10]), ("daemon.group = \"wheel\"", "history.jsonl", 0o640, [10]),
    ("daemon.group = \"wheel\"", "hooks.json", 0o640, [10]), ("daemon.notify = false", "journal", 0o600, []),
  ])
  func `an edit of the read permissions applies to existing files, and so does its reversal`(
    edit: String, name: String, permissions: UInt32, admitted: [UInt32?]
  ) throws {
    let hook = "[[hook]]\non = [\"sessionDidStart\"]\nrun = [\"/bin/hook\"]\n" + Self.text.dropFirst(27)
    let zone = "timezone = \"Europe/Berlin\"\n"
    var day = try VirtualDay(zone + hook)
    let (first, second) = (try configuration("\(zone)\(edit)\n\(hook)"), try configuration(zone + hook))
    let instance = day.instance
    day.at(10, 0, .configurationChanged) { instance.update.input = .configuration(first) }
    let before = try day.permissions(of: name, afterHours: 11)
    day.at(10, 30, .configurationChanged) { instance.update.input = .configuration(second) }
    #expect(before.permissions == permissions && before.machine.admitted == admitted)
    let after = try day.permissions(of: name, afterHours: 11)
    #expect(after.permissions == (name == "shield.json" ? 0o644 : 0o600))
    #expect(after.machine.admitted == admitted + admitted.map { _ in nil })
  }

  @Test func `configuration changes that arrive together are read once, also with a client's Reload`() throws {
    var day = try VirtualDay(Self.text)
    day.control = ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0)
    let client = ConnectionID(1)
    day.at(7, 0, .client(.opened(client, Peer(userID: 0, groupID: 0, processID: 1))))
    let reload = call("Reload", from: client)
    for (hour, events) in [
      (8, [.configurationChanged, .configurationChanged]), (9, [.configurationChanged, reload]),
      (10, [reload, .configurationChanged]), (11, [.configurationChanged]),
    ] as [(Int64, [LoopEvent])] {
      day.stimuli.append(.init(second: hour * 3_600, change: {}, events: events))
    }
    let machine = try day.live(hours: 12)
    #expect(day.instance.readings == 5, "at the beginning, and four times")
    #expect(machine.sent.count { $0.contains("\"pending\":0") } == 2, "\(machine.sent)")
  }

  @Test func `an edit takes effect before a request of the same moment, also before the daemon ends`() throws {
    var day = try VirtualDay(Self.text)
    day.control = ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0)
    let (client, instance) = (ConnectionID(1), day.instance)
    let longer = try configuration(Self.text + "\n[profile.b]\n")
    let start = LoopEvent.client(.received(call("Start", #"{"profile":"b"}"#), from: client))
    day.at(7, 0, .client(.opened(client, Peer(userID: 0, groupID: 0, processID: 1))))
    day.at(8, 0, start, call("Reload", from: client), .configurationChanged) {
      instance.update.input = .configuration(longer)
    }
    day.at(9, 0, .signal(.terminate), .configurationChanged)
    let machine = try day.live(hours: 10)
    #expect(machine.sent.contains { $0.contains("started 'b'") }, "\(machine.sent)")
    #expect(instance.readings == 4, "at the beginning, twice at 8, and at 9")
    #expect(machine.entries.count { $0.message.hasPrefix("in force now:") } == 1)
  }

  @Test(arguments: [("08:00-18:00", ""), ("09:00-16:00", ", but for 1 change that waits")])
  func `the reply to an edit names what is in force and what waits`(window: String, remark: String) throws {
    let text = Self.text + "\ncooldown = \"1h\"\n"
    var day = try VirtualDay(text)
    let instance = day.instance
    let edited = try configuration(text.replacing("09:00-17:00", with: window))
    day.at(8, 0, .configurationChanged) { instance.update.input = .configuration(edited) }
    let said = try day.live(hours: 9).entries.map(\.message).filter { $0.hasPrefix("in force now:") }
    #expect(said == ["in force now: \(instance.update.title)\(remark)"])
  }

  @Test func `the daemon writes the shield again when the file is removed`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    clock.advance(to: 10 * 3_600)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(engine)
    files["shield.json"] = nil
    _ = loop.handle(.woken, at: clock.moment, isSynchronised: true, in: &files)
    #expect(files["shield.json"] == nil)
    _ = loop.handle(.publishedRemoved, at: clock.moment, isSynchronised: true, in: &files)
    #expect(files["shield.json"] != nil)
  }

  @Test func `the daemon writes the shield again when the file is replaced, and nothing after its own change`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    clock.advance(to: 10 * 3_600)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(engine)
    let shield = try #require(files["shield.json"].map { try JSONValue(parsing: $0) }?["layers"])
    for foreign in [Array("{}".utf8), [], Array(#"{"version":1,"generation":9,"layers":[]}"#.utf8)] {
      files["shield.json"] = foreign
      _ = loop.handle(.publishedChanged, at: clock.moment, isSynchronised: true, in: &files)
      #expect(try files["shield.json"].map { try JSONValue(parsing: $0) }?["layers"] == shield)
      let (written, contents) = (files.callCounts[.create], files["shield.json"])
      _ = loop.handle(.publishedChanged, at: clock.moment, isSynchronised: true, in: &files)
      #expect(files["shield.json"] == contents && files.callCounts[.create] == written)
    }
  }

  @Test func `the daemon carries out clients' requests, answers them and reports events to monitors`() throws {
    var day = try VirtualDay(Self.text)
    day.control = ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0)
    let (asking, watching) = (ConnectionID(1), ConnectionID(2))
    let peer = Peer(userID: 0, groupID: 0, processID: 1)
    day.at(7, 59, .client(.opened(asking, peer)), .client(.opened(watching, peer)))
    day.at(7, 59, .client(.received(call("Monitor", #"{"since":0}"#, "\"more\":true"), from: watching)))
    day.at(8, 1, .client(.received(call("Start", #"{"profile":"a"}"#), from: asking)))
    day.at(8, 2, .client(.received(call("Reload") + call("Start", #"{"profile":"nobody"}"#), from: asking)))
    day.at(8, 3, .client(.received(call("IsActive"), from: asking)), .client(.inputEnded(asking)))
    let machine = try day.live(hours: 10)
    let heard = machine.sent.filter { $0.hasPrefix("1:") }
    let parts = ["started 'a'", "read again: 'week.toml'", "UnknownProfile", #""active":true"#]
    #expect(heard.count == parts.count)
    for (reply, part) in zip(heard, parts) { #expect(reply.contains(part), "\(reply)") }
    let news = machine.sent.filter { $0.hasPrefix("2:") }.joined()
    #expect(
      news.contains(#""live":{"#) && news.contains(#""event":"sessionDidStart""#) && news.contains("intervalDidStart"))
    #expect(machine.closed == [asking])
    #expect(day.instance.readings == 2)
  }

  /// Each of the operations on files that a start needs fails once, and nothing works for a moment after it.
  @Test func `the reply on a failing disk says whether the command took effect and the shield was written`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(
      engine, control: ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0))
    let client = ConnectionID(1)
    let peer = Peer(userID: 0, groupID: 0, processID: 1)
    _ = loop.handle(.client(.opened(client, peer)), at: clock.moment, isSynchronised: true, in: &files)
    var heard: Set<String> = []
    for count in 1...40 {
      var (loop, files) = (loop, files)
      for operation in count..<count + 5 { files.plan.faults[files.operationCount + operation] = .failure(.full) }
      let start = LoopEvent.client(.received(call("Start", #"{"profile":"a"}"#), from: client))
      _ = loop.handle(start, at: clock.moment, isSynchronised: true, in: &files)
      _ = loop.handle(.turn, at: clock.moment, isSynchronised: true, in: &files)
      let reply = String(decoding: loop.control?.service.output(of: client) ?? [], as: UTF8.self)
      let isRunning = !loop.engine.engine.sessions.isEmpty
      let isShielded =
        try JSONValue(parsing: try #require(files["shield.json"]))["layers"]?.arrayValue?.isEmpty == false
      let done =
        reply.firstRange(of: "StateFault") == nil ? "all" : reply.hasSuffix("\"done\":true}}\0") ? "some" : "none"
      heard.insert(done)
      #expect(isRunning == (done != "none") && (done != "all" || isShielded), "\(count): \(reply)")
      if done == "some" { #expect(reply.contains("it is done all the same: started 'a'"), "\(count): \(reply)") }
    }
    #expect(heard == ["all", "some", "none"])
  }

  private func call(_ method: String, from client: ConnectionID) -> LoopEvent {
    .client(.received(call(method), from: client))
  }

  private func call(_ method: String, _ parameters: String = "{}", _ flag: String = "\"oneway\":false") -> [UInt8] {
    Array(#"{"method":"io.schedctl.Control.\#(method)","parameters":\#(parameters),\#(flag)}"#.utf8) + [0]
  }
}
