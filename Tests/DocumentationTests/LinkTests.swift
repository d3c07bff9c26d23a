import Foundation
import ProgramTesting
import Testing

/// Links within the checkout lead somewhere.
@Suite struct LinkTests {
  @Test(arguments: Page.all)
  func `each link of a page leads to an existing file and heading`(page: Page) throws {
    let folder = (page.name as NSString).deletingLastPathComponent
    for link in page.lines.joined(separator: "\n").matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) {
      if link.hasPrefix("https://") { continue }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target = parts[0].isEmpty ? page.name : (folder + "/" + parts[0] as NSString).standardizingPath
      let path = target.hasPrefix("/") ? String(target.dropFirst()) : target
      #expect(FileManager.default.fileExists(atPath: Checkout.path(path)), "\(page.name): \(link)")
      guard parts.count == 2, let linked = Page(path) else { continue }
      #expect(linked.anchors.contains(parts[1]), "\(page.name): \(link)")
    }
  }
}

extension Page {
  /// What its headings are called in links: lower case, spaces as hyphens, no punctuation.
  fileprivate var anchors: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      })
  }
}
