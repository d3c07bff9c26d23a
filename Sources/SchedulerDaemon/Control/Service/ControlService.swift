import Scheduler
import SchedulerJSON

/// The control socket as a value: bytes of clients go in, bytes for them and requests to the loop come out.
///
/// ```swift
/// perform(service.accept(connection, peer, user))
/// perform(service.received(bytes, from: connection, source))
/// // for each .perform(token, request): carry it out, then
/// perform(service.finished(token, outcome, source))
/// // for each .send(connection): write what can be written, then
/// perform(service.didSend(count, to: connection, source))
/// ```
/// It has no clock and no socket, never waits, and keeps for each client no more than `MessageStream` and `OutgoingBytes`
/// allow and what the loop hands in at once: a slow one holds up itself.
public struct ControlService: Sendable {
  /// The most connections at a time: each may hold some memory, and a desktop has a dozen.
  public static let mostConnections = 256
  /// After so many nanoseconds a message that is half, and bytes that nobody takes, end a connection: 10 seconds.
  public static let timeout: Int64 = 10_000_000_000

  /// Whose instance it is; 0 is the system's.
  let ownerID: UInt32
  var connections: [ConnectionID: ControlConnection] = [:]
  var requests: [RequestToken: PendingRequest] = [:]
  private var lastToken: UInt64 = 0
  /// Makes texts to type: as unpredictable as the system's source of chance, unless a test hands in another.
  private let makeText: @Sendable (Int64) -> String
  let interfaces: [VarlinkInterface]

  /// A service without connections.
  ///
  /// - Parameters:
  ///   - ownerID: whose instance it is; 0 is the system's.
  ///   - makeText: makes a random text of so many characters; nil for the system's source of chance.
  /// - Throws: never with the definitions of this program.
  public init(
    ownerID: UInt32, makeText: (@Sendable (Int64) -> String)? = nil
  ) throws(VarlinkInterface.SyntaxError) {
    self.ownerID = ownerID
    self.makeText =
      makeText ?? { length in
        var generator = SystemRandomNumberGenerator()
        return RandomText.make(length: length, using: &generator)
      }
    interfaces = [
      try VarlinkInterface(parsing: ServiceInterface.definition),
      try VarlinkInterface(parsing: ControlInterface.definition),
    ]
  }

  /// Somebody has connected; `user` is their name and their groups, as the account databases say.
  public mutating func accept(_ id: ConnectionID, _ peer: Peer, _ user: UserIdentity) -> [ControlAction] {
    guard connections.count < Self.mostConnections else {
      return [.refuse(id, ControlError.tooManyConnections(limit: Self.mostConnections).bytes)]
    }
    connections[id] = ControlConnection(peer, user)
    return []
  }

  /// Bytes have come. Those behind what ends a connection are left out.
  public mutating func received(
    _ bytes: some Collection<UInt8>, from id: ConnectionID, _ source: some ControlSource
  ) -> [ControlAction] {
    guard let connection = connections[id] else { return [] }
    if case .ending = connection.activity { return [] }
    // Whoever goes on without being read from has at most one more message and one piece here.
    guard connection.input.waitingCount <= 2 * MessageStream.longestMessage else { return close(id) }
    connections[id]?.input.append(bytes)
    return resume(id, source)
  }

  /// So many of the bytes that wait were taken.
  public mutating func didSend(_ count: Int, to id: ConnectionID, _ source: some ControlSource) -> [ControlAction] {
    guard count > 0 else { return [] }
    connections[id]?.noteTaken(count, at: source.now.boot)
    return resume(id, source)
  }

  /// The client will send no more, and may still read: what it asked for is answered before the connection ends.
  public mutating func inputEnded(_ id: ConnectionID, _ source: some ControlSource) -> [ControlAction] {
    connections[id]?.isInputOver = true
    return resume(id, source)
  }

  /// The client has gone. What it asked for is carried out all the same.
  public mutating func closed(_ id: ConnectionID) { connections[id] = nil }

  /// The bytes that are to be sent to a client, the next one first.
  public func output(of id: ConnectionID) -> ArraySlice<UInt8> { connections[id]?.output.waiting ?? [] }

  /// Whether a client is to be read from.
  public func wantsInput(from id: ConnectionID) -> Bool { connections[id]?.wantsInput ?? false }

  /// How many clients are connected.
  var connectionCount: Int { connections.count }

  /// When to call `expire`, by the clock of the boot in nanoseconds; nil for never. Complexity: O(connections).
  public var nextDeadline: Int64? { connections.values.lazy.compactMap(\.deadline).min() }

  /// Ends the connections that keep others waiting for too long.
  public mutating func expire(at boot: Int64) -> [ControlAction] {
    let ids = connections.filter { $0.value.deadline.map { $0 <= boot } ?? false }.keys
    return ids.sorted { $0.number < $1.number }.flatMap { close($0) }
  }
}

extension ControlService {
  /// Takes calls as long as the connection may go on, and says what is to be done.
  mutating func resume(_ id: ConnectionID, _ source: some ControlSource) -> [ControlAction] {
    var actions: [ControlAction] = []
    while connections[id]?.wantsInput == true {
      do throws(MessageStream.TooLong) {
        guard let message = try connections[id]?.input.next() else { break }
        connections[id]?.halfSince = nil
        actions += take(message, from: id, source)
      } catch {
        end(id, with: ControlError.messageTooLong(limit: MessageStream.longestMessage).bytes, source)
      }
    }
    connections[id]?.noteHalf(at: source.now.boot)
    sendNews(to: id, source)
    guard let connection = connections[id] else { return actions }
    if !connection.output.isEmpty { return actions + [.send(id)] }
    return actions + (connection.isOver ? close(id) : [])
  }

  /// Ends a connection behind a last message.
  mutating func end(_ id: ConnectionID, with bytes: [UInt8], _ source: some ControlSource) {
    connections[id]?.send(bytes, at: source.now.boot)
    connections[id]?.activity = .ending
  }

  /// Asks something of the loop for a connection, which waits for it.
  mutating func ask(_ request: ControlRequest, _ pending: PendingRequest) -> ControlAction {
    lastToken += 1
    let token = RequestToken(number: lastToken)
    requests[token] = pending
    connections[pending.connection]?.activity = .waiting(token)
    return .perform(token, request)
  }

  /// Gives a connection a text to type.
  mutating func offer(_ length: Int64, for session: SessionID, to id: ConnectionID) -> String {
    let text = makeText(length)
    connections[id]?.offer = OfferedText(text: text, session: session)
    return text
  }

  private mutating func close(_ id: ConnectionID) -> [ControlAction] {
    connections[id] = nil
    return [.close(id)]
  }
}

/// What is to be said when something that was asked of the loop is done.
struct PendingRequest: Sendable {
  let connection: ConnectionID
  let isOneway: Bool
  /// The session that it may end, where a text may be typed for that.
  var session: SessionID?
  /// Of a link: the profile that it means.
  var profile: ProfileKey?
}
