import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// Messages and connections of D-Bus.
@Suite struct BusProtocolTests {
  private static let now = UseMoment(wall: .init(epochSeconds: 0), monotonic: 0, boot: 0)

  /// A signal `a.B` of `/x` with the text `é`, a number and a dictionary, as the specification describes it.
  private static let littleEndian: [UInt8] =
    [0x6C, 4, 1, 1, 40, 0, 0, 0, 7, 0, 0, 0, 61, 0, 0, 0]
    + [1, 1, 0x6F, 0, 2, 0, 0, 0, 0x2F, 0x78, 0, 0, 0, 0, 0, 0]
    + [2, 1, 0x73, 0, 3, 0, 0, 0, 0x61, 0x2E, 0x62, 0, 0, 0, 0, 0]
    + [3, 1, 0x73, 0, 1, 0, 0, 0, 0x42, 0, 0, 0, 0, 0, 0, 0]
    + [8, 1, 0x67, 0, 7, 0x73, 0x74, 0x61, 0x7B, 0x73, 0x76, 0x7D, 0, 0, 0, 0]
    + [2, 0, 0, 0, 0xC3, 0xA9, 0, 0, 5, 1, 0, 0, 0, 0, 0, 0]
    + [16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x6B, 0, 1, 0x62, 0, 0, 0, 0, 1, 0, 0, 0]

  @Test func `a message is read in both byte orders`() throws {
    let message = try BusMessage(parsing: Self.littleEndian)
    #expect(message.path == "/x" && message.interface == "a.b" && message.member == "B" && message.serial == 7)
    let expected: [BusValue] = [
      .string("é"), .uint64(0x105), .list([.list([.string("k"), .variant(.boolean(true))])]),
    ]
    #expect(try message.values() == expected)
    let big = try BusMessage(parsing: Self.bigEndian)
    #expect(big.path == "/x" && big.interface == "a.b" && big.member == "B" && big.serial == 7)
    #expect(try big.values() == expected)
  }

  /// The same message in the other byte order: each number is turned around.
  private static let bigEndian: [UInt8] = {
    var big = littleEndian
    big[0] = 0x42
    for place in [4, 8, 12, 20, 36, 52, 80, 96, 104, 116] {
      big.replaceSubrange(place..<place + 4, with: littleEndian[place..<place + 4].reversed())
    }
    big.replaceSubrange(88..<96, with: littleEndian[88..<96].reversed())
    return big
  }()

  @Test func `a signature has one type and 255 bytes, and a message has few values`() throws {
    // A signal whose field SIGNATURE is a text, which may be longer.
    let fields: [UInt8] = [8, 1, 0x73, 0, 1, 0, 0, 0, 0x79, 0]
    let bytes = [0x6C, 4, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 10, 0, 0, 0] + fields + [0, 0, 0, 0, 0, 0, 7]
    #expect(try BusMessage(parsing: bytes).signature.isEmpty)
    var message = BusMessage(.signal)
    message.body = Array(repeating: 0, count: 5_000)
    message.signature = String(repeating: "y", count: 255)
    #expect(try BusMessage(parsing: message.bytes(serial: 1)).values().count == 255)
    message.signature = "(y()y)"
    #expect(throws: SourceFailure.malformed("a signature that is none")) { try message.values() }
    message.signature = "ay"
    message.body = [0xFE, 0x0F, 0, 0] + Array(repeating: 7, count: 4094)
    #expect(try message.values().first?.items.count == 4094)
    message.body = [0, 0x10, 0, 0] + Array(repeating: 7, count: 4096)
    #expect(throws: SourceFailure.malformed("a message of more than 4096 values")) { try message.values() }
  }

