import SchedulerDaemon
import SchedulerJSON
import TestSupport
import Testing

@Suite struct MessageStreamTests {
  private static let messages = [
    VarlinkCall("org.varlink.service.GetInfo"),
    VarlinkCall("io.schedctl.Control.Start", parameters: ["profile": .string("tüv 🍅"), "seconds": .integer(60)]),
    VarlinkCall("io.schedctl.Control.Monitor", parameters: ["since": .integer(0)], takesMore: true),
  ]

  private func calls(_ pieces: [ArraySlice<UInt8>]) throws -> [VarlinkCall] {
    var stream = MessageStream()
    var calls: [VarlinkCall] = []
    for piece in pieces {
      stream.append(piece)
      while let message = try stream.next() { calls.append(try VarlinkCall(parsing: message)) }
    }
    return calls
  }

  @Test func `a stream cut in two at any byte has the same messages`() throws {
    let bytes = Self.messages.flatMap(\.bytes)
    for cut in 0...bytes.count {
      #expect(try calls([bytes[..<cut], bytes[cut...]]) == Self.messages, "cut at \(cut)")
    }
  }

  @Test func `a stream in single bytes has the same messages`() throws {
    let bytes = Self.messages.flatMap(\.bytes)
    #expect(try calls(bytes.indices.map { bytes[$0...$0] }) == Self.messages)
  }

  @Test func `MessageStream is inside a message until the end of that message arrives`() throws {
    var stream = MessageStream()
    #expect(!stream.isInsideMessage)
    stream.append(Array("{}".utf8))
    _ = try stream.next()
    #expect(stream.isInsideMessage)
    stream.append([0])
    #expect(!stream.isInsideMessage)
    #expect(try stream.next() == Array("{}".utf8))
    #expect(!stream.isInsideMessage && stream.waitingCount == 0)
  }

  @Test(arguments: [(MessageStream.longestMessage, true), (MessageStream.longestMessage + 1, false)])
  func `the longest message is a mebibyte`(count: Int, isAllowed: Bool) {
    for end in [[UInt8(0)], []] {
      var stream = MessageStream()
      stream.append([UInt8](repeating: 0x20, count: count) + end)
      let result = Result { () throws(MessageStream.TooLong) in try stream.next() }
      #expect((try? result.get()) != nil || (result.isFailure != isAllowed), "\(result)")
      #expect(result.isFailure != isAllowed)
    }
  }

  @Test(
    arguments: [
      ("", "a message is a JSON object"), ("[]", "a message is a JSON object"), ("{", "a message is a JSON object"),
      ("{}", "'method' has to be a text"), (#"{"method":1}"#, "'method' has to be a text"),
      (#"{"method":"a.B","parameters":[]}"#, "'parameters' has to be an object"),
      (#"{"method":"a.B","more":1}"#, "'more' has to be true or false"),
      (#"{"method":"a.B","oneway":"yes"}"#, "'oneway' has to be true or false"),
      (#"{"method":"a.B","method":"a.C"}"#, "key 'method' given twice"),
    ])
  func `the error for a malformed call explains the fault in words`(text: String, words: String) {
    let error = #expect(throws: MalformedMessage.self) { try VarlinkCall(parsing: Array(text.utf8)) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `a call ignores unknown members and members that are null`() throws {
    let text = #"{"method":"a.B","parameters":null,"more":null,"later":[1]}"#
    #expect(try VarlinkCall(parsing: Array(text.utf8)) == VarlinkCall("a.B"))
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
