import SchedulerJSON
import TestSupport
import Testing

@testable import ShieldPage

/// Messages between a browser and its native host.
@Suite struct NativeMessageTests {
  /// The bytes of a text with its length before it.
  private static func framed(_ text: String) -> [UInt8] {
    withUnsafeBytes(of: UInt32(text.utf8.count)) { Array($0) } + Array(text.utf8)
  }

  @Test(arguments: [1, 3, 7, 1_000])
  func `messages are read in pieces of any size`(size: Int) throws {
    let bytes = Self.framed(#"{"type":"page","id":1}"#) + Self.framed("{}") + Self.framed(#"{"é":"😀"}"#)
    var messages = NativeMessages()
    var read: [JSONObject] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      messages.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let message = try messages.next() { read.append(message) }
    }
    #expect(read == [["type": .string("page"), "id": .integer(1)], [:], ["é": .string("😀")]])
  }

  @Test(arguments: [
    ("[1]", NativeMessages.Fault.malformed), ("{", .malformed), ("", .malformed), ("{}x", .malformed),
    (#"{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}"#, .malformed),
  ])
  func `other texts are no messages`(text: String, fault: NativeMessages.Fault) {
    var messages = NativeMessages()
    messages.append(Self.framed(text))
    #expect(throws: fault) { _ = try messages.next() }
  }

  @Test func `a length above the limit is refused before the bytes arrive`() {
    var messages = NativeMessages()
    messages.append([0, 0, 0, 0x7F])
    #expect(throws: NativeMessages.Fault.tooLong(0x7F00_0000)) { _ = try messages.next() }
  }

  @Test func `a long message is sent in pieces that a browser accepts, and that join to it`() throws {
    let names = (0..<40_000).map { JSONValue.string("é\"name\($0).example.com") }
    let message: JSONObject = ["type": .string("state"), "block": .array(names)]
    var bytes = NativeMessages.bytes(of: message)[...]
    var text = ""
    var count: Int64 = 0
    while bytes.count >= 4 {
      let length = bytes.prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      #expect(length < 1 << 20)
      let part = try JSONValue(parsing: Array(bytes.dropFirst(4).prefix(length)))
      #expect(part["type"]?.stringValue == "part" && part["index"]?.integerValue == count)
      text += part["text"]?.stringValue ?? ""
      count += 1
      bytes = bytes.dropFirst(4 + length)
    }
    #expect(count > 1 && bytes.isEmpty)
    #expect(try JSONValue(parsing: Array(text.utf8)).objectValue == message)
  }
}