  @Test(.enabled(if: TestBus.exists, "dbus-daemon is not installed"))
  func `a client by other people reads what we write, and we read what it writes`() throws {
    let bus = try TestBus()
    let peer = try BusPeer(bus, names: ["org.example.Service"])
    peer.answers["Ask"] = [
      .boolean(true), .uint32(7), .uint64(1 << 40), .string("é"), .path("/a/b"), .variant(.number(-2)),
    ]
    let words = ["gdbus", "call", "--session", "--dest", "org.example.Service", "--object-path", "/x", "--method"]
    let output = try bus.run(words + ["a.b.Ask", "<{'k': <true>}>", "[1.5]", "byte 7"], serving: peer)
    #expect(output == "(true, uint32 7, uint64 1099511627776, 'é', objectpath '/a/b', <int64 -2>)\n")
    let call = try #require(peer.calls.first { $0.member == "Ask" })
    #expect(call.sender?.hasPrefix(":1.") == true)
    #expect(try call.values().first == .variant(.list([.list([.string("k"), .variant(.boolean(true))])])))
    #expect(try call.values().last == .number(7))
  }

  @Test(arguments: [
    ("unix:path=/run/x", ["/run/x"]),
    ("unix:path=/run/a%20b%2fc,guid=00", ["/run/a b/c"]),
    ("unix:abstract=/tmp/dbus-x,guid=1", ["@/tmp/dbus-x"]),
    ("tcp:host=localhost,port=1;unix:guid=2,path=/a;unix:abstract=b", ["/a", "@b"]),
    ("unix:runtime=yes", ["/run/user/7/bus"]),
    ("tcp:host=x", nil), ("autolaunch:", nil), ("unix:path=a", nil), ("unix:path=/a%0", nil), ("unix:path=/a%00", nil),
    ("=;:,%", nil),
  ])
  func `addresses of a bus are read`(text: String, sockets: [String]?) {
    let environment = ProcessEnvironment(
      variables: ["DBUS_SESSION_BUS_ADDRESS": text, "DBUS_SYSTEM_BUS_ADDRESS": text, "XDG_RUNTIME_DIR": "/run/user/7"],
      effectiveUserID: 7)
    #expect((try? BusAddress.session(in: environment)) == sockets)
    #expect((try? BusAddress.system(in: environment)) == sockets)
  }

