import TestSupport
import Testing

@Suite("Integer") struct IntegerTests {
  @Test(
    "decimal integers of 64 bits",
    arguments: [
      Sample("a = +99\nb = 42\nc = 0\nd = -17\ne = -0\nf = +0", "{a: 99, b: 42, c: 0, d: -17, e: 0, f: 0}"),
      Sample("a = 1_000\nb = 5_349_221\nc = 1_2_3_4_5", "{a: 1000, b: 5349221, c: 12345}"),
      Sample("a = 9223372036854775807\nb = -9223372036854775808", "{a: 9223372036854775807, b: -9223372036854775808}"),
      Sample("a = 999999999999999999\nb = 1000000000000000000", "{a: 999999999999999999, b: 1000000000000000000}"),
    ])
  func decimal(sample: Sample) { expectTree(sample) }

  @Test(
    "hexadecimal, octal and binary integers",
    arguments: [
      Sample(
        "a = 0xDEADBEEF\nb = 0xdeadbeef\nc = 0xdead_beef\nd = 0x0",
        "{a: 3735928559, b: 3735928559, c: 3735928559, d: 0}"),
      Sample("a = 0o01234567\nb = 0o755\nc = 0b11010110\nd = 0b0000", "{a: 342391, b: 493, c: 214, d: 0}"),
      Sample("a = 0x7FFFFFFFFFFFFFFF\nb = 0o777777777777777777777", "{a: 9223372036854775807, b: 9223372036854775807}"),
      Sample("a = 0b111111111111111111111111111111111111111111111111111111111111111", "{a: 9223372036854775807}"),
    ])
  func otherBases(sample: Sample) { expectTree(sample) }

  @Test(
    "mistakes in integers",
    arguments: [
      Mistake("a = 007", "leading-zero", "0", help: "write a = 7"),
      Mistake("a = -01", "leading-zero", "0", help: "write a = -1"),
      Mistake("a = 00", "leading-zero", "0", help: "write a = 0"),
      Mistake("a = 0_0", "leading-zero", "0"),
      Mistake("a = 1__2", "misplaced-underscore", "_", help: "write a = 12"),
      Mistake("a = 12_", "misplaced-underscore", "_"),
      Mistake("a = _12", "misplaced-underscore", "_"),
      Mistake("a = +_12", "misplaced-underscore", "_"),
      Mistake("a = 0x_1", "misplaced-underscore", "_"),
      Mistake("a = 0x1_", "misplaced-underscore", "_"),
      Mistake("a = 0o7_", "misplaced-underscore", "_"),
      Mistake("a = 9223372036854775808", "integer-overflow", "9223372036854775808"),
      Mistake("a = -9223372036854775809", "integer-overflow", "-9223372036854775809"),
      Mistake("a = 99999999999999999999999999", "integer-overflow", "99999999999999999999999999"),
      Mistake("a = 0x8000000000000000", "integer-overflow", "0x8000000000000000"),
      Mistake(
        "a = 0b1\(String(repeating: "0", count: 63))", "integer-overflow", "0b1\(String(repeating: "0", count: 63))"),
      Mistake("a = 0xfg", "invalid-number", "g"),
      Mistake("a = 0o78", "invalid-number", "8"),
      Mistake("a = 0b12", "invalid-number", "2"),
      Mistake("a = 0x", "invalid-number", "0x"),
      Mistake("a = 0X1", "invalid-number", "0X", help: "write a = 0x1"),
      Mistake("a = -0x1", "invalid-number", "-", help: "write a = 0x1"),
      Mistake("a = +0b1", "invalid-number", "+"),
      Mistake("a = ++9", "invalid-number", "+"),
      Mistake("a = 25m", "invalid-number", "m", help: "a = \"25m\""),
      Mistake("a = 1h30m", "invalid-number", "h", help: "a = \"1h30m\""),
      Mistake("a = 1.2.3", "invalid-number", ".", help: "a = \"1.2.3\""),
      Mistake("a = 5 pm", "trailing-text", "pm", help: "a = \"5 pm\""),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }
}

@Suite("Float") struct FloatTests {
  @Test(
    "floats",
    arguments: [
      Sample("a = +1.0\nb = 3.1415\nc = -0.01", "{a: float 1.0, b: float 3.1415, c: float -0.01}"),
      Sample(
        "a = 5e+22\nb = 1e06\nc = -2E-2\nd = 6.626e-34",
        "{a: float 5e+22, b: float 1000000.0, c: float -0.02, d: float 6.626e-34}"),
      Sample("a = 224_617.445_991_228\nb = 1_0e1_0", "{a: float 224617.445991228, b: float 100000000000.0}"),
      Sample(
        "a = 0.0\nb = -0.0\nc = +0.0\nd = 0e0\ne = 0.00",
        "{a: float 0.0, b: float -0.0, c: float 0.0, d: float 0.0, e: float 0.0}"),
      Sample("a = inf\nb = +inf\nc = -inf", "{a: float inf, b: float inf, c: float -inf}"),
      Sample("a = nan\nb = +nan\nc = -nan", "{a: float nan, b: float nan, c: float -nan}"),
      Sample("a = 1e400\nb = -1e400\nc = 1e-400", "{a: float inf, b: float -inf, c: float 0.0}"),
      Sample(
        "a = 9007199254740993.0\nb = 0.1\nc = 1e22\nd = 1e23",
        "{a: float 9007199254740992.0, b: float 0.1, c: float 1e+22, d: float 1e+23}"),
      Sample(
        "a = 2.2250738585072014e-308\nb = 5e-324\nc = 1.7976931348623157e308",
        "{a: float 2.2250738585072014e-308, b: float 5e-324, c: float 1.7976931348623157e+308}"),
    ])
  func floats(sample: Sample) { expectTree(sample) }

