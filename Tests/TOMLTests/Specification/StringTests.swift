import Testing

private let quotes = "\"\"\""

@Suite("String") struct StringTests {
  @Test(
    "basic strings",
    arguments: [
      Sample(
        #"s = "I'm a string. \"You can quote me\". Name\tJos\u00E9\nLocation\tSF.""#,
        "{s: \"I'm a string. \\\"You can quote me\\\". Name\\tJosé\\nLocation\\tSF.\"}"),
      Sample(#"s = """#, #"{s: ""}"#),
      Sample("s = \"tab\there\"", #"{s: "tab\there"}"#),
      Sample(#"s = "\b\t\n\f\r\e\"\\""#, #"{s: "\u{08}\t\n\u{0C}\r\u{1B}\"\\"}"#),
      Sample(#"s = "\x41\xe9\x00\x7f""#, "{s: \"Aé\\0\\u{7F}\"}"),
      Sample(#"s = "\u00e9\U0001F345\uD7FF\uE000\U0010FFFF""#, "{s: \"é🍅\u{D7FF}\u{E000}\u{10FFFF}\"}"),
      Sample("s = \"Ünïcödé 日本語 🍅\"", "{s: \"Ünïcödé 日本語 🍅\"}"),
      Sample("s = \"\u{FEFF}\u{7FF}\u{800}\u{FFFF}\u{10000}\"", "{s: \"\u{FEFF}\u{7FF}\u{800}\u{FFFF}\u{10000}\"}"),
      Sample(#"s = "C:\\temp # no comment""#, #"{s: "C:\\temp # no comment"}"#),
      Sample(#"s = "ends in a backslash\\""#, #"{s: "ends in a backslash\\"}"#),
    ])
  func basic(sample: Sample) { expectTree(sample) }

  @Test(
    "multi-line basic strings",
    arguments: [
      Sample("s = \(quotes)\nRoses are red\nViolets are blue\(quotes)", #"{s: "Roses are red\nViolets are blue"}"#),
      Sample("s = \(quotes)\(quotes)", #"{s: ""}"#),
      Sample("s = \(quotes)\n\(quotes)", #"{s: ""}"#),
      Sample("s = \(quotes)\n\n\(quotes)", #"{s: "\n"}"#),
      Sample("s = \(quotes)\r\na\r\nb\(quotes)", #"{s: "a\r\nb"}"#),
      Sample(
        "s = \(quotes)The quick brown \\\n\n\n  fox jumps over \\\n    the lazy dog.\(quotes)",
        #"{s: "The quick brown fox jumps over the lazy dog."}"#),
      Sample("s = \(quotes)\\\n   a \\  \t\n  b\\\n   \(quotes)", #"{s: "a b"}"#),
      Sample("s = \(quotes)\\\r\n  a\(quotes)", #"{s: "a"}"#),
      Sample("s = \(quotes)one \" two \"\" three \"\"\\\" four\(quotes)", #"{s: "one \" two \"\" three \"\"\" four"}"#),
      Sample("s = \(quotes)\"This,\" she said\(quotes)\"", #"{s: "\"This,\" she said\""}"#),
      Sample("s = \(quotes)two\(quotes)\"\"", #"{s: "two\"\""}"#),
      Sample("s = \(quotes)\"\(quotes)", #"{s: "\""}"#),
      Sample("s = \(quotes)a\tb\\\\\(quotes)", #"{s: "a\tb\\"}"#),
      Sample("s = \(quotes)\\u00e9\\x41\(quotes)", "{s: \"éA\"}"),
    ])
  func multilineBasic(sample: Sample) { expectTree(sample) }

  @Test(
    "literal strings",
    arguments: [
      Sample(#"s = 'C:\Users\nodejs\templates'"#, #"{s: "C:\\Users\\nodejs\\templates"}"#),
      Sample("s = ''", #"{s: ""}"#),
      Sample(#"s = 'Tom "Dubs" <\i\c*\s*>'"#, #"{s: "Tom \"Dubs\" <\\i\\c*\\s*>"}"#),
      Sample("s = '''I [dw]on't need \\d{2} apples'''", #"{s: "I [dw]on't need \\d{2} apples"}"#),
      Sample(
        "s = '''\nThe first newline is\ntrimmed.\n   All other\n'''",
        #"{s: "The first newline is\ntrimmed.\n   All other\n"}"#),
      Sample("s = ''''That,' she said'''", #"{s: "'That,' she said"}"#),
      Sample("s = '''two'''''", #"{s: "two''"}"#),
      Sample("s = ''''''", #"{s: ""}"#),
      Sample("s = '''\"\"\"\\'''", #"{s: "\"\"\"\\"}"#),
    ])
  func literal(sample: Sample) { expectTree(sample) }

  @Test(
    "strings that are not closed",
    arguments: [
      Mistake("s = \"deep work", "unterminated-string", "\"deep work", help: "s = \"deep work\""),
      Mistake("s = \"deep work\nt = 1", "unterminated-string", "\"deep work", help: "s = \"deep work\""),
      Mistake("s = \"deep work\r\nt = 1", "unterminated-string", "\"deep work"),
      Mistake("s = 'deep work\nt = 1", "unterminated-string", "'deep work", help: "s = 'deep work'"),
      Mistake("s = \"", "unterminated-string", "\""),
      Mistake("s = \"C:\\dir\\\"", "unterminated-string", "\"C:\\dir\\\"", help: "single quotes"),
      Mistake("s = \(quotes)abc\nt = 1\n", "unterminated-string", quotes, help: "close it with \(quotes)"),
      Mistake("s = \(quotes)abc\"\"", "unterminated-string", quotes),
      Mistake("s = \(quotes)abc\\", "unterminated-string", quotes),
      Mistake("s = \(quotes)abc\\\(quotes)", "unterminated-string", quotes),
      Mistake("s = '''abc''", "unterminated-string", "'''"),
      Mistake("s = [\"a\n]", "unterminated-string", "\"a"),
    ])
  func unterminated(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "escapes that are none",
    arguments: [
      Mistake(#"s = "a\qb""#, "invalid-escape", #"\q"#, help: #"'a\qb'"#),
      Mistake(#"s = "\/""#, "invalid-escape", #"\/"#),
      Mistake(#"s = "\ ""#, "invalid-escape", #"\ "#),
      Mistake(#"s = "it's \q""#, "invalid-escape", #"\q"#, help: #"\\q"#),
      Mistake("s = \"a\\\u{E9}b\"", "invalid-escape", "\\\u{E9}"),
      Mistake(#"s = "C:\Users\kim\docs""#, "invalid-unicode-escape", #"\U"#, help: #"'C:\Users\kim\docs'"#),
      Mistake(#"s = "C:\windows\kim""#, "invalid-escape", #"\w"#, help: #"'C:\windows\kim'"#),
      Mistake(#"s = "\x4""#, "invalid-unicode-escape", #"\x4"#),
      Mistake(#"s = "\u00g9""#, "invalid-unicode-escape", #"\u00"#),
      Mistake(#"s = "\U0000004""#, "invalid-unicode-escape", #"\U0000004"#),
      Mistake(#"s = "\uD800""#, "invalid-unicode-escape", #"\uD800"#),
      Mistake(#"s = "\uDFFF""#, "invalid-unicode-escape", #"\uDFFF"#),
      Mistake(#"s = "\U00110000""#, "invalid-unicode-escape", #"\U00110000"#),
      Mistake(#"s = "\UFFFFFFFF""#, "invalid-unicode-escape", #"\UFFFFFFFF"#),
      Mistake("s = \(quotes)a \\ b\(quotes)", "invalid-escape", "\\ "),
      Mistake("s = \(quotes)a \\  \(quotes)", "invalid-escape", "\\ "),
    ])
  func escapes(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "control characters are refused in strings",
    arguments: [
      Mistake("s = \"a\u{0}b\"", "control-character", "\u{0}", help: "\\u0000"),
      Mistake("s = \"a\u{1F}b\"", "control-character", "\u{1F}"),
      Mistake("s = \"a\u{7F}b\"", "control-character", "\u{7F}"),
      Mistake("s = 'a\u{8}b'", "control-character", "\u{8}", help: "double quotes"),
      Mistake("s = \(quotes)a\n\u{1}b\(quotes)", "control-character", "\u{1}"),
      Mistake("s = '''a\n\u{7F}b'''", "control-character", "\u{7F}"),
      Mistake("s = \"a\rb\"", "bare-carriage-return", "\r"),
      Mistake("s = 'a\rb'", "bare-carriage-return", "\r"),
      Mistake("s = \(quotes)a\r\r\nb\(quotes)", "bare-carriage-return", "\r"),
      Mistake("s = '''a\rb'''", "bare-carriage-return", "\r"),
    ])
  func controlCharacters(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "text that is no string",
    arguments: [
      Mistake("name = deep work", "unquoted-string", "deep work", help: "name = \"deep work\""),
      Mistake("name = deep", "unquoted-string", "deep", help: "name = \"deep\""),
      Mistake("name = deep work # why", "unquoted-string", "deep work"),
      Mistake("name = don't stop", "unquoted-string", "don't stop", help: "name = \"don't stop\""),
      Mistake("path = /usr/bin/steam", "unquoted-string", "/usr/bin/steam"),
      Mistake("url = https://example.com/?a=b", "unquoted-string", "https://example.com/?a=b"),
      Mistake("a = [deep work, 1]", "unquoted-string", "deep work", help: "\"deep work\""),
      Mistake("a = { b = deep work, c = 1 }", "unquoted-string", "deep work", help: "b = \"deep work\""),
      Mistake("name = “deep work”", "typographic-quotes", "“deep work”", help: "name = \"deep work\""),
      Mistake("name = ‘deep’ # x", "typographic-quotes", "‘deep’", help: "name = \"deep\""),
      Mistake("name = “deep work", "typographic-quotes", "“deep work", help: "name = \"deep work\""),
    ])
  func unquoted(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test("each wrong escape of a string is reported")
  func severalEscapes() {
    let reading = Reading(#"s = "\q and \z""#)
    #expect(reading.diagnostics.map { reading.excerpt($0.primary?.span) } == [#"\q"#, #"\z"#])
  }
}
