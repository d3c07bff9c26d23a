import SchedulerPlatform

/// Focus and idleness from an X server, by the X11 protocol.
///
/// The window manager keeps the window with the focus in the property `_NET_ACTIVE_WINDOW` of the root window (Extended
/// Window Manager Hints 1.5). The server counts the time without input in the counter IDLETIME of its extension SYNC 3.1.
/// An alarm of that counter reports the beginning of idleness, another its end. MIT-SCREEN-SAVER would have to be polled
/// for the end.
struct X11Source: UseSource {
  private var connection: SourceConnection
  private let patience: Int64
  private let screen: Int
  private var setup: X11Setup?
  private(set) var askedAt: Int64?
  /// The requests that will be answered, the oldest first, and the number of the last request.
  private var questions: [Question] = []
  private var sequence: UInt16 = 0
  private var atoms: [Name: UInt32] = [:]
  private var sync: Extension?
  private var idleCounter: UInt32?
  /// The window whose class and process are asked for.
  private var candidate: (window: UInt32, focused: FocusedWindow)?

  private enum Name: String {
    case activeWindow = "_NET_ACTIVE_WINDOW"
    case processID = "_NET_WM_PID"
    /// The list of the properties that the window manager keeps.
    case supported = "_NET_SUPPORTED"
  }

  private struct Extension {
    let opcode: UInt8
    let firstEvent: UInt8
  }

  private struct Question {
    enum Meaning: Hashable {
      case atom(Name)
      case sync, syncVersion, counters, idleTime, activeWindow, support
      case windowClass(UInt32)
      case processID(UInt32)
    }
    let meaning: Meaning
    let sequence: UInt16
  }

  /// The counter of the time without input, in milliseconds.
  private static let idleCounterName = "IDLETIME"

  /// Connects.
  ///
  /// - Parameters:
  ///   - cookie: the value of MIT-MAGIC-COOKIE-1, if the server asks for one.
  ///   - patience: the time after which the person counts as idle, in nanoseconds.
  init(
    path: String, screen: Int, cookie: [UInt8]?, patience: Int64, at now: UseMoment
  ) throws(SourceFailure) {
    connection = try SourceConnection(to: path)
    self.patience = patience
    self.screen = screen
    try connection.send(X11Setup.request(cookie: cookie))
    askedAt = now.monotonic
  }