  @Test(
    "mistakes in floats",
    arguments: [
      Mistake("a = .7", "incomplete-float", ".", help: "write a = 0.7"),
      Mistake("a = -.7", "incomplete-float", ".", help: "write a = -0.7"),
      Mistake("a = 7.", "incomplete-float", ".", help: "write a = 7.0"),
      Mistake("a = 3.e+20", "incomplete-float", ".", help: "write a = 3.0e+20"),
      Mistake("a = 03.14", "leading-zero", "0", help: "write a = 3.14"),
      Mistake("a = 1._2", "misplaced-underscore", "_"),
      Mistake("a = 1_.2", "misplaced-underscore", "_"),
      Mistake("a = 1.2_", "misplaced-underscore", "_"),
      Mistake("a = 1e_2", "misplaced-underscore", "_"),
      Mistake("a = 1e2_", "misplaced-underscore", "_"),
      Mistake("a = 1e", "invalid-number", "1e"),
      Mistake("a = 1e+", "invalid-number", "1e+"),
      Mistake("a = 1e2.3", "invalid-number", "."),
      Mistake("a = 1ee2", "invalid-number", "e"),
      Mistake("a = 1..2", "incomplete-float", "."),
      Mistake("a = Inf", "invalid-number", "Inf", help: "write a = inf"),
      Mistake("a = -NaN", "invalid-number", "NaN", help: "write a = -nan"),
      Mistake("a = in", "unquoted-string", "in"),
      Mistake("a = inf_", "unquoted-string", "inf_"),
      Mistake("a = 1,5", "trailing-text", ",5"),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test("every float reads like the standard library reads it, whatever the number of its digits")
  func correctRounding() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      let digits = Int.random(in: 1...20, using: &generator)
      let whole = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      let trimmed = String(whole.drop { $0 == "0" })
      let fraction = String(UInt64.random(in: 0...UInt64.max, using: &generator)).prefix(
        Int.random(in: 1...19, using: &generator))
      let exponent = Int.random(in: -330...330, using: &generator)
      let text =
        "\(trimmed.isEmpty ? "0" : trimmed).\(fraction)" + (Bool.random(using: &generator) ? "e\(exponent)" : "")
      #expect(Reading("a = \(text)").document.root["a"]?.value.float == Double(text), "\(text)")
    }
  }
}

@Suite("Boolean") struct BooleanTests {
  @Test("booleans are in lower case")
  func booleans() { expectTree(Sample("a = true\nb = false", "{a: true, b: false}")) }

  @Test(
    "mistakes in booleans",
    arguments: [
      Mistake("a = True", "invalid-boolean", "True", help: "write a = true"),
      Mistake("a = FALSE", "invalid-boolean", "FALSE", help: "write a = false"),
      Mistake("a = yes", "invalid-boolean", "yes", help: "write a = true"),
      Mistake("a = off # x", "invalid-boolean", "off", help: "write a = false"),
      Mistake("a = [True, false]", "invalid-boolean", "True", help: "write true"),
      Mistake("a = tru", "unquoted-string", "tru"),
      Mistake("a = truer", "unquoted-string", "truer"),
      Mistake("a = falsey", "unquoted-string", "falsey"),
      Mistake("a = true false", "trailing-text", "false"),
      Mistake("a = null", "null-value", "null"),
      Mistake("a = None", "null-value", "None"),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }
}
