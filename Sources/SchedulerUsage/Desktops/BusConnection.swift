import SchedulerPlatform

/// A service on a bus whose name and signals a source follows.
struct BusService: Hashable, Sendable {
  let name: String
  /// The interface and member of each signal.
  var signals: [[String]] = []
}

/// An object of a service, and one of its interfaces.
struct BusObject: Hashable, Sendable {
  let service: String
  let path: String
  let interface: String
}

/// What a bus passes on. Only the owner of the name of a followed service is heard.
enum BusEvent: Hashable, Sendable {
  /// A program owns the name of a service; false for none.
  case service(String, isThere: Bool)
  /// The answer to a call, or its failure.
  case answer(BusMessage, to: UInt32)
  /// A signal of a service.
  case signal(BusMessage)
  /// A call by a service.
  case call(BusMessage)
}

/// A connection with a bus of D-Bus; see the D-Bus Specification, "Authentication Protocol" and "Message Bus".
///
///     greeting = NUL "AUTH EXTERNAL " hexadecimal-user-id CR LF
///     answer   = "OK " id CR LF / other CR LF
///     begin    = "BEGIN" CR LF                ; then messages
struct BusConnection: Sendable {
  private var connection: SourceConnection
  private let services: [BusService]
  private var serial: UInt32 = 0
  /// Our name on the bus; nil until the bus has given it.
  private(set) var name: String?
  /// The unique names of the owners of the services that are there.
  private(set) var owners: [String: String] = [:]
  private var questions: [UInt32: Question] = [:]
  /// When the greeting was sent; nil once it is answered.
  private var greetedAt: Int64?

  private struct Question {
    enum Meaning: Hashable { case name, match, owner(String), call }
    let meaning: Meaning
    /// Who answers.
    let destination: String
    let askedAt: Int64
  }

