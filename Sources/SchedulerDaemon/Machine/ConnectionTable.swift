import SchedulerPlatform

/// The connections of a daemon: takes them, reads and writes without waiting, and keeps no bytes.
struct ConnectionTable: Sendable {
  /// So many may be connected at once; who comes then waits until somebody has gone. More than a service takes: it says
  /// itself that it has enough.
  static let mostConnections = 320
  /// So many bytes are read of a client before the others have their turn.
  static let readSize = 64 << 10
  /// So many bytes are read of each who comes: all of them may come at once.
  private static let firstReadSize = 4 << 10
  /// Tokens below are those of other descriptors, those from here on of listening sockets.
  private static let firstSocket: UInt64 = 16
  /// Tokens from here on are those of connections.
  private static let firstConnection: UInt64 = 1_024

  private let queue: EventQueue
  private(set) var sockets: [ListeningSocket]
  private var connections: [ConnectionID: Connection] = [:]
  private var lastNumber: UInt64 = 0
  /// Those that have gone and of which that was not told yet.
  private var lost: [ConnectionID] = []
  /// Whether nobody is listened to, for lack of descriptors or because of too many connections.
  private var isDeaf = false

  private struct Connection: Sendable {
    let socket: LocalConnection
    var wantsReading = true
    var wantsWriting = false
    var isInputOver = false
  }

  /// - Throws: what the system reports when a socket cannot be waited for.
  init(on sockets: [ListeningSocket], queue: EventQueue) throws(SystemError) {
    self.queue = queue
    self.sockets = sockets
    try listen()
  }

  /// Listens on other sockets than before; connections stay.
  mutating func listen(on sockets: [ListeningSocket]) throws(SystemError) {
    for socket in self.sockets { queue.remove(socket.descriptor) }
    self.sockets = sockets
    if !isDeaf { try listen() }
  }

  /// What a descriptor has to tell.
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
    // What it sent before it went was read first; nobody reads what it would be sent.
    if ready.isEnded, connections[id]?.isInputOver != false || !ready.isReadable { forget(id) }
    return events + takeLost().map(LoopEvent.client)
  }

  /// The connections that have gone and of which that was not told yet.
  mutating func takeLost() -> [ClientEvent] {
    defer { lost = [] }
    return lost.map(ClientEvent.closed)
  }

  /// Writes bytes as far as there is room, and says how many.
  mutating func write(_ bytes: ArraySlice<UInt8>, to id: ConnectionID) -> Int {
    guard let connection = connections[id] else { return 0 }
    do throws(SystemError) {
      return try connection.socket.write(bytes)
    } catch {
      forget(id)
      return 0
    }
  }

  /// Tells once when there is room to write.
  mutating func awaitRoom(_ id: ConnectionID) { change(id) { $0.wantsWriting = true } }

  /// Reads from a connection, or does not.
  mutating func listen(to id: ConnectionID, isWanted: Bool) { change(id) { $0.wantsReading = isWanted } }

  /// Ends a connection.
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
      while connections.count < Self.mostConnections {
        guard let connection = try socket.accept() else { return events }
        let id = ConnectionID(lastNumber + 1)
        try queue.add(connection.descriptor, token: Self.firstConnection + id.number)
        lastNumber = id.number
        connections[id] = Connection(socket: connection)
        let peer = Peer(
          userID: connection.userID, groupID: connection.groupID, processID: connection.processID)
        events.append(.client(.opened(id, peer)))
        // As a rule the first call is there already, and is taken without another wake-up.
        events += read(from: id, atMost: Self.firstReadSize)
      }
    } catch {
      // No descriptors are left, which is as having too many connections.
    }
    // Whoever waits is taken when somebody has gone, and nobody is kept busy until then.
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

  /// Changes what is waited for.
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
