import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerJSON

/// libFuzzer's loop, from its run-time library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point by the name that the package manager gives it.
@_cdecl("VarlinkFuzzer_main")
public func main(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = arguments
  return withUnsafeMutablePointer(to: &arguments) { runFuzzer(&count, $0, { checkConversation($0, $1) }) }
}

/// Lets somebody send any bytes, at once and in two pieces, and stops the process when the answers differ or are none.
private func checkConversation(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let cut = bytes.isEmpty ? 0 : Int(bytes[bytes.count / 2]) % bytes.count
  let whole = Conversation.answers(to: [bytes[...]])
  precondition(whole == Conversation.answers(to: [bytes[..<cut], bytes[cut...]]), "other answers to the same bytes")
  for message in whole.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
    do {
      let reply = try VarlinkReply(parsing: Array(message))
      let again = try VarlinkReply(parsing: Array(reply.bytes.dropLast()))
      precondition(again == reply, "another reply")
    } catch {
      preconditionFailure("an answer that is none")
    }
  }
  return 0
}

/// What a service answers to one client.
private enum Conversation {
  /// Made once: the definitions are read, and an engine is evaluated.
  private static let service = Result { () throws(VarlinkInterface.SyntaxError) in
    try ControlService(ownerID: 0) { String(repeating: "k", count: Int($0)) }
  }
  private static let machine = EmptyMachine()

  static func answers(to pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    let id = ConnectionID(1)
    var source = machine
    do {
      var service = try service.get()
      _ = service.accept(
        id, from: Peer(userID: 0, groupID: 0, processID: 1), user: UserIdentity(name: "root", isRoot: true), at: 0)
      var answers: [UInt8] = []
      for piece in pieces {
        var actions = service.received(piece, from: id, using: source)
        while !actions.isEmpty || service.hasWork {
          if actions.isEmpty { actions = service.serveNext(source) }
          switch actions.isEmpty ? nil : actions.removeFirst() {
          case .send(let id):
            let bytes = service.output(of: id)
            precondition(bytes.count < 2 * OutgoingBytes.enough, "too much is kept")
            answers += bytes
            actions += service.didSend(bytes.count, to: id, using: source)
          case .perform(let token, let request):
            actions += service.finished(token, with: source.carryOut(request), using: source)
          case .close, .refuse, nil: break
          }
        }
      }
      return answers
    } catch {
      preconditionFailure("the definitions of the interfaces are wrong: \(error)")
    }
  }
}

/// A machine with the built-in profiles only, without history.
private struct EmptyMachine: ControlSource {
  let enforcement = EnforcementStatus()
  var engine = Engine(Configuration(zone: ConfiguredZone(.identifier("UTC"), rules: .utc), profiles: []))
  let now = Moment(wall: Instant(epochSeconds: 1_795_420_800), boot: 0, bootID: "fuzz")
  let title = "config.toml"
  var accepted: AcceptedConfiguration?
  let fault: String? = nil
  let directory = "/"
  let shield: ShieldFileStatus? = nil
  let lastNumber: Int64 = 0

  init() { _ = engine.handle(.time, at: now) }

  mutating func carryOut(_ request: ControlRequest) -> ControlOutcome {
    switch request {
    case .command(let command, let requester):
      let reply = engine.handle(.command(command, by: requester), at: now).reply
      return reply.map(ControlOutcome.answered) ?? .failed(.state("there was no reply"))
    case .activity(let name, let userInfo, let phase):
      let transition = engine.handle(.activity(name: name, userInfo: userInfo, phase), at: now)
      if let refused = transition.refusedActivities.last { return .failed(.refused(refused)) }
      return transition.delivery.map(ControlOutcome.delivered) ?? .failed(.state("there was no reply"))
    case .use: return .usesReported(within: nil)
    case .attempt(let attempt):
      _ = engine.handle(.attempts([attempt]), at: now)
      return .recorded(attempt)
    case .reload: return .reloaded("nothing has changed")
    case .authorize(let status):
      _ = engine.handle(.authorization(status), at: now)
      return .authorized("done")
    }
  }

  func user(named name: String) -> UserIdentity? { UserIdentity(name: name) }

  func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest {
    AccessRequest(to: readings[0], for: user)
  }

  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord] { [] }

  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord] {
    position.isOver = true
    return []
  }
}