  private static let bus = BusObject(
    service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
  /// Maximum length of a line of the greeting in bytes; the specification says 16384, and an id has 32.
  private static let lineLimit = 1024

  /// Connects to the first address that answers, and asks for the owners and signals of services.
  ///
  /// - Parameters:
  ///   - addresses: paths of sockets, and abstract names after `@`.
  ///   - user: the user that this process is.
  init(
    to addresses: [String], user: UInt32, services: [BusService], at now: UseMoment
  ) throws(SourceFailure) {
    connection = try Self.connection(to: addresses[...])
    self.services = services
    let identity = String(user).utf8.map { String($0, radix: 16) }.joined()
    try connection.send(Array("\0AUTH EXTERNAL \(identity)\r\n".utf8))
    greetedAt = now.monotonic
  }

  private static func connection(to addresses: ArraySlice<String>) throws(SourceFailure) -> SourceConnection {
    guard let first = addresses.first else { throw .missing("the bus has no address") }
    do throws(SourceFailure) { return try SourceConnection(to: first) } catch {
      if addresses.count == 1 { throw error }
      return try connection(to: addresses.dropFirst())
    }
  }

  var descriptor: OpenDescriptor { connection.descriptor }

  /// When the oldest question was asked that has no answer; nil for none.
  var askedAt: Int64? { greetedAt ?? questions.values.map(\.askedAt).min() }

  /// Reads what has arrived.
  mutating func read(at now: UseMoment) throws(SourceFailure) -> [BusEvent] {
    try connection.fill(at: now.monotonic)
    if greetedAt != nil { try readGreeting(at: now) }
    var events: [BusEvent] = []
    if greetedAt == nil {
      while let message = try BusMessage(from: &connection) {
        if let event = try handle(message) { events.append(event) }
      }
    }
    if connection.hasEnded { throw .ended }
    return events
  }

  private mutating func readGreeting(at now: UseMoment) throws(SourceFailure) {
    guard let end = connection.available.firstRange(of: "\r\n".utf8) else {
      if connection.available.count > Self.lineLimit { throw .malformed("a greeting without an end") }
      return
    }
    let size = end.upperBound - connection.available.startIndex
    let line = String(decoding: try connection.take(size).dropLast(2).prefix(Self.lineLimit), as: UTF8.self)
    guard line.hasPrefix("OK") else {
      throw line.hasPrefix("REJECTED") ? .refused("it does not know you") : .malformed("a greeting that is none")
    }
    greetedAt = nil
    try connection.send(Array("BEGIN\r\n".utf8))
    try askBus("Hello", as: .name, at: now)
    for service in services {
      let name = service.name
      for signal in service.signals {
        try match("sender='\(name)',interface='\(signal[0])',member='\(signal[1])'", at: now)
      }
      try match("sender='\(Self.bus.service)',member='NameOwnerChanged',arg0='\(name)'", at: now)
      try askBus("GetNameOwner", with: [.string(name)], as: .owner(name), at: now)
    }
  }

  /// Asks the bus for signals.
  ///
  /// - Parameter rule: keys and values of a match rule.
  mutating func match(_ rule: String, at now: UseMoment) throws(SourceFailure) {
    try askBus("AddMatch", with: [.string("type='signal',\(rule)")], as: .match, at: now)
  }

  private mutating func askBus(
    _ member: String, with arguments: [BusValue] = [], as meaning: Question.Meaning, at now: UseMoment
  ) throws(SourceFailure) {
    let serial = try send(Self.message(calling: member, on: Self.bus, to: Self.bus.service, with: arguments))
    questions[serial] = Question(meaning: meaning, destination: Self.bus.service, askedAt: now.monotonic)
  }

  /// Calls a method. Returns the number that the answer has.
  ///
  /// The call goes to the owner of the name: the bus starts no program for it.
  mutating func call(
    _ member: String, with arguments: [BusValue] = [], on object: BusObject, at now: UseMoment
  ) throws(SourceFailure) -> UInt32 {
    guard let owner = owners[object.service] else { throw .ended }
    let serial = try send(Self.message(calling: member, on: object, to: owner, with: arguments))
    questions[serial] = Question(meaning: .call, destination: owner, askedAt: now.monotonic)
    return serial
  }

  /// Calls a method, without an answer.
  mutating func post(
    _ member: String, with arguments: [BusValue] = [], on object: BusObject
  ) throws(SourceFailure) {
    guard let owner = owners[object.service] else { throw .ended }
    var message = Self.message(calling: member, on: object, to: owner, with: arguments)
    message.isOneWay = true
    try send(message)
  }

  private static func message(
    calling member: String, on object: BusObject, to destination: String, with arguments: [BusValue]
  ) -> BusMessage {
    var message = BusMessage(.call, values: arguments)
    (message.path, message.interface, message.member) = (object.path, object.interface, member)
    message.destination = destination
    return message
  }

  /// Sends a message. Returns its serial.
  @discardableResult
  mutating func send(_ message: BusMessage) throws(SourceFailure) -> UInt32 {
    serial = serial == .max ? 1 : serial + 1
    try connection.send(message.bytes(serial: serial))
    return serial
  }

  /// Answers a call without a value, if it wants an answer.
  mutating func answer(_ call: BusMessage) throws(SourceFailure) {
    if call.isOneWay { return }
    var message = BusMessage(.answer)
    (message.answeredSerial, message.destination) = (call.serial, call.sender)
    try send(message)
  }

  private mutating func handle(_ message: BusMessage) throws(SourceFailure) -> BusEvent? {
    switch message.kind {
    case .answer, .failure: return try handleAnswer(message)
    case .signal where message.sender == Self.bus.service: return try handleSignalOfBus(message)
    case .signal: return owns(message.sender) ? .signal(message) : nil
    case .call: return owns(message.sender) ? .call(message) : nil
    case nil: return nil
    }
  }

  /// Whether a connection has the name of a service.
  private func owns(_ sender: String?) -> Bool { owners.values.contains { $0 == sender } }

  private mutating func handleAnswer(_ message: BusMessage) throws(SourceFailure) -> BusEvent? {
    // The bus itself says that a service has ended without an answer. Others cannot answer for it.
    guard let serial = message.answeredSerial, let question = questions[serial],
      message.sender == question.destination || message.kind == .failure && message.sender == Self.bus.service
    else { return nil }
    questions[serial] = nil
    switch question.meaning {
    case .call: return .answer(message, to: serial)
    case .owner(let service):
      // Without an owner it is a failure.
      owners[service] = message.kind == .answer ? try message.values().first?.text : nil
      return .service(service, isThere: owners[service] != nil)
    case .name, .match:
      guard message.kind == .answer else { throw .refused(message.errorName ?? "for no reason") }
      if question.meaning == .name { name = try message.values().first?.text }
    }
    return nil
  }

  private mutating func handleSignalOfBus(_ message: BusMessage) throws(SourceFailure) -> BusEvent? {
    guard message.member == "NameOwnerChanged", message.interface == Self.bus.interface else { return nil }
    let texts = try message.values().compactMap(\.text)
    guard texts.count == 3 else { throw .malformed("a name without an owner") }
    guard services.contains(where: { $0.name == texts[0] }) else { return nil }
    owners[texts[0]] = texts[2].isEmpty ? nil : texts[2]
    return .service(texts[0], isThere: !texts[2].isEmpty)
  }
}

/// A source on a bus, which waits for what its connection waits for.
protocol BusSource: UseSource {
  var bus: BusConnection { get }
}

extension BusSource {
  var descriptor: OpenDescriptor { bus.descriptor }
  var askedAt: Int64? { bus.askedAt }
}

/// The addresses of the buses of a machine; see the D-Bus Specification, "Server Addresses".
///
///     addresses = address *( ";" address )
///     address   = transport ":" [ key "=" value *( "," key "=" value ) ]   ; a byte of a value may be "%" 2HEXDIG
enum BusAddress {
  /// Returns the sockets of the bus of the session.
  ///
  /// - Throws: `SourceFailure.missing` if the session has none, or `unsupported`.
  static func session(in environment: ProcessEnvironment) throws(SourceFailure) -> [String] {
    if let text = environment["DBUS_SESSION_BUS_ADDRESS"] { return try sockets(in: text, of: environment) }
    guard let folder = environment["XDG_RUNTIME_DIR"], FileWriter().isTaken("\(folder)/bus") else {
      throw .missing("$DBUS_SESSION_BUS_ADDRESS is not set")
    }
    return ["\(folder)/bus"]
  }

  /// Returns the sockets of the bus of the machine.
  static func system(in environment: ProcessEnvironment) throws(SourceFailure) -> [String] {
    if let text = environment["DBUS_SYSTEM_BUS_ADDRESS"] { return try sockets(in: text, of: environment) }
    let path = "/run/dbus/system_bus_socket"
    guard FileWriter().isTaken(path) else { throw .missing("the machine has no bus") }
    return [path]
  }

  private static func sockets(in text: String, of environment: ProcessEnvironment) throws(SourceFailure) -> [String] {
    let found = text.split(separator: ";").filter { $0.hasPrefix("unix:") }.compactMap { address -> String? in
      for pair in address.dropFirst("unix:".count).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let value = decoded(parts[1]) else { continue }
        switch parts[0] {
        case "path": return value.hasPrefix("/") ? value : nil
        case "abstract": return "@" + value
        case "runtime": return environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        default: continue
        }
      }
      return nil
    }
    guard !found.isEmpty else { throw .unsupported("'\(text)' is no bus of this machine") }
    return found
  }

  /// Replaces the encoded bytes of a value.
  private static func decoded(_ value: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), code != 0
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
