import Testing

@testable import Scheduler

/// The content of keys.
@Suite struct UnlockKeyTests {
  private static let key = UnlockKey(
    .hash(sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"))

  @Test(arguments: ["test", "test\n", "test\r", "test\r\n"])
  func `a hash key ignores one line end at the end of its content`(content: String) {
    #expect(Self.key.isContent(Array(content.utf8)))
  }

  @Test(arguments: ["", "Test", "tes", "test ", " test", "test\n\n", "test\n\r", "test\r\r", "\ntest", "test\0"])
  func `content that differs in any other way does not match the unlock key`(content: String) {
    #expect(!Self.key.isContent(Array(content.utf8)))
  }

  @Test func `an empty key has the same hash as a line end alone`() {
    #expect(UnlockKey.hash(of: []) == UnlockKey.hash(of: [0x0A]))
    #expect(UnlockKey.hash(of: []) != UnlockKey.hash(of: [0x0A, 0x0A]))
  }

  @Test func `an unlock key of type text matches no key content`() {
    #expect(!UnlockKey(.text(length: 8)).isContent([]))
  }

  @Test func `an unlock hash in upper case accepts the same content`() {
    let digits = "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08"
    #expect(UnlockKey(.hash(sha256: digits)).isContent(Array("test".utf8)))
  }
}
