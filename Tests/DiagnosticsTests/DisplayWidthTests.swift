import SchedulerDiagnostics
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("~", 1), ("é", 1), ("\u{301}", 0), ("\u{20DD}", 0), ("\u{200D}", 0), ("\u{1160}", 0), ("\u{600}", 1),
      ("ᄀ", 2), ("한", 2), ("日", 2), ("\u{115F}", 2), ("\u{10FF}", 1), ("Ａ", 2), ("ｱ", 1), ("⌚", 2), ("❤", 1), ("🍅", 2),
      ("\u{1F3FD}", 2), ("\u{1FAE9}", 2), ("\u{1F1E9}", 1), ("𠀀", 2), ("\u{3FFFD}", 2), ("\u{3FFFE}", 1),
      ("\u{10FFFF}", 1), ("\u{E000}", 1), ("␀", 1), ("\u{FFFD}", 1),
    ] as [(Unicode.Scalar, Int)])
  func `DisplayWidth gives the number of terminal columns of a scalar`(scalar: Unicode.Scalar, columns: Int) {
    #expect(DisplayWidth.columns(of: scalar) == columns)
  }

  @Test(arguments: [
    ("", 0), ("deep work", 9), ("cafe\u{301}", 4), ("日本語", 6), ("👨‍👩‍👧", 2), ("❤️", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2),
    ("क्षि", 3), ("각", 2), ("🍅 Pomodoro", 11),
  ])
  func `the display width of a text is the sum of its clusters' widths`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("deep work", "deep work"), ("a\u{1B}[31m", "a␛[31m"), ("a\nb\tc\u{7F}", "a␊b␉c␡"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("x\u{202E}y", "x\u{FFFD}y"), ("win\u{200B}dow", "win\u{FFFD}dow"), ("win\u{200D}dow", "win\u{FFFD}dow"),
    ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️", "❤️"), ("cafe\u{301} 日本", "cafe\u{301} 日本"), ("\u{2028}", "\u{FFFD}"),
  ])
  func `a text from a file is made printable`(text: String, printable: String) {
    #expect(PrintableText.printable(text) == printable)
  }
}
