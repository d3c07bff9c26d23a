import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// For each key of the language it is decided what an edit of it may do at once.
@Suite struct WaitingKeyTests {
  /// An edit of a key, and what is decided of it.
  struct Edit: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let verdict: Character
    var testDescription: String { name }
  }

  static let edits = KeyDirection.all.flatMap { row -> [Edit] in
    let none = row.document(nil)
    let (lower, higher) = (row.document(row.lower), row.document(row.higher))
    let steps = [
      ("added", none, higher), ("removed", higher, none), ("raised", lower, higher), ("lowered", higher, lower),
    ]
    return zip(steps, row.verdicts).map { step, verdict in
      Edit(name: "\(row.key) \(step.0)", old: step.1, new: step.2, verdict: verdict)
    }
  }

  static let range =
    Instant(epochSeconds: 1_793_491_200)..<Instant(epochSeconds: 1_793_491_200 + 120 * 86_400)

  private static let lists = ListsInMemory(["few": "c.org\n", "many": "c.org\nd.org\n"])

  private func reading(_ text: String) -> Configuration? {
    var list = DiagnosticList()
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", text))
    return Configuration(reading: &sources, zones: machineZones, lists: Self.lists, diagnostics: &list)
  }

  @Test func `each configuration key has a verdict for each of its four edits`() {
    let decided = KeyDirection.all.map { row in
      row.key.hasPrefix("[profile] ") || row.key.hasPrefix("[set] ") || row.key.hasPrefix("[calendar] ")
        ? " " + row.key.split(separator: " ")[1] : row.key
    }
    #expect(decided.sorted() == ReferenceTests.places.map(\.testDescription).sorted())
    #expect(KeyDirection.all.allSatisfy { $0.verdicts.count == 4 })
  }

  @Test(arguments: edits)
  func `an edit of each key takes effect at once or waits, as decided for that key`(edit: Edit) throws {
    guard edit.verdict != KeyDirection.Verdict.impossible.rawValue else {
      #expect(reading(edit.old) == nil || reading(edit.new) == nil, "decide it: it can be made")
      return
    }
    let (old, new) = (try #require(reading(edit.old)), try #require(reading(edit.new)))
    let tightened = old.tightened(by: new, in: Self.range) { _ in true }
    let done = ConfigurationDifference(from: old, to: tightened.configuration, in: Self.range)
    let verdict: KeyDirection.Verdict =
      switch (done.isEmpty, tightened.waiting.isEmpty) {
      case (_, true): done.direction == .tightens ? .tightens : .neutral
      case (true, false): .waits
      case (false, false): .waitsInPart
      }
    #expect(verdict.rawValue == edit.verdict)
    #expect(done.direction != .loosens)
  }

  @Test(arguments: edits)
  func `an edit takes effect at once if nothing makes it wait`(edit: Edit) throws {
    guard let old = reading(edit.old), let new = reading(edit.new) else { return }
    let tightened = old.tightened(by: new, in: Self.range) { _ in false }
    #expect(tightened.waiting.isEmpty)
    #expect(tightened.configuration.profiles.map(\.written) == new.profiles.map(\.written))
  }
}
