import Scheduler

/// The control socket as a value: it takes the bytes of clients, and produces bytes for them and requests to the loop.
///
/// ```swift
/// perform(service.accept(connection, peer, user))
/// perform(service.received(bytes, from: connection, source))
/// // for each .perform(token, request): carry it out, then
/// perform(service.finished(token, outcome, source))
/// // for each .send(connection): write what can be written, then
/// perform(service.didSend(count, to: connection, source))
/// ```
/// The service has no clock and no socket, and never waits. For each client, it keeps no more than `MessageStream` and
/// `OutgoingBytes` allow, plus the bytes that the loop passes at once. A slow client delays only itself.
public struct ControlService: Sendable {
  /// The maximum number of simultaneous connections. Each may use some memory, and a desktop has about a dozen.
  public static let mostConnections = 256
  /// The time after which an incomplete message or untaken bytes end a connection, in nanoseconds: 10 seconds.
  public static let timeout: Int64 = 10_000_000_000

  /// The ID of the instance's owner; 0 for the system's instance.
  let ownerID: UInt32
  var connections: [ConnectionID: ControlConnection] = [:]
  var requests: [RequestToken: PendingRequest] = [:]
  private var lastToken: UInt64 = 0
  /// Makes texts to type. They are as unpredictable as the system's random generator, unless a test replaces it.
  private let makeText: @Sendable (Int64) -> String
  let interfaces: [VarlinkInterface]

  /// Creates a service without connections.
  ///
  /// - Parameters:
  ///   - ownerID: the ID of the instance's owner; 0 for the system's instance.
  ///   - makeText: makes a random text with the given number of characters; nil to use the system's random generator.
  /// - Throws: never with the definitions in this program.
  public init(ownerID: UInt32, makeText: (@Sendable (Int64) -> String)? = nil) throws(VarlinkInterface.SyntaxError) {
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

  /// Accepts a connection. `user` has the name and groups of the peer from the account databases.
  public mutating func accept(_ id: ConnectionID, from peer: Peer, user: UserIdentity) -> [ControlAction] {
    guard connections.count < Self.mostConnections else {
      return [.refuse(id, ControlError.tooManyConnections(limit: Self.mostConnections).bytes)]
    }
    connections[id] = ControlConnection(peer: peer, user: user)
    return []
  }

  /// Handles received bytes. Bytes after the end of a connection are ignored.
  public mutating func received(
    _ bytes: some Collection<UInt8>, from id: ConnectionID, using source: some ControlSource
  ) -> [ControlAction] {
    guard let connection = connections[id] else { return [] }
    if case .ending = connection.activity { return [] }
    // A client that sends although it is not read from may have at most one more message and one piece waiting.
    guard connection.input.waitingCount <= 2 * MessageStream.longestMessage else { return close(id) }
    connections[id]?.input.append(bytes)
    return resume(id, using: source)
  }

  /// Records that a client took `count` of its outgoing bytes.
  public mutating func didSend(_ count: Int, to id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    guard count > 0 else { return [] }
    connections[id]?.noteTaken(count, at: source.now.boot)
    return resume(id, using: source)
  }

  /// Records that a client sends no more bytes. It may still read, and its requests are answered before the connection
  /// ends.
  public mutating func inputEnded(_ id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    connections[id]?.isInputOver = true
    return resume(id, using: source)
  }

  /// Removes a client that has gone. Its requests are carried out nevertheless.
  public mutating func closed(_ id: ConnectionID) { connections[id] = nil }

  /// Returns the outgoing bytes of a client, in order.
  public func output(of id: ConnectionID) -> ArraySlice<UInt8> { connections[id]?.output.waiting ?? [] }

  /// Returns whether bytes are to be read from a client.
  public func wantsInput(from id: ConnectionID) -> Bool { connections[id]?.wantsInput ?? false }

  /// The boot clock's reading at which to call `expire`, in nanoseconds; nil for never. Complexity: O(connections).
  public var nextDeadline: Int64? { connections.values.lazy.compactMap(\.deadline).min() }

  /// Closes the connections whose deadlines have passed.
  public mutating func expire(at boot: Int64) -> [ControlAction] {
    let ids = connections.filter { $0.value.deadline.map { $0 <= boot } ?? false }.keys
    return ids.sorted { $0.number < $1.number }.flatMap { close($0) }
  }
}

extension ControlService {
  /// Handles calls as long as the connection accepts them, and returns the resulting actions.
  mutating func resume(_ id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    var actions: [ControlAction] = []
    while connections[id]?.wantsInput == true {
      do throws(MessageStream.TooLong) {
        guard let message = try connections[id]?.input.next() else { break }
        connections[id]?.halfSince = nil
        actions += take(message, from: id, using: source)
      } catch {
        end(id, with: ControlError.messageTooLong(limit: MessageStream.longestMessage).bytes, using: source)
      }
    }
    connections[id]?.noteHalf(at: source.now.boot)
    sendNews(to: id, using: source)
    guard let connection = connections[id] else { return actions }
    if !connection.output.isEmpty { return actions + [.send(id)] }
    return actions + (connection.isOver ? close(id) : [])
  }

  /// Ends a connection after a last message.
  mutating func end(_ id: ConnectionID, with bytes: [UInt8], using source: some ControlSource) {
    connections[id]?.send(bytes, at: source.now.boot)
    connections[id]?.activity = .ending
  }

  /// Returns a request to the loop for a connection, which waits for its outcome.
  mutating func ask(_ request: ControlRequest, for pending: PendingRequest) -> ControlAction {
    lastToken += 1
    let token = RequestToken(number: lastToken)
    requests[token] = pending
    connections[pending.connection]?.activity = .waiting(token)
    return .perform(token, request)
  }

  /// Offers a text for typing to a connection.
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

/// A request to the loop with the facts needed for its reply.
struct PendingRequest: Sendable {
  let connection: ConnectionID
  let isOneway: Bool
  /// The session that the request may end, if a text may be typed for that.
  var session: SessionID?
  /// The profile of a link.
  var profile: ProfileKey?
}
