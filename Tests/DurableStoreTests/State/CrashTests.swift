import TestSupport
import Testing

@testable import SchedulerStore

/// Whenever the machine stops, all that was confirmed is there afterwards, and what was not is there whole or not at all.
@Suite struct CrashTests {
  /// How the machine stops at an operation.
  private static let stops: [FaultPlan.Fault] = [
    .stopBefore, .stopWithin(byteCount: 1), .stopWithin(byteCount: 23), .stopAfter,
  ]

  /// How many operations the script takes.
  private static let operationCount: Int = {
    var run = ScriptedRun(SimulatedFileSystem())
    run.play()
    return run.files.operationCount
  }()

  /// The script, stopped at an operation in one way.
  private func stopped(at operation: Int, _ fault: FaultPlan.Fault) -> ScriptedRun {
    var run = ScriptedRun(SimulatedFileSystem().with([operation: fault]))
    run.play()
    return run
  }

  @Test func `the scripted run reaches its end when no fault stops it`() throws {
    var run = ScriptedRun(SimulatedFileSystem())
    run.play()
    #expect(run.confirmed == ["c": "fourth", "d": String(repeating: "d", count: 40), "e": "fifth"])
    #expect(run.shields == ["three, longer than before"])
    #expect(Self.operationCount > 100)
  }

  @Test(arguments: Laws.cases(1...operationCount, few: 20))
  func `a stop at any file operation loses nothing that was confirmed`(operation: Int) throws {
    let before = stopped(at: operation, .stopBefore).files.contents
    for fault in Self.stops {
      let run = stopped(at: operation, fault)
      // Only of what is appended there can be a part.
      if case .stopWithin = fault, run.files.contents == before { continue }
      for (way, files) in run.files.afterStops(seeds: 0..<12).enumerated() {
        try expectEverything(of: run, in: files, "operation \(operation), \(fault), way \(way)")
      }
    }
  }

  @Test(arguments: Laws.cases(1...operationCount, few: 20))
  func `recovery that stops at any operation loses no confirmed change either`(operation: Int) throws {
    let run = stopped(at: operation, operation % 2 == 0 ? .stopAfter : .stopBefore)
    for files in run.files.afterStops(seeds: UInt64(operation)..<UInt64(operation) + 1) {
      var whole = files
      _ = try StateStore.open(in: &whole)
      for second in 1...whole.operationCount - files.operationCount {
        let fault = Self.stops[(operation / 2 + second) % Self.stops.count]
        var again = files.with([second: fault])
        do throws(StateStoreError) { _ = try StateStore.open(in: &again) } catch {}
        for files in again.afterStops(seeds: UInt64(second)..<UInt64(second) + 2) {
          try expectEverything(of: run, in: files, "operation \(operation), then \(second), \(fault)")
        }
      }
    }
  }

  /// Fails once for the first thing that is not as it has to be.
  private func expectEverything(of run: ScriptedRun, in files: SimulatedFileSystem, _ place: String) throws {
    var files = files
    let shield = files["shield.json"].map { String(decoding: $0, as: UTF8.self) }
    var store = try StateStore.open(in: &files)
    try expectConfirmation(by: store, in: files, place)
    var history = HistoryFile.open(in: &files, firstKept: 1)
    let lines = ScriptedRun.historyLines(through: store.state.lastSequence)
    _ = history.append(lines, in: &files)
    let found = store.state
    let isFound =
      run.shields.contains(shield) && store.losses.allSatisfy { $0.isTornEnd }
      && [run.confirmed, run.attempted].contains(found.texts) && files["history.jsonl"] == lines.flatMap(\.bytes)
    #expect(isFound, "\(place): \(found.texts), \(store.losses)")
    // What was found counts from now on, and everything continues.
    var later = files.afterPowerLoss(seed: 100)
    let again = try StateStore.open(in: &later)
    let isKept = again.state == found && again.losses.isEmpty && later["history.jsonl"] == files["history.jsonl"]
    #expect(isKept, "\(place): \(found.texts) became \(again.state.texts), \(again.losses)")
    try store.append("next", "1", in: &files)
    try store.compact(in: &files)
    later = files.afterPowerLoss(seed: 200)
    let goesOn =
      try StateStore.open(in: &later).state == store.state && files.contents.keys.allSatisfy { $0.first != "." }
    #expect(goesOn, "\(place)")
  }
  /// What is confirmed next after a recovery is kept as well.
  private func expectConfirmation(by store: StateStore, in files: SimulatedFileSystem, _ place: String) throws {
    var (store, files) = (store, files)
    try store.append("next", "0", in: &files)
    var later = files.afterPowerLoss(seed: 300)
    let isKept = try StateStore.open(in: &later).state == store.state
    #expect(isKept, "\(place)")
  }
}
