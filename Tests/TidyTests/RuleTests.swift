import Foundation
import Testing

/// Each rule finds what it is there for: a rule that cannot fail holds nothing.
@Suite struct RuleTests {
  private func lines(_ rules: [any Rule], _ path: String, _ text: String) -> [Int] {
    rules.flatMap { $0.violations(in: SourceFile(path: path, text)) }.map(\.line).sorted()
  }

  @Test(
    arguments: [
      ("Sources/SchedulerTOML/A.swift", "import SchedulerDiagnostics\nimport Swift\n", []),
      ("Sources/SchedulerTOML/A.swift", "import SchedulerCivilTime\n", [1]),
      ("Sources/SchedulerTOML/A/B.swift", "\nimport SchedulerJSON\n", [2]),
      ("Sources/SchedulerDiagnostics/A.swift", "@_exported import SchedulerTOML\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "import Foundation\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "public import struct Foundation.Data\n", [1]),
      (
        "Sources/Scheduler/A.swift", "import Glibc\nimport SchedulerPlatform\nimport FoundationEssentials\n", [1, 2, 3]
      ),
      ("Sources/SchedulerPlatform/A.swift", "import Glibc\nimport CSchedulerLinux\n", []),
      ("Sources/SchedulerPlatform/A.swift", "import Scheduler\n", [1]),
      ("Sources/schedctl/A.swift", "import SchedulerPlatform\nimport SchedulerJSON\n", []),
      ("Sources/schedctl/A.swift", "import Glibc\n", [1]),
      ("Sources/Unknown/A.swift", "", [1]),
      ("Sources/SchedulerJSON/A.swift", "// import Foundation\n/* \nimport Glibc */", []),
      ("Tests/JSONTests/A.swift", "import Foundation\n", []),
      ("Sources/SchedulerJSON/A.swift", "let a = \"\"\"\nimport SchedulerTOML\n\"\"\"", []),
    ] as [(String, String, [Int])])
  func `ImportRule finds an import that the module table does not allow`(path: String, text: String, found: [Int]) {
    #expect(lines([ImportRule()], path, text) == found)
  }

  @Test(
    arguments: [
      ("Sources/Scheduler/Identity/A.swift", "let a: Window\n", [1]),
      ("Sources/Scheduler/Engine/A.swift", "let a: Window\nlet b = Windows.Window2()\n", []),
      ("Sources/Scheduler/Identity/A.swift", "struct B {\n  enum Window {}\n  let a: Window\n}\n", []),
      ("Sources/Scheduler/Identity/A.swift", "// Window\nlet a = \"Window\"\n", []),
      ("Sources/Scheduler/Unknown/A.swift", "", [1]), ("Sources/Scheduler/A.swift", "", [1]),
      ("Sources/SchedulerJSON/A.swift", "let a: Window\n", []),
    ] as [(String, String, [Int])])
  func `FolderRule finds the use of a type from a folder above`(path: String, text: String, found: [Int]) {
    let window = SourceFile(path: "Sources/Scheduler/Timeline/W.swift", "public struct Window {}\n")
    #expect(lines([FolderRule([window])], path, text) == found)
  }

  private static let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

