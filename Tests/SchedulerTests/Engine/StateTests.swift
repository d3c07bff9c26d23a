import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

/// The state is written as JSON, a record a key, and read back to an identical continuation.
@Suite struct StateTests {
  private static let toml = profiles(
    (
      key: "a",
      body: """
      window = ["09:00-17:00"]
      users = ["kim"]
      lock = "remote"
      [profile.a.break]
      length = "10m"
      budget = "30m"
      reset = "04:00"
      [profile.a.pause]
      length = "5m"
      [profile.a.access]
      length = "5m"
      refill = "6h"
      [profile.a.reminder]
      after-end = "15m"
      [[profile.a.unlock]]
      sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
      [[profile.a.unlock]]
      type = "text"
      """
    ), (key: "b", body: "strategy = { type = \"pomodoro\" }\n"))

  /// A machine in the middle of everything: a window with an access and a break, a pomodoro that is paused.
  private func busy() throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 09:30")
    machine.start("b")
    machine.access("a.example")
    machine.command(.break(.profile("a".profileKey)))
    machine.command(.skip("a".profileKey))
    machine.run(seconds: 300)
    machine.command(.pause(.profile("b".profileKey)))
    return machine
  }

  private func restored(
    _ machine: VirtualMachine, _ records: [StateChange], problems: inout [StateProblem]
  ) -> VirtualMachine {
    var copy = machine
    var found: [StateProblem] = []
    copy.replaceEngine { Engine(ConfigurationVersions($0.configuration), records: records, problems: &found) }
    problems = found
    return copy
  }

  @Test func `an engine that is read back continues exactly as the original does`() throws {
    var machine = try busy()
    let records = machine.engine.records
    var problems: [StateProblem] = []
    var copy = restored(machine, records, problems: &problems)
    #expect(problems.isEmpty)
    #expect(copy.engine.records == records)
    #expect(copy.engine.shield == machine.engine.shield)
    try machine.run(to: "2026-11-25 10:00")
    try copy.run(to: "2026-11-25 10:00")
    #expect(copy.seen == machine.seen)
    #expect(copy.engine.records == machine.engine.records)
  }

  @Test func `the changes that the evaluations write restore the sessions and records of the engine`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:00")
    var journal: [String: [UInt8]] = [:]
    for time in ["08:30", "09:00", "10:00", "16:59", "17:00", "18:00"] {
      try machine.sleep(to: time)
      for change in machine.transition.changes { journal[change.key] = change.payload.isEmpty ? nil : change.payload }
      var problems: [StateProblem] = []
      let copy = restored(machine, journal.map { StateChange(key: $0.key, payload: $0.value) }, problems: &problems)
      #expect(problems.isEmpty)
      #expect(copy.engine.book.sessions == machine.engine.book.sessions)
      #expect(copy.engine.book.records == machine.engine.book.records)
    }
    #expect(journal.keys.filter { $0.hasPrefix("rules:") } == [])
  }

  @Test func `an evaluation without anything to do writes nothing`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.sleep(to: "08:30")
    #expect(machine.transition.isEmpty)
  }

  @Test func `the rules that a session copied are written once`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    func keys() -> [String] { machine.transition.changes.map { String($0.key.prefix { $0 != ":" }) } }
    #expect(keys() == ["rules", "profile", "engine"])
    machine.command(.break())
    #expect(keys() == ["profile", "engine"])
    machine.command(.emergency(reason: "a key is missing"))
    #expect(keys() == ["profile", "engine", "rules"])
  }

  @Test(arguments: ["engine", "profile:", "rules:"])
  func `a damaged record is reported, and the other records are read`(kind: String) throws {
    let machine = try busy()
    let records = machine.engine.records
    for index in records.indices where records[index].key.hasPrefix(kind) {
      for damage in ["", "{", "[]", "{}", "{\"version\":2}"] {
        var damaged = records
        damaged[index] = StateChange(key: records[index].key, payload: Array(damage.utf8))
        var problems: [StateProblem] = []
        let copy = restored(machine, damaged, problems: &problems)
        #expect(problems.map(\.key).contains { $0.hasSuffix(records[index].key.drop { $0 != ":" }) })
        #expect(copy.active.count == (kind == "profile:" ? 1 : 2))
        #expect(problems.allSatisfy { !$0.description.isEmpty })
      }
    }
  }

  @Test(arguments: ["engine", "profile:", "rules:"])
  func `a damaged record is reported once, and the next evaluation writes it again`(kind: String) throws {
    let machine = try busy()
    for damaged in machine.engine.records where damaged.key.hasPrefix(kind) {
      var journal = Dictionary(uniqueKeysWithValues: machine.engine.records.map { ($0.key, $0.payload) })
      journal[damaged.key] = Array("{".utf8)
      func records() -> [StateChange] { journal.map { StateChange(key: $0.key, payload: $0.value) } }
      var problems: [StateProblem] = []
      var copy = restored(machine, records(), problems: &problems)
      #expect(!problems.isEmpty)
      copy.handle(.time)
      for change in copy.transition.changes { journal[change.key] = change.payload.isEmpty ? nil : change.payload }
      let after = restored(machine, records(), problems: &problems)
      #expect(problems == [], "\(damaged.key)")
      #expect(after.engine.records == copy.engine.records)
    }
  }

  @Test func `a session without its copied rules continues with those of the configuration`() throws {
    let machine = try busy()
    var problems: [StateProblem] = []
    let records = machine.engine.records.filter { !$0.key.hasPrefix("rules:") }
    let copy = restored(machine, records, problems: &problems)
    #expect(copy.engine.book.sessions == machine.engine.book.sessions)
    #expect(copy.engine.book.records == machine.engine.book.records)
    #expect(problems.count == 2)
    #expect(problems.allSatisfy { $0.description.hasSuffix("; it continues with those of the configuration") })
  }

  @Test func `a profile whose session is lost keeps what was skipped or stopped, and its interval starts again`() throws
  {
    let machine = try busy()
    var problems: [StateProblem] = []
    let records = machine.engine.records.filter { !$0.key.hasPrefix("rules:") }
    let empty = try configuration("timezone = \"Europe/Berlin\"\n")
    let engine = Engine(ConfigurationVersions(empty), records: records, problems: &problems)
    #expect(engine.book.sessions.isEmpty)
    for (profile, record) in machine.engine.book.records {
      let kept = record.used.entries.filter { $0.isSkipped || $0.reachesBack || $0.ending != nil }
      #expect(engine.book.records[profile]?.used.entries == kept)
    }
    #expect(machine.engine.book.records.values.contains { $0.used.entries.contains(where: \.isSkipped) })
    #expect(problems.count == 2)
  }

  @Test func `without the engine's own record, clock and numbers continue from the profiles' records`() throws {
    let machine = try busy()
    var problems: [StateProblem] = []
    let records = machine.engine.records.filter { $0.key != "engine" }
    var copy = restored(machine, records, problems: &problems)
    copy.handle(.time)
    #expect(copy.present.elapsed == machine.present.elapsed)
    try copy.run(to: "09:41")
    #expect(copy.lift("a") == nil)
    let numbers = copy.numbers
    #expect(numbers == Array(1...Int64(numbers.count)))
  }

  @Test func `reading a cut record always reports a problem`() throws {
    let machine = try busy()
    let records = machine.engine.records
    for index in records.indices {
      let payload = records[index].payload
      for length in stride(from: 0, to: payload.count, by: 7) {
        var damaged = records
        damaged[index] = StateChange(key: records[index].key, payload: Array(payload.prefix(length)))
        var problems: [StateProblem] = []
        _ = restored(machine, damaged, problems: &problems)
        #expect(!problems.isEmpty)
      }
    }
  }

  @Test func `keys that a newer version added survive a rewrite`() throws {
    var machine = try busy()
    let marked = machine.engine.records.map { record -> StateChange in
      let value = try? JSONValue(parsing: record.payload)
      return StateChange(key: record.key, payload: value.map { Self.marking($0) }?.objectValue?.bytes ?? [])
    }
    var problems: [StateProblem] = []
    machine = restored(machine, marked, problems: &problems)
    #expect(problems.isEmpty)
    machine.command(.resume(.profile("a".profileKey)))
    machine.command(.resume(.profile("b".profileKey)))
    for record in machine.engine.records {
      let text = String(decoding: record.payload, as: UTF8.self)
      #expect(text.contains("\"future\":true"), "\(record.key)")
    }
    let session = machine.engine.records.first { $0.key.hasSuffix(ProfileID(derivedFrom: "b".profileKey).description) }
    let count = String(decoding: session?.payload ?? [], as: UTF8.self).split(separator: "\"future\":true").count - 1
    #expect(count >= 4)
  }

  /// The value with a member more in each object that has a shape of ours.
  private static func marking(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(marking))
    case .object(let object):
      var marked = JSONObject()
      for member in object.members {
        let isLeaf = ["end", "clock", "written", "realStart", "occurrences", "occurrence"].contains(member.key)
        marked[member.key] = isLeaf ? member.value : marking(member.value)
      }
      marked["future"] = .bool(true)
      return .object(marked)
    default: return value
    }
  }
}
