import Scheduler

/// The control socket as a value: it takes the bytes of clients, and produces bytes for them and requests to the loop.
///
/// ```swift
/// perform(service.accept(connection, peer, user))
/// perform(service.received(bytes, from: connection, source))
/// // between two looks at the clock, while service.hasWork:
/// perform(service.serveNext(source))
/// // for each .perform(token, request): carry it out, then
/// perform(service.finished(token, outcome, source))
/// // for each .send(connection): write what can be written, then
/// perform(service.didSend(count, to: connection, source))
/// ```
/// The service has no clock and no socket, and never waits. For each client, it keeps no more than `MessageStream` and
/// `OutgoingBytes` allow, plus the bytes that the loop passes at once and a reply. A slow client delays only itself.
///
/// Events only keep bytes and note who waits. The work is done by `serveNext`, one bounded piece at a time, so that the
/// loop can look at the clock in between.
public struct ControlService: Sendable {
  /// The time after which an incomplete message or untaken bytes end a connection, in nanoseconds: 10 seconds.
  public static let timeout: Int64 = 10_000_000_000

  /// The ID of the instance's owner; 0 for the system's instance.
  let ownerID: UInt32
  var connections: [ConnectionID: ControlConnection] = [:]
  /// The ID of each connection's user. Connections are counted by it without copying them.
  private(set) var userIDs: [ConnectionID: UInt32] = [:]
  var requests: [RequestToken: PendingRequest] = [:]
  /// The attempts that were reported in the last seconds.
  var reports = ReportPace()
  /// The clients that wait for work.
  var turns = TurnOrder()
  private var lastToken: UInt64 = 0
  /// The connections whose state may have changed since the last call of `takeSettled`.
  private var settled: Set<ConnectionID> = []
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

  /// Accepts a connection at a reading of the boot clock, if the limits allow it.
  ///
  /// - Parameter user: the name and groups of the peer from the account databases, looked up only if it is accepted.
  public mutating func accept(
    _ id: ConnectionID, from peer: Peer, user: @autoclosure () -> UserIdentity, at boot: Int64
  ) -> [ControlAction] {
    switch makePlace(for: peer) {
    case .failure(let limit): return [.refuse(id, ControlError.tooManyConnections(limit: limit.most).bytes)]
    case .success(let idle):
      let actions = idle.flatMap { close($0) }
      connections[id] = ControlConnection(peer: peer, user: user(), at: boot)
      userIDs[id] = peer.userID
      return actions
    }
  }

  /// Handles received bytes. Bytes after the end of a connection are ignored.
  public mutating func received(
    _ bytes: some Collection<UInt8>, from id: ConnectionID, using source: some ControlSource
  ) -> [ControlAction] {
    guard let waitingCount = connections[id]?.input.waitingCount else { return [] }
    if case .ending? = connections[id]?.activity { return [] }
    // A client that sends although it is not read from may have at most one more message and one piece waiting.
    guard waitingCount <= 2 * MessageStream.longestMessage else { return close(id) }
    connections[id]?.input.append(bytes)
    connections[id]?.idleSince = source.now.boot
    return settle(id, at: source.now.boot)
  }

  /// Records that a client took `count` of its outgoing bytes.
  public mutating func didSend(_ count: Int, to id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    guard count > 0 else { return [] }
    connections[id]?.noteTaken(count, at: source.now.boot)
    return settle(id, at: source.now.boot)
  }

  /// Records that a client sends no more bytes. It may still read, and its requests are answered before the connection
  /// ends.
  public mutating func inputEnded(_ id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    connections[id]?.isInputOver = true
    return settle(id, at: source.now.boot)
  }

  /// Removes a disconnected client and drops its pending replies. Its commands that have arrived are carried out
  /// nevertheless.
  public mutating func closed(_ id: ConnectionID) {
    guard connections[id] != nil else { return }
    connections[id]?.leave()
    if connections[id]?.isOver == true {
      turns.remove(id)
      remove(id)
    } else {
      // Commands that arrived before those of others stay before them.
      turns.keepMessage(of: id)
      wait(id)
    }
  }

  /// Returns whether a client is connected.
  func isConnected(_ id: ConnectionID) -> Bool { connections[id].map { !$0.isGone } ?? false }

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
  /// Adds a client to those that wait, if there is work for it. Returns the actions that follow from its state.
  mutating func settle(_ id: ConnectionID, at boot: Int64) -> [ControlAction] {
    settled.insert(id)
    connections[id]?.noteHalf(at: boot)
    wait(id)
    guard let isOver = connections[id]?.isOver, let isSent = connections[id]?.output.isEmpty else { return [] }
    if !isSent { return [.send(id)] }
    if !isOver { return [] }
    let isGone = connections[id]?.isGone == true
    return close(id).filter { _ in !isGone }
  }

  /// Returns the connections whose state may have changed since the last call, also where no action follows from that,
  /// as after a call without a reply. The loop asks for each whether it wants input.
  mutating func takeSettled() -> Set<ConnectionID> {
    defer { settled = [] }
    return settled
  }

  private mutating func wait(_ id: ConnectionID) {
    guard let peer = connections[id]?.peer, let work = connections[id]?.work else { return }
    turns.add(id, of: peer.userID, isPrivileged: peer.isRoot || peer.userID == ownerID, for: work)
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
    remove(id)
    turns.remove(id)
    return [.close(id)]
  }

  private mutating func remove(_ id: ConnectionID) {
    connections[id] = nil
    userIDs[id] = nil
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
