import TestSupport
import Testing

@testable import SchedulerTOML

@Suite("Lexer") struct LexerTests {
  @Test(
    "every byte belongs to a token or is a blank between two", arguments: Laws.cases(0..<300 as Range<UInt64>, few: 40))
  func coverage(seed: UInt64) {
    let bytes = randomBytes(seed)
    bytes.withUnsafeBytes { buffer in
      let view = ByteView(buffer)
      var lexer = Lexer(view)
      var end = lexer.position
      while true {
        let inKey = seed.isMultiple(of: 2)
        let token = inKey ? lexer.nextInKey() : lexer.nextInValue()
        #expect((end..<token.start).allSatisfy { bytes[$0] == 0x20 || bytes[$0] == 0x09 }, "seed \(seed)")
        if token.kind == .end { break }
        #expect(token.start < token.end && token.end == lexer.position, "seed \(seed)")
        let isMalformed = String(validating: bytes[token.range], as: UTF8.self) == nil
        #expect(token.marks.contains(.malformedUTF8) == isMalformed, "seed \(seed), \(token)")

        lexer.unread(token)
        let again = inKey ? lexer.nextInKey() : lexer.nextInValue()
        #expect(again.range == token.range && again.kind == token.kind && again.marks == token.marks, "seed \(seed)")
        end = token.end
      }
      #expect(lexer.position == bytes.count, "seed \(seed)")
    }
  }

  private func randomBytes(_ seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let pool = Array("\"'\\[]{}=,.# \n\r\tab1-:é🍅\"\"\"'''".utf8) + [0x00, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]
    return (0..<Int.random(in: 0...120, using: &generator)).map { _ in pool.randomElement(using: &generator) ?? 0 }
  }

  @Test("each byte set contains exactly the bytes of its name")
  func byteSets() {
    let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let ends = Set(" \t\n\r,[]{}=\"'#".utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(ByteSet.bareKey.contains(byte) == letters.contains(byte))
      #expect(ByteSet.valueEnd.contains(byte) == ends.contains(byte))
      #expect(ByteSet.keyEnd.contains(byte) == (ends.contains(byte) || byte == UInt8(ascii: ".")))
    }
  }

  @Test("a byte search stops at the first byte that it looks for, at any position")
  func searches() {
    for length in 0...40 {
      for position in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[position] = byte
          bytes.withUnsafeBytes { buffer in
            let view = ByteView(buffer)
            let isControl = byte < 0x20 || byte == 0x7F
            #expect(view.nextControl(from: 0) == (isControl ? position : length))
            let isBasic = isControl || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            #expect(view.nextBasicStringSpecial(from: 0) == (isBasic ? position : length))
            let isLiteral = isControl || byte == UInt8(ascii: "'")
            #expect(view.nextLiteralStringSpecial(from: 0) == (isLiteral ? position : length))
            #expect(view.nextNonASCII(from: 0) == (byte >= 0x80 ? position : length))
          }
        }
      }
    }
  }

  @Test("a key's hash depends only on the key and the seed, and different keys seldom collide")
  func hashes() {
    func hash(_ text: String, _ seed: UInt64) -> UInt32 {
      Array(text.utf8).withUnsafeBytes { ByteView($0).keyHash(seed: seed) }
    }
    for length in [1, 7, 8, 9, 16, 20] {
      let key = String(repeating: "k", count: length)
      #expect(hash(key, 1) == hash(key, 1) && hash(key, 1) != hash(key, 2))
    }
    let keys = (0..<10_000).map { "\($0)-with-the-same-end" } + (0..<10_000).map { "key\($0)" }
    #expect(Set(keys.map { hash($0, 1) }).count > keys.count - 10)
  }

  @Test("a key within a longer text has the same hash as the key alone")
  func hashesOfRanges() {
    let text = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    for lower in 0...text.count {
      for upper in lower...text.count {
        let alone = Array(text[lower..<upper]).withUnsafeBytes { ByteView($0).keyHash(seed: 5) }
        #expect(text.withUnsafeBytes { ByteView($0).keyHash(of: lower..<upper, seed: 5) } == alone)
      }
    }
  }
}
