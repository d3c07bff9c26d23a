import Testing

@Suite("Table") struct TableTests {
  @Test(
    "headers",
    arguments: [
      Sample("[table]", "{table: {}}"),
      Sample("[table-1]\na = 1\n[table-2]\na = 2", "{table-1: {a: 1}, table-2: {a: 2}}"),
      Sample("[dog.\"tater.man\"]\ntype.name = \"pug\"", "{dog: {\"tater.man\": {type: {name: \"pug\"}}}}"),
      Sample(
        "[a.b.c]\n[ d.e.f ]\n[ g .  h  . i ]\n[ j . \"ʞ\" . 'l' ]",
        "{a: {b: {c: {}}}, d: {e: {f: {}}}, g: {h: {i: {}}}, j: {\"ʞ\": {l: {}}}}"),
      Sample("[x.y.z.w]\na = 1\n[x]\nb = 2", "{x: {y: {z: {w: {a: 1}}}, b: 2}}"),
      Sample("[fruit.apple]\n[animal]\n[fruit.orange]", "{fruit: {apple: {}, orange: {}}, animal: {}}"),
      Sample("a = 1\n\t[ b ] \t# c\n\tc = 2", "{a: 1, b: {c: 2}}"),
      Sample("['']\na = 1", "{\"\": {a: 1}}"),
      Sample("[a]\nb.c = 1\nb.d = 2\n[a.b.e]\nf = 3", "{a: {b: {c: 1, d: 2, e: {f: 3}}}}"),
      Sample("[a.b]\nc = 1\n[a]\nd.e = 2", "{a: {b: {c: 1}, d: {e: 2}}}"),
      Sample("[a.b.c]\nx = 1\n[a]\nb.y = 2", "{a: {b: {c: {x: 1}, y: 2}}}"),
      Sample("[true]\n[1.2]\n[-_]", "{true: {}, 1: {2: {}}, -_: {}}"),
    ])
  func headers(sample: Sample) { expectTree(sample) }

  @Test(
    "a table is defined once",
    arguments: [
      Mistake("[fruit]\na = 1\n[fruit]\nb = 2", "duplicate-table", "fruit", first: "fruit"),
      Mistake("[a]\n[a.b]\n[a]", "duplicate-table", "a", first: "a"),
      Mistake("[fruit]\napple = 1\n[fruit.apple]\ntexture = 2", "not-a-table", "apple", first: "apple"),
      Mistake("[fruit]\napple.color = 1\n[fruit.apple]", "duplicate-table", "apple", first: "apple"),
      Mistake("[fruit]\napple.taste.sweet = true\n[fruit.apple.taste]", "duplicate-table", "taste", first: "taste"),
      Mistake("a = 1\n[a.b.c]", "not-a-table", "a", first: "a"),
      Mistake("a = 1\n[a]", "not-a-table", "a", first: "a"),
      Mistake("[a.b]\n[a]\nb = 1", "duplicate-key", "b", first: "b"),
      Mistake("a.b = 1\n[a]", "duplicate-table", "a"),
      Mistake("[a.b.c]\n[a]\nb.y = 2\n[a.b]", "duplicate-table", "b", first: "b"),
    ])
  func redefinition(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "dotted keys do not reach into tables with a header",
    arguments: [
      Mistake("[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "dotted-key-conflict", "c", first: "c"),
      Mistake("[a.b.c.d]\nz = 9\n[a]\nb.c.d.k.t = 1", "dotted-key-conflict", "d", first: "d"),
    ])
  func dottedKeys(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "mistakes in headers",
    arguments: [
      Mistake("[a", "unterminated-header", "", help: "write [a]"),
      Mistake("[a\nb = 1", "unterminated-header", "\n", help: "write [a]"),
      Mistake("[a b = 1", "unterminated-header", "b", help: "write [a]"),
      Mistake("[a # x\nb = 1", "unterminated-header", "# x", help: "write [a]"),
      Mistake("[[a]\nb = 1", "unterminated-header", "\n", help: "write [[a]]"),
      Mistake("[[a\nb = 1", "unterminated-header", "\n", help: "write [[a]]"),
      Mistake("[a]]\nb = 1", "malformed-header", "]]", help: "write [[a]]"),
      Mistake("[ [a] ]\nb = 1", "malformed-header", "[ [", help: "write [[a]]"),
      Mistake("[[a] ]\nb = 1", "malformed-header", "] ]", help: "write [[a]]"),
      Mistake("[a] b = 1", "trailing-text", "b = 1"),
      Mistake("[a][b]", "trailing-text", "[b]"),
      Mistake("[a=b]\nc = 1", "unterminated-header", "="),
      Mistake("[", "missing-key", "["),
      Mistake("[ ]", "missing-key", "[ "),
      Mistake("[[[a]]]", "unexpected-text", "["),
      Mistake("[a.b.]", "missing-key", "]"),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "keys below a wrong header are judged among themselves only",
    arguments: [
      Sample("[a]\nx = 1\n[a]\nx = 2", "{a: {x: 1}}"),
      Sample("x = 1\n[a b]\nx = 2", "{x: 1}"),
      Sample("[a\nx = 2", "{a: {x: 2}}"),
    ])
  func sections(sample: Sample) {
    let reading = Reading(sample.text)
    #expect(reading.codes.count == 1)
    #expect(reading.description == sample.tree)
  }
}
