import SchedulerPlatform

/// Idleness from a Wayland compositor by `ext_idle_notifier_v1`, or else `org_kde_kwin_idle`, which sway 1.7 has.
///
/// Messages are those of `WaylandMessage`.
struct WaylandIdleSource: UseSource {
  private var connection: SourceConnection
  private let patience: Int64
  private(set) var askedAt: Int64?
  private var step = Step.globals
  /// The numbers of globals.
  private var seat: UInt32?
  /// The best idle manager that was announced.
  private var manager: (kind: IdleProtocol, number: UInt32)?

  /// What the last `sync` waits for.
  private enum Step { case globals, notification, done }

  /// The objects beside those of every source, with numbers of our choice.
  private enum Object {
    static let seat: UInt32 = 4
    static let manager: UInt32 = 5
    static let notification: UInt32 = 6
    static let notificationDone: UInt32 = 7
  }

  /// Connects, and asks for the globals of the compositor.
  ///
  /// - Parameter patience: the time after which the person counts as idle, in nanoseconds.
  init(path: String, patience: Int64, at now: UseMoment) throws(SourceFailure) {
    connection = try SourceConnection(to: path)
    self.patience = patience
    try connection.send(WaylandRequests.globals.bytes)
    askedAt = now.monotonic
  }

  var descriptor: OpenDescriptor { connection.descriptor }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    try connection.fill(at: now.monotonic)
    var reports: [SourceReport] = []
    while let message = try WaylandMessage(from: &connection) {
      if let report = try handle(message, at: now) { reports.append(report) }
    }
    if connection.hasEnded { throw .ended }
    return reports
  }

  private mutating func handle(_ message: WaylandMessage, at now: UseMoment) throws(SourceFailure) -> SourceReport? {
    var message = message
    switch (message.object, message.opcode) {
    case (WaylandObject.display, _): try message.handleDisplay()
    case (WaylandObject.registry, 0): try note(&message.arguments)
    case (WaylandObject.registry, 1):
      let name = try message.arguments.uint32()
      if name == seat || name == manager?.number { throw .ended }
    case (WaylandObject.globalsDone, 0) where step == .globals: try askForNotification(at: now)
    case (Object.notificationDone, 0) where step == .notification:
      step = .done
      askedAt = nil
      return .active
    case (Object.seat, 0) where step != .globals: _ = try message.arguments.uint32()
    case (Object.notification, 0) where step != .globals: return .idle(since: now.monotonic - patience)
    case (Object.notification, 1) where step != .globals: return .active
    default: throw message.isUnknown
    }
    return nil
  }

  /// Notes a global if it is needed. There may be several seats; the first one counts.
  private mutating func note(_ arguments: inout WireReader) throws(SourceFailure) {
    let name = try arguments.uint32()
    let interface = try arguments.waylandString()
    _ = try arguments.uint32()
    if interface == "wl_seat" { seat = seat ?? name }
    if let kind = IdleProtocol(rawValue: interface), manager == nil || kind == .notifier { manager = (kind, name) }
  }

  private mutating func askForNotification(at now: UseMoment) throws(SourceFailure) {
    guard let seat else { throw .unsupported("the compositor has no seat") }
    guard let manager else {
      throw .unsupported("the compositor has neither 'ext_idle_notifier_v1' nor 'org_kde_kwin_idle'")
    }
    let milliseconds = UInt32(clamping: patience / 1_000_000)
    var request = WaylandRequests()
    request.bind(seat, interface: "wl_seat", as: Object.seat)
    request.bind(manager.number, interface: manager.kind.rawValue, as: Object.manager)
    request.add(Object.manager, opcode: manager.kind.opcode) { arguments in
      arguments.uint32(Object.notification)
      arguments.uint32(manager.kind == .notifier ? milliseconds : Object.seat)
      arguments.uint32(manager.kind == .notifier ? Object.seat : milliseconds)
    }
    request.add(WaylandObject.display, opcode: 0) { $0.uint32(Object.notificationDone) }
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
