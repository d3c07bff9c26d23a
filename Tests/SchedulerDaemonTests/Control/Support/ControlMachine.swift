import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// A machine in virtual time: an engine, its history in memory, and a control service that clients talk to without sockets.
final class ControlMachine {
  var source: MemorySource
  var service: ControlService
  /// What was asked of the loop.
  private(set) var requests: [ControlRequest] = []
  /// The connections that were closed by the service.
  private(set) var closed: [UInt64] = []
  /// What the service has written to each connection.
  private var written: [UInt64: [UInt8]] = [:]
  /// Whether connections take what is written to them.
  var isRead = true
  /// What is carried out: nil leaves a request open.
  var carriesOut = true
  private(set) var openTokens: [RequestToken] = []

  /// A machine whose instance is somebody's, 0 for the system's, at 10:00 on a Monday in UTC.
  init(_ toml: String = ControlMachine.usual, ownerID: UInt32 = 0, text: String? = nil) throws {
    source = try MemorySource(toml)
    service = try ControlService(ownerID: ownerID) { text ?? String(repeating: "k", count: Int($0)) }
  }

  static let usual = """
    timezone = "UTC"
    [profile.work]
    [profile.work.block]
    domains = ["reddit.com"]
    [profile.work.break]
    length = "5m"
    [profile.work.access]
    length = "5m"
    """

  /// Lets somebody connect, and says whether the service keeps them.
  @discardableResult func connect(_ number: UInt64, _ user: TestUser = .root) -> Bool {
    let peer = Peer(userID: user.id, groupID: user.id, processID: 1)
    return perform(opening: service.accept(ConnectionID(number), from: peer, user: user.identity, at: source.now.boot))
  }

  /// Hands bytes to the service, and does what it asks.
  func send(_ bytes: some Collection<UInt8>, from number: UInt64 = 1) {
    perform(service.received(bytes, from: ConnectionID(number), using: source))
  }

  /// Calls a method, and gives the reply or the error.
  func call(
    _ method: String, _ parameters: JSONObject = JSONObject(), from number: UInt64 = 1, more: Bool = false
  ) throws -> VarlinkReply {
    let name = method.contains(".") ? method : "io.schedctl.Control.\(method)"
    send(VarlinkCall(name, parameters: parameters, takesMore: more).bytes, from: number)
    let replies = try heard(by: number)
    return try #require(replies.last, "no reply to '\(method)'")
  }

  /// What somebody has heard since they were last asked.
  func heard(by number: UInt64 = 1) throws -> [VarlinkReply] {
    let bytes = written.removeValue(forKey: number) ?? []
    return try bytes.split(separator: 0).map { try VarlinkReply(parsing: Array($0)) }
  }

  /// Lets time pass, and says whether anything was to be done about connections.
  func pass(seconds: Int64) {
    source.pass(seconds: seconds)
    perform(service.expire(at: source.now.boot))
    perform(service.engineChanged(source))
  }

  /// Does what accepting a connection leads to, and says whether it is kept.
  private func perform(opening actions: [ControlAction]) -> Bool {
    perform(actions)
    return !actions.contains { if case .refuse = $0 { true } else { false } }
  }

  /// Lets an adapter report an attempt on what the first running session blocks.
  func reportAttempt(
    by user: String = "kim", on application: String = "Steam", outcome: ShieldAttempt.Outcome = .denied
  ) throws {
    let session = try #require(source.engine.sessions.first)
    report([
      ShieldAttempt(
        adapter: .execGuard, outcome: outcome, application: application, program: "/usr/games/steam", user: user,
        count: 1, profile: session.profile, session: session.id)
    ])
  }

  /// Lets an adapter report attempts.
  func report(_ attempts: [ShieldAttempt]) {
    source.handle(.attempts(attempts))
    perform(service.engineChanged(source))
  }

  /// Performs the actions of the service, and serves clients until none waits.
  func perform(_ actions: [ControlAction]) {
    performOnce(actions)
    while service.hasWork { performOnce(service.serveNext(source)) }
  }

  private func performOnce(_ actions: [ControlAction]) {
    for action in actions {
      switch action {
      case .send(let id):
        guard isRead else { continue }
        let bytes = service.output(of: id)
        written[id.number, default: []] += bytes
        performOnce(service.didSend(bytes.count, to: id, using: source))
      case .close(let id): closed.append(id.number)
      case .refuse(let id, let bytes): written[id.number, default: []] += bytes
      case .perform(let token, let request):
        requests.append(request)
        if carriesOut { finish(token, request) } else { openTokens.append(token) }
      }
    }
  }

