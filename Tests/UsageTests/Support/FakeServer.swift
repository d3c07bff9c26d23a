import ProgramTesting
import SchedulerCivilTime
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// A socket on which a test plays a source.
final class FakeServer {
  let folder: WorkFolder
  private let socket: ListeningSocket
  private var connection: LocalConnection?

  init(name: String = "socket") throws {
    folder = try WorkFolder()
    socket = try ListeningSocket(at: "\(folder.path)/\(name)")
  }

  var path: String { socket.path ?? "" }

  /// Accepts the next connection in place of the last one. Returns whether there is one.
  func accept() throws -> Bool {
    guard let accepted = try socket.accept() else { return false }
    connection = accepted
    return true
  }

  /// Writes bytes, as far as there is room, and returns whether there was.
  @discardableResult
  func send(_ bytes: [UInt8]) throws -> Bool { try connection?.write(bytes[...]) == bytes.count }

  /// Reads the requests that have arrived.
  func read() throws -> [UInt8] {
    guard case .bytes(let bytes)? = try connection?.read(atMost: 1 << 20) else { return [] }
    return bytes
  }

  /// Closes the connection.
  func close() { connection = nil }
}

/// A watch whose only sources are fakes, in virtual time.
struct FakeDesktop {
  var watch: UseWatch
  var spans: [UseSpan] = []
  /// Seconds since the start.
  private(set) var seconds: Double = 0
  /// The seconds for which the machine was suspended.
  var suspended: Int64 = 0

  /// Creates a watch, and opens its sources.
  init(_ variables: [String: String], user: UInt32 = 4_000_000_000, onlyAsks: Bool = false) throws {
    watch = try UseWatch(
      ProcessEnvironment(variables: variables.merging(["XDG_DATA_DIRS": "/x"]) { $1 }, effectiveUserID: user),
      onlyAsks: onlyAsks)
    try advance()
  }

  var now: UseMoment {
    let nanoseconds = Int64(seconds * 1e9)
    return UseMoment(
      wall: Instant(epochSeconds: 1_000_000 + suspended + nanoseconds / 1_000_000_000),
      nanosecond: nanoseconds % 1_000_000_000,
      monotonic: nanoseconds, boot: nanoseconds + suspended * 1_000_000_000)
  }

  /// Lets the watch work after a time.
  mutating func advance(by seconds: Double = 0) throws {
    self.seconds += seconds
    spans += try watch.advance(at: now).spans
  }

  /// How the source with a name stands.
  func standing(_ name: String) throws -> SourceStanding.State {
    try #require(watch.standings.first { $0.title.hasPrefix(name) }).state
  }

  /// The domain that is in use.
  var domain: String? { watch.state?.target?.domain?.text }

  /// The name and seconds of all spans up to now.
  mutating func words() -> [String] {
    spans += watch.cut(at: now)
    return spans.map { "\($0.target.name ?? "-") \(Double($0.nanoseconds) / 1e9)" }
  }
}

/// Messages of i3's IPC.
enum IPCMessage {
  static let subscribed = message(2, #"{"success": true}"#)

  static func message(_ kind: UInt32, _ payload: String) -> [UInt8] {
    var message = WireWriter()
    message.append("i3-ipc".utf8)
    message.uint32(UInt32(payload.utf8.count))
    message.uint32(kind)
    message.append(payload.utf8)
    return message.bytes
  }

  static func window(_ name: String, isFocused: Bool = true, process: Int32 = 1) -> String {
    #"{"type": "con", "focused": \#(isFocused), "app_id": "\#(name)", "pid": \#(process), "nodes": [], "#
      + #""floating_nodes": []}"#
  }

  /// The answer to GET_TREE with one window that has the focus; nil for none.
  static func tree(_ name: String?) -> [UInt8] {
    let inner = name.map { window($0) } ?? #"{"type": "workspace", "focused": true, "nodes": []}"#
    return message(4, #"{"type": "root", "focused": false, "nodes": [{"focused": false, "nodes": [\#(inner)]}]}"#)
  }

  static func focus(_ name: String, process: Int32 = 1) -> [UInt8] {
    message(0x8000_0003, #"{"change": "focus", "container": \#(window(name, process: process))}"#)
  }

  static func close(_ name: String) -> [UInt8] {
    message(0x8000_0003, #"{"change": "close", "container": \#(window(name, isFocused: false))}"#)
  }
}

/// Events of Wayland.
enum WaylandEvent {
  static func event(_ object: UInt32, opcode: UInt16, arguments: (inout WireWriter) -> Void = { _ in }) -> [UInt8] {
    var requests = WaylandRequests()
    requests.add(object, opcode: opcode, arguments: arguments)
    return requests.bytes
  }

  static func global(_ name: UInt32, _ interface: String) -> [UInt8] {
    event(2, opcode: 0) { arguments in
      arguments.uint32(name)
      arguments.waylandString(interface)
      arguments.uint32(1)
    }
  }

  static func done(_ object: UInt32) -> [UInt8] { event(object, opcode: 0) { $0.uint32(7) } }

  /// A new window that is activated; see zwlr_foreign_toplevel_manager_v1.
  static func window(_ name: String) -> [UInt8] {
    let number: UInt32 = 0xFF00_0001
    let appID = event(number, opcode: 1) { arguments in
      arguments.uint32(UInt32(name.utf8.count) + 1)
      arguments.append(name.utf8)
      arguments.uint8(0)
      arguments.pad()
    }
    let state = event(number, opcode: 4) { for value in [8, 0, 2] as [UInt32] { $0.uint32(value) } }
    return event(4, opcode: 0) { $0.uint32(number) } + appID + state + event(number, opcode: 5)
  }

  /// What a compositor says until its idle manager was asked for a notification.
  static let announcement =
    global(1, "wl_compositor") + global(3, "wl_seat") + global(9, "org_kde_kwin_idle") + done(3)
    + event(1, opcode: 1) { $0.uint32(3) }
  /// What it says then.
  static let agreement = event(4, opcode: 0) { $0.uint32(3) } + done(7) + event(1, opcode: 1) { $0.uint32(7) }
  static let idled = event(6, opcode: 0)
  static let resumed = event(6, opcode: 1)
}
