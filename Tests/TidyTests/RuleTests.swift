import Foundation
import Testing

/// Each rule finds what it is there for: a rule that cannot fail holds nothing.
@Suite struct RuleTests {
  private func lines(_ rules: [any Rule], _ path: String, _ text: String) -> [Int] {
    rules.flatMap { $0.violations(in: SourceFile(path: path, text)) }.map(\.line).sorted()
  }

  @Test(
    arguments: [
      ("Sources/TOML/A.swift", "import Diagnostics\nimport Swift\n", []),
      ("Sources/TOML/A.swift", "import CivilTime\n", [1]), ("Sources/TOML/A/B.swift", "\nimport JSON\n", [2]),
      ("Sources/Diagnostics/A.swift", "@_exported import TOML\n", [1]),
      ("Sources/JSON/A.swift", "import Foundation\n", [1]),
      ("Sources/JSON/A.swift", "public import struct Foundation.Data\n", [1]),
      ("Sources/Scheduler/A.swift", "import Glibc\nimport Platform\nimport FoundationEssentials\n", [1, 2, 3]),
      ("Sources/Platform/A.swift", "import Glibc\nimport CLinux\n", []),
      ("Sources/Platform/A.swift", "import Scheduler\n", [1]),
      ("Sources/schedctl/A.swift", "import Platform\nimport JSON\n", []),
      ("Sources/schedctl/A.swift", "import Glibc\n", [1]),
      ("Sources/Unknown/A.swift", "", [1]), ("Sources/JSON/A.swift", "// import Foundation\n/* \nimport Glibc */", []),
      ("Tests/JSONTests/A.swift", "import Foundation\n", []),
      ("Sources/JSON/A.swift", "let a = \"\"\"\nimport TOML\n\"\"\"", []),
    ] as [(String, String, [Int])])
  func `an import that the table does not have is found`(path: String, text: String, found: [Int]) {
    #expect(lines([ImportRule()], path, text) == found)
  }

  private static let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

  @Test(
    arguments: [
      ("Sources/JSON/A.swift", "let a = try? b()\n", [1]), ("Tests/JSONTests/A.swift", "let a = try? b()\n", []),
      ("Sources/JSON/A.swift", "let a = try! b()\n", [1]), ("Tests/JSONTests/A.swift", "let a = try! b()\n", [1]),
      ("Sources/JSON/A.swift", "// try! it\n/// try? it\n", []),
      ("Sources/JSON/A.swift", "let a = \"try? \\\"x try!\"\n", []),
      ("Sources/JSON/A.swift", "let a = \"a \\(try? b(\"x\"))\"\n", [1]),
      ("Sources/JSON/A.swift", "  print(\"x\")\n", [1]),
      ("Sources/JSON/A.swift", "footprint(1)\nprinted = 1\n", []), ("Sources/JSON/A.swift", "let now = Date()\n", [1]),
      ("Sources/JSON/A.swift", "CivilDate()\n", []), ("Sources/JSON/A.swift", "\nfatalError(\"x\")\n", [2]),
      ("Sources/JSON/A.swift", "final class A: @unchecked Sendable {}\n", [1]),
      ("Sources/JSON/A.swift", "nonisolated(unsafe) var a = 1\n", [1]),
      ("Sources/JSON/A.swift", "let a = b as! C\n", [1]),
      ("Sources/JSON/A.swift", "// \(marks[0]): more\n", [1]), ("docs/a.md", "\n\(marks[1])\n", [2]),
      ("README.md", "\(marks[2])\n", [1]), ("README.md", "\\uXX" + "XX\n", []), (".ci/run", "# \(marks[0])\n", [1]),
      ("docs/a.md", "see .." + "/shared/spec\n", [1]), ("README.md", "cd /wo" + "rk/main\n", [1]),
      ("docs/a.md", "hard work/life\n", []), ("docs/a.md", "`try!` and print( are banned\n", []),
    ] as [(String, String, [Int])])
  func `a banned word is found, in code but not in what only looks like it`(path: String, text: String, found: [Int]) {
    #expect(lines(WordRule.all, path, text) == found)
  }

