import Platform

/// The clients of a daemon: takes their connections, reads what they send, and keeps what they do not read yet.
struct ConnectionTable: Sendable {
  /// So many may be connected at once; who comes then is sent away.
  static let mostConnections = 256
  /// So many bytes wait for a client that does not read; then it is cut off.
  static let mostWaiting = 16 << 20
  /// So many bytes are read of a client before the others have their turn.
  static let readSize = 64 << 10
  /// Tokens below are those of other descriptors, those from here on of listening sockets.
  private static let firstSocket: UInt64 = 16
  /// Tokens from here on are those of connections.
  private static let firstConnection: UInt64 = 1_024

  private let queue: EventQueue
  private let sockets: [ListeningSocket]
  private var connections: [ConnectionID: Connection] = [:]
  private var lastNumber: UInt64 = 0
  /// Those that were cut off and of which that was not told yet.
  private var lost: [ConnectionID] = []

  /// Whether nobody is listened to, for lack of descriptors.
  private var isDeaf = false

  private struct Connection: Sendable {
    let socket: LocalConnection
    var waiting: [UInt8] = []
    var isClosing = false
    /// Whether nobody waits for room to write.
    var wasEmpty = true
  }

  /// - Throws: what the system reports when a socket cannot be waited for.
  init(_ queue: EventQueue, _ sockets: [ListeningSocket]) throws(SystemError) {
    self.queue = queue
    self.sockets = sockets
    try listen()
  }

  private func listen() throws(SystemError) {
    for (index, socket) in sockets.enumerated() {
      queue.remove(socket.descriptor)
      try queue.add(socket.descriptor, token: Self.firstSocket + UInt64(index))
    }
  }

  /// What a descriptor has to tell.
  mutating func take(_ ready: EventQueue.Ready) throws(SystemError) -> [ControlEvent] {
    if ready.token < Self.firstConnection {
      let index = Int(ready.token - Self.firstSocket)
      return sockets.indices.contains(index) ? accept(sockets[index]) : []
    }
    let id = ConnectionID(ready.token - Self.firstConnection)
    var events: [ControlEvent] = []
    if ready.isWritable { write(to: id) }
    if ready.isReadable || ready.isEnded { events += read(from: id) }
    return events + takeLost()
  }

  /// The connections that are gone and of which that was not told yet.
  mutating func takeLost() -> [ControlEvent] {
    defer { lost = [] }
    return lost.map(ControlEvent.closed)
  }

  /// Sends bytes, at once as far as there is room.
  mutating func send(_ bytes: [UInt8], to id: ConnectionID) {
    guard connections[id]?.isClosing == false else { return }
    connections[id]?.waiting += bytes
    write(to: id)
  }

  /// Ends a connection once what waits has left.
  mutating func close(_ id: ConnectionID) {
    connections[id]?.isClosing = true
    write(to: id)
  }

  private mutating func accept(_ socket: ListeningSocket) -> [ControlEvent] {
    var events: [ControlEvent] = []
    do throws(SystemError) {
      while let connection = try socket.accept() {
        guard connections.count < Self.mostConnections else { continue }
        lastNumber += 1
        let id = ConnectionID(lastNumber)
        try queue.add(connection.descriptor, token: Self.firstConnection + id.number)
        connections[id] = Connection(socket: connection)
        let peer = Peer(
          userID: connection.userID, groupID: connection.groupID, processID: connection.processID)
        events.append(.opened(id, peer))
      }
    } catch {
      // No descriptors are left: whoever waits is taken when somebody has gone, and nobody is kept busy until then.
      queue.remove(socket.descriptor)
      isDeaf = true
    }
    return events
  }

  private mutating func read(from id: ConnectionID) -> [ControlEvent] {
    guard let connection = connections[id] else { return [] }
    do throws(SystemError) {
      switch try connection.socket.read(atMost: Self.readSize) {
      case .bytes(let bytes): return connection.isClosing ? [] : [.received(bytes, from: id)]
      case .nothing: return []
      case .end: break
      }
    } catch {
      // It is as good as gone.
    }
    forget(id)
    return []
  }

  private mutating func write(to id: ConnectionID) {
    guard let connection = connections[id] else { return }
    var rest = connection.waiting[...]
    do throws(SystemError) {
      while !rest.isEmpty {
        let count = try connection.socket.write(rest)
        if count == 0 { break }
        rest = rest.dropFirst(count)
      }
      if rest.count > Self.mostWaiting || (rest.isEmpty && connection.isClosing) { return forget(id) }
      if rest.isEmpty != connection.wasEmpty {
        try queue.change(
          connection.socket.descriptor, token: Self.firstConnection + id.number, wantsWriting: !rest.isEmpty)
      }
      connections[id]?.waiting = Array(rest)
      connections[id]?.wasEmpty = rest.isEmpty
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
