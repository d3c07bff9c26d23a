import TestSupport
import Testing

@testable import Scheduler

@Suite struct NDEFMessageTests {
  /// The first is the example of the URI Record Type Definition 1.0, appendix A.1.
  @Test(
    arguments: [
      ("http://www.nfc.com", [0xD1, 0x01, 0x08, 0x55, 0x01] + Array("nfc.com".utf8)),
      ("tel:+35891234567", [0xD1, 0x01, 0x0D, 0x55, 0x05] + Array("+35891234567".utf8)),
      ("schedctl://profile/a", [0xD1, 0x01, 0x15, 0x55, 0x00] + Array("schedctl://profile/a".utf8)),
      ("https://a.org/profile/b", [0xD1, 0x01, 0x10, 0x55, 0x04] + Array("a.org/profile/b".utf8)),
      ("urn:epc:id:x", [0xD1, 0x01, 0x02, 0x55, 0x1E] + Array("x".utf8)),
    ] as [(String, [UInt8])])
  func `a URI becomes a short NDEF record with the code of its prefix`(uri: String, bytes: [UInt8]) throws {
    #expect(NDEFMessage(uri: uri).bytes == bytes)
    #expect(try NDEFMessage(bytes).uri == uri)
  }

  @Test func `an NDEF message with a payload of 256 bytes or more uses a long record`() throws {
    for count in 250...260 {
      let uri = "https://" + String(repeating: "a", count: count)
      let bytes = NDEFMessage(uri: uri).bytes
      #expect(bytes.count == count + 1 + (count + 1 > 255 ? 7 : 4))
      #expect(bytes[0] == (count + 1 > 255 ? 0xC1 : 0xD1))
      #expect(try NDEFMessage(bytes).uri == uri)
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any URI reads back from its NDEF message`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let start = NDEFMessage.prefixes.randomElement(using: &generator) ?? ""
      let rest = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        "aäz/:.🍅".randomElement(using: &generator) ?? "a"
      }
      let uri = start + String(rest)
      #expect(try NDEFMessage(NDEFMessage(uri: uri).bytes).uri == uri, "seed \(seed)")
    }
  }

  @Test func `the parser refuses an NDEF message that is cut or followed by another byte`() {
    let bytes = NDEFMessage(uri: "schedctl://profile/deep-work").bytes
    for count in bytes.indices { #expect(throws: NDEFProblem.self) { try NDEFMessage(Array(bytes[..<count])) } }
    #expect(throws: NDEFProblem.self) { try NDEFMessage(bytes + [0]) }
  }

  @Test(
    arguments: [
      ([], "empty"), ([0x91, 1, 1, 0x55, 0], "not one whole record"), ([0xD2, 1, 1, 0x55, 0], "not one whole record"),
      ([0xD9, 1, 1, 0, 0x55, 0], "not one whole record"), ([0xD1, 1, 1, 0x54, 0], "not a URI"),
      ([0xD1, 2, 1, 0x55, 0x55, 0], "not a URI"), ([0xD1, 1, 0, 0x55], "0 bytes of payload, and has 0"),
      ([0xD1, 1, 1, 0x55, 36], "has the code 36"), ([0xD1, 1, 2, 0x55, 0, 0xFF], "not UTF-8"),
      ([0xC1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x55, 0], "has 1"),
    ] as [([UInt8], String)])
  func `an NDEF message that is not exactly one URI is refused with the reason`(bytes: [UInt8], words: String) {
    let problem = #expect(throws: NDEFProblem.self) { try NDEFMessage(bytes) }
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
  }

  @Test(arguments: [(141, 144, true), (142, 144, false), (254, 257, true), (255, 259, false), (255, 260, true)])
  func `TagCapacity counts the bytes that a tag adds to a message`(count: Int, capacity: Int, fits: Bool) {
    let message = [UInt8](repeating: 0, count: count)
    let result = Result { () throws(NDEFProblem) in try TagCapacity.check(message, fits: capacity) }
    if case .success = result { #expect(fits) } else { #expect(!fits) }
  }

  @Test func `the error for a small tag names a larger one`() {
    let message = [UInt8](repeating: 0, count: 200)
    let problem = #expect(throws: NDEFProblem.self) { try TagCapacity.check(message, fits: 144) }
    #expect(problem?.message == "the message takes 203 bytes on a tag, which has 144; a tag 'NTAG215' holds 504")
  }
}
