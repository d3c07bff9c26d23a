import SchedulerPlatform

/// Whether the session is locked or another session has the seat, from logind on the bus of the machine; see
/// org.freedesktop.login1(5).
///
/// logind knows a lock only from lockers that set the property LockedHint.
struct LogindSource: BusSource {
  private(set) var bus: BusConnection
  private let identifier: String
  private var object: BusObject?
  private var sessionSerial: UInt32?
  private var questions: [UInt32: Property] = [:]
  private var isActive: Bool?
  private var isLocked: Bool?

  private enum Property: String, CaseIterable {
    case active = "Active"
    case lockedHint = "LockedHint"
  }

  private static let service = "org.freedesktop.login1"
  private static let manager = BusObject(
    service: service, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager")
  private static let sessionInterface = "org.freedesktop.login1.Session"
  private static let propertyInterface = "org.freedesktop.DBus.Properties"

  /// Connects.
  ///
  /// - Parameters:
  ///   - identifier: the number or name of the session.
  ///   - user: the user that this process is.
  init(addresses: [String], identifier: String, user: UInt32, at now: UseMoment) throws(SourceFailure) {
    self.identifier = identifier
    let manager = Self.manager
    bus = try BusConnection(
      to: addresses, user: user,
      services: [BusService(name: Self.service, signals: [[manager.interface, "SessionRemoved"]])], at: now)
  }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    for event in try bus.read(at: now) {
      switch event {
      case .service(_, let isThere):
        guard isThere, object == nil else { throw isThere ? .ended : .unfit("logind is not on the bus") }
        sessionSerial = try bus.call("GetSession", with: [.string(identifier)], on: Self.manager, at: now)
      case .answer(let message, let serial): try handle(message, to: serial, at: now)
      case .signal(let message): try handle(message, at: now)
      case .call: break
      }
    }
    guard let isActive, let isLocked else { return [] }
    return [.locked(isLocked), .away(!isActive)]
  }

  private mutating func handle(
    _ message: BusMessage, to serial: UInt32, at now: UseMoment
  ) throws(SourceFailure) {
    if serial == sessionSerial {
      guard message.kind == .answer, let path = try message.values().first?.text else {
        throw .unfit("logind does not know the session '\(identifier)'")
      }
      object = BusObject(service: Self.service, path: path, interface: Self.propertyInterface)
      try bus.match(
        "sender='\(Self.service)',path='\(path)',interface='\(Self.propertyInterface)',member='PropertiesChanged'",
        at: now)
      try ask(at: now)
    } else if let property = questions.removeValue(forKey: serial) {
      let value = message.kind == .answer ? try message.values().first?.truth : nil
      switch property {
      case .active:
        guard let value else { throw .malformed("a session that is neither active nor inactive") }
        isActive = value
      // An old logind, or one of another system, has no such property.
      case .lockedHint: isLocked = value ?? false
      }
    }
  }

  /// Asks for both properties.
  private mutating func ask(at now: UseMoment) throws(SourceFailure) {
    guard let object else { return }
    for property in Property.allCases {
      let serial = try bus.call(
        "Get", with: [.string(Self.sessionInterface), .string(property.rawValue)], on: object, at: now)
      questions[serial] = property
    }
  }

  private mutating func handle(_ signal: BusMessage, at now: UseMoment) throws(SourceFailure) {
    if signal.member == "SessionRemoved", signal.interface == Self.manager.interface {
      if try signal.values().first?.text == identifier { throw .ended }
    }
    guard signal.member == "PropertiesChanged", signal.path == object?.path else { return }
    let values = try signal.values()
    guard values.count == 3, values[0].text == Self.sessionInterface else { return }
    for entry in values[1].items {
      guard let value = entry.items.last?.truth else { continue }
      switch entry.items.first?.text.flatMap(Property.init) {
      case .active: isActive = value
      case .lockedHint: isLocked = value
      case nil: break
      }
    }
    // These have changed to a value that the signal does not tell.
    if values[2].items.contains(where: { $0.text.flatMap(Property.init) != nil }) { try ask(at: now) }
  }
}

