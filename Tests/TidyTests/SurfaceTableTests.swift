import Testing

/// The page of Apple's Screen Time modules has a row for every symbol that they declare.
@Suite struct SurfaceTableTests {
  /// Names that every type has, or that say nothing by themselves.
  static let general: Set<String> = ["name", "Subject", "description", "hash", "rawValue", "defer", "errorDescription"]

  @Test(arguments: ["DeviceActivity", "ManagedSettings", "ManagedSettingsUI", "FamilyControls"])
  func `every public symbol has a row in its module's table`(module: String) throws {
    let page = try #require(Repository.files.first { $0.path == "docs/screen-time-surface.md" })
    let rows = page.lines.drop { $0 != "## \(module)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let named = Set(rows.flatMap(Self.namesInCode))
    let sources = Repository.files.filter { $0.module == module && $0.isSwift }
    let declared = Set(sources.flatMap { PublicNames.declared(in: $0.code) })
    #expect(declared.count > 10)
    #expect(declared.subtracting(named).subtracting(Self.general).sorted() == [])
  }

  @Test func `public declarations and the cases of public enumerations are found`() {
    let code = """
      public struct A: Sendable {
        public static let b = 1
        let c = 2
        @available(*, deprecated) public func d() {}
        private enum E {
          case f
        }
        public enum G {
          case h, i(Int)
          case `j`
          var k: Int {
            switch self {
            case .h: 0
            case let other: 1
            }
          }
        }
      }
      package protocol L {}
      open class M {}
      """
    let names = PublicNames.declared(in: code.split(separator: "\n").map(String.init))
    #expect(names.sorted() == ["A", "G", "M", "b", "d", "h", "i", "j"])
  }

  /// The words between back quotes of a line.
  private static func namesInCode(of line: String) -> [String] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }
      .flatMap { $0.element.split { !$0.isWord }.map(String.init) }
  }
}

/// The public names of Swift code in the format of this repository, in which the indentation shows what is in what.
enum PublicNames {
  private static let keywords: Set<Substring> = [
    "func", "var", "let", "struct", "class", "enum", "protocol", "typealias", "actor",
  ]

  static func declared(in code: [String]) -> [String] {
    var enumerations: [(indentation: Int, isPublic: Bool)] = []
    return code.flatMap { line -> [String] in
      let indentation = line.prefix { $0 == " " }.count
      let words = line.split(separator: " ")
      guard let first = words.first else { return [] }
      enumerations.removeAll { $0.indentation >= indentation && first != "}" }
      let isPublic = words.contains("public") || words.contains("open")
      if words.contains("enum") { enumerations.append((indentation, isPublic)) }
      if first == "case", let enumeration = enumerations.last, enumeration.isPublic,
        enumeration.indentation == indentation - 2
      {
        return cases(in: words.dropFirst().joined(separator: " "))
      }
      // `public class func` declares a function.
      guard isPublic, let keyword = words.lastIndex(where: keywords.contains), keyword + 1 < words.count else {
        return []
      }
      let name = words[keyword + 1].drop { $0 == "`" }.prefix { $0.isWord }
      return name.isEmpty ? [] : [String(name)]
    }
  }

  /// The names of cases such as `a, b(Int)`.
  private static func cases(in text: String) -> [String] {
    var depth = 0
    let plain = text.filter { character in
      if character == ")" { depth -= 1 }
      defer { if character == "(" { depth += 1 } }
      return depth == 0 && character != "(" && character != ")"
    }
    return plain.split(separator: ",").compactMap { part in
      let name = part.drop { " `".contains($0) }.prefix { $0.isWord }
      return name.isEmpty ? nil : String(name)
    }
  }
}
