import CTesting
import Glibc

extension ProgramRun {
  /// Runs it to its end.
  public func outcome() throws -> Outcome {
    var child = ChildProcess()
    try child.prepare(self)
    try child.start(self)
    return child.finish()
  }

  /// Runs it and kills it after so long, unless it has ended by then; also says which process it was.
  public func outcome(killedAfter delay: Duration) throws -> (outcome: Outcome, processID: Int32) {
    var child = ChildProcess()
    try child.prepare(self)
    try child.start(self)
    child.kill(after: delay)
    return (child.finish(), child.processID)
  }
}

/// A child process with what is written to it and read from it.
struct ChildProcess {
  private var ends: [Int32: Ends] = [:]
  private var feed: ArraySlice<UInt8> = []
  private var collectors: [Int32: Collector] = [:]
  private(set) var processID: pid_t = 0
  private var typist: Typist?
  /// A descriptor that nobody writes: that it is closed says that the process has ended.
  private static let alive: Int32 = 9

  mutating func prepare(_ run: ProgramRun) throws {
    if case .bytes(let bytes) = run.input {
      ends[STDIN_FILENO] = try .writingPipe()
      feed = bytes[...]
    }
    if case .typed(let lines) = run.input { typist = try Typist(typing: lines, beforeTyping: run.beforeTyping) }
    try prepare(run.output, STDOUT_FILENO)
    try prepare(run.messages, STDERR_FILENO)
    try prepare(.captured, Self.alive)
  }

  private mutating func prepare(_ sink: ProgramRun.Sink, _ descriptor: Int32) throws {
    var limit = Int.max
    switch sink {
    case .captured: ends[descriptor] = try .readingPipe()
    case .terminal(let columns): ends[descriptor] = try .terminal(columns: columns)
    case .left(let bytes):
      ends[descriptor] = try .readingPipe()
      limit = bytes
    case .file, .closed: return
    }
    guard let own = ends[descriptor]?.own else { return }
    collectors[descriptor] = Collector(own, limit: limit)
    if limit == 0 { collectors[descriptor]?.finish() }
  }

  mutating func start(_ run: ProgramRun) throws {
    // A pipe that the child does not read to its end must not end the tests; the child itself starts as usual.
    signal(SIGPIPE, SIG_IGN)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // The threads of the tests block signals; a person's shell does not.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    addActions(run, &actions)
    let words = run.commandLine
    let environment = run.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let status = withCStrings(words) { arguments in
      withCStrings(environment) { posix_spawn(&processID, words[0], &actions, &attributes, arguments, $0) }
    }
    guard status == 0 else { throw PreparationError("posix_spawn of '\(words[0])' (\(status))") }
    for end in ends.values { close(end.child) }
    if let typist { close(typist.child) }
  }

  private func addActions(_ run: ProgramRun, _ actions: inout posix_spawn_file_actions_t) {
    ctesting_start_in(&actions, run.folder ?? Checkout.path)
    switch run.input {
    case .nothing: posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, STDIN_FILENO)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDONLY, 0)
    case .bytes: break
    case .typed: if let typist { posix_spawn_file_actions_adddup2(&actions, typist.child, STDIN_FILENO) }
    }
    for (descriptor, sink) in [(STDOUT_FILENO, run.output), (STDERR_FILENO, run.messages)] {
      switch sink {
      case .closed: posix_spawn_file_actions_addclose(&actions, descriptor)
      case .file(let path): posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY, 0)
      case .captured, .left, .terminal: break
      }
    }
    for (descriptor, end) in ends.sorted(by: { $0.key < $1.key }) {
      posix_spawn_file_actions_adddup2(&actions, end.child, descriptor)
    }
    // Pipes of Foundation stay open in children. A test that reads one to its end would wait for the end of this child.
    ctesting_close_others(&actions)
  }

  /// Nobody else waits for the process, so that its identifier stays its own.
  func kill(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&rest, nil)
    Glibc.kill(processID, SIGKILL)
  }

  /// Feeds and collects until the process has ended.
  mutating func finish() -> Outcome {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let deadline = now.tv_sec + ProgramRun.secondsLimit
    while collectors.values.contains(where: { $0.descriptor >= 0 }) {
      if feed.isEmpty, let end = ends.removeValue(forKey: STDIN_FILENO) { close(end.own) }
      exchange()
      typist?.look(at: collectors[STDERR_FILENO]?.text ?? "")
      clock_gettime(CLOCK_MONOTONIC, &now)
      if now.tv_sec > deadline {
        Glibc.kill(processID, SIGKILL)
        // What it started may live on and hold the other ends.
        for descriptor in collectors.keys { collectors[descriptor]?.finish() }
      }
    }
    if let end = ends[STDIN_FILENO] { close(end.own) }
    typist?.leave()
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    let signal = status & 0x7F
    return Outcome(
      signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal),
      output: collectors[STDOUT_FILENO]?.text ?? "", messages: collectors[STDERR_FILENO]?.text ?? "")
  }

  private mutating func exchange() {
    let reading = collectors.filter { $0.value.descriptor >= 0 }.map { ($0.key, $0.value.descriptor) }
    var polls = reading.map { pollfd(fd: $0.1, events: Int16(POLLIN), revents: 0) }
    if let end = ends[STDIN_FILENO] { polls.append(pollfd(fd: end.own, events: Int16(POLLOUT), revents: 0)) }
    guard poll(&polls, nfds_t(polls.count), 1000) > 0 else { return }
    for (place, entry) in reading.enumerated() where polls[place].revents != 0 { collectors[entry.0]?.collect() }
    guard polls.count > reading.count, polls[reading.count].revents != 0, let end = ends[STDIN_FILENO] else { return }
    let count = feed.withUnsafeBytes { write(end.own, $0.baseAddress, $0.count) }
    feed = count >= 0 ? feed.dropFirst(count) : errno == EAGAIN ? feed : []
  }
}

extension ProgramRun {
  /// The program, behind `setpriv` for another user.
  fileprivate var commandLine: [String] {
    let words = launcher + [BuiltProgram.path] + arguments
    guard let userID else { return words }
    return ["/usr/bin/setpriv", "--reuid", "\(userID)", "--regid", "\(userID)", "--clear-groups"] + words
  }

  /// The path of the program that is run.
  public static var programPath: String { BuiltProgram.path }

  /// Whether runs as another user can be made here: the tests are root's, and everybody may reach the program.
  public static let canChangeUser: Bool = {
    guard isRoot else { return false }
    var run = ProgramRun("version")
    run.userID = 65_534
    return (try? run.outcome().end) == .exit(0)
  }()

  /// Whether runs are made as root.
  public static var isRoot: Bool { geteuid() == 0 }
}

/// The program that was built beside the tests.
enum BuiltProgram {
  static let path: String = {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    let tests = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/schedctl"
  }()
}

/// Hands out a list of strings as C has it, ended by a null pointer.
func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
