import Foundation
import ProgramTesting
import Testing

/// What the page about security says of the program itself.
@Suite struct SecurityPageTests {
  @Test func `the number of lines of C on the page of security is true, and not much too large`() throws {
    let page = try #require(Page("docs/security.md")).lines.joined(separator: " ")
    let match = try #require(page.firstMatch(of: /fewer than (?<number>\d+) lines of C \(`(?<folder>[^`]+)`\)/))
    let (number, folder) = (try #require(Int(match.output.number)), Checkout.path(String(match.output.folder)))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".c") }
    let lines = try names.map { name in
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n").count
    }.reduce(0, +)
    #expect(lines < number && lines > number * 3 / 4, "\(lines)")
    for name in page.matches(of: /`(\w+\.c)`/) { #expect(names.contains(String(name.output.1))) }
  }
}
