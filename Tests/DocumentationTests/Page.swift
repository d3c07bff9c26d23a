import Foundation
import ProgramTesting
import Testing

/// A page of the documentation with its blocks of code.
///
/// | block | holds |
/// |---|---|
/// | `toml` | a configuration without errors and warnings |
/// | `toml invalid` | a configuration with an error |
/// | `toml fragment` | TOML that is no configuration by itself |
/// | `console` | commands behind `$` and what they print |
/// | `swift` | lines of `Tests/DocumentationTests/Snippets.swift` or of `examples/embedding`, or a part of another file |
/// | `json` | anything; a test elsewhere shows it |
/// | `python`, `sh` | programs that a test elsewhere runs |
/// | `text` | anything |
///
/// A comment before a block says more of it: `<!-- file: week.toml -->` names the file that the commands below find, or that
/// configurations of the page name as a list file; `<!-- from: 2026-11-23 08:00 -->` is the present of its commands;
/// `<!-- part: examples/app/Test.swift -->` says that the block, line after line, is a part of that file of the checkout;
/// `<!-- generated -->` at the top of a page leaves its blocks to the test that makes it.
struct Page: CustomTestStringConvertible {
  let name: String
  let lines: [String]
  let blocks: [Block]

  /// A block of code.
  struct Block {
    /// What stands behind the three backticks.
    let kind: String
    /// What comments before it say, such as `file`.
    let remarks: [String: String]
    /// Where it opens, from 1.
    let line: Int
    var lines: [String] = []

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  /// README.md and all of docs.
  static let all: [Page] = {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.path("docs"))) ?? []
    let names = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return names.compactMap(Page.init)
  }()

  init?(_ name: String) {
    guard let text = try? String(contentsOfFile: Checkout.path(name), encoding: .utf8) else { return nil }
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    blocks = lines.contains("<!-- generated -->") ? [] : Self.blocks(in: lines)
  }

  var testDescription: String { name }

  private static func blocks(in lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    var remarks: [String: String] = [:]
    for (index, line) in lines.enumerated() {
      if let block = open, line == "```" {
        blocks.append(block)
        open = nil
        remarks = [:]
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = Block(kind: String(line.dropFirst(3)), remarks: remarks, line: index + 1)
      } else if let match = line.wholeMatch(of: /<!-- ([a-z]+): (.*) -->/) {
        remarks[String(match.1)] = String(match.2)
      } else if !line.isEmpty {
        remarks = [:]
      }
    }
    return blocks
  }
}
