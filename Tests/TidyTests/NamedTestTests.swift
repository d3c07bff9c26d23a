import Testing

/// The tests that a page names are there.
@Suite struct NamedTestTests {
  /// What stands between backticks in the last column of the tables of cases and of broken rules.
  private static let names: [String] = {
    let page = Repository.files.first { $0.path == "docs/testing.md" }?.lines ?? []
    let section = page.drop { $0 != "## The cases, and the tests that hold them" }.dropFirst()
    return section.filter { $0.hasPrefix("| ") }.flatMap { row in
      row.split(separator: "|").last?.matches(of: /`([^`]+)`/).map { String($0.1) } ?? []
    }
  }()

  @Test func `the testing page names a test for each case`() { #expect(Self.names.count > 15) }

  @Test(arguments: names)
  func `each test that the testing page names exists`(name: String) {
    let tests = Repository.files.filter { $0.path.hasPrefix("Tests/") && $0.path.hasSuffix("Tests.swift") }
    #expect(
      tests.contains { $0.lines.contains { $0.contains("func `\(name)`") } }, "no test is called '\(name)'")
  }
}
