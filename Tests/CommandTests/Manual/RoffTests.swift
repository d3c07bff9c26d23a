import ProgramTesting
import Testing

@testable import schedctl

/// What the readers of manual pages make of ours.
@Suite struct RoffTests {
  private static let man = InstalledProgram("man")
  private static let groff = InstalledProgram("groff")
  private static let mandoc = InstalledProgram("mandoc")

  private func folder(with page: ManualPage) throws -> WorkFolder {
    let folder = try WorkFolder()
    try folder.write(page.roff, to: "page.\(page.section)")
    return folder
  }

  @Test(.enabled(if: mandoc.isInstalled, "mandoc is not installed"), arguments: ManualPageTests.names)
  func `mandoc reports nothing about a page, not even about its style`(name: String) throws {
    let page = try #require(ManualPage.all.first { $0.name == name })
    let (output, messages) = try Self.mandoc.run(
      ["-T", "lint", "-W", "style", "page.\(page.section)"], in: folder(with: page))
    #expect(output + messages == "")
  }

  @Test(.enabled(if: man.isInstalled && groff.isInstalled, "man is not installed"), arguments: ManualPageTests.names)
  func `man has no warning about a page`(name: String) throws {
    let page = try #require(ManualPage.all.first { $0.name == name })
    let arguments = ["--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l", "page.\(page.section)"]
    let (output, messages) = try Self.man.run(arguments, in: folder(with: page))
    #expect(messages == "")
    #expect(!output.isEmpty)
  }

  /// Lines of which roff could make something else.
  static let lines = [
    ".TH is no request here", "'tis none either", "-n 3 --from 'now'", "a\\nb \\fB \\\\ \\", "\"quoted\" `x` ^ ~ \\(bu",
    "[[profile.KEY.window]] { days = \"sat\" }", "…, · and 🍅 and é", "100% # $HOME *x*",
  ]

  @Test(.enabled(if: groff.isInstalled, "groff is not installed"), arguments: lines)
  func `groff shows the text of a manual page unchanged`(line: String) throws {
    let blocks: [ManualPage.Block] = [
      .text("first\n\n\(line)"), .item([.bold(line)], line), .example("first\n\n  \(line)"), .line([.plain(line)]),
    ]
    let page = ManualPage(name: "page", section: 7, summary: "a page", parts: [.init("Lines", blocks: blocks)])
    let (output, messages) = try Self.groff.run(
      ["-ww", "-man", "-Tutf8", "-P-c", "-P-b", "-P-u", "page.7"], in: folder(with: page), ["GROFF_NO_SGR": "1"])
    let shown = output.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(shown.count { $0 == line } == 5, "\(output)")
    #expect(messages == "")
  }

  @Test func `roff output escapes hyphens and quotes so that no reader replaces them`() {
    let page = ManualPage(
      name: "page", section: 7, summary: "a page", parts: [.init("Text", blocks: [.text("-n 'it`s'")])])
    #expect(page.roff.hasSuffix(".SH TEXT\n\\-n \\(aqit\\(gas\\(aq\n"))
  }

  @Test func `paragraphs stay apart, and long lines are broken`() {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let page = ManualPage(
      name: "page", section: 7, summary: "a page", parts: [.init("Text", blocks: [.text("one\n\n\(words)")])])
    let lines = page.roff.split(separator: "\n")
    #expect(lines.filter { $0 == ".PP" }.count == 1)
    #expect(lines.allSatisfy { $0.count < 80 })
    #expect(lines.filter { $0.hasPrefix("word") }.joined(separator: " ") == words)
  }
}
