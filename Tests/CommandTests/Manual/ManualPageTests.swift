import ProgramTesting
import Scheduler
import Testing

@testable import schedctl

/// The manual pages: complete, and without a mistake for those who read them.
@Suite struct ManualPageTests {
  static let names = ["schedctl", "schedctl.toml", "schedctl.time"]

  @Test(arguments: names)
  func `man prints a page as roff when the output is not a terminal`(name: String) throws {
    let outcome = try ProgramRun("man", name).outcome()
    let page = try #require(ManualPage.all.first { $0.name == name })
    #expect(outcome == Outcome(.exit(0), output: page.roff))
    #expect(page.roff.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    #expect(page.roff.hasPrefix(".TH \(name.uppercased()) \(page.section) "))
  }

  @Test func `man without a name shows the page of the program`() throws {
    #expect(try ProgramRun("man").outcome() == ProgramRun("man", "schedctl").outcome())
  }

  @Test func `the manual page has a section for each command with its options and examples`() throws {
    let commands = try #require(ManualPage.program.parts.first { $0.title == "Commands" })
    for command in CommandTable.commands {
      let part = commands.blocks(under: command.name)
      #expect(!part.isEmpty, "\(command.name)")
      for option in command.options {
        let item = part.first { $0.tag.hasPrefix(option.forms[0]) }
        #expect(item?.tag == option.forms.joined(separator: ", ") + (option.value.map { " \($0.placeholder)" } ?? ""))
        #expect(item?.meaning == option.summary)
      }
      for example in command.examples {
        #expect(part.contains { $0.tag == example.line && $0.meaning == example.does })
      }
    }
  }

  @Test func `the manual page lists each exit code and each common option`() {
    let tags = ManualPage.program.parts.flatMap(\.blocks).map(\.tag)
    for code in ExitCode.allCases { #expect(tags.contains("\(code.rawValue)")) }
    for option in Option.common { #expect(tags.contains { $0.hasPrefix(option.forms[0]) }) }
  }

  @Test func `the manual page lists each configuration key under its table`() throws {
    let keys = try #require(ManualPage.configuration.parts.first { $0.title == "Keys" })
    let places = [
      ("At the top", "timezone"), ("[profile.KEY]", "lock"), ("[[profile.KEY.window]]", "start"),
      ("[profile.KEY.break]", "reset"), ("[[calendar.NAME.ranges]]", "to"), ("[[hook]]", "run"),
      ("[daemon]", "history"), ("[[profile.KEY.unlock]]", "sha256"),
    ]
    for (header, key) in places { #expect(keys.blocks(under: header).contains { $0.tag == key }, "\(header) \(key)") }
    #expect(keys.blocks.count { !$0.tag.isEmpty } == count(ConfigurationReference.file))
  }

  private func count(_ table: TableReference) -> Int { table.keys.reduce(0) { $0 + 1 + count($1.shape) } }

  private func count(_ shape: ValueShape) -> Int {
    switch shape {
    case .table(let table), .namedTables(let table, _): count(table)
    case .list(let element, _), .sequence(_, let element): count(element)
    case .oneOrMany(let element): count(element)
    case .anyOf(let shapes): shapes.reduce(0) { $0 + count($1) }
    default: 0
    }
  }

  @Test(arguments: ManualPage.time.windows)
  func `each window on the manual page about time is valid`(window: String) throws {
    var run = ProgramRun("next", "--config", "-", "--json", "-n", "1", "--from", "2026-11-23")
    run.input = .bytes(Array("[profile.p]\nwindow = [\"\(window)\"]\n".utf8))
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && !outcome.output.isEmpty, "\(outcome.messages)")
  }

  @Test(arguments: ManualPage.time.expressions)
  func `each time on the manual page about time is valid`(expression: String) throws {
    let outcome = try ProgramRun("next", "-q", "-n", "1", "--from=\(expression)").outcome()
    #expect(outcome.end == .exit(0), "\(outcome.messages)")
  }
}

extension ManualPage.Part {
  /// What stands between a heading and the next.
  fileprivate func blocks(under heading: String) -> [ManualPage.Block] {
    let start = blocks.firstIndex { if case .heading(heading) = $0 { true } else { false } }
    guard let start else { return [] }
    return Array(blocks[(start + 1)...].prefix { if case .heading = $0 { false } else { true } })
  }
}

extension ManualPage.Block {
  /// The word of an item, without marks; empty for anything else.
  fileprivate var tag: String { if case .item(let spans, _) = self { spans.map(\.text).joined() } else { "" } }

  fileprivate var meaning: String { if case .item(_, let meaning) = self { meaning } else { "" } }

  /// What is marked as typed.
  fileprivate var typed: [String] {
    guard case .item(let spans, _) = self else { return [] }
    return spans.compactMap { if case .bold(let text) = $0 { text } else { nil } }
  }
}

extension ManualPage.Span {
  fileprivate var text: String {
    switch self {
    case .plain(let text), .bold(let text), .italic(let text): text
    }
  }
}

extension ManualPage {
  /// What the items of a part show as typed.
  private func typed(in title: String) -> [String] {
    parts.filter { $0.title == title }.flatMap(\.blocks).flatMap(\.typed)
  }

  fileprivate var windows: [String] { typed(in: "Windows") }
  fileprivate var expressions: [String] { typed(in: "Times on the command line") }
}
