import SchedulerPlatform

/// Idleness on GNOME, from the compositor Mutter on the bus of the session, which has no idle protocol of Wayland.
///
/// A watch of idleness fires each time that nothing was used for a while, a watch of activity once, at the next use.
struct MutterIdleSource: BusSource {
  private(set) var bus: BusConnection
  private let patience: Int64
  private var questions: [UInt32: Question] = [:]
  private var idleWatch: UInt32?
  /// The newest watch of activity. Those before it fire with it.
  private var activeWatch: UInt32?

  private enum Question { case idleWatch, activeWatch, idleTime }

  private static let monitor = BusObject(
    service: "org.gnome.Mutter.IdleMonitor", path: "/org/gnome/Mutter/IdleMonitor/Core",
    interface: "org.gnome.Mutter.IdleMonitor")

  /// Connects.
  ///
  /// - Parameter patience: the time after which the person counts as idle, in nanoseconds.
  init(addresses: [String], user: UInt32, patience: Int64, at now: UseMoment) throws(SourceFailure) {
    self.patience = patience
    let monitor = Self.monitor
    bus = try BusConnection(
      to: addresses, user: user,
      services: [BusService(name: monitor.service, signals: [[monitor.interface, "WatchFired"]])], at: now)
  }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    var reports: [SourceReport] = []
    for event in try bus.read(at: now) {
      switch event {
      case .service(_, let isThere):
        guard isThere, idleWatch == nil, questions.isEmpty else {
          throw isThere ? .ended : .unfit("Mutter is not on the bus")
        }
        let milliseconds = UInt64(clamping: patience / 1_000_000)
        questions[try bus.call("AddIdleWatch", with: [.uint64(milliseconds)], on: Self.monitor, at: now)] = .idleWatch
        try ask(at: now)
      case .answer(let message, let serial): reports += try handle(message, to: serial, at: now)
      case .signal(let message):
        guard message.member == "WatchFired", case .uint32(let watch)? = try message.values().first else { break }
        if watch == activeWatch { reports.append(.active) }
        guard watch == idleWatch else { break }
        reports.append(.idle(since: now.monotonic - patience))
        try ask(at: now)
      case .call: break
      }
    }
    return reports
  }

  /// Asks for a signal at the next use, and whether there was one before.
  private mutating func ask(at now: UseMoment) throws(SourceFailure) {
    questions[try bus.call("AddUserActiveWatch", on: Self.monitor, at: now)] = .activeWatch
    questions[try bus.call("GetIdletime", on: Self.monitor, at: now)] = .idleTime
  }

  private mutating func handle(
    _ message: BusMessage, to serial: UInt32, at now: UseMoment
  ) throws(SourceFailure) -> [SourceReport] {
    guard let question = questions.removeValue(forKey: serial) else { return [] }
    guard message.kind == .answer else { throw .unsupported("Mutter does not say whether you are idle") }
    switch (question, try message.values().first) {
    case (.idleWatch, .uint32(let watch)): idleWatch = watch
    case (.activeWatch, .uint32(let watch)): activeWatch = watch
    case (.idleTime, .uint64(let milliseconds)):
      // 24 days and more are the same to us, and cannot overflow.
      let idle = Int64(min(milliseconds, UInt64(Int32.max))) * 1_000_000
      return [idle < patience ? .active : .idle(since: now.monotonic - idle)]
    default: throw .malformed("an answer of another type")
    }
    return []
  }
}
