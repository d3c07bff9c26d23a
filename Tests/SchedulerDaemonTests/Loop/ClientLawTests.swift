import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerJSON
import SchedulerStore
import TestSupport
import Testing

@Suite struct ClientLawTests {
  private static let text = """
    timezone = "UTC"
    [daemon]
    group = "steerers"
    [profile.a]
    window = ["daily 09:00-09:20", "daily 10:00-10:07", "daily 11:30-11:31"]
    block = { domains = ["reddit.com"] }
    [profile.b]
    window = ["daily 09:10-10:00", "daily 11:31-12:00"]
    block = { domains = ["reddit.com"] }
    [profile.exam]
    block = { domains = ["youtube.com"] }
    """

  /// The seconds from the start of the day, which is at 23:00 in UTC, to the edges, with the profiles in force after each.
  private static let edges: [(second: Int64, profiles: [String])] = [
    (36_000, ["a"]), (36_600, ["a", "b"]), (37_200, ["b"]), (39_600, ["a"]), (40_020, []), (45_000, ["a"]),
    (45_060, ["b"]), (46_800, []),
  ]

  /// The last two clients are honest: root starts a session, and a user asks for entries of history.
  private static let (root, user): (UInt64, UInt64) = (9_000, 9_001)
  private static let history = (1...900).map { number in
    HistoryRecord(
      ["sequence": .integer(Int64(number)), "at": .string("2026-11-22T10:00:00Z"), "event": .string("stateDidOpen")])
  }

  @Test(arguments: 0..<UInt64(Laws.count(60, few: 2)))
  func `whatever clients do, the loop does one piece of work for them between two looks at the clock`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let world = ClientWorld()
    let rootStart = Int64.random(in: 36_000...46_000, using: &generator)
    let userAsks = Int64.random(in: 36_000...46_000, using: &generator)
    var events = Self.hostileEvents(&generator)
    events += Self.call("Start", #"{"profile":"exam"}"#, from: Self.root, of: 0, at: rootStart)
    events += Self.call("Log", #"{"before":500,"limit":120}"#, from: Self.user, of: 4_000, at: userAsks)
    events.sort { $0.second < $1.second }
    let readers = Set((1...Self.hostileCount).filter { _ in Bool.random(using: &generator) } + [Self.root, Self.user])
    var machine = ClientMachine(world: world, events: events, end: 90_000, readers: readers)
    try Self.live(on: &machine)

    let record = world.record
    #expect(record.most.slices <= 1 && record.most.replies <= 1, "seed \(seed): \(record.most)")
    // At an edge, at most one slice and one reply have begun.
    let late = 2 * ClientWorld.secondsPerPiece
    for edge in Self.edges {
      let seen = record.layers.first { $0.second >= edge.second }?.second ?? .max
      let after = record.layers.last { $0.second <= edge.second + late }?.profiles.filter { $0 != "exam" }
      #expect(seen <= edge.second + late && after == edge.profiles, "seed \(seed), edge \(edge)")
    }
    let started = try #require(try world.replies(to: Self.root).first, "seed \(seed)")
    #expect(started.error == nil, "seed \(seed): \(started)")
    // Root waits for the piece that was begun, and then for at most one of another client.
    let delay = (record.answered[Self.root] ?? .max) - rootStart
    #expect(delay <= 4 * late, "seed \(seed): root was answered after \(delay) s")
    let entries = try world.replies(to: Self.user).first?.parameters["entries"]?.arrayValue
    #expect(entries?.compactMap { $0["sequence"]?.integerValue } == (380..<500).map(Int64.init), "seed \(seed)")
  }

  private static let hostileCount: UInt64 = 120

  /// Returns what hostile clients do: they ask for much, send nonsense or parts of messages, and leave.
  private static func hostileEvents(
    _ generator: inout SeededGenerator
  ) -> [(second: Int64, event: ClientEvent)] {
    let questions = [
      ("Sessions", #"{"since":"2020-01-01T00:00:00Z"}"#), ("Log", #"{"since":"2020-01-01T00:00:00Z","limit":1000}"#),
      ("Next", #"{"limit":1000}"#), ("Why", #"{"target":"reddit.com"}"#), ("Profiles", "{}"), ("Status", "{}"),
      ("Monitor", #"{"since":1}"#), ("Start", #"{"profile":"nobody"}"#), ("Nonsense", "{}"),
    ]
    var events: [(second: Int64, event: ClientEvent)] = []
    for client in 1...hostileCount {
      var second = Int64.random(in: 35_000...46_000, using: &generator)
      let id = ConnectionID(client)
      let peer = Peer(userID: UInt32.random(in: 1_000...1_003, using: &generator), groupID: 100, processID: 1)
      events.append((second, .opened(id, peer)))
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        second += Int64.random(in: 0...40, using: &generator)
        let (method, parameters) = questions.randomElement(using: &generator) ?? ("", "")
        var bytes = message(method, parameters, takesMore: method == "Monitor")
        if Int.random(in: 0..<8, using: &generator) == 0 { bytes.removeLast(3) }
        let count = Int.random(in: 1...3, using: &generator)
        events.append((second, .received(Array(repeatElement(bytes, count: count).joined()), from: id)))
      }
      second += Int64.random(in: 0...3_000, using: &generator)
      if Bool.random(using: &generator) { events.append((second, .closed(id))) }
    }
    return events
  }

  private static func message(_ method: String, _ parameters: String, takesMore: Bool = false) -> [UInt8] {
    let more = takesMore ? #","more":true"# : ""
    return Array(#"{"method":"io.schedctl.Control.\#(method)","parameters":\#(parameters)\#(more)}"#.utf8) + [0]
  }

  private static func call(
    _ method: String, _ parameters: String, from client: UInt64, of user: UInt32, at second: Int64
  ) -> [(second: Int64, event: ClientEvent)] {
    let (id, peer) = (ConnectionID(client), Peer(userID: user, groupID: user, processID: 1))
    return [(second, .opened(id, peer)), (second, .received(message(method, parameters), from: id))]
  }

  private static func live(on machine: inout ClientMachine) throws {
    var files = SimulatedFileSystem()
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(text)), in: &files)
    let first = try engine.handle(.time, at: machine.moment(), in: &files)
    let host = ClientHost(world: machine.world, history: history)
    var loop = DaemonLoop(
      engine, control: ControlServer(try ControlService(ownerID: 0), host: host, lastNumber: 900))
    try loop.run(after: [first], on: &machine, in: &files)
  }
}
