import SchedulerJSON
import SchedulerPlatform

/// The IPC of i3, which sway shares; see "IPC interface" of i3 and sway-ipc(7). It says which window has the focus.
///
///     message = "i3-ipc" length type payload      ; two 32-bit numbers in the machine's byte order, and JSON
struct I3Source: UseSource {
  private var connection: SourceConnection
  private(set) var askedAt: Int64?
  /// The number of questions without an answer.
  private var questionCount = 0
  private var asksForTree = false

  private enum Kind {
    static let subscribe: UInt32 = 2
    static let tree: UInt32 = 4
    static let workspaceEvent: UInt32 = 0x8000_0000
    static let windowEvent: UInt32 = 0x8000_0003
    static let shutdownEvent: UInt32 = 0x8000_0006
  }

  private static let magic = Array("i3-ipc".utf8)
  private static let headerSize = 14
  /// Maximum size of a message: a tree of some thousand windows.
  private static let sizeLimit: UInt32 = 8 << 20

  /// Connects, and asks for events and the tree of windows.
  init(path: String, at now: UseMoment) throws(SourceFailure) {
    connection = try SourceConnection(to: path)
    try ask(Kind.subscribe, payload: #"["window","workspace","shutdown"]"#, at: now)
    try askForTree(at: now)
  }

  var descriptor: OpenDescriptor { connection.descriptor }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    try connection.fill(at: now.monotonic)
    var reports: [SourceReport] = []
    while let (kind, payload) = try next() {
      switch kind {
      case Kind.subscribe, Kind.tree:
        try noteAnswer()
        let answer = try Self.json(payload)
        if kind == Kind.tree {
          reports.append(.focus(Self.focusedWindow(in: answer)))
          asksForTree = false
        } else if answer["success"]?.boolValue != true {
          throw .unsupported("it refuses to report events")
        }
      case Kind.windowEvent: reports += try handleWindow(try Self.json(payload), at: now)
      case Kind.workspaceEvent:
        if ["focus", "empty", "move"].contains(try Self.json(payload)["change"]?.stringValue) {
          try askForTree(at: now)
        }
      case Kind.shutdownEvent: throw .ended
      default: throw .malformed("a message of the unknown type \(kind)")
      }
    }
    if connection.hasEnded { throw .ended }
    return reports
  }

  /// Takes the next message if all of it has arrived.
  private mutating func next() throws(SourceFailure) -> (UInt32, ArraySlice<UInt8>)? {
    let available = connection.available
    guard available.prefix(Self.magic.count).elementsEqual(Self.magic.prefix(available.count)) else {
      throw .malformed("a message does not begin with 'i3-ipc'")
    }
    guard available.count >= Self.headerSize else { return nil }
    var reader = WireReader(available.dropFirst(Self.magic.count))
    let length = try reader.uint32()
    let kind = try reader.uint32()
    guard length <= Self.sizeLimit else { throw .malformed("a message of \(length) bytes") }
    guard available.count >= Self.headerSize + Int(length) else { return nil }
    return (kind, try connection.take(Self.headerSize + Int(length)).dropFirst(Self.headerSize))
  }

  private mutating func noteAnswer() throws(SourceFailure) {
    guard questionCount > 0 else { throw .malformed("an answer without a question") }
    questionCount -= 1
    if questionCount == 0 { askedAt = nil }
  }

  private mutating func ask(_ kind: UInt32, payload: String = "", at now: UseMoment) throws(SourceFailure) {
    var message = WireWriter()
    message.append(Self.magic)
    message.uint32(UInt32(payload.utf8.count))
    message.uint32(kind)
    message.append(payload.utf8)
    try connection.send(message.bytes)
    questionCount += 1
    askedAt = askedAt ?? now.monotonic
  }

  /// Asks for the tree, unless it was asked for already: an answer is newer than all that arrives before it.
  private mutating func askForTree(at now: UseMoment) throws(SourceFailure) {
    guard !asksForTree else { return }
    asksForTree = true
    try ask(Kind.tree, at: now)
  }

  private mutating func handleWindow(
    _ event: JSONValue, at now: UseMoment
  ) throws(SourceFailure) -> [SourceReport] {
    guard let change = event["change"]?.stringValue else { throw .malformed("a window event without a change") }
    switch change {
    case "focus":
      guard let container = event["container"], container.objectValue != nil else {
        throw .malformed("a focus without a window")
      }
      return [.focus(Self.window(container))]
    // Which window has the focus afterwards, the event does not say.
    case "close", "move": try askForTree(at: now)
    default: break
    }
    return []
  }

  private static func json(_ payload: ArraySlice<UInt8>) throws(SourceFailure) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: Array(payload)) } catch { throw .malformed("\(error)") }
  }

  /// Returns the window below a node that has the focus; nil also if a workspace has it. The depth of JSON bounds that of
  /// the tree.
  private static func focusedWindow(in node: JSONValue) -> FocusedWindow? {
    if node["focused"]?.boolValue == true { return window(node) }
    let inner = (node["nodes"]?.arrayValue ?? []) + (node["floating_nodes"]?.arrayValue ?? [])
    for node in inner { if let window = focusedWindow(in: node) { return window } }
    return nil
  }

  /// Returns the window of a node; nil for a workspace and for a container of several windows.
  private static func window(_ node: JSONValue) -> FocusedWindow? {
    let process = node["pid"]?.integerValue.flatMap { Int32(exactly: $0) }
    // sway gives each window a process, i3 gives it the number of X11.
    guard process ?? 0 > 0 || node["window"]?.integerValue != nil else { return nil }
    let properties = node["window_properties"]
    return FocusedWindow(
      applicationID: node["app_id"]?.stringValue, windowClass: properties?["class"]?.stringValue,
      instance: properties?["instance"]?.stringValue, processID: process)
  }
}
