import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerUsage

/// Damaged messages of a bus to each of the sources that read one.
@Suite struct BusFuzzTests {
  /// What a service says to a source that works.
  struct Talk: Sendable {
    /// The interfaces of the services that the source follows, and the number of its signals of each.
    let services: [(name: String, signalCount: Int)]
    /// What the bus and the services answer to the questions after those, in this order.
    let answers: [[BusValue]]
    /// What a service says then.
    let last: BusMessage
    let open: @Sendable (FakeServer) throws -> any UseSource
  }

  private static let now = UseMoment(wall: .init(epochSeconds: 0), monotonic: 0, boot: 0)
  private static let service = ":1.9"

  private static func message(
    _ kind: BusMessage.Kind, _ member: String, of interface: String, _ values: [BusValue]
  ) -> BusMessage {
    var message = BusMessage(kind, values: values)
    (message.sender, message.path, message.interface, message.member) = (service, "/x", interface, member)
    return message
  }

  private static let window: [BusValue] = [.string("a"), .string("A"), .string("a"), .uint32(7)]

  static let talks: [Talk] = [
    Talk(
      services: ["cinnamon", "freedesktop", "gnome", "mate", "xfce"].map { ("org.\($0).ScreenSaver", 1) },
      answers: Array(repeating: [.boolean(true)], count: 5),
      last: message(.signal, "ActiveChanged", of: "org.gnome.ScreenSaver", [.boolean(false)])
    ) { try ScreenSaverSource(addresses: [$0.path], user: 0, at: now) },
    Talk(
      services: [("org.freedesktop.login1", 1)],
      answers: [[.path("/s")], [], [.variant(.boolean(true))], [.variant(.boolean(false))]],
      last: message(.signal, "SessionRemoved", of: "org.freedesktop.login1.Manager", [.string("4"), .path("/t")])
    ) { try LogindSource(addresses: [$0.path], identifier: "3", user: 0, at: now) },
    Talk(
      services: [("org.gnome.Shell", 2)], answers: [window],
      last: message(.signal, "Changed", of: FocusInterface.name, window)
    ) { try ShellFocusSource(addresses: [$0.path], user: 0, at: now) },
    Talk(
      services: [("org.kde.KWin", 0)], answers: [[.boolean(false)], [.number(3)], []],
      last: message(.call, "Changed", of: FocusInterface.name, window)
    ) { try KWinFocusSource(addresses: [$0.path], user: 0, folder: $0.folder.path, at: now) },
    Talk(
      services: [("org.gnome.Mutter.IdleMonitor", 1)], answers: [[.uint32(4)], [.uint32(5)], [.uint64(70_000)]],
      last: message(.signal, "WatchFired", of: "org.gnome.Mutter.IdleMonitor", [.uint32(5)])
    ) { try MutterIdleSource(addresses: [$0.path], user: 0, patience: 60_000_000_000, at: now) },
  ]

  /// All that a bus says in a talk, in parts: a source asks the next question when it has read a part. Each answer comes from the bus and from the service: a source takes the one of whom it
  /// has asked.
  private static func transcript(of talk: Talk) -> [[UInt8]] {
    var bytes = BusProtocolTests.head + BusProtocolTests.answer(1, [.string(":1.1")])
    var serial: UInt32 = 1
    for service in talk.services {
      for _ in 0...service.signalCount {
        serial += 1
        bytes += BusProtocolTests.answer(serial, [])
      }
      serial += 1
      bytes += BusProtocolTests.answer(serial, [.string(Self.service)])
    }
    let answers = talk.answers.map { values in
      serial += 1
      var answer = BusMessage(.answer, values: values)
      (answer.answeredSerial, answer.sender) = (serial, Self.service)
      return BusProtocolTests.answer(serial, values) + answer.bytes(serial: serial)
    }
    return [bytes] + answers + [talk.last.bytes(serial: 50)]
  }

  /// Returns what a source reports of some parts, and whether it works after them.
  private static func read(_ parts: [[UInt8]], in talk: Talk) throws -> (reports: [SourceReport], isWorking: Bool) {
    let server = try FakeServer()
    var source = try talk.open(server)
    #expect(try server.accept())
    var reports: [SourceReport] = []
    for part in parts {
      try server.send(part)
      do throws(SourceFailure) { reports += try source.read(at: now) } catch { return (reports, false) }
    }
    return (reports, true)
  }

  @Test(arguments: talks.indices) func `a talk that is whole reaches its source to the end`(index: Int) throws {
    let expected: [[SourceReport]] = [
      [.screen(isLocked: true)], [.locked(false), .away(false)],
      [.focus(FocusedWindow(applicationID: "a", windowClass: "A", instance: "a", processID: 7))],
      [.focus(FocusedWindow(applicationID: "a", windowClass: "A", instance: "a", processID: 7))], [.active],
    ]
    let (reports, isWorking) = try Self.read(Self.transcript(of: Self.talks[index]), in: Self.talks[index])
    #expect(isWorking && expected[index].allSatisfy(reports.contains), "\(reports)")
  }

  @Test func `no bytes make a source trap, whatever they are`() throws {
    let transcripts = Self.talks.map(Self.transcript)
    for seed in 1...UInt64(Laws.count(20_000, few: 400)) {
      var random = SeededGenerator(seed: seed)
      let index = Int(seed) % Self.talks.count
      var parts = transcripts[index]
      let part = Int.random(in: parts.indices, using: &random)
      var damaged = parts[part]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: (part == 0 ? BusProtocolTests.head.count : 0)..<damaged.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged[place] = [0, 1, 127, 128, 255, 0x61, 0x76, 0x28].randomElement(using: &random) ?? 0
        case 2: damaged.remove(at: place)
        default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      parts[part] = damaged
      _ = try Self.read(parts, in: Self.talks[index])
    }
  }
}
