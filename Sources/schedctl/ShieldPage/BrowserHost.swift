import SchedulerDaemon
import SchedulerInstance
import SchedulerPlatform
import ShieldPage

/// The native host of a browser's extension: it sends the state at once and after each change, answers questions, and names
/// the page in front to the person's agents, until the browser closes its input.
struct BrowserHost {
  private enum Token {
    static let input: UInt64 = 1
    static let files: UInt64 = 2
    static let timer: UInt64 = 3
  }

  private let queue: EventQueue
  private let input: InputPipe
  private let timer: ClockTimer
  private var files: PathWatch
  private var state: BrowserState
  private var messages = NativeMessages()
  private var sent: [UInt8] = []
  private let host: Host
  private var naming: PageNaming
  /// Whether the browser may send something at any time.
  private let isWaiting: Bool

  /// The time that a daemon has to take an attempt, in milliseconds. It is only counted.
  private static let patience: Int32 = 1_000

  /// Creates a host on standard input and output.
  ///
  /// - Throws: a system error, EMFILE for example.
  init(_ state: BrowserState, host: Host, environment: ProcessEnvironment) throws(SystemError) {
    queue = try EventQueue()
    input = try InputPipe()
    timer = try ClockTimer.boot()
    files = try PathWatch()
    self.state = state
    self.host = host
    naming = PageNaming(environment)
    do throws(SystemError) {
      try queue.add(input.descriptor, token: Token.input)
      isWaiting = true
    } catch {
      // A file, such as /dev/null, on which nothing arrives later.
      guard error == .notPermitted else { throw error }
      isWaiting = false
    }
    try queue.add(files.descriptor, token: Token.files)
    try queue.add(timer.descriptor, token: Token.timer)
  }

  /// Runs until the browser closes its side.
  ///
  /// - Throws: a system error if waiting fails, EPIPE if the browser has gone, EBADMSG if it sends what is no message.
  mutating func run() throws(SystemError) {
    var isChanged = true
    while true {
      while files.follow(state.files + naming.files) { isChanged = true }
      let moment = self.moment
      if isChanged {
        try tell(at: moment)
        naming.findAgents()
      }
      isChanged = false
      if !isWaiting {
        while try readInput() {}
        return reportAll()
      }
      // With attempts left there is no wait.
      try timer.arm(atBoot: attempts.isEmpty ? state.nextLook(after: moment) : moment.boot)
      for ready in try queue.wait() {
        switch ready.token {
        case Token.input: if try !readInput() { return reportAll() }
        case Token.files: isChanged = try !files.read().isEmpty || isChanged
        default: isChanged = try timer.read() || isChanged
        }
      }
      if !attempts.isEmpty { report(attempts.removeFirst()) }
    }
  }

  /// Sends the state unless the browser has it.
  private mutating func tell(at moment: Moment) throws(SystemError) {
    state.read()
    let bytes = NativeMessages.bytes(of: state.message(at: moment))
    guard bytes != sent else { return }
    sent = bytes
    try send(bytes)
  }

  /// Reads and answers what the browser has sent. Returns false at its end.
  private mutating func readInput() throws(SystemError) -> Bool {
    let bytes = try input.read(atMost: 65_536)
    guard !bytes.isEmpty else { return false }
    messages.append(bytes)
    do throws(NativeMessages.Fault) {
      while let message = try messages.next() { pending.append(message) }
    } catch {
      throw .badMessage
    }
    for message in pending { try answer(message) }
    pending = []
    return true
  }

  /// The messages that were read and not answered.
  private var pending: [JSONObject] = []

  /// The attempts to report. A daemon may take its time for each, so pages are answered between them.
  private var attempts: [(domain: DomainName, page: SitePath?)] = []

  private mutating func answer(_ message: JSONObject) throws(SystemError) {
    let domain = message["domain"]?.stringValue.flatMap(Self.domain)
    let page = domain.flatMap { SitePath(host: $0, path: message["path"]?.stringValue?[...] ?? "") }
    let moment = self.moment
    switch message["type"]?.stringValue {
    case "state":
      sent = []
      try tell(at: moment)
    case "page":
      // Also what no change of a file tells, such as the end of a daemon. The rules follow the page.
      state.read()
      let answer: JSONObject = [
        "type": .string("page"), "id": message["id"] ?? .null,
        "content": state.content(for: domain, page: page, at: moment).json,
      ]
      try send(NativeMessages.bytes(of: answer))
      try tell(at: moment)
    case "tab": naming.name(domain)
    case "attempt": if let domain { attempts.append((domain, page)) }
    default: break
    }
  }

  private func send(_ bytes: [UInt8]) throws(SystemError) {
    var output = ByteOutput(descriptor: 1)
    try output.write(bytes)
    try output.flush()
  }

  private mutating func reportAll() {
    for attempt in attempts { report(attempt) }
    attempts = []
  }

  /// Reports an attempt to the daemon that blocks a domain. If it cannot be reached, the attempt is not counted there.
  private func report(_ attempt: (domain: DomainName, page: SitePath?)) {
    guard let path = state.socket(blocking: attempt.domain, page: attempt.page, at: moment) else { return }
    do throws(SystemError) {
      var client = try ControlClient(path, timeout: Self.patience)
      do throws(ControlError) {
        let call = DaemonCall(.reportAttempt, with: [("domain", .string(attempt.domain.text))])
        _ = try client.call(call, answering: "counted")
      } catch {}
    } catch {}
  }

  private static func domain(_ text: String) -> DomainName? {
    do throws(TargetProblem) { return try DomainName(text) } catch { return nil }
  }

  private var moment: Moment {
    do throws(InstanceError) { return try host.moment() } catch {
      return Moment(wall: SystemClocks.now(), boot: SystemClocks.boot(), bootID: "")
    }
  }
}
