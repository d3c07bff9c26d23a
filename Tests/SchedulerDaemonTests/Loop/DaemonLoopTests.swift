import CivilTime
import DurableStore
import Platform
import Scheduler
import SchedulerDaemon
import Testing

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

  @Test func `a full disk is told once and tried again at growing distances, while the shield goes on`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var engine = try DurableEngine.open(configuration(Self.text), in: &files)
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

  @Test(arguments: [("lift", [String](), LiveState.Shield.inactive), ("keep", ["a"], .active)])
  func `it leaves the shield as it is told, and does nothing afterwards`(
    onExit: String, left: [String], shield: LiveState.Shield
  ) throws {
    var day = try VirtualDay("daemon.on-exit = \"\(onExit)\"\n" + Self.text)
    day.at(10, 0, .signal(.interrupt), .signal(.hangUp))
    let machine = try day.live(hours: 20)
    #expect(try day.shielded() == left)
    #expect(day.host.published.last == shield)
    #expect(machine.clock.seconds == 36_000 && day.host.readings == 1)
    #expect(machine.told.suffix(2).contains(.stopping))
  }

  @Test func `a shield that somebody removes is written again`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    clock.advance(to: 10 * 3_600)
    var engine = try DurableEngine.open(configuration(Self.text), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(engine)
    files["shield.json"] = nil
    _ = loop.handle(.woken, at: clock.moment, isSynchronised: true, in: &files)
    #expect(files["shield.json"] == nil)
    _ = loop.handle(.publishedRemoved, at: clock.moment, isSynchronised: true, in: &files)
    #expect(files["shield.json"] != nil)
  }

  @Test func `clients have done what they ask for, hear of it, and of all that happens`() throws {
    var day = try VirtualDay(Self.text)
    day.clients = EchoClients()
    let id = ConnectionID(1)
    let peer = Peer(userID: 0, groupID: 0, processID: 1)
    day.at(8, 0, .client(.opened(id, peer)))
    day.at(8, 1, .client(.received(Array("start a".utf8), from: id)))
    day.at(8, 2, .client(.received(Array("reload".utf8), from: id)))
    day.at(8, 3, .client(.received(Array("start nobody".utf8), from: id)))
    day.at(8, 4, .client(.received(Array("bye".utf8), from: id)))
    let machine = try day.live(hours: 10)
    #expect(
      machine.sent == [
        "1: hello 0", "1: changed sessionDidStart", "1: done", "1: reloaded", "1: refused",
        // The window joins the session that was started by hand.
        "1: changed intervalDidStart",
      ])
    #expect(machine.closed == [id])
    #expect(day.host.readings == 2)
  }

  @Test func `a deadline that an evaluation leaves behind does not keep the machine busy`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    let engine = try DurableEngine.open(configuration(Self.text), in: &files)
    let loop = DaemonLoop(engine)
    // Before the first evaluation everything is due at once.
    #expect(loop.deadline.nanoseconds(after: clock.moment) == 0)
    var evaluated = engine
    _ = try evaluated.handle(.time, at: clock.moment, in: &files)
    #expect(try #require(DaemonLoop(evaluated).deadline.nanoseconds(after: clock.moment)) > 0)
  }
}

/// A protocol of words for one client.
private struct EchoClients: ClientService {
  private var waiting: [[UInt8]] = []

  mutating func handle(_ event: ClientEvent, _ daemon: DaemonView) -> [ClientAction] {
    switch event {
    case .opened(_, let peer): return send("hello \(peer.userID)")
    case .received(let bytes, _): return take(String(decoding: bytes, as: UTF8.self))
    case .sent:
      waiting.removeFirst()
      return waiting.isEmpty ? [] : [.send(ConnectionID(1))]
    case .performed(_, .evaluated(let evaluation)):
      if case .refused = evaluation.reply { return send("refused") }
      return send("done")
    case .performed(_, .failed): return send("failed")
    case .performed(_, .reloaded): return send("reloaded")
    case .evaluated(let evaluation):
      return evaluation.events.first.map { send("changed \($0.name.rawValue)") } ?? []
    case .configurationRead, .closed, .inputEnded, .expired: return []
    }
  }

  private mutating func take(_ text: String) -> [ClientAction] {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "start":
      return ProfileKey(words[1]).map { [.perform(.command(.start($0), by: Requester()), number: 7)] } ?? []
    case "reload": return [.perform(.reload, number: 8)]
    default: return [.close(ConnectionID(1))]
    }
  }

  private mutating func send(_ words: String) -> [ClientAction] {
    waiting.append(Array(words.utf8))
    return [.send(ConnectionID(1))]
  }

  func output(of connection: ConnectionID) -> ArraySlice<UInt8> { waiting.first?[...] ?? [] }

  func wantsInput(from connection: ConnectionID) -> Bool { true }

  var nextDeadline: Int64? { nil }
}
