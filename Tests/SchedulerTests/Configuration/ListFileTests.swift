import SchedulerDiagnostics
import TestSupport
import Testing

@testable import Scheduler

/// What the lines of a list file mean.
@Suite struct ListFileTests {
  private func domains(_ text: String) -> [String] {
    let file = ListFile(parsing: Array(text.utf8), limit: 1000)
    #expect(file.problemCount == 0, "\(file.problems)")
    return file.domains.map(\.text)
  }

  @Test(
    arguments: [
      ("", []), ("\n\n \t\n", []), ("# reddit.com", []), ("reddit.com", ["reddit.com"]),
      ("reddit.com\n", ["reddit.com"]), ("  reddit.com\t ", ["reddit.com"]), ("reddit.com # a", ["reddit.com"]),
      ("reddit.com#a", ["reddit.com"]), ("reddit.com#", ["reddit.com"]),
      ("a.example\nb.example", ["a.example", "b.example"]),
      ("a.example\r\nb.example\r\n", ["a.example", "b.example"]), ("a.example\rb.example", ["a.example", "b.example"]),
      ("\u{FEFF}a.example\n", ["a.example"]), ("\u{FEFF}# a\nb.example", ["b.example"]),
      ("reddit.com.", ["reddit.com"]), ("WWW.Reddit.COM", ["www.reddit.com"]), ("Reddit.com.", ["reddit.com"]),
      ("bücher.example", ["xn--bcher-kva.example"]), ("BÜCHER.example", ["xn--bcher-kva.example"]),
      ("xn--bcher-kva.example", ["xn--bcher-kva.example"]), ("a_b.example", ["a_b.example"]), ("com", ["com"]),
      (
        "0x0.st\n123.example\n1.2.3.4.example\n1.2.3.x\n1.2.3.4444x",
        ["0x0.st", "123.example", "1.2.3.4.example", "1.2.3.x", "1.2.3.4444x"]
      ),
      ("a.example\na.example", ["a.example", "a.example"]), ("fe.example", ["fe.example"]),
    ] as [(String, [String])])
  func `a list file can have one domain per line`(text: String, expected: [String]) {
    #expect(domains(text) == expected)
  }

  @Test(
    arguments: [
      ("0.0.0.0 a.example", ["a.example"]), ("127.0.0.1\ta.example  b.example # c", ["a.example", "b.example"]),
      (":: a.example\n::1 b.example", ["a.example", "b.example"]),
      ("0.0.0.0 A.Example. BÜCHER.example", ["a.example", "xn--bcher-kva.example"]),
      ("0.0.0.0 a.example#b.example", ["a.example"]), ("127.0.0.1 localhost localhost.localdomain local", []),
      ("::1 localhost ip6-localhost ip6-loopback a.example", ["a.example"]),
      ("255.255.255.255 broadcasthost\nfe80::1%lo0 localhost\nff02::1 ip6-allnodes\nff02::2 ip6-allrouters", []),
      ("fe00::0 ip6-localnet\nff00::0 ip6-mcastprefix\nff02::3 ip6-allhosts\n0.0.0.0 0.0.0.0", []),
      ("localhost\nlocal.example\nlocalhost.example", ["local.example", "localhost.example"]),
    ] as [(String, [String])])
  func `a list file can have the lines of a hosts file`(text: String, expected: [String]) {
    #expect(domains(text) == expected)
  }

  @Test(
    arguments: [
      ("a b", "invalid-list-line", 2..<3), ("a.example\n b.example c.example d", "invalid-list-line", 21..<30),
      ("0.0.0.0", "invalid-list-line", 0..<7), ("1.2.3.4 a.example", "invalid-list-line", 0..<7),
      ("1.2.3.4", "invalid-list-line", 0..<7), ("2001:db8::1 a.example", "invalid-list-line", 0..<11),
      ("||a^", "invalid-list-line", 0..<4), ("! a", "invalid-list-line", 0..<1), ("a##b c", "invalid-list-line", 0..<4),
      ("a#@#b", "invalid-list-line", 0..<5), ("x=a.example", "invalid-list-line", 0..<11),
      ("0.0.0.0 ||a^", "invalid-list-line", 8..<12), ("a..b", "invalid-domain", 0..<4),
      ("*.a.example", "invalid-domain", 0..<11), ("a.example\nhttp://b", "invalid-domain", 10..<18),
      ("a.example:80", "invalid-domain", 0..<12), ("a*b", "invalid-domain", 1..<2), ("-a", "invalid-domain", 0..<2),
      ("0.0.0.0 a.example a..b", "invalid-domain", 18..<22), ("x.é*", "invalid-domain", 4..<5),
      (".", "invalid-domain", 0..<1),
      ("a,b", "invalid-domain", 1..<2),
    ] as [(String, String, Range<Int>)])
  func `a list line that is neither a domain nor a hosts line has one problem, at the faulty word`(
    text: String, code: String, range: Range<Int>
  ) {
    let file = ListFile(parsing: Array(text.utf8), limit: 1000)
    #expect(file.problems.map(\.code.name) == [code])
    #expect(file.problems.map(\.range) == [range])
    #expect(file.problemCount == 1)
  }

  @Test func `valid lines of a list file are kept beside invalid lines`() {
    let file = ListFile(parsing: Array("a.example\n||x^\nb.example\r\nc d\n\nc.example".utf8), limit: 1000)
    #expect(file.domains.map(\.text) == ["a.example", "b.example", "c", "c.example"])
    #expect(file.problemCount == 2)
  }

  @Test func `a list file counts all its problems and keeps the first ones`() {
    let file = ListFile(parsing: Array(String(repeating: "||x^\n", count: 500).utf8), limit: 1000)
    #expect(file.problemCount == 500 && file.problems.count == ListFile.shownProblemLimit)
    #expect(file.problems.last?.range == 95..<99)
  }

  @Test(arguments: [0, 1, 5, 1000])
  func `the reader of a list file stops at the first domain beyond the limit`(limit: Int) {
    let file = ListFile(parsing: Array(String(repeating: "0.0.0.0 a\n", count: 900).utf8), limit: limit)
    #expect(file.domains.count == min(900, limit + 1))
  }

  /// The quick way and the thorough one agree: a word in a list means what it means in the configuration itself.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a word in a list file is read like a domain in the configuration`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "b-", "-", ".", "..", "Z", "é", "ß", "1", "_", "xn--", "ａ", "*", "~", String(repeating: "q", count: 40),
    ]
    for _ in 0..<300 {
      let word = (0..<Int.random(in: 1...7, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let file = ListFile(parsing: Array(word.utf8), limit: 10)
      var expected: DomainName?
      do throws(TextProblem) {
        expected = try DomainText.domain(word)
        #expect(file.problemCount == 0, "seed \(seed): \(word)")
      } catch {
        #expect(file.problems.map(\.message) == [error.message], "seed \(seed): \(word)")
      }
      #expect(file.domains == (expected.map { [$0] } ?? []), "seed \(seed): \(word)")
    }
  }

  /// Whatever the bytes: reading ends, and all ranges lie within the file.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a list file of any bytes is read, and all its problems lie within the file`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = Array(" \t\r\n#|:.%019azA-".utf8) + [0, 0x80, 0xC3, 0xBC, 0xEF, 0xBB, 0xBF, 0xFF]
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let file = ListFile(parsing: bytes, limit: 100)
      for problem in file.problems {
        #expect(problem.range.lowerBound >= 0 && problem.range.upperBound <= bytes.count, "seed \(seed): \(bytes)")
      }
    }
  }
}