  private func finish(_ token: RequestToken, _ request: ControlRequest) {
    performOnce(service.finished(token, with: source.carryOut(request), using: source))
    performOnce(service.engineChanged(source))
  }
}

/// Somebody on the machine.
struct TestUser {
  let name: String
  let id: UInt32
  var groups: Set<String> = []

  static let root = TestUser(name: "root", id: 0)
  static let kim = TestUser(name: "kim", id: 1_000)
  static let sam = TestUser(name: "sam", id: 1_001)
  static let member = TestUser(name: "ann", id: 1_002, groups: ["steerers"])

  var identity: UserIdentity { UserIdentity(name: name, groups: groups, isRoot: id == 0) }
}

/// An engine with its history in memory.
struct MemorySource: ControlSource {
  let enforcement = EnforcementStatus()
  private(set) var engine: Engine
  var now: Moment
  var history: [JSONObject] = []
  var historyFault: ControlError?
  let title = "config.toml"
  var accepted: AcceptedConfiguration?
  var fault: String? { nil }
  var lastNumber: Int64 { engine.lastNumber }
  let directory = "/var/lib/schedctl"
  let shield: ShieldFileStatus? = nil

  init(_ toml: String) throws {
    var list = DiagnosticList()
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", toml))
    let zones = ZoneInfoDirectory(
      directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "UTC", localtimePath: "/nonexistent",
      timezonePath: "/nonexistent")
    let configuration = Configuration(reading: sources, zones: zones, diagnostics: &list)
    engine = Engine(try #require(configuration))
    now = Moment(wall: try #require(Instant(rfc3339: "2026-11-23T10:00:00Z")), boot: 0, bootID: "boot-1")
    handle(.time)
  }

  mutating func pass(seconds: Int64) {
    now.wall = now.wall.adding(seconds: seconds)
    now.boot += seconds * 1_000_000_000
    handle(.time)
  }

  mutating func carryOut(_ request: ControlRequest) -> ControlOutcome {
    switch request {
    case .command(let command, let requester):
      let reply = handle(.command(command, by: requester)).reply
      return reply.map(ControlOutcome.answered) ?? .failed(.state("there was no reply"))
    case .activity(let name, let userInfo, let phase):
      let transition = handle(.activity(name: name, userInfo: userInfo, phase))
      if let refused = transition.refusedActivities.last { return .failed(.refused(refused)) }
      return transition.delivery.map(ControlOutcome.delivered) ?? .failed(.state("there was no reply"))
    case .use: return .usesReported(within: nil)
    case .attempt(let attempt):
      handle(.attempts([attempt]))
      return .recorded(attempt)
    case .reload: return .reloaded("the configuration is as it was")
    case .authorize(let status):
      handle(.authorization(status))
      return .authorized("consent is given")
    }
  }

  @discardableResult mutating func handle(_ input: Input) -> Transition {
    let transition = engine.handle(input, at: now)
    for line in transition.entries.compactMap(HistoryLine.init) {
      if case .object(let object)? = try? JSONValue(parsing: Array(line.bytes.dropLast())) { history.append(object) }
    }
    return transition
  }

  func user(named name: String) -> UserIdentity? { name == "kim" ? TestUser.kim.identity : nil }

  func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest {
    AccessRequest(to: readings[0], for: user)
  }

  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord] {
    if let historyFault { throw historyFault }
    return history.map(HistoryRecord.init).filter { $0.number ?? 0 > number }.prefix(limit).map(\.self)
  }

  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord] {
    if let historyFault { throw historyFault }
    let before = position.before
    let older = history.reversed().lazy.map { HistoryRecord($0) }.filter { $0.number ?? 0 < before }
    let slice = Array(older.prefix(7))
    position.before = slice.last?.number ?? 0
    position.isOver = slice.isEmpty
    return slice
  }
}

extension VarlinkReply {
  /// The error without its interface; nil for a reply.
  var errorName: String? { error?.split(separator: ".").last.map(String.init) }

  /// The text of a parameter.
  subscript(key: String) -> String? { parameters[key]?.stringValue }
}
