import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct HostsTextTests {
  private let names = ["a.example", "www.a.example"]

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private func adding(_ names: [String], to bytes: [UInt8]?) -> [UInt8] {
    HostsText(bytes).adding(HostsBlock.body(of: names))
  }

  @Test func `a block is sorted lines of both addresses between markers that carry length and hash`() {
    let text = String(decoding: adding(names, to: bytes("127.0.0.1 localhost\n")), as: UTF8.self)
    #expect(
      text
        == """
        127.0.0.1 localhost
        # BEGIN schedctl: length=122 sha256=9e2c added=nothing ('schedctl revert --all' removes this block)
        0.0.0.0 a.example a.example.
        :: a.example a.example.
        0.0.0.0 www.a.example www.a.example.
        :: www.a.example www.a.example.
        # END schedctl: length=122

        """.replacing("9e2c", with: text.split(separator: "sha256=")[1].prefix(64)))
  }

  @Test(arguments: [
    "", "\n", "127.0.0.1 localhost", "127.0.0.1 localhost\n", "127.0.0.1 a\r\n::1 a\r\n", "127.0.0.1 a\r\n::1 a", "\r",
    "a\0b\n\0", "\0", "0.0.0.0 ads.example\n:: ads.example\n", "# BEGIN schedctl\n", "#", "# END schedctlx",
    "# BEGIN somebody: length=1\n", " # BEGIN schedctl: x\n", "\n\n\n",
  ])
  func `adding and removing a block gives back every byte`(text: String) {
    let added = adding(names, to: bytes(text))
    #expect(HostsText(added).foreign == bytes(text))
    #expect(HostsText(added).holds(HostsBlock.body(of: names)))
    #expect(HostsText(bytes(text)).foreign == bytes(text))
  }

  @Test func `invalid UTF-8 is foreign like everything else`() {
    let foreign: [UInt8] = [0xFF, 0xC3, 0x0A, 0xF0, 0x9F]
    #expect(HostsText(adding(names, to: foreign)).foreign == foreign)
  }

  @Test func `a block keeps its place when lines are appended, and a missing line end is not removed then`() {
    let body = HostsBlock.body(of: names)
    for (start, rest) in [("a\n", "a\nb\n"), ("a", "a\nb\n"), ("", "b\n")] {
      let text = HostsText(adding(names, to: bytes(start)) + bytes("b\n"))
      #expect(text.holds(body))
      #expect(text.foreign == bytes(rest))
    }
  }

  @Test func `of a block that somebody edited, markers and lines of the block's form go, and others stay`() {
    let block = String(decoding: plain(adding(names, to: bytes("x\n"))), as: UTF8.self)
    let cases = [
      (block.replacing(":: a.example\n", with: ""), "x\n"),
      (block.replacing(":: a.example\n", with: "1.2.3.4 mine\n"), "x\n1.2.3.4 mine\n"),
      (block.replacing(":: a.example\n", with: "# a remark\n:: b.example\n"), "x\n# a remark\n"),
      (block.replacing("0.0.0.0 a.example\n", with: "0.0.0.0 a.example # mine\n"), "x\n0.0.0.0 a.example # mine\n"),
      (block.replacing("length=70", with: "length=71"), "x\n"),
      (block.replacing("length=70", with: "length=99999999999999999999"), "x\n"),
      (block.replacing("length=70", with: "length=-70"), "x\n"),
      (block.replacing("# END schedctl\n", with: ""), "x\n"),
      (
        block.replacing("# END schedctl\n", with: "1.2.3.4 mine\n0.0.0.0 b.example\n"),
        "x\n1.2.3.4 mine\n0.0.0.0 b.example\n"
      ),
      (String(block.drop { $0 != "\n" }.dropFirst().drop { $0 != "\n" }.dropFirst()), ""),
      ("x\n# END schedctl", "x\n"), ("x\n0.0.0.0 a.example\n# END schedctl\n", "x\n"),
      (block + block, "x\nx\n"),
      (block.replacing("# END schedctl\n", with: "") + block, "x\nx\n"),
      ("0.0.0.0 b.example\n" + block, "0.0.0.0 b.example\nx\n"),
    ]
    for (text, foreign) in cases {
      #expect(String(decoding: HostsText(bytes(text)).foreign, as: UTF8.self) == foreign, "\(text)")
    }
    #expect(!HostsText(bytes(cases[0].0)).holds(HostsBlock.body(of: names)))
    #expect(HostsText(bytes(block + "x\n")).names == Set(names))
  }

  /// A block as earlier versions have written it.
  private func plain(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    let old = names.map { "0.0.0.0 \($0)\n:: \($0)\n" }.joined()
    let sums = [HostsBlock.body(of: names), self.bytes(old)].map {
      "length=\($0.count) sha256=\(SHA256(of: $0).hexDigits)"
    }
    text = text.replacing("# END schedctl: length=122", with: "# END schedctl").replacing(sums[0], with: sums[1])
    for name in names { text = text.replacing(" \(name) \(name).", with: " \(name)") }
    return self.bytes(text)
  }

  @Test(arguments: ["", " ", "\t", "   ", " \t  "])
  func `a line that was indented is disarmed in place, and is known as an own line afterwards`(blanks: String) {
    let foreign = "127.0.0.1 localhost\n", more = "1.2.3.4 printer\n"
    let block = String(decoding: adding(names, to: bytes(foreign)), as: UTF8.self)
    let text = HostsText(bytes(block.replacing("\n0.0.0.0 a.example", with: "\n\(blanks)0.0.0.0 a.example") + more))
    var edited = text.bytes
    let edit = text.edit(to: [])
    for position in edit.positions { edited[position] = edit.value }
    let found = HostsText(edited)
    #expect(edit.endStart == edited.count && found.blocks.allSatisfy(\.armed.isEmpty) && found.names.isEmpty)
    #expect(String(decoding: found.foreign, as: UTF8.self) == foreign + more)
  }

  @Test func `a block of an earlier version is removed as it was, and replaced with one of today`() {
    for foreign in ["127.0.0.1 localhost\n", "x", "0.0.0.0 ads.example\n"] {
      let old = plain(adding(names, to: bytes(foreign)))
      #expect(!old.contains("a.example.".utf8))
      let text = HostsText(old)
      #expect(text.foreign == bytes(foreign) && text.names == Set(names) && !text.blocks[0].armed.isEmpty)
      #expect(!text.holds(HostsBlock.body(of: names)))
      #expect(HostsText(text.adding(HostsBlock.body(of: names))).foreign == bytes(foreign))
    }
  }

  @Test func `a block without its begin line takes no foreign line of its form with it`() {
    let foreign = "1.2.3.4 x\n0.0.0.0 ads.example\n:: ads.example\n0.0.0.0 b.example\n"
    let block = adding(names, to: bytes(foreign))
    let begin = HostsText(block).blocks[0].start
    let end = block[begin...].firstIndex(of: 10)! + 1
    let lost = Array(block[..<begin] + block[end...])
    #expect(HostsText(lost).foreign == bytes(foreign) && HostsText(lost).names == Set(names))
    // Lines of another form that were added to it stay.
    let more = Array(block[..<begin] + bytes(":: c.example\n") + block[end...])
    #expect(HostsText(more).foreign == bytes(foreign + ":: c.example\n"))
    // Nor do lines that are missing, or were added below.
    let text = String(decoding: lost, as: UTF8.self).dropFirst(foreign.count)
    let fewer = "0.0.0.0 old.example\n" + text.split(separator: "\n", maxSplits: 1)[1]
    #expect(HostsText(bytes(fewer)).foreign == bytes("0.0.0.0 old.example\n"))
    let below = foreign + text.replacing("# END", with: ":: c.example\n# END")
    #expect(HostsText(bytes(below)).foreign == bytes(foreign + ":: c.example\n"))
    #expect(HostsText(bytes(below)).names == Set(names))
  }

  @Test(arguments: [
    ("^#.*\\n", ""), ("(?=\\n)", "\r"), (" ", "\t"), ("^", "  "), ("(?=\\n)", " # x"), ("(?=\\n)", "  "),
    ("^# BEGIN.*\\n", ""), ("^# END.*\\n", ""),
  ])
  func `names are free although an editor has changed every line, and foreign lines stay`(
    pattern: String, replacement: String
  ) throws {
    let foreign = "127.0.0.1 localhost\n0.0.0.0 ads.example\n0.0.0.0 ads.example\n"
    let pattern = try Regex(pattern).anchorsMatchLineEndings()
    let block = String(decoding: adding(names, to: bytes(foreign)), as: UTF8.self)
    let more = "0.0.0.0 more.example\n"
    let text = HostsText(bytes(block.replacing(pattern, with: replacement) + more))
    let rest = String(decoding: text.foreign, as: UTF8.self)
    #expect(!rest.contains("a.example"), "\(rest)")
    #expect(replacement != "\r" || !rest.contains("# END"), "\(rest)")
    #expect(rest.contains("ads.example") && rest.hasSuffix(more) && rest.contains("localhost"))
    // The block is repaired beside what stays, and again nothing stays blocked.
    let repaired = HostsText(text.adding(HostsBlock.body(of: names)))
    #expect(repaired.holds(HostsBlock.body(of: names)) && repaired.foreign == text.foreign)
  }

  @Test func `a list of another program after a begin line alone is foreign`() {
    let block = String(decoding: adding(names, to: bytes("x\n")), as: UTF8.self)
    let begin = block.split(separator: "\n", omittingEmptySubsequences: false).prefix(2).joined(separator: "\n")
    let list = "\n0.0.0.0 ads.example\n:: ads.example\n"
    #expect(HostsText(bytes(begin + list)).foreign == bytes("x\n" + list.dropFirst()))
  }

  @Test func `a sorted file gives its names free as well`() {
    let foreign = "127.0.0.1 localhost\n0.0.0.0 ads.example\n"
    let lines = adding(names, to: bytes(foreign)).split(separator: 10).sorted { $0.lexicographicallyPrecedes($1) }
    let text = HostsText(Array(lines.joined(separator: [10])) + [10])
    #expect(text.foreign == bytes("0.0.0.0 ads.example\n127.0.0.1 localhost\n") && text.names == Set(names))
  }

  @Test func `a comment that only resembles an end line is foreign, with all lines above it`() {
    let above = "1.2.3.4 x\n0.0.0.0 ads.example\n0.0.0.0 b.example\n"
    for end in ["len=122", "mine", "length=", "length=-1", "length=1x", "length=1 x", "length=99999999999999999999"] {
      let text = above + "# END schedctl: \(end)\n"
      let isTorn = end == "length="
      #expect(HostsText(bytes(text)).foreign == bytes(isTorn ? above : text), "\(end)")
    }
    let block = String(decoding: adding(names, to: bytes(above)), as: UTF8.self)
    let remark = "# END schedctl: mine\n"
    #expect(HostsText(bytes(block.replacing(":: a.ex", with: remark + ":: a.ex"))).foreign == bytes(above + remark))
    // An end line whose writing was interrupted ends the lines of today's form.
    for torn in ["# END schedctl:", "# END schedctl: len", "# END schedctl: length=1"] {
      let text = "x\n0.0.0.0 ads.example\n0.0.0.0 b.example b.example.\n" + torn
      #expect(HostsText(bytes(text)).foreign == bytes("x\n0.0.0.0 ads.example\n"), "\(torn)")
    }
  }

  @Test(arguments: [
    ("0.0.0.0 a.b a.b.\n", true), ("0.0.0.0 a.b\n", true), (":: a.b a.b.\n", true), ("#: a.b a.b.\n", false),
    ("#.0.0.0 a.b a.b.\n", false), ("0.0.0.0 a.b a.c.\n", nil), ("0.0.0.0 a.b a.b\n", nil),
    ("0.0.0.0 a.b  a.b.\n", nil), ("0.0.0.0 a.b a.b. \n", nil), ("0.0.0.0 a.b a.b..\n", nil), ("0.0.0.0  .\n", nil),
    ("0.0.0.0 a.b a.b. x\n", nil), ("0.0.0.0 a.b a.b.", nil),
  ])
  func `a line of a block is a name, alone or before the same one with a final dot`(line: String, isArmed: Bool?) {
    let kind = HostsBlock.kind(of: bytes(line)[...])
    #expect(kind == isArmed.map { $0 ? .armed : .disarmed })
  }

  @Test func `of a block that was cut anywhere, no foreign byte is lost and no name stays blocked`() {
    let start = bytes("127.0.0.1 localhost\n")
    let whole = adding(names, to: start)
    for count in start.count...whole.count {
      let foreign = HostsText(Array(whole[..<count])).foreign
      #expect(foreign.starts(with: start), "\(count) bytes")
      let rest = String(decoding: foreign.dropFirst(start.count), as: UTF8.self)
      #expect(rest.isEmpty || "# BEGIN schedctl: ".hasPrefix(rest) && rest.count < 18, "\(count) bytes: \(rest)")
    }
  }

  /// A file of random lines, some of which resemble a block.
  private func randomFile(_ random: inout SeededGenerator) -> [UInt8] {
    let pieces = [
      "127.0.0.1 localhost\n", "::1 ip6-localhost\r\n", "0.0.0.0 ads.example\n", ":: ads.example\n", "# remark", "\n",
      "# END schedct\n", "# BEGIN schedctl x", "1.2.3.4\thost # x\n", "\0", "é\n", " 0.0.0.0 x\n", "#",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      bytes += pieces.randomElement(using: &random)!.utf8
      if Int.random(in: 0..<8, using: &random) == 0 { bytes.append(.random(in: 0...255, using: &random)) }
    }
    return bytes
  }

  @Test func `applying twice is applying once, and reverting gives back random files byte for byte`() {
    for seed in 0..<UInt64(Laws.count(5000, few: 1000)) {
      var random = SeededGenerator(seed: seed)
      let file = randomFile(&random)
      var names = (0..<Int.random(in: 1..<5, using: &random)).map { "n\($0).example" }
      let once = adding(names, to: file)
      #expect(HostsText(once).holds(HostsBlock.body(of: names)), "seed \(seed)")
      #expect(adding(names, to: once) == once, "seed \(seed)")
      #expect(HostsText(once).foreign == file, "seed \(seed)")
      names.append("more.example")
      #expect(HostsText(adding(names, to: once)).foreign == file, "seed \(seed)")
    }
  }

  @Test func `bytes that somebody changes in a file with a block are the only ones that can be lost`() {
    for seed in 0..<UInt64(Laws.count(5000, few: 1000)) {
      var random = SeededGenerator(seed: seed)
      let file = randomFile(&random)
      var changed = adding(names, to: file)
      let place = Int.random(in: 0..<changed.count, using: &random)
      changed[place] = .random(in: 0...255, using: &random)
      let text = HostsText(changed)
      let again = HostsText(text.adding(HostsBlock.body(of: ["b.example"])))
      #expect(again.foreign == text.foreign && again.names == ["b.example"], "seed \(seed)")
      // A change before the block leaves the rest of the foreign bytes as they are.
      let added = changed.count - file.count - (file.last == 10 || file.isEmpty ? 0 : 1)
      if place < changed.count - added, place < file.count - 1 {
        #expect(text.foreign.count >= file.count - 1 && text.foreign.count <= file.count + 1, "seed \(seed)")
      }
    }
  }

  @Test func `an edit in place touches no foreign byte, and disarms what it cannot remove`() {
    let block = adding(names, to: bytes("x"))
    let end = HostsText(block).edit(to: [])
    #expect(end.positions == [] && end.endStart == 1 && end.end == [])
    let middle = block + bytes("y\n")
    let edit = HostsText(middle).edit(to: HostsBlock.body(of: ["b.example"]))
    var result = middle
    for position in edit.positions { result[position] = edit.value }
    result = result[..<edit.endStart] + edit.end
    #expect(result.starts(with: bytes("x\n# BEGIN")))
    #expect(HostsText(result).names == ["b.example"])
    #expect(HostsText(result).foreign == bytes("x\ny\n"))
  }
}
