import SchedulerDiagnostics
import SchedulerTOML
import TestSupport
import Testing

@Suite("Laws over random texts") struct LawTests {
  @Test(
    "a random tree written in any TOML form reads back as the same tree",
    arguments: Laws.cases(0..<400 as Range<UInt64>, few: 40))
  func roundTrip(seed: UInt64) {
    var writer = RandomWriter(seed: seed)
    let tree = writer.makeTable(depth: 0)
    let text = writer.write(tree)
    let reading = Reading(text)
    #expect(reading.codes == [], "seed \(seed)\n\(text)\n\(reading.diagnostics)")
    #expect(reading.description == tree.description, "seed \(seed)\n\(text)")
  }

  @Test(
    "broken texts are read without a trap, and all spans are inside of them",
    arguments: Laws.cases(0..<400 as Range<UInt64>, few: 40))
  func mutations(seed: UInt64) {
    var writer = RandomWriter(seed: seed)
    var bytes = Array(writer.write(writer.makeTable(depth: 0)).utf8)
    let pool = Array("\"'\\[]{}=,.#\n\r\t -+_0129aexTZ:\u{0}\u{7F}é“".utf8) + [0x80, 0xC0, 0xED, 0xF4, 0xFF]
    for _ in 0..<Int.random(in: 1...12, using: &writer.generator) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &writer.generator)
      switch Int.random(in: 0..<4, using: &writer.generator) {
      case 0: bytes.remove(at: position)
      case 1: bytes.insert(pool.randomElement(using: &writer.generator) ?? 0, at: position)
      case 2: bytes[position] = pool.randomElement(using: &writer.generator) ?? 0
      default: bytes.removeSubrange(position..<min(bytes.count, position + 9))
      }
    }
    checkInvariants(bytes, "seed \(seed)")
  }

  @Test("the parser reads every prefix of a text without a trap")
  func prefixes() {
    let text = Array(richText.utf8)
    #expect(Reading(text).codes == [])
    for end in 0...text.count { checkInvariants(Array(text[..<end]), "the first \(end) bytes") }
  }

  @Test("the parser reads every suffix of a text without a trap")
  func suffixes() {
    let text = Array(richText.utf8)
    for start in 0...text.count { checkInvariants(Array(text[start...]), "from byte \(start)") }
  }

  @Test("reading a text twice gives the same result")
  func repeatable() {
    for text in [richText, "a b\n[c\nd = [1 2", String(richText.reversed())] {
      let (first, second) = (Reading(text), Reading(text))
      #expect(first.description == second.description)
      #expect(first.diagnostics == second.diagnostics)
    }
  }

  private func checkInvariants(_ bytes: [UInt8], _ name: String) {
    let reading = Reading(bytes)
    _ = reading.description
    var lower: UInt32 = 0
    for diagnostic in reading.diagnostics {
      for label in [diagnostic.primary].compactMap({ $0 }) + diagnostic.secondary {
        #expect(label.span.bytes.lower <= label.span.bytes.upper, "\(name): \(diagnostic)")
        #expect(Int(label.span.bytes.upper) <= bytes.count, "\(name): \(diagnostic)")
      }
      #expect(diagnostic.primary?.span.bytes.lower ?? 0 >= lower, "\(name): not in order")
      lower = diagnostic.primary?.span.bytes.lower ?? 0
      #expect(!diagnostic.message.isEmpty && !diagnostic.message.contains("\n"), "\(name)")
    }
    checkSpans(reading.document.root, bytes.count, name)
  }

  private func checkSpans(_ table: Table, _ count: Int, _ name: String) {
    #expect(table.count == table.reduce(0) { count, _ in count + 1 }, "\(name)")
    for entry in table {
      #expect(table[entry.key.text]?.key.span == entry.key.span, "\(name): \(entry.key.text) is not found")
      #expect(Int(entry.key.span.bytes.upper) <= count, "\(name)")
      checkSpan(entry.value, count, name)
    }
  }

  private func checkSpan(_ value: Value, _ count: Int, _ name: String) {
    #expect(value.span.bytes.lower < value.span.bytes.upper && Int(value.span.bytes.upper) <= count, "\(name)")
    if let table = value.table { checkSpans(table, count, name) }
    if let array = value.array { for element in array { checkSpan(element, count, name) } }
  }
}

/// A text with everything that TOML has.
let richText = """
  # Everything. 🍅
  title = "TOML \\u00e9 \\U0001F345 \\e"
  'quoted key' = 'literal \\n'
  "esc\\taped" = \"""
  line one \\
     continued "" \"\"\\\"
  \"""
  raw = '''
  C:\\dir ''
  '''
  ints = [ +1, -2, 0, 1_000, 0xFF, 0o17, 0b1, 9223372036854775807, ]
  floats = [ 1.5, -0.0, 1e3, 6.02e+23, inf, -nan, 0.1_2 ] # comment
  dates = [
    2026-11-23, # one
    09:00, 09:00:30.5,
    2026-11-23T09:00, 2026-11-23 09:00:00.123456789, 2026-11-23t09:00:00z, 2026-11-23T09:00:00-07:30,
  ]
  a.b.c = true
  a.b."d e" = false

  [ table . 'sub' ] # header
  inline = { x = 1, y.z = [ {}, { w = "v" } ], # comment
    last = "one", }
  k01=1
  k02=2
  k03=3
  k04=4
  k05=5
  k06=6
  k07=7
  k08=8
  k09=9

  [[list]]
  name = "a"
  [list.inner]
  deep = [[[[]]]]
  [[list]]
  [[list.more]]

  [table]
  after = "ward"

  """
