import Testing

@Suite("Inline table") struct InlineTableTests {
  @Test(
    "inline tables, also over several lines",
    arguments: [
      Sample("a = {}\nb = { }", "{a: {}, b: {}}"),
      Sample(
        "name = { first = \"Tom\", last = \"Preston-Werner\" }", "{name: {first: \"Tom\", last: \"Preston-Werner\"}}"),
      Sample("a={x=1,y=2}", "{a: {x: 1, y: 2}}"),
      Sample("animal = { type.name = \"pug\", type.age = 3 }", "{animal: {type: {name: \"pug\", age: 3}}}"),
      Sample("a = { b = { c = { d = 1 } } }", "{a: {b: {c: {d: 1}}}}"),
      Sample("a = {\n  b = 1,\n  c = 2,\n}", "{a: {b: 1, c: 2}}"),
      Sample("a = {\n  b = 1 # x\n  , # y\n  c = [\n 1 ] }\nd = 1", "{a: {b: 1, c: [1]}, d: 1}"),
      Sample("a = { b = 1, }", "{a: {b: 1}}"),
      Sample("a = { \"b c\" = 1, 'd' = 2, 3 = 4 }", "{a: {\"b c\": 1, d: 2, 3: 4}}"),
      Sample("a.b = { c = 1 }\na.d = 2", "{a: {b: {c: 1}, d: 2}}"),
      Sample("[t]\na = {\r\n\tb = \"\"\"\nx\"\"\"\r\n}\r\n", "{t: {a: {b: \"x\"}}}"),
    ])
  func inlineTables(sample: Sample) { expectTree(sample) }

  @Test(
    "an inline table is complete",
    arguments: [
      Mistake("[product]\ntype = { name = 1 }\ntype.edible = false", "closed-table", "type", first: "type"),
      Mistake("[product]\ntype.name = 1\ntype = { edible = false }", "duplicate-key", "type", first: "type"),
      Mistake("a = {}\n[a.b]", "closed-table", "a"),
      Mistake("a = {}\n[a]", "closed-table", "a"),
      Mistake("a = {}\n[[a]]", "closed-table", "a"),
      Mistake("a = { b = {} }\n[a.b.c]", "closed-table", "a"),
      Mistake("a = { b.c = 1 }\n[a.b.d]", "closed-table", "a"),
      Mistake("[t.n]\ni = { n = {} }\n[t.n.i.n]", "closed-table", "i"),
      Mistake("a = { b = { c = 1 }, b.d = 2 }", "closed-table", "b", first: "b"),
      Mistake("a = { b.c = 1, b = 2 }", "duplicate-key", "b", first: "b"),
      Mistake("a = { b = 1, b = 2 }", "duplicate-key", "b", first: "b"),
      Mistake("a = { b = [], b.c = 2 }", "not-a-table", "b"),
      Mistake("a = [{ b = 1 }]\n[a.c]", "not-a-table", "a"),
      Mistake("a.b = 1\na = { c = 2 }", "duplicate-key", "a"),
    ])
  func closed(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "mistakes in inline tables",
    arguments: [
      Mistake("a = { b = 1 c = 2 }", "missing-comma", ""),
      Mistake("a = {\n  b = 1\n  c = 2\n}\nd = 1", "missing-comma", ""),
      Mistake("a = { b = 1,, c = 2 }", "extra-comma", ","),
      Mistake("a = { , }", "extra-comma", ","),
      Mistake("a = { b = 1", "unterminated-inline-table", "{"),
      Mistake("a = {", "unterminated-inline-table", "{"),
      Mistake("a = { b = 1\nc = 2\n[d]\ne = 3", "unterminated-inline-table", "{"),
      Mistake("a = { b = 1\n[d]\ne = 3", "unterminated-inline-table", "{"),
      Mistake("a = { b = 1,\n[d]\ne = 3", "unterminated-inline-table", "{"),
      Mistake("a = { b = 1 ]", "mismatched-bracket", "]", help: "write }"),
      Mistake("a = [{ b = 1 ]", "unterminated-inline-table", "{"),
      Mistake("a = { b }", "missing-equals", "}"),
      Mistake("a = { b: 1 }", "missing-equals", ":"),
      Mistake("a = { b = }", "missing-value", "}"),
      Mistake("a = { b = , c = 1 }", "missing-value", ","),
      Mistake("a = { 1 }", "missing-equals", "}"),
      Mistake("a = { = 1 }", "unexpected-text", "="),
      Mistake("a = { b = 1 } c", "trailing-text", "c"),
      Mistake("a = }", "missing-value", "}"),
      Mistake("}", "unexpected-text", "}"),
    ])
  func mistakes(mistake: Mistake) throws {
    try expectMistake(mistake)
  }

  @Test(
    "an entry with a mistake is left out, the others stay",
    arguments: [
      Sample("a = { b = 0x, c = 2 }", "{a: {c: 2}}"),
      Sample("a = { b c = 1, d = 2 }", "{a: {d: 2}}"),
      Sample("a = { b = [1, 0x], d = 2 }\ne = 1", "{a: {d: 2}, e: 1}"),
      Sample("a = { b = 1 c = 2 }", "{a: {b: 1, c: 2}}"),
    ])
  func recovery(sample: Sample) {
    let reading = Reading(sample.text)
    #expect(reading.codes.count == 1)
    #expect(reading.description == sample.tree)
  }
}
