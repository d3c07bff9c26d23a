import Testing

@Suite("Comment") struct CommentTests {
  @Test(
    "a hash starts a comment outside of strings",
    arguments: [
      Sample(
        "# whole line\nkey = \"value\" # rest of the line\nother = \"# no comment\"",
        "{key: \"value\", other: \"# no comment\"}"),
      Sample("a = 1# no blank before it", "{a: 1}"),
      Sample("[a]#x\nb=true#y\nc=1979-05-27#z\nd=0.5#w", "{a: {b: true, c: date 1979-05-27, d: float 0.5}}"),
      Sample("#", "{}"),
      Sample("#\n#\r\n# \t tab is fine\n", "{}"),
      Sample("# Ümläut, 日本語, 🍅\na = 1", "{a: 1}"),
      Sample("a = [ # one\n  1, # two\n  # three\n  2 # four\n] # five", "{a: [1, 2]}"),
      Sample("a = { # one\n  b = 1, # two\n  # three\n  c = 2 # four\n} # five", "{a: {b: 1, c: 2}}"),
    ])
  func comments(sample: Sample) { expectTree(sample) }

  @Test(
    "control characters are refused in comments",
    arguments: [
      Mistake("a = 1 # \u{0}", "control-character", "\u{0}", help: "delete it"),
      Mistake("# x\u{1F}", "control-character", "\u{1F}"),
      Mistake("a = [ # \u{7F}\n]", "control-character", "\u{7F}"),
      Mistake("# \u{C}\na = 1", "control-character", "\u{C}"),
      Mistake("[a] # \u{B}", "control-character", "\u{B}"),
      Mistake("# a\rb = 1\n", "bare-carriage-return", "\r"),
    ])
  func controlCharacters(mistake: Mistake) throws { try expectMistake(mistake) }
}
