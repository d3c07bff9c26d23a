import Foundation
import SchedulerCivilTime
import TestSupport
import Testing

/// Python's `zoneinfo` reads the same zone files; unlike glibc it also goes from civil times to instants, by the rules of
/// PEP 495: `fold` 0 is the first of two or the reading with the offset before a gap, `fold` 1 the other.
@Suite struct PythonOracleTests {
  private static let seed: UInt64 = 0x9e9495

  @Test(
    "every zone agrees with Python around every change from 1970 to 2100 and at random instants",
    .enabled(if: PythonZones().isInstalled, "there is no Python with zoneinfo"))
  func everyZone() throws {
    var random = SeededGenerator(seed: Self.seed)
    let questions = Laws.cases(MachineZones.distinct, few: 12).map { PythonQuestion($0, using: &random) }
    let answers = try PythonZones().ask(questions)
    #expect(answers.count == questions.count)
    for (question, answer) in zip(questions, answers) { compare(question, answer) }
  }

  private func compare(_ question: PythonQuestion, _ answer: PythonAnswer) {
    let zone = question.zone
    for (seconds, offset) in zip(question.instants, answer.offsets) {
      let found = zone.offset(at: Instant(epochSeconds: seconds)).seconds
      if Int64(found) == offset { continue }
      Issue.record(
        "\(zone.identifier) \(Instant(epochSeconds: seconds)): \(found), Python \(offset), seed \(Self.seed)")
    }
    for (local, (first, second)) in zip(question.locals, answer.folds) {
      let found = zone.resolve(localSeconds: local)
      if (found.folds.0.epochSeconds, found.folds.1.epochSeconds) == (first, second) { continue }
      Issue.record("\(zone.identifier), local second \(local): \(found), Python \(first), \(second), seed \(Self.seed)")
    }
  }
}

extension CivilResolution {
  /// What PEP 495 has for `fold` 0 and 1.
  fileprivate var folds: (Instant, Instant) {
    switch self {
    case .unique(let instant): (instant, instant)
    case .gap(let before, let after): (before, after)
    case .repeated(let first, let second): (first, second)
    }
  }
}
