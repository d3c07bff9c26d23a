import Foundation
import Testing

/// The tests that a page names are there.
@Suite struct NamedTestTests {
  /// The rows of the cases: what is written in the last column, between backticks.
  private static let names: [String] = {
    let page = Repository.files.first { $0.path == "docs/testing.md" }?.text ?? ""
    let section = page.components(separatedBy: "## The cases, and the tests that hold them").last ?? ""
    let rows = (section.components(separatedBy: "\n## ").first ?? "").split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    return rows.flatMap { row in
      row.split(separator: "|").last?.matches(of: /`([^`]+)`/).map { String($0.1) } ?? []
    }
  }()

  @Test func `the page of tests names a test for each case`() { #expect(Self.names.count > 15) }

  @Test(arguments: names)
  func `a test that the page names is there`(name: String) {
    let tests = Repository.files.filter { $0.path.hasPrefix("Tests/") && $0.path.hasSuffix("Tests.swift") }
    #expect(tests.contains { $0.text.contains("func `\(name)`") }, "no test is called '\(name)'")
  }
}
