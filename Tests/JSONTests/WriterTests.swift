import SchedulerJSON
import Testing

@Suite struct WriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `the JSON writer separates members and elements and keeps the order of the calls`() {
    let text = written {
      $0.beginObject()
      $0.key("b")
      $0.beginArray()
      $0.integer(1)
      $0.beginArray()
      $0.endArray()
      $0.beginObject()
      $0.endObject()
      $0.endArray()
      $0.key(named: "a")
      $0.null()
      $0.key("time")
      $0.string(writing: { $0 += "12:30".utf8 })
      $0.key("on")
      $0.bool(true)
      $0.endObject()
      $0.newline()
      $0.bool(false)
      $0.newline()
    }
    #expect(text == "{\"b\":[1,[],{}],\"a\":null,\"time\":\"12:30\",\"on\":true}\nfalse\n")
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("a\nb", #"a\nb"#),
    ("\u{8}\u{9}\u{A}\u{C}\u{D}", #"\b\t\n\f\r"#), ("\u{0}\u{1F}\u{1B}x", #"\u0000\u001f\u001bx"#),
    ("\u{7F}", #"\u007f"#), ("日本 🍅\u{2028}", "日本 🍅\u{2028}"), ("\"\"x\"", #"\"\"x\""#),
    ("\u{80}\u{9B}31m\u{9F}\u{A0}", "\\u0080\\u009b31m\\u009f\u{A0}"),
    ("a\u{202E}b\u{2066}c\u{2069}\u{200F}\u{61C}", #"a\u202eb\u2066c\u2069\u200f\u061c"#),
    ("\u{200D}\u{2030}\u{2065}\u{206A}\u{61B}\u{20A8}", "\u{200D}\u{2030}\u{2065}\u{206A}\u{61B}\u{20A8}"),
  ])
  func `a string is escaped`(text: String, content: String) {
    #expect(written { $0.string(text) } == "\"\(content)\"")
  }

  @Test func `JSONWriter writes a member with a value, an object or an array`() {
    let text = written {
      $0.object { json in
        json.member("text", value: "a\"")
        json.member("number", value: 7)
        json.member("id", value: UInt32(8))
        json.member("on", value: false)
        json.member("list", value: [["a"], []])
        json.member("tree", value: ["k": .array([.null, .double(0.5)])] as JSONObject)
        json.member("written") { $0.null() }
        json.object("object") { $0.member(named: "\n", value: Int64.min) }
        json.array("array") { $0.integer(1) }
        json.array("empty") { _ in }
      }
    }
    #expect(
      text == """
        {"text":"a\\"","number":7,"id":8,"on":false,"list":[["a"],[]],"tree":{"k":[null,0.5]},"written":null,\
        "object":{"\\n":-9223372036854775808},"array":[1],"empty":[]}
        """)
  }

  @Test(arguments: [("a", #"{"a":"a","b":"a"}"#), (nil, #"{"a":null}"#)] as [(String?, String)])
  func `the JSON writer writes nil as null or leaves its member out`(value: String?, text: String) {
    let written = written {
      $0.object { json in
        json.member("a", orNull: value)
        json.member("b", ifPresent: value)
      }
    }
    #expect(written == text)
  }

  @Test(arguments: [0, 7, -7, 10, 1_795_420_800, -100, .max, .min] as [Int64])
  func `an integer is written exactly`(value: Int64) {
    #expect(written { $0.integer(value) } == String(value))
    #expect(written { $0.integer(UInt8(truncatingIfNeeded: value)) } == String(UInt8(truncatingIfNeeded: value)))
  }

  @Test(arguments: [
    (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1, "1.0"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
    (1.0 / 3, "0.3333333333333333"),
    (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
  ])
  func `a number is written in the fewest digits`(value: Double, text: String) {
    #expect(written { $0.double(value) } == text)
  }

  @Test func `JSONWriter appends values to bytes without commas between them`() {
    var bytes = Array("[1]\n".utf8)
    for number in [2, 3] as [Int64] {
      JSONWriter.append(to: &bytes) { json in
        json.integer(number)
        json.newline()
      }
    }
    #expect(bytes == Array("[1]\n2\n3\n".utf8))
  }
}