  @Test(
    arguments: [
      ("Sources/SchedulerJSON/A.swift", "let a = try? b()\n", [1]),
      ("Tests/JSONTests/A.swift", "let a = try? b()\n", []),
      ("Sources/SchedulerJSON/A.swift", "let a = try! b()\n", [1]),
      ("Tests/JSONTests/A.swift", "let a = try! b()\n", [1]),
      ("Tests/AppSources/App/A.swift", "let a = try! b()\n", []),
      ("Sources/SchedulerJSON/A.swift", "// try! it\n/// try? it\n", []),
      ("Sources/SchedulerJSON/A.swift", "let a = \"try? \\\"x try!\"\n", []),
      ("Sources/SchedulerJSON/A.swift", "let a = \"a \\(try? b(\"x\"))\"\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "  print(\"x\")\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "footprint(1)\nprinted = 1\n", []),
      ("Sources/SchedulerJSON/A.swift", "let now = Date()\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "CivilDate()\n", []),
      ("Sources/SchedulerJSON/A.swift", "\nfatalError(\"x\")\n", [2]),
      ("Sources/SchedulerJSON/A.swift", "final class A: @unchecked Sendable {}\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "nonisolated(unsafe) var a = 1\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "let a = b as! C\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "// \(marks[0]): more\n", [1]), ("docs/a.md", "\n\(marks[1])\n", [2]),
      ("README.md", "\(marks[2])\n", [1]), ("README.md", "\\uXX" + "XX\n", []), (".ci/run", "# \(marks[0])\n", [1]),
      ("docs/a.md", "see .." + "/shared/spec\n", [1]), ("README.md", "cd /wo" + "rk/main\n", [1]),
      ("docs/a.md", "hard work/life\n", []), ("docs/a.md", "`try!` and print( are banned\n", []),
    ] as [(String, String, [Int])])
  func `WordRule finds banned words and ignores text that only resembles them`(path: String, text: String, found: [Int])
  {
    #expect(lines(WordRule.all, path, text) == found)
  }

  @Test(
    arguments: [
      ("Sources/SchedulerJSON/A.swift", "public enum SchedulerJSON {}\n", [1]),
      ("Tests/JSONTests/A.swift", "struct SchedulerTOML {\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "typealias Scheduler = Int\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "struct JSONValue {}\n", []),
      ("Sources/SchedulerJSON/A.swift", "// enum SchedulerJSON\nlet class1 = SchedulerJSON\n", []),
      ("Sources/SchedulerJSON/A.swift", "class func SchedulerJSON() {}\n", []),
      ("Sources/SchedulerJSON/A.swift", "import struct Foundation.Data\n", []),
      ("Sources/SchedulerJSON/A.swift", "final class SessionManager {}\n", [1]),
      ("Sources/SchedulerJSON/StringUtils.swift", "", [1]), ("Tests/JSONTests/Helpers/A.swift", "", [1]),
      ("Tests/JSONTests/A.swift", "FileManager.default\n", []),
    ] as [(String, String, [Int])])
  func `NameRule finds types named like a module, and vague names of types, files and folders`(
    path: String, text: String, found: [Int]
  ) {
    #expect(lines([NameRule()], path, text) == found)
  }

  @Test(
    arguments: [
      ("func a(_ b: Int, _ c: Int) {}\n", [1]), ("  public init?(_ b: Int, c: Int, _ d: Int) {\n", [1]),
      ("func a(_ b: Int, c: Int, d e: Int) {}\n", []), ("func a() {}\nfunc b(_ c: Int) {}\n", []),
      ("@inlinable func a<B: C<D>, E>(\n  _ b: (Int, Int), @F _ c: inout [B: E]\n) {}\n", [1]),
      ("\nfunc a(\n  _ b: Result<Int, C>,\n  c: Int = 1\n)\n", []),
      ("func a(_ b: (_ c: Int, _ d: Int) -> Void, e: Int) {}\n", []),
      ("func a(_ b: Int, c: (Int, Int) -> Bool = { _, _ in 1 < 2 }, _ d: Int) {}\n", [1]),
      ("func a<each B>(_ b: (Int) -> Int, c: D<E, F>) where B: C {}\n", []),
      ("subscript(a: Int, b: Int) -> Int {\n", [1]), ("subscript(a: Int, of b: Int) -> Int {\n", []),
      ("subscript<A>(_ a: A, _ b: Int) -> Int {\n", [1]), ("subscript(of a: Int, b b: Int) -> Int {\n", []),
      ("static func < (a: B, b: B) -> Bool {\n", []), ("static func +(_ a: B, _ b: B) -> B {\n", []),
      ("self.init(_ a, _ b)\nb.map(C.init)\n// func a(_ b: Int, _ c: Int)\n", []),
    ] as [(String, [Int])])
  func `ArgumentRule finds arguments without labels`(text: String, found: [Int]) {
    #expect(lines([ArgumentRule()], "Sources/SchedulerJSON/A.swift", text) == found)
    #expect(lines([ArgumentRule()], "Tests/JSONTests/A.swift", text) == [])
  }

  @Test(
    arguments: [
      ("Sources/OSLog/A.swift", "public func a(_ b: Int, _ c: Int) {}\n", []),
      ("Sources/OSLog/A.swift", "open func a(_ b: Int, _ c: Int) {}\nfunc a(_ b: Int, _ c: Int) {}\n", [2]),
      ("Sources/SchedulerJSON/A.swift", "public func a(_ b: Int, _ c: Int) {}\n", [1]),
      ("Sources/OSLog/A.swift", "public class OSLog {}\nclass UIKit {}\n", [2]),
      ("Sources/SchedulerJSON/A.swift", "class OSLog {}\n", [1]),
    ] as [(String, String, [Int])])
  func `modules of Apple's shape have Apple's names and arguments`(path: String, text: String, found: [Int]) {
    #expect(lines([ArgumentRule(), NameRule()], path, text) == found)
  }

  @Test(
    arguments: [
      ("Sources/A/A.swift", "/// Nobody knows.\nlet a = 1  // behind it\n", [1, 2]),
      ("Sources/A/A.swift", "/// Lets go.\n/// Lets go.\n\n// Lets go.\n/// The same.\n", [1, 5]),
      ("Sources/A/A.swift", "let a = \"nobody // nobody\"\nlet nobody = 1\n", []),
      ("Sources/A/A.swift", "/// Leaves behind nothing. Saying nobodyElse.\n", []),
      ("Sources/A/include/a.h", "// It goes on.\nint whoever;\n", [1]), ("Tests/A/A.swift", "// nobody\n", []),
      ("docs/a.md", "so many\n```\nso many\n```\nso many\n", [1, 5]), ("README.md", "The same of which\n", [1]),
      ("notes/a.md", "nobody\n", []), ("docs/testing.md", "nobody\n", []),
    ] as [(String, String, [Int])])
  func `CommentRule finds phrases that hide the subject in comments and pages`(path: String, text: String, found: [Int])
  {
    #expect(lines([CommentRule()], path, text) == found)
  }

  private static func body(_ count: Int) -> String { String(repeating: "  x()\n", count: count) }

  @Test(
    arguments: [
      ("Sources/SchedulerJSON/A.swift", String(repeating: "\n", count: 300), []),
      ("Sources/SchedulerJSON/A.swift", String(repeating: "\n", count: 301), [1]),
      ("Tests/JSONTests/A.swift", String(repeating: "\n", count: 301), [1]),
      ("docs/a.md", String(repeating: "\n", count: 301), []),
      ("Sources/SchedulerJSON/A.swift", "func a() {\n\(body(38))}\n", []),
      ("Sources/SchedulerJSON/A.swift", "\nfunc a() {\n\(body(39))}\n", [2]),
      ("Sources/SchedulerJSON/A.swift", "func a(\n  b: Int = { 1 }()\n)\n  -> Int\n{\n\(body(36))}\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "  public init?(a: Int) {\n\(body(39))}\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "var a: Int {\n\(body(39))}\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "protocol A {\n  func a()\n  func b() -> Int\n}\n\(body(50))", []),
      ("Sources/SchedulerJSON/A.swift", "extension A {\n  func a() { b { c() } }\n\(body(50))}\n", []),
      ("Sources/SchedulerJSON/A.swift", "func a() {\n  let b = \"}\"  // }\n\(body(38))}\n", [1]),
      ("Sources/SchedulerJSON/A.swift", "let a = [\n\(body(50))]\n", []),
      ("Tests/JSONTests/A.swift", "func a() {\n\(body(50))}\n", []),
    ] as [(String, String, [Int])])
  func `files and functions that are too long are found`(path: String, text: String, found: [Int]) {
    #expect(lines([LengthRule()], path, text) == found)
  }

  @Test func `the manifest check finds a dependency that the table does not allow`() throws {
    let json = """
      {"dependencies": [{"sourceControl": []}], "targets": [
        {"name": "SchedulerTOML", "type": "regular", "dependencies": [{"byName": ["SchedulerDiagnostics", null]}, {"target": ["SchedulerJSON", null]}]},
        {"name": "JSONTests", "type": "test", "dependencies": [{"byName": ["SchedulerTOML", null]}]},
        {"name": "Scheduler", "type": "regular", "dependencies": [{"product": ["Collections", "swift-collections", null]}]}]}
      """
    let messages = try PackageManifest(json: Data(json.utf8)).violations().map(\.message)
    #expect(
      messages == [
        "depends on a package", "'SchedulerTOML' may not depend on 'SchedulerJSON'",
        "'Scheduler' may not depend on 'Collections'",
      ])
  }

  @Test(arguments: [
    ("a // b\nc", "a     \nc"), ("a /* b\n/* c */ d */ e", "a     \n             e"), ("\"a\" + b", "\" \" + b"),
    (#""\"" + a"#, #""  " + a"#), (##"#"\(a) " b"# c"##, ##"#"        "# c"##),
    (#""a\(b("c"))d" e"#, #"" \(b(" ")) " e"#),
    ("\"\"\"\n a \"b\" // c\n\"\"\" d", "\"\"\"\n           \n\"\"\" d"), ("\"a\nb", "\" \nb"),
    (##"#"\#(a + "b")"#"##, ##"#"\#(a + " ")"#"##),
  ])
  func `comments and the contents of strings do not count as code`(text: String, code: String) {
    #expect(SwiftCode.onlyCode(of: text) == code)
  }
}