  var descriptor: OpenDescriptor { connection.descriptor }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    try connection.fill(at: now.monotonic)
    var reports: [SourceReport] = []
    while let message = try next(at: now) { reports += try handle(message, at: now) }
    if connection.hasEnded { throw .ended }
    return reports
  }

  private mutating func next(at now: UseMoment) throws(SourceFailure) -> X11Message? {
    if setup == nil {
      guard let size = try X11Setup.size(of: connection.available), connection.available.count >= size else {
        return nil
      }
      setup = try X11Setup(parsing: try connection.take(size), screen: screen)
      askedAt = nil
      try ask(.atom(.activeWindow), by: X11Request.internAtom(Name.activeWindow.rawValue), at: now)
      try ask(.atom(.processID), by: X11Request.internAtom(Name.processID.rawValue), at: now)
      try ask(.sync, by: X11Request.queryExtension("SYNC"), at: now)
    }
    guard let size = try X11Message.size(of: connection.available), connection.available.count >= size else {
      return nil
    }
    return try X11Message(parsing: try connection.take(size))
  }

  private mutating func handle(_ message: X11Message, at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    let propertyNotify: UInt8 = 28
    switch message.kind {
    case 0, 1:
      guard let question = questions.first, question.sequence == message.sequence else {
        throw .malformed(message.kind == 0 ? "error \(message.detail) of a request" : "an answer without a question")
      }
      questions.removeFirst()
      if questions.isEmpty { askedAt = nil }
      return message.kind == 1
        ? try handle(message, to: question.meaning, at: now) : try handleError(message.detail, of: question.meaning)
    case propertyNotify:
      var fields = message.fields
      _ = try fields.uint32()
      if try fields.uint32() == atoms[.activeWindow] { try askForActiveWindow(at: now) }
    default:
      if let sync, message.kind == sync.firstEvent &+ 1 { return [try alarm(message, at: now)] }
    }
    return []
  }

  private mutating func handle(
    _ answer: X11Message, to question: Question.Meaning, at now: UseMoment
  ) throws(SourceFailure) -> [SourceReport] {
    switch question {
    case .atom(let name):
      var fields = try answer.answer()
      atoms[name] = try fields.uint32()
      if name == .supported {
        try askForSupport(at: now)
      } else if atoms.count == 2, let root = setup?.root {
        try send(X11Request.selectPropertyChanges(of: root))
        try askForActiveWindow(at: now)
      }
    case .sync, .syncVersion, .counters: try handleSync(answer, to: question, at: now)
    case .idleTime:
      var fields = try answer.answer()
      let idle = try Self.nanoseconds(&fields)
      return [idle < patience ? .active : .idle(since: now.monotonic - idle)]
    case .activeWindow:
      guard try answer.isPropertySet else {
        candidate = nil
        try askForSupport(at: now)
        return []
      }
      guard let window = try answer.number(), window != 0, window != setup?.root else {
        candidate = nil
        return [.focus(nil)]
      }
      candidate = (window, FocusedWindow())
      try ask(.windowClass(window), by: X11Request.property(X11Request.Atom.windowClass, of: window), at: now)
      try ask(.processID(window), by: X11Request.property(atoms[.processID] ?? 0, of: window), at: now)
    case .support:
      guard let atom = atoms[.activeWindow], try answer.numbers().contains(atom) else {
        throw .unfit("no window manager says what has the focus")
      }
      return [.focus(nil)]
    case .windowClass(let window) where candidate?.window == window:
      let parts = try answer.property().split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      candidate?.focused = FocusedWindow(windowClass: parts.dropFirst().first, instance: parts.first)
    case .processID(let window) where candidate?.window == window:
      guard var focused = candidate?.focused else { break }
      focused.processID = try answer.number().flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
      return [.focus(focused)]
    case .windowClass, .processID: break
    }
    return []
  }

  /// Finds the counter of idleness, and asks for its alarms.
  private mutating func handleSync(
    _ answer: X11Message, to question: Question.Meaning, at now: UseMoment
  ) throws(SourceFailure) {
    if question == .sync {
      var fields = try answer.answer()
      guard try fields.uint8() != 0 else { throw .unsupported("the X server has no extension SYNC") }
      let found = Extension(opcode: try fields.uint8(), firstEvent: try fields.uint8())
      sync = found
      try ask(.syncVersion, by: X11Request.syncVersion(opcode: found.opcode), at: now)
      try ask(.counters, by: X11Request.listCounters(opcode: found.opcode), at: now)
    }
    guard question == .counters, let sync, let first = setup?.firstResource else { return }
    guard let counter = try answer.counters()[Self.idleCounterName] else {
      throw .unsupported("the X server does not count the time without input")
    }
    idleCounter = counter
    let limit = patience / 1_000_000
    try send(X11Request.createAlarm(first, on: counter, at: limit, rises: true, opcode: sync.opcode))
    try send(X11Request.createAlarm(first &+ 1, on: counter, at: limit - 1, rises: false, opcode: sync.opcode))
    try ask(.idleTime, by: X11Request.queryCounter(counter, opcode: sync.opcode), at: now)
  }

  /// A window may be destroyed before its properties are read. The window manager then gives the focus to another.
  private mutating func handleError(
    _ code: UInt8, of question: Question.Meaning
  ) throws(SourceFailure) -> [SourceReport] {
    let badWindow: UInt8 = 3
    guard code == badWindow else { throw .malformed("error \(code) of a request") }
    switch question {
    case .windowClass(let window), .processID(let window):
      guard candidate?.window == window else { return [] }
      candidate = nil
      return [.focus(nil)]
    default: throw .malformed("error \(code) of a request")
    }
  }

  private func alarm(_ event: X11Message, at now: UseMoment) throws(SourceFailure) -> SourceReport {
    var fields = event.fields
    let alarm = try fields.uint32()
    let idle = try Self.nanoseconds(&fields)
    return alarm == setup?.firstResource ? .idle(since: now.monotonic - idle) : .active
  }

  /// Reads a value of the counter of idleness.
  private static func nanoseconds(_ fields: inout WireReader) throws(SourceFailure) -> Int64 {
    let upper = try fields.uint32()
    let lower = try fields.uint32()
    // A server counts at most 2^31 milliseconds.
    guard upper == 0 else { throw .malformed("a time without input of years") }
    return Int64(lower) * 1_000_000
  }

  /// Asks for the window with the focus, unless it was asked for already: an answer is newer than all that arrives before
  /// it.
  private mutating func askForActiveWindow(at now: UseMoment) throws(SourceFailure) {
    guard let root = setup?.root, let atom = atoms[.activeWindow],
      !questions.contains(where: { $0.meaning == .activeWindow })
    else { return }
    try ask(.activeWindow, by: X11Request.property(atom, of: root), at: now)
  }

  /// Asks whether the window manager keeps the window with the focus. One that does may remove the property if no window
  /// has the focus, as dwm does; without one, nothing is known of the focus.
  private mutating func askForSupport(at now: UseMoment) throws(SourceFailure) {
    guard let root = setup?.root else { return }
    guard let atom = atoms[.supported] else {
      return try ask(.atom(.supported), by: X11Request.internAtom(Name.supported.rawValue), at: now)
    }
    try ask(.support, by: X11Request.property(atom, of: root), at: now)
  }

  private mutating func ask(
    _ meaning: Question.Meaning, by request: [UInt8], at now: UseMoment
  ) throws(SourceFailure) {
    try send(request)
    questions.append(Question(meaning: meaning, sequence: sequence))
    askedAt = askedAt ?? now.monotonic
  }

  private mutating func send(_ request: [UInt8]) throws(SourceFailure) {
    try connection.send(request)
    sequence &+= 1
  }
}
