import Testing

@Suite("Several mistakes in one text") struct SeveralMistakesTests {
  @Test("each statement's mistake is reported once, in the order of the text")
  func oneEach() {
    let reading = Reading(
      """
      version = 01
      name = deep work
      = 3
      [profile.x
      window = [ "mon 09:00-10:00" "tue 09:00-10:00" ]
      length = 25m
      length = "25m"
      [profile.x]
      path = "C:\\windows"
      date = 2026-02-30
      ok = 1
      ok = 2
      """)
    #expect(
      reading.codes == [
        "leading-zero", "unquoted-string", "missing-key", "unterminated-header", "missing-comma", "invalid-number",
        "duplicate-table", "invalid-escape", "impossible-date", "duplicate-key",
      ])
  }

  @Test("a key whose value could not be read is remembered, and may be given a value later")
  func erroneousKeys() throws {
    let reading = Reading("a = 0x\nb = 1\nc.d = nope\n[e]\nf = [1, 2x]\n[e.f.g]\nh = 1\n")
    #expect(reading.codes == ["invalid-number", "unquoted-string", "invalid-number"])
    let root = reading.document.root
    #expect(root.map(\.key.text) == ["b", "c", "e"])
    #expect(root.count == 3)
    #expect(root["a"] == nil && root.hasErroneousKey("a") && root.hasErroneousKeys)
    #expect(!root.hasErroneousKey("b") && !root.hasErroneousKey("z"))
    #expect(root["c"]?.value.table?.hasErroneousKey("d") == true)
    let again = Reading("a = 0x\na = 2\na = 3")
    #expect(again.codes == ["invalid-number", "duplicate-key"])
    #expect(again.description == "{a: 2}")
    #expect(!again.document.root.hasErroneousKey("a") && !again.document.root.hasErroneousKeys)
    #expect(Reading("a = 1\na = 0x").codes == ["invalid-number"])
  }

  @Test("a statement over several lines is skipped as a whole")
  func skipping() {
    let reading = Reading("my key = [\n  1,\n  2,\n]\nb = 1\nc d = {\n x = 1\n}\ne = 2")
    #expect(reading.codes == ["invalid-bare-key", "invalid-bare-key"])
    #expect(reading.description == "{b: 1, e: 2}")
    #expect(Reading("my key = [\n  1,\nb = 2\n[c]\n").description == "{b: 2, c: {}}")
    #expect(Reading("my key = {\n  a = 1\n[c]\n").description == "{c: {}}")
  }

  @Test(
    "a quote out of place in an array is one mistake",
    arguments: [
      Sample("a = [\"x, \"y\"]\nb = 1", "{b: 1}"), Sample("a = [\"x\"y, \"z\"]\nb = 1", "{b: 1}"),
      Sample("a = [\n  \"x\"y,\n  \"z\",\n]\nb = 1", "{b: 1}"), Sample("a = [\"x\"\"y\"", "{}"),
    ])
  func oddQuotes(sample: Sample) {
    let reading = Reading(sample.text)
    #expect(reading.codes == ["missing-comma"])
    #expect(reading.description == sample.tree)
  }

  @Test("mistakes beyond the limit are counted, but not kept")
  func manyMistakes() {
    let reading = Reading(String(repeating: "a b\n", count: 1000))
    #expect(reading.diagnostics.count == 100)
    #expect(reading.errorCount == 1000)
  }

  @Test(
    "what stands on the line of a mistake is not judged, what follows is",
    arguments: [
      Sample("a = 0x 0x 0x\nb = 1", "{b: 1}"),
      Sample("a = \"x\\q\" \"\\q\"\nb = 1", "{b: 1}"),
      Sample("a = 1 = 2\nb = 1", "{a: 1, b: 1}"),
      Sample("a = 1 \"\"\"x\ny = 2\n\"\"\"\nb = 1", "{a: 1, b: 1}"),
      Sample("[x] [[y]] z\nb = 1", "{x: {b: 1}}"),
      Sample("a = [1, 2}\nb = 1", "{b: 1}"),
    ])
  func restOfLine(sample: Sample) {
    let reading = Reading(sample.text)
    #expect(reading.codes.count == 1, "\(reading.codes)")
    #expect(reading.description == sample.tree)
  }
}
