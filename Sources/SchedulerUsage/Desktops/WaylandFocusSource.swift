import SchedulerPlatform

/// The focus from a compositor on wlroots other than sway, by `zwlr_foreign_toplevel_manager_v1`.
///
/// It says the app_id of each window and which one is activated, and no process.
struct WaylandFocusSource: UseSource {
  private var connection: SourceConnection
  private(set) var askedAt: Int64?
  private var isStarted = false
  private var manager: UInt32?
  /// The windows by their objects, which the compositor numbers.
  private var windows: [UInt32: Window] = [:]
  /// The window that was activated last.
  private var activated: UInt32?

  private struct Window {
    var applicationID: String?
    var isActivated = false
  }

  /// The objects beside those of every source, with numbers of our choice.
  private enum Object {
    static let manager: UInt32 = 4
    static let windowsDone: UInt32 = 5
    /// The lowest number that the compositor chooses.
    static let foreign: UInt32 = 0xFF00_0000
  }

  private static let interface = "zwlr_foreign_toplevel_manager_v1"
  /// Maximum number of windows.
  private static let windowLimit = 4096

  /// Connects, and asks for the globals of the compositor.
  init(path: String, at now: UseMoment) throws(SourceFailure) {
    connection = try SourceConnection(to: path)
    try connection.send(WaylandRequests.globals.bytes)
    askedAt = now.monotonic
  }

  var descriptor: OpenDescriptor { connection.descriptor }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    try connection.fill(at: now.monotonic)
    while let message = try WaylandMessage(from: &connection) { try handle(message, at: now) }
    if connection.hasEnded { throw .ended }
    guard isStarted else { return [] }
    return [.focus(activated.map { FocusedWindow(applicationID: windows[$0]?.applicationID) })]
  }

  private mutating func handle(_ message: WaylandMessage, at now: UseMoment) throws(SourceFailure) {
    var message = message
    switch (message.object, message.opcode) {
    case (WaylandObject.display, _): try message.handleDisplay()
    case (WaylandObject.registry, 0):
      let name = try message.arguments.uint32()
      if try message.arguments.waylandString() == Self.interface { manager = name }
    case (WaylandObject.registry, 1): if try message.arguments.uint32() == manager { throw .ended }
    case (WaylandObject.globalsDone, 0) where askedAt != nil && !isStarted: try askForWindows()
    case (Object.windowsDone, 0):
      isStarted = true
      askedAt = nil
    case (Object.manager, 0):
      let window = try message.arguments.uint32()
      guard window >= Object.foreign, windows.count < Self.windowLimit else { throw .malformed("a window too many") }
      windows[window] = Window()
    case (Object.manager, 1): throw .ended
    default: try handleWindow(&message)
    }
  }

  private mutating func askForWindows() throws(SourceFailure) {
    guard let manager else { throw .unsupported("the compositor does not have '\(Self.interface)'") }
    var request = WaylandRequests()
    request.bind(manager, interface: Self.interface, as: Object.manager)
    request.add(WaylandObject.display, opcode: 0) { $0.uint32(Object.windowsDone) }
    try connection.send(request.bytes)
  }

  /// Handles the event of a window: its title, app_id, outputs, state, the end of a change, or its end.
  private mutating func handleWindow(_ message: inout WaylandMessage) throws(SourceFailure) {
    guard windows[message.object] != nil else { throw message.isUnknown }
    let number = message.object
    switch message.opcode {
    case 1: windows[number]?.applicationID = try message.arguments.waylandString()
    case 4: windows[number]?.isActivated = try Self.isActivated(&message.arguments)
    case 5:
      if windows[number]?.isActivated == true { activated = number } else if activated == number { activated = nil }
    case 6:
      windows[number] = nil
      if activated == number { activated = nil }
      var request = WaylandRequests()
      request.add(number, opcode: 7) { _ in }
      try connection.send(request.bytes)
    case 0, 2, 3, 7: break
    default: throw message.isUnknown
    }
  }

  /// Whether an array of states contains that of the window with the focus.
  private static func isActivated(_ arguments: inout WireReader) throws(SourceFailure) -> Bool {
    let activated: UInt32 = 2
    var states = WireReader(try arguments.bytes(Int(arguments.uint32())))
    var isActivated = false
    while !states.isAtEnd { if try states.uint32() == activated { isActivated = true } }
    return isActivated
  }
}
