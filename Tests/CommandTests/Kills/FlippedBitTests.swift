import Foundation
import ProgramTesting
import SchedulerJSON
import TestSupport
import Testing

@testable import SchedulerStore

/// The journal of a real run with one wrong bit.
@Suite struct FlippedBitTests {
  private let folder: WorkFolder
  /// The bytes of the journal as the program left them.
  private let journal: [UInt8]

  init() throws {
    folder = try WorkFolder()
    let profiles = ["p", "q"].map { "[profile.\($0)]\nblock.domains = [\"a.org\"]\n" }
    try folder.write("timezone = \"UTC\"\n" + profiles.joined(), to: "week.toml")
    for profile in ["p", "q"] {
      #expect(try Self.run(["start", profile, "--for", "2h", "--offline"], folder).end == .exit(0))
    }
    journal = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/state/journal")))
  }

  private static func run(_ words: [String], _ folder: WorkFolder) throws -> Outcome {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", "state"])
    run.folder = folder.path
    return try run.outcome()
  }

  /// The state that a journal comes to, and what is told of it.
  private func state(_ journal: [UInt8]) throws -> (entries: [StoredState.Entry], losses: [StateLoss]) {
    var files = SimulatedFileSystem()
    files["journal"] = journal
    let (state, losses) = try StateStore.read(from: &files)
    return (state.entries, losses)
  }

  /// Where the records of the journal are.
  private func records() throws -> [Range<Int>] {
    var scanner = RecordScanner(journal)
    var records: [Range<Int>] = []
    while case .record(let record) = scanner.next() {
      records.append(scanner.position - Record.overhead - record.payload.count..<scanner.position)
    }
    #expect(records.last?.upperBound == journal.count)
    return records
  }

  @Test func `each flipped bit of the journal is reported, and only its own record is lost`() throws {
    let records = try records()
    #expect(records.count >= 3)
    for record in records {
      let others = try state(Array(journal[..<record.lowerBound] + journal[record.upperBound...]))
      for bit in Laws.cases(record.lowerBound * 8..<record.upperBound * 8, few: 200) {
        var flipped = journal
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        let found = try state(flipped)
        #expect(!found.losses.isEmpty && found.entries == others.entries, "bit \(bit)")
      }
    }
  }

  @Test func `the program reports a flipped bit, loses at most one command, and continues`() throws {
    for seed in Laws.cases(0..<100 as Range<UInt64>, few: 3) {
      var random = SeededGenerator(seed: seed)
      let bit = Int.random(in: 0..<journal.count * 8, using: &random)
      var flipped = journal
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let place: Comment = "seed \(seed), bit \(bit)"
      let folder = try WorkFolder()
      try FileManager.default.copyItem(atPath: self.folder.path + "/week.toml", toPath: folder.path + "/week.toml")
      try FileManager.default.copyItem(atPath: self.folder.path + "/state", toPath: folder.path + "/state")
      try folder.write(flipped, to: "state/journal")
      let told = try Self.run(["status", "--json"], folder)
      #expect(told.end == .exit(0) && told.messages.contains("'journal': "), place)
      let sessions = try Self.sessions(told)
      #expect(!sessions.isEmpty, place)
      let repaired = try Self.run(["run", "--once"], folder)
      #expect(repaired.end == .exit(0) && repaired.messages.contains("'journal': "), place)
      #expect(try Self.run(["run", "--once"], folder) == Outcome(.exit(0)), place)
      let later = try Self.run(["status", "--json"], folder)
      #expect(try later.messages.isEmpty && Self.sessions(later) == sessions, place)
    }
  }

  private static func sessions(_ outcome: Outcome) throws -> [JSONValue?] {
    let status = try JSONValue(parsing: Array(outcome.output.utf8))
    return try #require(status["sessions"]?.arrayValue).map { $0["session"] }
  }
}
