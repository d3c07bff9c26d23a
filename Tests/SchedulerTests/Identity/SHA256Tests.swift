import Testing

@testable import Scheduler

@Suite struct SHA256Tests {
  /// Examples of FIPS 180-4 and of the validation programme (CAVP).
  @Test(arguments: [
    (
      "",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      "abc",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `SHA-256 digests equal the published ones`(message: String, digest: String) {
    #expect(SHA256(of: Array(message.utf8)).hexDigits == digest)
  }

  @Test func `a million letters have the published digest`() {
    let digest = SHA256(of: Array(repeating: UInt8(ascii: "a"), count: 1_000_000)).hexDigits
    #expect(digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// The expected value is of Python's hashlib.
  @Test func `SHA-256 is right for messages of all lengths around the block boundaries`() {
    let digests = (0..<300).flatMap { length in
      SHA256(of: (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }).bytes
    }
    #expect(SHA256(of: digests).hexDigits == "d5238871a46ac4a1a75ac3fb19d645b0b3b9e5f35f5f720e2b240d605c6b694e")
  }

  @Test func `SHA256 parses 64 hexadecimal digits in either case and refuses any other text`() throws {
    let digest = SHA256(of: [])
    #expect(SHA256(hexDigits: digest.hexDigits) == digest)
    #expect(SHA256(hexDigits: digest.hexDigits.uppercased()) == digest)
    for text in ["", String(digest.hexDigits.dropLast()), digest.hexDigits + "0", "g" + digest.hexDigits.dropFirst()] {
      #expect(SHA256(hexDigits: text) == nil, "\(text)")
    }
  }

  @Test func `every bit counts when digests are compared`() throws {
    let digest = SHA256(of: Array("abc".utf8))
    #expect(digest.isEqualInConstantTime(to: SHA256(of: Array("abc".utf8))))
    for nibble in 0..<64 {
      var digits = Array(digest.hexDigits)
      digits[nibble] = digits[nibble] == "0" ? "1" : "0"
      let other = try #require(SHA256(hexDigits: String(digits)))
      #expect(!digest.isEqualInConstantTime(to: other))
    }
  }
}
