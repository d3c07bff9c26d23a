import Scheduler
import SchedulerJSON

/// A valid call: its parameters match the declaration in the interface.
struct ControlCall {
  let connection: ConnectionID
  let method: ControlMethod
  let parameters: JSONObject
  let isOneway: Bool
  let takesMore: Bool
  let role: PeerRole
}

extension ControlService {
  /// Handles one message and returns the resulting actions.
  mutating func take(_ message: [UInt8], from id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    let call: VarlinkCall
    do throws(MalformedMessage) {
      call = try VarlinkCall(parsing: message)
    } catch {
      end(id, with: ControlError.malformedMessage(error.message).bytes, using: source)
      return []
    }
    do throws(ControlError) {
      return try carryOut(call, from: id, using: source)
    } catch {
      if !call.isOneway { connections[id]?.send(error.bytes, at: source.now.boot) }
      return []
    }
  }

  private mutating func carryOut(
    _ call: VarlinkCall, from id: ConnectionID, using source: some ControlSource
  ) throws(ControlError) -> [ControlAction] {
    guard let connection = connections[id] else { return [] }
    if call.wantsUpgrade { throw .invalidParameter("upgrade") }
    let interface = try check(call)
    if interface.name == ServiceInterface.name {
      let bytes = try describe(call)
      if !call.isOneway { connections[id]?.send(bytes, at: source.now.boot) }
      return []
    }
    guard let method = ControlMethod(call.name) else { throw .methodNotFound(call.method) }
    let role = PeerRole(
      of: connection.peer, user: connection.user, ownerID: ownerID, group: source.engine.configuration.daemon.group)
    guard role.mayCall(method) else { throw .notPermitted(method.refusalWords, help: method.refusalHelp) }
    let controlCall = ControlCall(
      connection: id, method: method, parameters: call.parameters, isOneway: call.isOneway, takesMore: call.takesMore,
      role: role)
    return try carryOut(controlCall, using: source)
  }

  private mutating func carryOut(
    _ call: ControlCall, using source: some ControlSource
  ) throws(ControlError) -> [ControlAction] {
    switch call.method.need {
    case .steering: return try steer(call, using: source)
    case .administration:
      let pending = PendingRequest(connection: call.connection, isOneway: call.isOneway)
      guard call.method == .authorize else { return [ask(.reload, for: pending)] }
      let word = call.parameters["status"]?.stringValue ?? ""
      guard let status = AuthorizationStatus(rawValue: word) else { throw .invalidParameter("status") }
      return [ask(.authorize(status), for: pending)]
    case .reading:
      // A question of a client that has gone needs no answer.
      if connections[call.connection]?.isGone != false { return [] }
      if call.method == .monitor {
        try monitor(call, using: source)
        return []
      }
      if call.isOneway { return [] }
      let reader = ControlReader(call: call, source: source)
      if let query = try reader.query() {
        connections[call.connection]?.activity = .asking(query)
        return []
      }
      let bytes = try reader.reply()
      connections[call.connection]?.send(bytes, at: source.now.boot)
      return []
    }
  }

  /// Returns the interface of a call. Throws if it has no such method or a parameter does not match the declaration.
  private func check(_ call: VarlinkCall) throws(ControlError) -> VarlinkInterface {
    guard let name = call.interface else { throw .methodNotFound(call.method) }
    guard let interface = interfaces.first(where: { $0.name == name }) else { throw .interfaceNotFound(name) }
    guard let method = interface.method(call.name) else { throw .methodNotFound(call.method) }
    if let path = interface.firstMismatch(of: .object(call.parameters), in: method.input) {
      throw .invalidParameter(path)
    }
    return interface
  }

  /// Returns the reply to a call of `org.varlink.service`.
  private func describe(_ call: VarlinkCall) throws(ControlError) -> [UInt8] {
    guard call.name == "GetInterfaceDescription" else {
      return VarlinkReply.bytes { json in
        json.member("vendor", value: "schedctl")
        json.member("product", value: "schedctl")
        json.member("version", value: schedulerVersion)
        json.member("url", value: "schedctl(1)")
        json.member("interfaces", value: interfaces.map(\.name))
      }
    }
    let name = call.parameters["interface"]?.stringValue ?? ""
    guard let interface = interfaces.first(where: { $0.name == name }) else {
      throw .interfaceNotFound(name)
    }
    return VarlinkReply.bytes { $0.member("description", value: interface.definition) }
  }
}

extension ControlMethod {
  /// The message if a peer may not call the method at all.
  fileprivate var refusalWords: String {
    switch need {
    case .administration: "'\(word)' is for root and for whoever owns the instance"
    case .steering, .reading: "this instance belongs to another user"
    }
  }

  fileprivate var refusalHelp: [String] {
    switch need {
    case .administration: []
    case .steering, .reading: ["with 'group' in [daemon] the members of a group may steer it, too"]
    }
  }
}