/// Whether the screen is locked, from the screen savers on the bus of the session.
///
/// Each desktop has an interface of its own; all of them have the method GetActive and the signal ActiveChanged. A screen
/// saver that hides the screen without a lock counts too.
struct ScreenSaverSource: BusSource {
  private(set) var bus: BusConnection
  /// The services that the bus has answered about.
  private var known: Set<String> = []
  private var questions: [UInt32: Question] = [:]
  /// What each screen saver says.
  private var active: [String: Bool] = [:]

  private struct Question {
    let service: String
    /// The paths to ask if the object does not exist.
    let others: ArraySlice<String>
  }

  /// The names of services, which are those of their interfaces, and the paths of their objects.
  private static let paths: [String: [String]] = [
    // KDE. Older versions have the second path only.
    "org.freedesktop.ScreenSaver": ["/org/freedesktop/ScreenSaver", "/ScreenSaver"],
    "org.gnome.ScreenSaver": ["/org/gnome/ScreenSaver"],
    "org.cinnamon.ScreenSaver": ["/org/cinnamon/ScreenSaver"],
    "org.mate.ScreenSaver": ["/org/mate/ScreenSaver"],
    "org.xfce.ScreenSaver": ["/org/xfce/ScreenSaver"],
  ]

  /// Connects.
  init(addresses: [String], user: UInt32, at now: UseMoment) throws(SourceFailure) {
    let services = Self.paths.keys.sorted().map { BusService(name: $0, signals: [[$0, "ActiveChanged"]]) }
    bus = try BusConnection(to: addresses, user: user, services: services, at: now)
  }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    for event in try bus.read(at: now) {
      switch event {
      case .service(let name, let isThere):
        known.insert(name)
        active[name] = nil
        questions = questions.filter { $0.value.service != name }
        if isThere { try ask(name, at: (Self.paths[name] ?? [])[...], now: now) }
      case .answer(let message, let serial):
        guard let question = questions.removeValue(forKey: serial) else { break }
        if message.kind == .answer, let value = try message.values().first?.truth {
          active[question.service] = value
        } else {
          try ask(question.service, at: question.others, now: now)
        }
      case .signal(let message):
        guard message.member == "ActiveChanged", let name = message.interface, bus.owners[name] == message.sender
        else { break }
        if let value = try message.values().first?.truth { active[name] = value }
      case .call: break
      }
    }
    guard known.count == Self.paths.count, questions.isEmpty else { return [] }
    return [active.isEmpty ? .screenIsUnknown : .screen(isLocked: active.values.contains(true))]
  }

  /// Asks a service at the first of some paths. A program may own the name for other purposes.
  private mutating func ask(
    _ service: String, at paths: ArraySlice<String>, now: UseMoment
  ) throws(SourceFailure) {
    guard let path = paths.first, bus.owners[service] != nil else { return }
    let object = BusObject(service: service, path: path, interface: service)
    questions[try bus.call("GetActive", on: object, at: now)] = Question(service: service, others: paths.dropFirst())
  }
}

/// What is known of locks. A source that is lost while it says that the session is locked is believed for a while, so that
/// a bus that is asked again makes no use, and an ended locker does not end the use for ever.
struct LockMemory: Hashable, Sendable {
  private var locked: Set<SourceReport.Subject> = []
  /// Since when nothing is known, on CLOCK_BOOTTIME in nanoseconds.
  private var lost: [SourceReport.Subject: Int64] = [:]

  /// The time for which a lost source is believed, in nanoseconds: a minute, after which idleness is known too.
  private static let beliefTime: Int64 = 60_000_000_000

  /// Whether the session is locked, or another one has the seat.
  var isLocked: Bool { !locked.isEmpty }

  /// The end of the belief in a lost source, on CLOCK_BOOTTIME in nanoseconds; nil for none.
  var nextBoot: Int64? { lost.values.min().map { $0 + Self.beliefTime } }

  /// Notes what a source says about a subject; nil for no source that works.
  mutating func note(_ report: SourceReport?, on subject: SourceReport.Subject, atBoot boot: Int64) {
    let isLocked: Bool
    switch report {
    case .locked(let value), .away(let value), .screen(let value): isLocked = value
    case nil where locked.contains(subject):
      let since = lost[subject] ?? boot
      lost[subject] = since
      if boot - since < Self.beliefTime { return }
      isLocked = false
    default: isLocked = false
    }
    lost[subject] = nil
    if isLocked { locked.insert(subject) } else { locked.remove(subject) }
  }
}