  @Test func `without an address the bus is in the runtime directory`() throws {
    let server = try FakeServer(name: "bus")
    let environment = { ProcessEnvironment(variables: ["XDG_RUNTIME_DIR": $0], effectiveUserID: 7) }
    #expect(try BusAddress.session(in: environment(server.folder.path)) == [server.path])
    #expect(throws: SourceFailure.missing("$DBUS_SESSION_BUS_ADDRESS is not set")) {
      try BusAddress.session(in: environment("\(server.folder.path)/none"))
    }
  }

  @Test(.enabled(if: TestBus.exists, "dbus-daemon is not installed"))
  func `a later address is used if an earlier one does not answer`() throws {
    let bus = try TestBus()
    var connection = try BusConnection(
      to: ["\(bus.folder.path)/none", "@schedctl-none", bus.path], user: getuid(), services: [], at: Self.now)
    #expect(
      try Waiting.until {
        _ = try connection.read(at: Self.now)
        return connection.name != nil && connection.askedAt == nil
      })
  }

  /// A watch whose screen saver is on a fake bus that has greeted.
  static func greeted() throws -> (desktop: FakeDesktop, server: FakeServer) {
    let server = try FakeServer()
    var desktop = try FakeDesktop([:])
    desktop.watch.adopt(
      try ScreenSaverSource(addresses: [server.path], user: 10, at: desktop.now), as: .screenSaver, at: desktop.now)
    #expect(try server.accept())
    #expect(String(decoding: try server.read(), as: UTF8.self) == "\0AUTH EXTERNAL 3130\r\n")
    return (desktop, server)
  }

  static let head = Array("OK 0123456789abcdef\r\n".utf8)

  static func answer(_ serial: UInt32, _ values: [BusValue]) -> [UInt8] {
    var message = BusMessage(.answer, values: values)
    (message.answeredSerial, message.sender, message.destination) = (serial, "org.freedesktop.DBus", ":1.1")
    return message.bytes(serial: serial)
  }

  private static func nameChange(_ signature: String, _ body: [UInt8]) -> [UInt8] {
    var message = BusMessage(.signal)
    (message.sender, message.interface) = ("org.freedesktop.DBus", "org.freedesktop.DBus")
    (message.path, message.member) = ("/org/freedesktop/DBus", "NameOwnerChanged")
    (message.signature, message.body) = (signature, body)
    return message.bytes(serial: 9)
  }

  private static let nested = String(repeating: "(", count: 60) + "y" + String(repeating: ")", count: 60)

  static let faults: [(reason: String, bytes: [UInt8])] = [
    ("a greeting that is none", Array("HTTP/1.1 400\r\n".utf8)),
    ("a greeting without an end", Array(repeating: 65, count: 2000)),
    ("a message without a byte order", head + Array(repeating: 0, count: 16)),
    ("another version of the protocol", head + [0x6C, 1, 0, 9] + Array(repeating: 0, count: 12)),
    ("a message without a serial", head + [0x6C, 1, 0, 1] + Array(repeating: 0, count: 12)),
    ("a message of 4294967295 bytes", head + [0x6C, 1, 0, 1, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0]),
    ("a message of 4294967295 bytes", head + [0x42, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 255, 255]),
    // An array of fields that does not end where a field ends.
    (
      "a string without its end",
      head + [0x6C, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] + Array(repeating: 1, count: 8)
    ),
    ("a signature that is none", head + nameChange("a()", [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    ("a signature that is none", head + nameChange("z", [0])),
    ("a signature that is none", head + nameChange("a", [0, 0, 0, 0])),
    ("a signature that is none", head + nameChange("(y", [0])),
    ("a signature that is none", head + nameChange(nested, [0])),
    ("a message is too short", head + nameChange("a(yv)", [255, 255, 255, 255])),
    ("a message is too short", head + nameChange("s", [255, 255, 255, 255])),
    ("a string without its end", head + nameChange("s", [1, 0, 0, 0, 65, 65])),
    (
      "an array that ends in its last element",
      head + nameChange("at", [1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
    ),
    ("a boolean of 2", head + nameChange("b", [2, 0, 0, 0])),
    ("a name without an owner", head + nameChange("s", [1, 0, 0, 0, 65, 0])),
  ]

  @Test(arguments: faults.indices)
  func `a bus is dropped for a fault, with the reason, and asked again after a pause`(index: Int) throws {
    var (desktop, server) = try Self.greeted()
    try server.send(Self.faults[index].bytes)
    try desktop.advance()
    #expect(desktop.watch.lastFailure(of: .screenSaver) == "it breaks its protocol: \(Self.faults[index].reason)")
    #expect(try desktop.standing("screen saver") != .working)
  }

  @Test func `a bus that refuses us, or does not answer, is dropped`() throws {
    var (desktop, server) = try Self.greeted()
    try server.send(Array("REJECTED EXTERNAL\r\n".utf8))
    try desktop.advance()
    #expect(desktop.watch.lastFailure(of: .screenSaver) == "it refuses the connection: it does not know you")
    for start in [[], Self.head, Self.head + Self.answer(1, [.string(":1.1")])] {
      (desktop, server) = try Self.greeted()
      try server.send(start)
      try desktop.advance()
      try desktop.advance(by: 4.9)
      #expect(desktop.watch.lastFailure(of: .screenSaver) == nil)
      try desktop.advance(by: 0.1)
      #expect(desktop.watch.lastFailure(of: .screenSaver) == "it does not answer")
    }
  }

  @Test func `a bus that sends without end is dropped`() throws {
    var (desktop, server) = try Self.greeted()
    try server.send(Self.head)
    var message = BusMessage(.signal, values: [.string(String(repeating: "x", count: 60_000))])
    (message.sender, message.path, message.member) = (":1.5", "/x", "Y")
    var count = 0
    while desktop.watch.lastFailure(of: .screenSaver) == nil, count < 10_000 {
      if try !server.send(message.bytes(serial: 1)) { break }
      try desktop.advance()
      count += 1
    }
    #expect(desktop.watch.lastFailure(of: .screenSaver) == "it sends too much")
    #expect(count < 600)
  }
}
