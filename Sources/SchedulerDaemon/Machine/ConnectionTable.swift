import SchedulerPlatform

/// The connections of a daemon. The table accepts them, reads and writes without waiting, and stores no bytes.
struct ConnectionTable: Sendable {
  /// The maximum number of simultaneous connections. Further clients wait until a connection ends. It is larger than
  /// the maximum of a service, so that the service can refuse clients with a message.
  static let mostConnections = 320
  /// The maximum number of bytes read from a client before the others have their turn.
  static let readSize = 64 << 10
  /// The maximum number of bytes read from each new client, because many may connect at once.
  private static let firstReadSize = 4 << 10
  /// The maximum number of clients accepted before other work is done.
  static let mostAccepted = 32
  /// The first token of a listening socket. Smaller tokens belong to other descriptors.
  private static let firstSocket: UInt64 = 16
  /// The first token of a connection.
  private static let firstConnection: UInt64 = 1_024

  private let queue: EventQueue
  private(set) var sockets: [ListeningSocket]
  private var connections: [ConnectionID: Connection] = [:]
  private var lastNumber: UInt64 = 0
  /// The connections that have ended and were not reported yet.
  private var lost: [ConnectionID] = []
  /// Whether no connections are accepted, because there are too many or no descriptors are left.
  private var isDeaf = false

  private struct Connection: Sendable {
    let socket: LocalConnection
    var wantsReading = true
    var wantsWriting = false
    var isInputOver = false
  }

  /// - Throws: errors of the system if a socket cannot be polled.
  init(on sockets: [ListeningSocket], queue: EventQueue) throws(SystemError) {
    self.queue = queue
    self.sockets = sockets
    try listen()
  }

  /// Replaces the listening sockets. Existing connections stay.
  mutating func listen(on sockets: [ListeningSocket]) throws(SystemError) {
    for socket in self.sockets { queue.remove(socket.descriptor) }
    self.sockets = sockets
    if !isDeaf { try listen() }
  }

  /// Returns the events of a ready descriptor.
  mutating func take(_ ready: EventQueue.Ready) -> [LoopEvent] {
    if ready.token < Self.firstConnection {
      let index = Int(ready.token - Self.firstSocket)
      return sockets.indices.contains(index) ? accept(sockets[index]) : []
    }
    let id = ConnectionID(ready.token - Self.firstConnection)
    var events: [LoopEvent] = []
    if ready.isReadable { events += read(from: id) }
    if ready.isWritable, connections[id]?.wantsWriting == true {
      change(id) { $0.wantsWriting = false }
      events.append(.room(id))
    }
    // Bytes sent before the end were read first. Replies would no longer be read.
    if ready.isEnded, connections[id]?.isInputOver != false || !ready.isReadable { forget(id) }
    return events + takeLost().map(LoopEvent.client)
  }

  /// Returns the connections that have ended and were not reported yet.
  mutating func takeLost() -> [ClientEvent] {
    defer { lost = [] }
    return lost.map(ClientEvent.closed)
  }

  /// Writes bytes as far as there is room, and returns their number.
  mutating func write(_ bytes: ArraySlice<UInt8>, to id: ConnectionID) -> Int {
    guard let connection = connections[id] else { return 0 }
    do throws(SystemError) {
      return try connection.socket.write(bytes)
    } catch {
      forget(id)
      return 0
    }
  }

  /// Requests one event when there is room to write.
  mutating func awaitRoom(_ id: ConnectionID) { change(id) { $0.wantsWriting = true } }

  /// Starts or stops reading from a connection.
  mutating func listen(to id: ConnectionID, isWanted: Bool) { change(id) { $0.wantsReading = isWanted } }

  /// Closes a connection.
  mutating func close(_ id: ConnectionID) { forget(id) }

  private func listen() throws(SystemError) {
    for (index, socket) in sockets.enumerated() {
      queue.remove(socket.descriptor)
      try queue.add(socket.descriptor, token: Self.firstSocket + UInt64(index))
    }
  }

  private mutating func accept(_ socket: ListeningSocket) -> [LoopEvent] {
    var events: [LoopEvent] = []
    do throws(SystemError) {
      for _ in 0..<Self.mostAccepted where connections.count < Self.mostConnections {
        guard let connection = try socket.accept() else { return events }
        let id = ConnectionID(lastNumber + 1)
        try queue.add(connection.descriptor, token: Self.firstConnection + id.number)
        lastNumber = id.number
        connections[id] = Connection(socket: connection)
        let peer = Peer(
          userID: connection.userID, groupID: connection.groupID, processID: connection.processID)
        events.append(.client(.opened(id, peer)))
        // Usually the first call has already arrived. Reading it now saves a wake-up.
        events += read(from: id, atMost: Self.firstReadSize)
      }
      if connections.count < Self.mostConnections { return events }
    } catch {
      // No descriptors are left, which is handled like too many connections.
    }
    // Waiting clients are accepted once a connection ends. Until then, they do not keep the daemon busy.
    for socket in sockets { queue.remove(socket.descriptor) }
    isDeaf = true
    return events
  }

  private mutating func read(from id: ConnectionID, atMost size: Int = readSize) -> [LoopEvent] {
    guard let connection = connections[id] else { return [] }
    do throws(SystemError) {
      switch try connection.socket.read(atMost: size) {
      case .bytes(let bytes): return [.client(.received(bytes, from: id))]
      case .nothing: return []
      case .end:
        change(id) { $0.isInputOver = true }
        return [.client(.inputEnded(id))]
      }
    } catch {
      forget(id)
      return []
    }
  }

  /// Changes the polled conditions of a connection.
  private mutating func change(_ id: ConnectionID, by body: (inout Connection) -> Void) {
    guard let before = connections[id] else { return }
    var after = before
    body(&after)
    connections[id] = after
    let reading = (before.wantsReading && !before.isInputOver, after.wantsReading && !after.isInputOver)
    guard reading.0 != reading.1 || before.wantsWriting != after.wantsWriting else { return }
    do throws(SystemError) {
      try queue.change(
        after.socket.descriptor, token: Self.firstConnection + id.number, wantsReading: reading.1,
        wantsWriting: after.wantsWriting)
    } catch {
      forget(id)
    }
  }

  private mutating func forget(_ id: ConnectionID) {
    guard connections.removeValue(forKey: id) != nil else { return }
    lost.append(id)
    guard isDeaf else { return }
    isDeaf = false
    do throws(SystemError) { try listen() } catch { isDeaf = true }
  }
}
