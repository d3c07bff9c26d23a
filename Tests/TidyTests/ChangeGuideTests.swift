import Testing

/// The pages that list files by name list files that are there, as many as they say, and within the stated limits.
@Suite struct ChangeGuideTests {
  /// A list of files under a heading.
  struct Listing: CustomTestStringConvertible {
    let page: String
    let heading: String
    /// The line before the list: `Files: 2 of at most 2`, with ` (not yet)` where the limit is not kept.
    var count: (files: Int, limit: Int, isKept: Bool)?
    var files: [String] = []

    var testDescription: String { "\(page), \(heading)" }
  }

  /// The headings with a line that counts files, and the paths in backticks that begin the items below it.
  private static let listings: [Listing] = ["docs/where-to-change.md", "docs/architecture.md"].flatMap { page in
    var listings: [Listing] = []
    for line in Repository.files.first(where: { $0.path == page })?.lines ?? [] {
      if line.hasPrefix("#") {
        listings.append(Listing(page: page, heading: String(line.drop { $0 == "#" || $0 == " " })))
      } else if let match = line.wholeMatch(of: /Files: (\d+) of at most (\d+)( \(not yet\))?/), !listings.isEmpty {
        listings[listings.count - 1].count = (Int(match.1) ?? 0, Int(match.2) ?? 0, match.3 == nil)
      } else if let match = line.firstMatch(of: /^\d+\. `([^`]+)`/), !listings.isEmpty {
        listings[listings.count - 1].files.append(String(match.1))
      }
    }
    return listings.filter { $0.count != nil }
  }

  @Test func `eleven changes and two walks are listed`() { #expect(Self.listings.count == 13) }

  @Test func `each source path in the table of where-to-change.md exists`() {
    let paths = Set(Repository.files.map(\.path))
    let table =
      Repository.files.first { $0.path == "docs/where-to-change.md" }?.lines.filter { $0.hasPrefix("|") } ?? []
    let rules = table.flatMap { $0.matches(of: /`(Sources[^`]*)`/).map { String($0.1) } }
    #expect(rules.count > 20)
    for rule in rules { #expect(paths.contains(rule) || paths.contains { $0.hasPrefix(rule + "/") }, "\(rule)") }
  }

  @Test(arguments: listings)
  func `every file that a page lists exists`(listing: Listing) {
    let paths = Set(Repository.files.map(\.path))
    for file in listing.files { #expect(file.contains("…") || paths.contains(file), "\(file)") }
  }

  @Test(arguments: listings)
  func `each listing gives the right file count and marks whether it keeps the limit`(listing: Listing) throws {
    let count = try #require(listing.count)
    #expect(listing.files.count == count.files)
    #expect((count.files <= count.limit) == count.isKept, "\(count.files) of at most \(count.limit)")
  }
}
