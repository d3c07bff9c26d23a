import Testing

@Suite("Keys") struct KeyTests {
  @Test(
    "bare, quoted and dotted keys",
    arguments: [
      Sample(
        "key = 1\nbare_key = 2\nbare-key = 3\n1234 = 4\n-_- = 5", "{key: 1, bare_key: 2, bare-key: 3, 1234: 4, -_-: 5}"),
      Sample(
        #""127.0.0.1" = 1"# + "\n" + #"'quoted "value"' = 2"# + "\n" + #""ʎǝʞ" = 3"#,
        #"{"127.0.0.1": 1, "quoted \"value\"": 2, "ʎǝʞ": 3}"#),
      Sample("\"\" = 1", "{\"\": 1}"),
      Sample("'' = 1", "{\"\": 1}"),
      Sample("a.b.c = 1\na.b.d = 2\na.e = 3", "{a: {b: {c: 1, d: 2}, e: 3}}"),
      Sample("a . b\t.\tc = 1", "{a: {b: {c: 1}}}"),
      Sample("site.\"google.com\" = true", "{site: {\"google.com\": true}}"),
      Sample("3.14159 = \"pi\"", "{3: {14159: \"pi\"}}"),
      Sample("'a'.\"b\".c = 1", "{a: {b: {c: 1}}}"),
      Sample("\"\".'' = 1", "{\"\": {\"\": 1}}"),
      Sample(#""\u0061\t" = 1"#, #"{"a\t": 1}"#),
      Sample(
        "true = 1\nfalse = 2\ninf = 3\nnan = 4\n1979-05-27 = 5", "{true: 1, false: 2, inf: 3, nan: 4, 1979-05-27: 5}"),
      Sample("a=1\n b =2\n\tc\t=\t3", "{a: 1, b: 2, c: 3}"),
      Sample("Key = 1\nkey = 2\nKEY = 3", "{Key: 1, key: 2, KEY: 3}"),
      Sample("apple.type = 1\norange.type = 2\napple.skin = 3", "{apple: {type: 1, skin: 3}, orange: {type: 2}}"),
    ])
  func keys(sample: Sample) { expectTree(sample) }

  @Test(
    "mistakes in keys",
    arguments: [
      Mistake("= 1", "missing-key", "=", help: "name = "),
      Mistake("[]", "missing-key", "[", help: "[name]"),
      Mistake("[[]]", "missing-key", "[["),
      Mistake(".a = 1", "missing-key", "."),
      Mistake("a. = 1", "missing-key", "="),
      Mistake("a..b = 1", "missing-key", "."),
      Mistake("a.\nb = 1", "missing-key", "."),
      Mistake("a.", "missing-key", "."),
      Mistake("[a.]", "missing-key", "]"),
      Mistake("[.a]", "unexpected-text", "."),
      Mistake("schlüssel = 1", "invalid-bare-key", "ü", help: "\"schlüssel\""),
      Mistake("a$b = 1", "invalid-bare-key", "$", help: "\"a$b\""),
      Mistake("my key = 1", "invalid-bare-key", "my key", help: "\"my key\" = …"),
      Mistake("[my table]", "invalid-bare-key", "my table", help: "\"my table\""),
      Mistake("\"\"\"a\"\"\" = 1", "multiline-key", "\"\"\"a\"\"\""),
      Mistake("a.'''b''' = 1", "multiline-key", "'''b'''"),
      Mistake("name", "missing-equals", "", help: "name = …"),
      Mistake("name\nother = 1", "missing-equals", "\n"),
      Mistake("name \"x\"", "missing-equals", "\"x\""),
      Mistake("name: \"x\"", "missing-equals", ":", help: "name = \"x\""),
      Mistake("name : \"x\" # why", "missing-equals", ":", help: "name = \"x\""),
      Mistake("name # = 1", "missing-equals", "# = 1"),
      Mistake("a == 1", "doubled-equals", "=", help: "a = 1"),
      Mistake("a = = 1", "doubled-equals", "=", help: "a = 1"),
      Mistake("a =", "missing-value", "", help: "a = \"\""),
      Mistake("a = # nothing", "missing-value", "# nothing"),
      Mistake("a = \nb = 1", "missing-value", "\n"),
      Mistake("\"a\\qb\" = 1", "invalid-escape", "\\q"),
      Mistake("\"a = 1", "unterminated-string", "\"a = 1"),
      Mistake("a.\"b = 1", "unterminated-string", "\"b = 1"),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "a key is defined once",
    arguments: [
      Mistake("name = 1\nname = 2", "duplicate-key", "name", first: "name"),
      Mistake("spelling = 1\n\"spelling\" = 2", "duplicate-key", "\"spelling\"", first: "spelling"),
      Mistake("ab = 1\n\"\\u0061b\" = 2", "duplicate-key", "\"\\u0061b\"", first: "ab"),
      Mistake("\"\\u0061b\" = 1\nab = 2", "duplicate-key", "ab", first: "\"\\u0061b\""),
      Mistake("'' = 1\n\"\" = 2", "duplicate-key", "\"\"", first: "''"),
      Mistake("a.b = 1\na = 2", "duplicate-key", "a", first: "a"),
      Mistake("a = 1\na.b = 2", "not-a-table", "a", first: "a"),
      Mistake("a.b = 1\na.b.c = 2", "not-a-table", "b", first: "b"),
      Mistake("a.b.c = 1\na.b.c = 2", "duplicate-key", "c", first: "c"),
      Mistake("a = [1]\na.b = 2", "not-a-table", "a"),
    ])
  func duplicates(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test("the ninth and later keys of a table are found like the first")
  func manyKeys() {
    let names = (0..<1000).map { "key\($0)" }
    let reading = Reading(names.map { "\($0) = 1" }.joined(separator: "\n") + "\nkey0 = 2\nkey999 = 2\n")
    #expect(reading.codes == ["duplicate-key", "duplicate-key"])
    #expect(names.allSatisfy { reading.document.root[$0]?.key.text == $0 })
    #expect(reading.document.root["key1000"] == nil)
    #expect(reading.document.root.count == 1000)
  }
}
