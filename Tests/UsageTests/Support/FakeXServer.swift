@testable import SchedulerUsage

/// What an X server sends to `X11Source`, whose requests always have the same numbers.
enum FakeXServer {
  static let root: UInt32 = 0x4C
  static let firstResource: UInt32 = 0x20_0000
  private static let syncEvent: UInt8 = 83

  private static func message(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    var message = WireWriter()
    write(&message)
    return message.bytes + [UInt8](repeating: 0, count: max(0, 32 - message.bytes.count))
  }

  /// The answer to the first message, with one screen.
  static let setup: [UInt8] = {
    var body = WireWriter()
    for value in [1, firstResource, 0x1F_FFFF, 0] as [UInt32] { body.uint32(value) }
    body.uint16(4)
    body.uint16(65535)
    body.append([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    body.append("Fake".utf8)
    body.uint32(root)
    body.append([UInt8](repeating: 0, count: 36))
    var setup = WireWriter()
    setup.append([1, 0])
    setup.uint16(11)
    setup.uint16(0)
    setup.uint16(UInt16(body.bytes.count / 4))
    return setup.bytes + body.bytes
  }()

  /// The answer to a request, with numbers from the ninth byte on.
  static func answer(_ sequence: UInt16, detail: UInt8 = 0, _ values: UInt32..., extra: [UInt8] = []) -> [UInt8] {
    var padded = WireWriter()
    padded.append(extra)
    padded.pad()
    return message { message in
      message.uint8(1)
      message.uint8(detail)
      message.uint16(sequence)
      message.uint32(UInt32(padded.bytes.count / 4))
      for value in values { message.uint32(value) }
    } + padded.bytes
  }

  static func property(_ sequence: UInt16, format: UInt8, value: [UInt8]) -> [UInt8] {
    let count = format == 0 ? 0 : value.count / Int(format / 8)
    return answer(sequence, detail: format, 33, 0, UInt32(count), extra: value)
  }

  /// The answer that a window does not have a property.
  static func noProperty(_ sequence: UInt16) -> [UInt8] { answer(sequence, 0, 0, 0) }

  static func number(_ sequence: UInt16, _ value: UInt32) -> [UInt8] {
    var bytes = WireWriter()
    bytes.uint32(value)
    return property(sequence, format: 32, value: bytes.bytes)
  }

  static func windowClass(_ sequence: UInt16, _ name: String) -> [UInt8] {
    property(sequence, format: 8, value: Array("\(name.lowercased())\0\(name)\0".utf8))
  }

  static func error(_ code: UInt8, sequence: UInt16) -> [UInt8] {
    message { message in
      message.append([0, code])
      message.uint16(sequence)
    }
  }

  static let activeWindowChange = message { message in
    message.append([28, 0, 0, 0])
    message.uint32(root)
    message.uint32(300)
  }

  /// The event of the alarm with a number: 0 at the beginning of idleness, 1 at its end.
  static func alarm(_ number: UInt32, milliseconds: UInt32) -> [UInt8] {
    message { message in
      message.append([syncEvent + 1, 0, 0, 0])
      for value in [firstResource + number, 0, milliseconds] { message.uint32(value) }
    }
  }

  private static let counters: [UInt8] = {
    var list = WireWriter()
    for (number, name) in [(5, "SERVERTIME"), (6, "IDLETIME")] as [(UInt32, String)] {
      for value in [number, 0, 4] { list.uint32(value) }
      list.uint16(UInt16(name.utf8.count))
      list.append(name.utf8)
      while list.bytes.count % 4 != 0 { list.uint8(0) }
    }
    return list.bytes
  }()

  /// All that a server says until its source works, with a window of a class in front.
  static func start(_ name: String, idleMilliseconds: UInt32 = 0) -> [UInt8] {
    let sync = [1, 134, syncEvent, 0] as [UInt8]
    let found = message { message in
      message.append([1, 0, 3, 0, 0, 0, 0, 0])
      message.append(sync)
    }
    return setup + answer(1, 300) + answer(2, 301) + found + number(5, 77) + answer(6, 3)
      + answer(7, 2, extra: counters) + windowClass(8, name) + number(9, 1) + answer(12, 0, idleMilliseconds)
  }
}
