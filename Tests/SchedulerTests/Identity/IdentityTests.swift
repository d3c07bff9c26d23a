import Testing

@testable import Scheduler

@Suite struct IdentityTests {
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
    (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func `SHA-1 digests equal those of RFC 3174 and of other programs`(message: String, digest: String) {
    let words = SHA1.digest(Array(message.utf8))
    let text = words.indices.map { index in
      let digits = String(words[index], radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
    #expect(text == digest)
  }

  @Test(arguments: [
    ("deep-work", "04f91bfa-82f1-5686-afe4-9a38d2e62035"), ("focus", "2c9298d3-0803-5f16-b2a3-da5f375261a9"),
    ("a_0", "f9840f0a-8708-5a81-9c76-50cbe0844280"),
  ])
  func `a profile's UUID derives from its key exactly as in other programs`(key: String, id: String) throws {
    #expect(ProfileID(derivedFrom: try #require(ProfileKey(key))).description == id)
  }

  @Test func `a UUID is read in either case and written in lower case`() throws {
    let id = try #require(UUIDValue("6F1C1C1E-8F0E-4C7D-9B36-0D8A1B9D4A10"))
    #expect(id.description == "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10")
    #expect(UUIDValue(id.description) == id)
  }

  @Test(arguments: [
    "", "6f1c1c1e8f0e4c7d9b360d8a1b9d4a10", "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a1",
    "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a1g",
    "6f1c1c1e-8f0e-4c7d-9b360-d8a1b9d4a10", "{6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a1}",
  ])
  func `text that is not a UUID is refused`(text: String) {
    #expect(UUIDValue(text) == nil)
  }
}
