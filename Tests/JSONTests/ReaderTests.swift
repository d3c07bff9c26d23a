import SchedulerJSON
import Testing

@Suite struct ReaderTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("\t\r\nfalse", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
      ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("1.0", .double(1)), ("-0.0", .double(-0.0)), ("1E+2", .double(100)), ("20e1", .double(200)),
      ("0e-1", .double(0)),
      ("4.9e-324", .double(.leastNonzeroMagnitude)), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      ("1e-999", .double(0)), ("\"\"", .string("")),
      ("\"日本 \u{7F}\u{2028}\u{10FFFF}\"", .string("日本 \u{7F}\u{2028}\u{10FFFF}")),
      (#""\"\\\/\b\f\n\r\t\u0041\u00e9\u0000""#, .string("\"\\/\u{8}\u{C}\n\r\tAé\0")),
      (#""\uD83C\uDF45\ud83c\udf45""#, .string("🍅🍅")), (#""\uDBFF\uDFFF""#, .string("\u{10FFFF}")),
      ("[]", .array([])), ("[ ]", .array([])), ("[1 , [ ] ,null]", .array([.integer(1), .array([]), .null])),
      ("{}", .object([:])), ("{ \"b\" : 1 , \"a\" : { } }", .object(["b": .integer(1), "a": .object([:])])),
      ("{\"\":0}", .object(["": .integer(0)])),
    ] as [(String, JSONValue)])
  func `the JSON parser returns the value of a text`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  /// Cases of the kinds that the JSON parsing test suite of Nicolas Seriot collects (`n_*`, and `i_*` that are
  /// rejected).
  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
      ("[1,", .unexpectedEnd, 3), ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
      ("\"a", .unexpectedEnd, 2),
      ("tru", .unexpectedEnd, 3), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3),
      ("\"\\", .unexpectedEnd, 2), ("\"\\u00", .unexpectedEnd, 5),
      ("[,1]", .expectedValue, 1), ("[1,,2]", .expectedValue, 3), ("[1,]", .expectedValue, 3),
      ("'a'", .expectedValue, 0),
      ("True", .expectedValue, 0), ("nul]", .expectedValue, 0), ("NaN", .expectedValue, 0),
      ("Infinity", .expectedValue, 0),
      ("+1", .expectedValue, 0), (".5", .expectedValue, 0), ("\u{FEFF}1", .expectedValue, 0),
      ("\u{C}1", .expectedValue, 0),
      ("{\"a\":}", .expectedValue, 5), ("// c\n1", .expectedValue, 0), ("]", .expectedValue, 0),
      ("{a:1}", .expectedKey, 1), ("{1:1}", .expectedKey, 1), ("{\"a\":1,}", .expectedKey, 7), ("{,}", .expectedKey, 1),
      ("{'a':1}", .expectedKey, 1), ("{\"a\" 1}", .expectedColon, 5), ("{\"a\",1}", .expectedColon, 4),
      ("{\"a\"}", .expectedColon, 4), ("[1 2]", .expectedCommaOrEnd, 3), ("[1}", .expectedCommaOrEnd, 2),
      ("{\"a\":1]", .expectedCommaOrEnd, 6), ("[1:2]", .expectedCommaOrEnd, 2), ("[0x1]", .expectedCommaOrEnd, 2),
      ("[1_0]", .expectedCommaOrEnd, 2), ("1 2", .trailingContent, 2), ("[]]", .trailingContent, 2),
      ("{}//", .trailingContent, 2), ("1\u{0}", .trailingContent, 1), ("\"a\"b", .trailingContent, 3),
      ("01", .malformedNumber, 0), ("-01", .malformedNumber, 1), ("[-]", .malformedNumber, 2),
      ("[1.]", .malformedNumber, 3),
      ("[1.e1]", .malformedNumber, 3), ("[1e]", .malformedNumber, 3), ("[1e+-1]", .malformedNumber, 4),
      ("[--1]", .malformedNumber, 2), ("[-a]", .malformedNumber, 2),
      ("9223372036854775808", .numberOutOfRange, 0), ("[-9223372036854775809]", .numberOutOfRange, 1),
      ("1e309", .numberOutOfRange, 0), ("-1e999", .numberOutOfRange, 0),
      ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1), ("\"\u{0}\"", .controlCharacter, 1),
      (#""\a""#, .malformedEscape, 1), (#""\x41""#, .malformedEscape, 1), (#""\u00g0""#, .malformedEscape, 1),
      (#""\u００４１""#, .malformedEscape, 1), (#""\U0041""#, .malformedEscape, 1), (#""\'""#, .malformedEscape, 1),
      (#""\uD800""#, .loneSurrogate, 1), (#""a\uDC00""#, .loneSurrogate, 2), (#""\uD800\u0041""#, .loneSurrogate, 1),
      (#""\uD800\uD800""#, .loneSurrogate, 1), (#""\uD800x""#, .loneSurrogate, 1),
      (#""\uDC00\uDC00""#, .loneSurrogate, 1), (#""\uD800\n""#, .loneSurrogate, 1),
      (#"{"a":1,"a":2}"#, .duplicateKey("a"), 7), (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7),
      (#"[{"é":1,"b":2,"é":2}]"#, .duplicateKey("é"), 15),
    ] as [(String, JSONError.Problem, Int)])
  func `invalid JSON is refused, and the error names the byte offset`(
    text: String, problem: JSONError.Problem, offset: Int
  ) {
    #expect(throws: JSONError(problem, at: offset)) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x8D],
    ] as [[UInt8]])
  func `a string that is not UTF-8 is refused`(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(throws: JSONError(.malformedUTF8, at: 2)) { try JSONValue(parsing: [quote, 0x61] + bytes + [quote]) }
    #expect(throws: JSONError(.malformedUTF8, at: 2)) { try JSONValue(parsing: [quote, 0x61] + bytes) }
  }

  @Test func `keys in different normal forms are different keys`() throws {
    let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value["\u{E9}"] == .integer(1))
    #expect(value["e\u{301}"] == .integer(2))
  }

  @Test func `nesting is read up to the limit and refused beyond it`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth)) }
    #expect(throws: JSONError(.tooDeep(limit: 128), at: 128)) { try JSONValue(parsing: nested(100_000)) }
    #expect(throws: JSONError(.tooDeep(limit: 0), at: 0)) { try JSONValue(parsing: Array("{}".utf8), maximumDepth: 0) }
    #expect(throws: Never.self) { try JSONValue(parsing: Array("[[],[],{}]".utf8), maximumDepth: 2) }
  }

  @Test func `an error says what is wrong and where`() {
    #expect(JSONError(.expectedColon, at: 7).description == "expected ':' behind a key, at byte 7")
    #expect(JSONError(.tooDeep(limit: 128), at: 1).description == "nested deeper than 128, at byte 1")
  }
}
