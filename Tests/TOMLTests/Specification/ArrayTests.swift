import Testing

@Suite("Array") struct ArrayTests {
  @Test(
    "arrays of anything, over any number of lines",
    arguments: [
      Sample("a = []\nb = [ ]\nc = [\n]", "{a: [], b: [], c: []}"),
      Sample("a = [1, 2, 3]\nb = [1,2,]\nc = [\n  1,\n  2 # two\n  ,\n]", "{a: [1, 2, 3], b: [1, 2], c: [1, 2]}"),
      Sample("a = [[1, 2], [3, 4, 5], []]", "{a: [[1, 2], [3, 4, 5], []]}"),
      Sample("a = [[1, 2], [\"a\", \"b\"], [[true]]]", "{a: [[1, 2], [\"a\", \"b\"], [[true]]]}"),
      Sample(
        "a = [\"all\", 'strings', \"\"\"are the same\"\"\", '''type''']",
        "{a: [\"all\", \"strings\", \"are the same\", \"type\"]}"),
      Sample(
        "a = [0.1, 1, \"x\", 2026-01-01, { b = 1 }, true]", "{a: [float 0.1, 1, \"x\", date 2026-01-01, {b: 1}, true]}"),
      Sample("a = [{ x = 1 }, { x = 2, y = [3] }]", "{a: [{x: 1}, {x: 2, y: [3]}]}"),
      Sample("a = [\"x = 1\", \"[y]\",\r\n\"z\"\r\n]\r\n", "{a: [\"x = 1\", \"[y]\", \"z\"]}"),
      Sample("a = [\n[\n\"b\"\n]\n,\n[\"c\"]\n]", "{a: [[\"b\"], [\"c\"]]}"),
    ])
  func arrays(sample: Sample) { expectTree(sample) }

  @Test(
    "mistakes in arrays",
    arguments: [
      Mistake("a = [1 2]", "missing-comma", ""),
      Mistake("a = [\n  \"b\"\n  \"c\"\n]", "missing-comma", ""),
      Mistake("a = [\"b\" \"c\"]\nd = 1", "missing-comma", ""),
      Mistake("a = [1,,2]", "extra-comma", ","),
      Mistake("a = [,1]", "extra-comma", ","),
      Mistake("a = [,]", "extra-comma", ","),
      Mistake("a = [1, 2", "unterminated-array", "["),
      Mistake("a = [1, [2, 3]\n", "unterminated-array", "["),
      Mistake("a = [1, 2\nb = 3\n[c]\nd = 4", "unterminated-array", "["),
      Mistake("a = [1, 2,\nb = 3\n", "unterminated-array", "["),
      Mistake("a = [\"x\",\n\n[profile.x]\nb = 3\n", "unterminated-array", "["),
      Mistake("a = [\"x\"\n[[profile.x]]\nb = 3\n", "unterminated-array", "["),
      Mistake("a = [\"x\",\n\"y\" = 3\n", "unterminated-array", "["),
      Mistake("a = [[1,\n2],\nb = 3\n", "unterminated-array", "["),
      Mistake("a = [1}", "mismatched-bracket", "}", help: "write ]"),
      Mistake("a = { b = [1 }", "unterminated-array", "["),
      Mistake("a = [b = 1]", "unexpected-text", "b = 1", help: "{ b = 1 }"),
      Mistake("a = [\"b\" = 1]", "unexpected-text", "= 1"),
      Mistake("a = [1] 2", "trailing-text", "2"),
      Mistake("a = [1]]", "trailing-text", "]"),
      Mistake("a = 1]", "trailing-text", "]"),
      Mistake("]", "unexpected-text", "]"),
      Mistake("a = ]", "missing-value", "]"),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test("the statements after an unclosed array are still read")
  func recovery() {
    let reading = Reading("a = [1, 2\nb = 3\n[c]\nd = 4\n")
    #expect(reading.description == "{b: 3, c: {d: 4}}")
    #expect(reading.document.root.hasErroneousKey("a"))
  }

  @Test("the elements of an array can be read in any order")
  func randomAccess() throws {
    let array = try #require(Reading("a = [10, [20], 30]").document.root["a"]?.value.array)
    #expect(array.count == 3)
    #expect(array[2].integer == 30)
    #expect(array[1].array?[0].integer == 20)
    #expect(array.reversed().first?.integer == 30)
  }
}
