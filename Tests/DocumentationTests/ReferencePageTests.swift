import ProgramTesting
import Scheduler
import Testing

/// docs/reference.md is made from the key table by which configurations are read.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter ReferencePageTests` writes it anew.
@Suite struct ReferencePageTests {
  @Test func `the reference page lists the keys that the program reads`() throws {
    let page = ReferencePage.text(of: ConfigurationReference.file)
    #expect(try page == Golden("docs/reference.md").agreed(with: page))
  }
}

/// A section for each table, a row for each key.
enum ReferencePage {
  static func text(of file: TableReference) -> String {
    """
    # Every key

    <!-- generated -->

    The tables and keys of the configuration, made from the table by which it is read. [configuration.md](configuration.md)
    explains them with examples. A key in **bold** must be given. Keys that begin with `x-` may stand in any table: they are
    kept for programs that use the library and never judged.


    """ + sections(of: file, "").joined(separator: "\n")
  }

  private static func sections(of table: TableReference, _ path: String, isList: Bool = false) -> [String] {
    let title = path.isEmpty ? "At the top" : isList ? "`[[\(path)]]`" : "`[\(path)]`"
    let rows = table.keys.map { row($0, path) }
    let own = "## \(title)\n\n| key | value | default | meaning |\n|---|---|---|---|\n" + rows.joined()
    return [own] + table.keys.flatMap { inner($0.shape, path.isEmpty ? $0.name : "\(path).\($0.name)", isList: false) }
  }

  private static func inner(_ shape: ValueShape, _ path: String, isList: Bool) -> [String] {
    switch shape {
    case .table(let table): sections(of: table, path, isList: isList)
    case .namedTables(let table, _): sections(of: table, "\(path).\(path == "profile" ? "KEY" : "NAME")")
    case .list(let element, _), .sequence(_, let element): inner(element, path, isList: true)
    case .oneOrMany(let element): inner(element, path, isList: isList)
    case .anyOf(let shapes): shapes.flatMap { inner($0, path, isList: isList) }
    default: []
    }
  }

  private static func row(_ key: KeyReference, _ path: String) -> String {
    let name = key.isRequired ? "**`\(key.name)`**" : "`\(key.name)`"
    let cells = [name, words(key), key.defaultValue.map(code) ?? "", key.summary]
    return "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
  }

  /// What the value is, with all choices where there are a few.
  private static func words(_ key: KeyReference) -> String {
    switch key.shape {
    case .choice(let names): names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .list(.choice(let names), _) where names.count <= 24:
      "a list of " + names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .integer(let range) where range.count == 1: "`\(range.lowerBound)`"
    case .integer(let range) where range != .min...(.max): "a whole number, \(bounds(range))"
    default: key.expectation
    }
  }

  private static func bounds(_ range: ClosedRange<Int64>) -> String {
    range.upperBound == 1_000_000 ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// A default as code where it is a value, as words otherwise.
  private static func code(_ value: String) -> String {
    let isValue = "0123456789\"[".contains(value.first ?? " ") || ["true", "false"].contains(value)
    return isValue && !value.contains("without") && !value.contains("…") ? "`\(value)`" : value
  }
}
