import SchedulerPlatform

/// Idleness from a Wayland compositor by `ext_idle_notifier_v1`, or else `org_kde_kwin_idle`, which sway 1.7 has.
///
/// The protocol is that of the Wayland documentation, chapter 4:
///
///     message = object size-and-opcode *argument   ; 32-bit words in the machine's byte order; the size is in the upper
///                                                  ; half, in bytes, and includes these two words
///     string  = length *byte NUL padding           ; the length includes the null byte
struct WaylandIdleSource: UseSource {
  private var connection: SourceConnection
  private let patience: Int64
  private(set) var askedAt: Int64?
  private var step = Step.globals
  private var seat: Global?
  /// The best idle manager that was announced.
  private var manager: (kind: IdleProtocol, global: Global)?

  private struct Global: Hashable {
    let name: UInt32
    let version: UInt32
  }

  /// What the last `sync` waits for.
  private enum Step { case globals, notification, done }

  /// The objects, with numbers of our choice.
  private enum Object {
    static let display: UInt32 = 1
    static let registry: UInt32 = 2
    static let globalsDone: UInt32 = 3
    static let seat: UInt32 = 4
    static let manager: UInt32 = 5
    static let notification: UInt32 = 6
    static let notificationDone: UInt32 = 7
  }

  /// A message with its parts.
  private struct Message {
    let object: UInt32
    let opcode: UInt16
    var arguments: WireReader
  }

  /// Connects, and asks for the globals of the compositor.
  ///
  /// - Parameter patience: the time after which the person counts as idle, in nanoseconds.
  init(path: String, patience: Int64, at now: UseMoment) throws(SourceFailure) {
    connection = try SourceConnection(to: path)
    self.patience = patience
    var request = WaylandRequests()
    request.add(Object.display, opcode: 1) { $0.uint32(Object.registry) }
    request.add(Object.display, opcode: 0) { $0.uint32(Object.globalsDone) }
    try connection.send(request.bytes)
    askedAt = now.monotonic
  }

  var descriptor: OpenDescriptor { connection.descriptor }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    try connection.fill(at: now.monotonic)
    var reports: [SourceReport] = []
    while let message = try next() {
      if let report = try handle(message, at: now) { reports.append(report) }
    }
    if connection.hasEnded { throw .ended }
    return reports
  }

  private mutating func next() throws(SourceFailure) -> Message? {
    guard connection.available.count >= 8 else { return nil }
    var reader = WireReader(connection.available)
    let object = try reader.uint32()
    let word = try reader.uint32()
    let size = Int(word >> 16)
    guard size >= 8, size % 4 == 0 else { throw .malformed("a message of \(size) bytes") }
    guard connection.available.count >= size else { return nil }
    let message = try connection.take(size)
    return Message(object: object, opcode: UInt16(word & 0xFFFF), arguments: WireReader(message.dropFirst(8)))
  }

  private mutating func handle(_ message: Message, at now: UseMoment) throws(SourceFailure) -> SourceReport? {
    var message = message
    switch (message.object, message.opcode) {
    case (Object.display, 0):
      try message.arguments.skip(4)
      let code = try message.arguments.uint32()
      throw .malformed("error \(code): \(try message.arguments.waylandString())")
    case (Object.display, 1): _ = try message.arguments.uint32()
    case (Object.registry, 0): try note(&message.arguments)
    case (Object.registry, 1):
      let name = try message.arguments.uint32()
      if name == seat?.name || name == manager?.global.name { throw .ended }
    case (Object.globalsDone, 0) where step == .globals: try askForNotification(at: now)
    case (Object.notificationDone, 0) where step == .notification:
      step = .done
      askedAt = nil
      return .active
    case (Object.seat, 0) where step != .globals: _ = try message.arguments.uint32()
    case (Object.notification, 0) where step != .globals: return .idle(since: now.monotonic - patience)
    case (Object.notification, 1) where step != .globals: return .active
    default: throw .malformed("the unknown event \(message.opcode) of object \(message.object)")
    }
    return nil
  }

  /// Notes a global if it is needed. There may be several seats; the first one counts.
  private mutating func note(_ arguments: inout WireReader) throws(SourceFailure) {
    let name = try arguments.uint32()
    let interface = try arguments.waylandString()
    let global = Global(name: name, version: try arguments.uint32())
    if interface == "wl_seat" { seat = seat ?? global }
    if let kind = IdleProtocol(rawValue: interface), manager == nil || kind == .notifier { manager = (kind, global) }
  }

  private mutating func askForNotification(at now: UseMoment) throws(SourceFailure) {
    guard let seat else { throw .unsupported("the compositor has no seat") }
    guard let manager else {
      throw .unsupported("the compositor has neither 'ext_idle_notifier_v1' nor 'org_kde_kwin_idle'")
    }
    let milliseconds = UInt32(clamping: patience / 1_000_000)
    var request = WaylandRequests()
    request.bind(seat.name, interface: "wl_seat", as: Object.seat)
    request.bind(manager.global.name, interface: manager.kind.rawValue, as: Object.manager)
    request.add(Object.manager, opcode: manager.kind.opcode) { arguments in
      arguments.uint32(Object.notification)
      arguments.uint32(manager.kind == .notifier ? milliseconds : Object.seat)
      arguments.uint32(manager.kind == .notifier ? Object.seat : milliseconds)
    }
    request.add(Object.display, opcode: 0) { $0.uint32(Object.notificationDone) }
    try connection.send(request.bytes)
    step = .notification
    askedAt = now.monotonic
  }
}

/// A protocol of Wayland by which a compositor reports idleness.
private enum IdleProtocol: String {
  case notifier = "ext_idle_notifier_v1"
  case plasma = "org_kde_kwin_idle"

  /// The opcode of the request for a notification.
  var opcode: UInt16 { self == .notifier ? 1 : 0 }
}

/// Requests of Wayland, one after the other.
struct WaylandRequests {
  private(set) var bytes: [UInt8] = []

  /// Appends a request.
  mutating func add(_ object: UInt32, opcode: UInt16, arguments write: (inout WireWriter) -> Void) {
    var arguments = WireWriter()
    write(&arguments)
    var header = WireWriter()
    header.uint32(object)
    header.uint32(UInt32(8 + arguments.bytes.count) << 16 | UInt32(opcode))
    bytes += header.bytes + arguments.bytes
  }

  /// Appends the request to the registry, which is object 2, for version 1 of a global.
  mutating func bind(_ name: UInt32, interface: String, as object: UInt32) {
    add(2, opcode: 0) { arguments in
      arguments.uint32(name)
      arguments.uint32(UInt32(interface.utf8.count) + 1)
      arguments.append(interface.utf8)
      arguments.uint8(0)
      arguments.pad()
      arguments.uint32(1)
      arguments.uint32(object)
    }
  }
}

extension WireReader {
  /// Reads a string of Wayland.
  fileprivate mutating func waylandString() throws(SourceFailure) -> String {
    let length = Int(try uint32())
    guard length > 0 else { throw .malformed("a string without its end") }
    let bytes = try bytes(length)
    try skip((4 - length % 4) % 4)
    guard bytes.last == 0 else { throw .malformed("a string without its end") }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
