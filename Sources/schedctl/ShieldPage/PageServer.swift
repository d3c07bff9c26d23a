import SchedulerInstance
import ShieldPage

/// Serves pages on sockets of 127.0.0.1 until a signal ends it, and nothing else.
///
/// One thread serves all connections and waits for none of them. If there are too many, the one that has waited longest
/// gives way, so that no client keeps others out.
struct PageServer {
  /// The most connections at a time. A browser opens six to one server.
  static let mostConnections = 32
  /// The time without a connection after which a server that a service manager started ends, in nanoseconds. The next
  /// connection starts it again.
  static let idleTime: Int64 = 120_000_000_000

  private enum Token {
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    /// The token of the first socket; the others follow.
    static let sockets: UInt64 = 16
    /// The token before that of the first connection.
    static let connections: UInt64 = 1_000
  }

  /// A connection and the port on which it was accepted.
  private struct Client {
    let connection: LoopbackConnection
    let router: PageRouter
    var state: PageConnection
  }

  private let queue: EventQueue
  private let signals: SignalQueue
  private let timer: ClockTimer
  private let sockets: [LoopbackSocket]
  private let endsWhenIdle: Bool
  private let host: Host
  private var pages: PublishedPages
  private var clients: [UInt64: Client] = [:]
  private var lastToken = Token.connections
  private var idleSince: Int64

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - endsWhenIdle: whether to end after `idleTime` without a connection.
  /// - Throws: a system error, EMFILE for example.
  init(
    _ pages: PublishedPages, on sockets: [LoopbackSocket], host: Host, endsWhenIdle: Bool
  ) throws(SystemError) {
    queue = try EventQueue()
    signals = try SignalQueue([.interrupt, .terminate])
    timer = try ClockTimer.boot()
    self.pages = pages
    self.sockets = sockets
    self.host = host
    self.endsWhenIdle = endsWhenIdle
    idleSince = SystemClocks.boot()
    try queue.add(signals.descriptor, token: Token.signals)
    try queue.add(timer.descriptor, token: Token.timer)
    for (index, socket) in sockets.enumerated() {
      try queue.add(socket.descriptor, token: Token.sockets + UInt64(index))
    }
  }

  /// Runs until SIGTERM or SIGINT, or until it has been idle.
  ///
  /// - Throws: a system error if waiting fails.
  mutating func run() throws(SystemError) {
    defer { signals.release() }
    while true {
      let boot = SystemClocks.boot()
      expire(atBoot: boot)
      let end = endsWhenIdle && clients.isEmpty ? idleSince + Self.idleTime : nil
      if let end, end <= boot { return }
      try timer.arm(atBoot: (clients.values.map(\.state.deadline) + [end].compactMap(\.self)).min())
      for ready in try queue.wait() {
        switch ready.token {
        case Token.signals: if try !signals.read().isEmpty { return }
        case Token.timer: _ = try timer.read()
        case Token.sockets...Token.connections: accept(on: sockets[Int(ready.token - Token.sockets)])
        default: serve(ready.token)
        }
      }
    }
  }

  /// Accepts the clients that wait.
  private mutating func accept(on socket: LoopbackSocket) {
    do throws(SystemError) {
      while let connection = try socket.accept() {
        if clients.count >= Self.mostConnections { removeOldest() }
        lastToken += 1
        try queue.add(connection.descriptor, token: lastToken)
        clients[lastToken] = Client(
          connection: connection, router: PageRouter(port: socket.port),
          state: PageConnection(atBoot: SystemClocks.boot()))
      }
    } catch {
      // Without descriptors, one connection has to end before another can be accepted.
      if clients.isEmpty { Pause.wait(milliseconds: 100) } else { removeOldest() }
    }
  }

  /// Removes an idle connection, else the one that was accepted first.
  private mutating func removeOldest() {
    let idle = clients.filter { $0.value.state.isIdle }.keys.min()
    if let token = idle ?? clients.keys.min() { remove(token) }
  }

  private mutating func remove(_ token: UInt64) {
    clients[token] = nil
    if clients.isEmpty { idleSince = SystemClocks.boot() }
  }

  /// Gives up the connections whose deadlines have passed.
  private mutating func expire(atBoot boot: Int64) {
    for (token, client) in clients where client.state.deadline <= boot {
      clients[token]?.state.expire(now: SystemClocks.now())
      do throws(SystemError) { _ = try write(token) } catch {}
      remove(token)
    }
  }

  /// Reads from a connection and writes to it, as far as that needs no waiting.
  private mutating func serve(_ token: UInt64) {
    do throws(SystemError) {
      // A few pieces, then it is the turn of the others.
      for _ in 0..<8 {
        guard let client = clients[token] else { return }
        if client.state.isDone { return remove(token) }
        let isMore = client.state.wantsReading ? try read(token) : try write(token)
        guard isMore else { break }
      }
      guard let client = clients[token] else { return }
      if client.state.isDone { return remove(token) }
      let isReading = client.state.wantsReading
      try queue.change(client.connection.descriptor, token: token, wantsReading: isReading, wantsWriting: !isReading)
    } catch {
      remove(token)
    }
  }

  /// Reads a piece. Returns whether there was one.
  private mutating func read(_ token: UInt64) throws(SystemError) -> Bool {
    guard let client = clients[token] else { return false }
    switch try client.connection.read(atMost: 4_096) {
    case .nothing: return false
    case .end:
      remove(token)
      return false
    case .bytes(let bytes):
      let (source, moment) = present
      let router = client.router
      clients[token]?.state.receive(bytes, atBoot: moment.boot, now: moment.wall) { request in
        router.answer(to: request, from: source, at: moment)
      }
      return true
    }
  }

  /// Writes a piece. Returns whether there was room.
  private mutating func write(_ token: UInt64) throws(SystemError) -> Bool {
    guard let client = clients[token] else { return false }
    let count = try client.connection.write(client.state.output)
    let (source, moment) = present
    let router = client.router
    clients[token]?.state.noteWritten(count, atBoot: moment.boot, now: moment.wall) { request in
      router.answer(to: request, from: source, at: moment)
    }
    return count > 0
  }

  /// The content of the files and the present.
  private var present: (PageSource, Moment) {
    mutating get {
      do throws(InstanceError) {
        return (pages.source(), try host.moment())
      } catch {
        let source = PageSource(live: nil, shield: nil, isKept: false, zone: .utc)
        return (source, Moment(wall: SystemClocks.now(), boot: SystemClocks.boot(), bootID: ""))
      }
    }
  }
}
