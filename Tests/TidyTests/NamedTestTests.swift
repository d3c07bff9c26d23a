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

  /// The names of all tests that are functions.
  private static let tests: Set<String> = {
    let files = Repository.files.filter { $0.path.hasPrefix("Tests/") && $0.path.hasSuffix("Tests.swift") }
    return Set(files.flatMap(\.lines).compactMap { $0.firstMatch(of: /func `([^`]+)`/).map { String($0.1) } })
  }()

  @Test(arguments: names)
  func `each test that the testing page names exists`(name: String) {
    #expect(Self.tests.contains(name), "no test is called '\(name)'")
  }
}