  @Test(
    arguments: [
      ("Sources/JSON/A.swift", "public enum JSON {}\n", [1]), ("Tests/JSONTests/A.swift", "struct TOML {\n", [1]),
      ("Sources/JSON/A.swift", "typealias Scheduler = Int\n", [1]),
      ("Sources/JSON/A.swift", "struct JSONValue {}\n", []),
      ("Sources/JSON/A.swift", "// enum JSON\nlet class1 = JSON\n", []),
      ("Sources/JSON/A.swift", "class func JSON() {}\n", []),
      ("Sources/JSON/A.swift", "import struct Foundation.Data\n", []),
      ("Sources/JSON/A.swift", "final class SessionManager {}\n", [1]),
      ("Sources/JSON/StringUtils.swift", "", [1]), ("Tests/JSONTests/Helpers/A.swift", "", [1]),
      ("Tests/JSONTests/A.swift", "FileManager.default\n", []),
    ] as [(String, String, [Int])])
  func `a name that is taken or says nothing is found`(path: String, text: String, found: [Int]) {
    #expect(lines([NameRule()], path, text) == found)
  }

  private static func body(_ count: Int) -> String { String(repeating: "  x()\n", count: count) }

  @Test(
    arguments: [
      ("Sources/JSON/A.swift", String(repeating: "\n", count: 300), []),
      ("Sources/JSON/A.swift", String(repeating: "\n", count: 301), [1]),
      ("Tests/JSONTests/A.swift", String(repeating: "\n", count: 301), [1]),
      ("docs/a.md", String(repeating: "\n", count: 301), []),
      ("Sources/JSON/A.swift", "func a() {\n\(body(38))}\n", []),
      ("Sources/JSON/A.swift", "\nfunc a() {\n\(body(39))}\n", [2]),
      ("Sources/JSON/A.swift", "func a(\n  b: Int = { 1 }()\n)\n  -> Int\n{\n\(body(36))}\n", [1]),
      ("Sources/JSON/A.swift", "  public init?(a: Int) {\n\(body(39))}\n", [1]),
      ("Sources/JSON/A.swift", "var a: Int {\n\(body(39))}\n", [1]),
      ("Sources/JSON/A.swift", "protocol A {\n  func a()\n  func b() -> Int\n}\n\(body(50))", []),
      ("Sources/JSON/A.swift", "extension A {\n  func a() { b { c() } }\n\(body(50))}\n", []),
      ("Sources/JSON/A.swift", "func a() {\n  let b = \"}\"  // }\n\(body(38))}\n", [1]),
      ("Sources/JSON/A.swift", "let a = [\n\(body(50))]\n", []),
      ("Tests/JSONTests/A.swift", "func a() {\n\(body(50))}\n", []),
    ] as [(String, String, [Int])])
  func `what is too long is found`(path: String, text: String, found: [Int]) {
    #expect(lines([LengthRule()], path, text) == found)
  }

  @Test func `a dependency that the table does not have is found`() throws {
    let json = """
      {"dependencies": [{"sourceControl": []}], "targets": [
        {"name": "TOML", "type": "regular", "dependencies": [{"byName": ["Diagnostics", null]}, {"target": ["JSON", null]}]},
        {"name": "JSONTests", "type": "test", "dependencies": [{"byName": ["TOML", null]}]},
        {"name": "Scheduler", "type": "regular", "dependencies": [{"product": ["Collections", "swift-collections", null]}]}]}
      """
    let messages = try PackageManifest(json: Data(json.utf8)).violations().map(\.message)
    #expect(
      messages == [
        "depends on a package", "'TOML' may not depend on 'JSON'", "'Scheduler' may not depend on 'Collections'",
      ])
  }

  @Test(arguments: [
    ("a // b\nc", "a     \nc"), ("a /* b\n/* c */ d */ e", "a     \n             e"), ("\"a\" + b", "\" \" + b"),
    (#""\"" + a"#, #""  " + a"#), (##"#"\(a) " b"# c"##, ##"#"        "# c"##),
    (#""a\(b("c"))d" e"#, #"" \(b(" ")) " e"#),
    ("\"\"\"\n a \"b\" // c\n\"\"\" d", "\"\"\"\n           \n\"\"\" d"), ("\"a\nb", "\" \nb"),
    (##"#"\#(a + "b")"#"##, ##"#"\#(a + " ")"#"##),
  ])
  func `comments and the contents of strings are no code`(text: String, code: String) {
    #expect(SwiftCode.onlyCode(of: text) == code)
  }
}
