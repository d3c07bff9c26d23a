import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// A bus of D-Bus for one test, by dbus-daemon(1).
final class TestBus {
  static let exists = !ProgramSearch(.current()).paths(of: "dbus-daemon").isEmpty

  let folder: WorkFolder
  private var process: BackgroundProcess?
  var path: String { "\(folder.path)/bus" }

  init() throws {
    folder = try WorkFolder()
    try folder.write(
      """
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder.path)/bus</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    try start()
  }

  /// Starts it, also again after an end.
  func start() throws {
    let program = try #require(ProgramSearch(.current()).paths(of: "dbus-daemon").first)
    try? FileManager.default.removeItem(atPath: path)
    process = try BackgroundProcess([program, "--config-file=\(folder.path)/bus.conf", "--nofork"])
    try #require(Waiting.until { (try? LocalConnection(to: path)) != nil }, "dbus-daemon does not listen")
  }

  /// Kills it.
  func end() {
    process?.stop(isForced: true)
    _ = Waiting.until { (try? process?.end()) != .some(nil) }
    process = nil
  }

  deinit { end() }

  /// Runs a client by other people, such as gdbus(1), and returns its output.
  ///
  /// - Parameter peer: a service that answers meanwhile.
  @discardableResult
  func run(_ words: [String], serving peer: BusPeer? = nil) throws -> String {
    let program = try #require(ProgramSearch(.current()).paths(of: words[0]).first)
    let client = try BackgroundProcess(
      [program] + words.dropFirst(), variables: ["DBUS_SESSION_BUS_ADDRESS=unix:path=\(path)"])
    var output: [UInt8] = []
    defer { _ = Waiting.until { (try? client.end()) != .some(nil) } }
    try #require(
      try Waiting.until {
        try peer?.serve()
        let (bytes, isEnd) = client.read(limit: 65536)
        output += bytes
        return isEnd
      }, "\(words) does not end")
    return String(decoding: output, as: UTF8.self)
  }
}

/// A program on a bus that plays a service.
final class BusPeer {
  private var connection: SourceConnection
  private var serial: UInt32 = 1
  /// Its unique name.
  private(set) var name = ""
  /// What it answers, by the member of a call; no answer of that name is a failure.
  var answers: [String: [BusValue]] = [:]
  /// The calls that it has had.
  private(set) var calls: [BusMessage] = []
  /// The signals that it has had.
  private(set) var signals: [BusMessage] = []
  /// The answers that it has had.
  private(set) var results: [BusMessage] = []

  /// Connects, and takes names.
  init(_ bus: TestBus, names: [String] = []) throws {
    connection = try SourceConnection(to: bus.path)
    let identity = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    try connection.send(Array("\0AUTH EXTERNAL \(identity)\r\n".utf8))
    let isKnown = try Waiting.until {
      try connection.fill(at: 0)
      guard let end = connection.available.firstRange(of: "\r\n".utf8) else { return false }
      _ = try connection.take(end.upperBound - connection.available.startIndex)
      return true
    }
    try #require(isKnown)
    try connection.send(Array("BEGIN\r\n".utf8))
    name = try #require(try askBus("Hello").first?.text)
    for name in names { try take(name) }
  }

  /// Takes a name.
  func take(_ name: String) throws { _ = try askBus("RequestName", [.string(name), .uint32(0)]) }

  private func askBus(_ member: String, _ values: [BusValue] = []) throws -> [BusValue] {
    let serial = try call(
      member, values: values, to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus")
    try #require(
      try Waiting.until {
        try serve()
        return results.contains { $0.answeredSerial == serial }
      })
    return try results.first { $0.answeredSerial == serial }?.values() ?? []
  }

  /// Calls a method, and returns the serial of the call.
  @discardableResult
  func call(
    _ member: String, values: [BusValue] = [], to destination: String, path: String, interface: String
  ) throws -> UInt32 {
    var message = BusMessage(.call, values: values)
    (message.destination, message.path, message.interface, message.member) = (destination, path, interface, member)
    return try send(message)
  }

  /// Emits a signal.
  func emit(
    _ member: String, values: [BusValue] = [], path: String, interface: String, to destination: String? = nil
  ) throws {
    var message = BusMessage(.signal, values: values)
    (message.path, message.interface, message.member) = (path, interface, member)
    message.destination = destination
    try send(message)
  }

  /// Emits PropertiesChanged for an interface.
  func emit(properties: [String: Bool], unknown: [String] = [], of interface: String, path: String) throws {
    var body = WireWriter()
    BusValue.string(interface).write(to: &body)
    body.busArray(alignedTo: 8) { entries in
      for (name, value) in properties {
        entries.pad(to: 8)
        BusValue.string(name).write(to: &entries)
        BusValue.variant(.boolean(value)).write(to: &entries)
      }
    }
    body.busArray(alignedTo: 4) { names in for name in unknown { BusValue.string(name).write(to: &names) } }
    var message = BusMessage(.signal)
    (message.signature, message.body) = ("sa{sv}as", body.bytes)
    (message.path, message.interface) = (path, "org.freedesktop.DBus.Properties")
    message.member = "PropertiesChanged"
    try send(message)
  }

  @discardableResult
  private func send(_ message: BusMessage) throws -> UInt32 {
    serial += 1
    try connection.send(message.bytes(serial: serial))
    return serial
  }

  /// Answers what has arrived.
  func serve() throws {
    try connection.fill(at: 0)
    while let message = try BusMessage(from: &connection) {
      switch message.kind {
      case .call:
        calls.append(message)
        // The name of a property is the name of its answer.
        let isProperty = message.interface == "org.freedesktop.DBus.Properties"
        let member = isProperty ? try message.values().last?.text : message.member
        let path = "\(message.path ?? "") \(member ?? "")"
        let values = answers[path] ?? answers[member ?? ""]
        var answer = BusMessage(values == nil ? .failure : .answer, values: values ?? [])
        if values == nil { answer.errorName = "org.freedesktop.DBus.Error.UnknownMethod" }
        (answer.answeredSerial, answer.destination) = (message.serial, message.sender)
        try send(answer)
      case .signal: signals.append(message)
      case .answer, .failure: results.append(message)
      case nil: break
      }
    }
  }
}

extension FakeDesktop {
  /// Works until a condition holds, while services answer. No virtual time passes.
  mutating func wait(
    for peers: BusPeer..., until condition: (FakeDesktop) throws -> Bool
  ) throws -> Bool {
    try Waiting.until {
      for peer in peers { try peer.serve() }
      try advance()
      return try condition(self)
    }
  }
}
