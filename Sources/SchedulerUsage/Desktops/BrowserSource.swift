import Scheduler
import SchedulerPlatform

/// The page that a browser has in front.
struct FrontPage: Hashable, Sendable {
  /// The process of the browser.
  let process: Int32
  /// The path of its program; nil if it cannot be read.
  let program: String?
  /// The domain of the page; nil if the browser does not have the focus, or if the page counts for none.
  let domain: DomainName?
}

/// The sockets on which the agents of a user are told which page a browser has in front. Each agent has its own.
///
///     message = [host] LF     ; the host of the page in front; none for no page
public enum PageSockets {
  private static let prefix = "pages-"
  /// The beginning of the names of sockets that do not listen yet.
  private static let earlyPrefix = "new-pages-"

  /// The directory of the sockets; nil for a user without a directory for such files.
  public static func directory(in environment: ProcessEnvironment) -> String? {
    environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/schedctl" : nil }
  }

  /// What to watch to learn of agents that start.
  public static func watched(in directory: String) -> WatchedPath { WatchedPath("\(directory)/\(prefix)*") }

  /// Returns the paths of the sockets in a directory, sorted.
  public static func paths(in directory: String) -> [String] {
    DirectoryListing.namesIfReadable(in: directory).filter { $0.hasPrefix(prefix) }.map { "\(directory)/\($0)" }
  }

  /// Returns the message that names a page; nil for none.
  public static func message(naming domain: DomainName?) -> [UInt8] {
    Array((domain?.text ?? "").utf8) + [UInt8(ascii: "\n")]
  }

  /// Makes a socket of this process in a directory, which need not exist. It listens when its name appears.
  static func make(in directory: String) throws(SourceFailure) -> ListeningSocket {
    let name = "\(RunningProcess.own)-\(SystemClocks.monotonic())"
    let path = "\(directory)/\(prefix)\(name)"
    do throws(FileSystemError) { try FileWriter().createDirectories(of: path, permissions: 0o700) } catch {
      throw .unfit("\(error)")
    }
    removeAbandoned(in: directory)
    return try SourceFailure.mapping { () throws(SystemError) in
      var socket = try ListeningSocket(at: "\(directory)/\(earlyPrefix)\(name)")
      do throws(SystemError) { try socket.move(to: path) } catch {
        socket.removePath()
        throw error
      }
      return socket
    }
  }

  /// Removes the sockets of agents that were killed.
  private static func removeAbandoned(in directory: String) {
    for name in DirectoryListing.namesIfReadable(in: directory) {
      guard let prefix = [prefix, earlyPrefix].first(where: name.hasPrefix) else { continue }
      let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" })
      if process.flatMap(RunningProcess.user(of:)) == nil { ListeningSocket.removeAbandoned("\(directory)/\(name)") }
    }
  }
}

/// The native hosts of the browser extension, which say which page each browser has in front.
struct BrowserSource: UseSource {
  private let socket: Socket
  private let user: UInt32
  private let joined: JoinedDescriptor
  private var hosts: [Host] = []
  private var connectionBudget = SourceBudget(messages: Self.connectionLimit, perSecond: 1)
  private var reported: [FrontPage]?
  private(set) var lastDrop: String?

  /// Maximum number of hosts: one for each profile of each browser that runs.
  private static let hostLimit = 32
  /// Maximum number of connections at once. A browser starts its host again after half a minute at the soonest.
  private static let connectionLimit = 100

  /// Listens in a directory.
  ///
  /// - Parameter user: the user whose processes are believed.
  init(directory: String, user: UInt32) throws(SourceFailure) {
    self.user = user
    let socket = Socket(try PageSockets.make(in: directory))
    joined = try SourceFailure.mapping { () throws(SystemError) in
      let joined = try JoinedDescriptor()
      try joined.add(socket.socket.descriptor)
      return joined
    }
    self.socket = socket
  }

  /// A socket whose path goes with the last reference to it.
  private final class Socket: Sendable {
    let socket: ListeningSocket
    init(_ socket: ListeningSocket) { self.socket = socket }
    deinit { socket.removePath() }
  }

  /// A connected host.
  private struct Host {
    var connection: SourceConnection
    let process: Int32
    let program: String?
    var domain: DomainName?

    /// Some pages a second, as while a person holds the key for the next tab.
    static let budget = SourceBudget(messages: 1_000, perSecond: 50)
    /// Maximum size of a message: a name of 253 bytes.
    static let messageLimit = 254

    var page: FrontPage { FrontPage(process: process, program: program, domain: domain) }

    /// Reads what has arrived. Returns whether it has named a page.
    mutating func read(at now: UseMoment) throws(SourceFailure) -> Bool {
      try connection.fill(at: now.monotonic)
      var hasNamed = false
      while let end = connection.available.prefix(Self.messageLimit).firstIndex(of: UInt8(ascii: "\n")) {
        let message = try connection.take(end - connection.available.startIndex + 1)
        domain = try Self.domain(of: message.dropLast())
        hasNamed = true
      }
      guard connection.available.count < Self.messageLimit else { throw .malformed("a name that is too long") }
      if connection.hasEnded { throw .ended }
      return hasNamed
    }

    private static func domain(of name: ArraySlice<UInt8>) throws(SourceFailure) -> DomainName? {
      guard !name.isEmpty else { return nil }
      do throws(TargetProblem) { return try DomainName(String(decoding: name, as: UTF8.self)) } catch {
        throw .malformed("a name that is none")
      }
    }
  }

  var descriptor: OpenDescriptor { joined.descriptor }

  var askedAt: Int64? { nil }

  var programs: [String] { Set(hosts.map { $0.program.map { "\(ApplicationName($0).fileName)" } ?? "?" }).sorted() }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    try acceptHosts(at: now)
    var (named, others): ([Host], [Host]) = ([], [])
    for host in hosts {
      var host = host
      do throws(SourceFailure) {
        if try host.read(at: now) { named.append(host) } else { others.append(host) }
      } catch {
        // Its page ends with it.
        if error != .ended { lastDrop = error.reason }
      }
    }
    hosts = named + others
    let pages = hosts.map(\.page)
    guard pages != reported else { return [] }
    reported = pages
    return [.pages(pages)]
  }

  private mutating func acceptHosts(at now: UseMoment) throws(SourceFailure) {
    try connectionBudget.spend(bytes: 0, at: now.monotonic)
    while let connection = try SourceFailure.mapping({ () throws(SystemError) in try socket.socket.accept() }) {
      try connectionBudget.spendMessage()
      guard connection.userID == user else {
        lastDrop = "it runs as another user"
        continue
      }
      guard hosts.count < Self.hostLimit else {
        lastDrop = "there are too many others"
        continue
      }
      // The browser starts the host, or a shell that becomes the host.
      guard let browser = RunningProcess.parent(of: connection.processID), browser > 1 else { continue }
      try SourceFailure.mapping { () throws(SystemError) in try joined.add(connection.descriptor) }
      hosts.append(
        Host(
          connection: SourceConnection(connection, budget: Host.budget), process: browser,
          program: RunningProcess.program(of: browser)))
    }
  }
}
