import Foundation
import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

/// State directories that an earlier program wrote (`Tests/Fixtures/make-state`), read by this one: nothing may be lost.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter OldStateTests` writes `expected.txt` anew. A difference there is a loss,
/// unless this program means to read the old state in another way.
@Suite struct OldStateTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/state")

  static let cases = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test func `the old state covers every kind of state`() {
    #expect(
      Self.cases == [
        "emergency", "lifts", "long", "planned", "pomodoro-break", "pomodoro-focus", "pomodoro-paused", "removed",
        "stepped", "strict", "waiting",
      ])
  }

  @Test(arguments: cases)
  func `state of an earlier program is read without a loss`(name: String) throws {
    var old = try OldState(Self.folder.appendingPathComponent(name))
    let text = try old.described() + "\na minute later\n" + old.evaluated()
    let file = Self.folder.appendingPathComponent(name + "/expected.txt")
    if ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] != nil { try Data(text.utf8).write(to: file) }
    #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self), "\(name):\n\(text)")
  }

  @Test(arguments: cases)
  func `state of an earlier program stays the same when this program writes all of it anew`(name: String) throws {
    let old = try OldState(Self.folder.appendingPathComponent(name))
    let (engine, problems) = old.rewritten()
    #expect(problems.isEmpty)
    #expect(try EngineDescription(of: engine).lines() == EngineDescription(of: old.engine).lines())
  }
}

/// A state directory that an earlier program wrote, opened when the clocks showed what they showed at its end.
private struct OldState {
  private var files = SimulatedFileSystem()
  private var moment: Moment
  private let accepted: ConfigurationVersions
  private var durable: DurableEngine

  init(_ folder: URL) throws {
    let words = try String(contentsOf: folder.appendingPathComponent("moment"), encoding: .utf8).split(separator: " ")
    moment = Moment(
      wall: Instant(epochSeconds: try #require(Int64(words[0]))), boot: try #require(Int64(words[1])),
      bootID: words[2].trimmingCharacters(in: .newlines))
    let directory = folder.appendingPathComponent("state")
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      files[name] = Array(try Data(contentsOf: directory.appendingPathComponent(name)))
    }
    let state = try LockedState.open(in: &files)
    let newest = try #require(state.configuration.accepted)
    accepted = try #require(newest.versions(zones: machineZones))
    #expect(accepted.count == newest.earlier.count + 1)
    durable = DurableEngine(accepted, from: state, in: &files)
  }

  var engine: Engine { durable.engine }

  /// An engine that continues from records as this program writes them.
  func rewritten() -> (Engine, [StateProblem]) {
    var problems: [StateProblem] = []
    let engine = Engine(accepted, records: engine.records, problems: &problems)
    return (engine, problems)
  }

  /// Evaluates a minute later, and says what came of it.
  mutating func evaluated() throws -> String {
    moment.wall = moment.wall.adding(seconds: 60)
    moment.boot += 60_000_000_000
    let evaluation = try durable.handle(.time, at: moment, in: &files)
    #expect(evaluation.failures.isEmpty && evaluation.isDurable)
    #expect(files["configuration"] == nil, "it is converted")
    #expect(try StateReading(of: &files).configuration == durable.storedConfiguration)
    let events = evaluation.events.map { "event \($0.name) \($0.profile?.key.text ?? "") planned \($0.planned)" }
    let shield = try JSONValue(parsing: try #require(files["shield.json"])).objectValue?["layers"]?.arrayValue ?? []
    let layers = shield.map { layer in
      var writer = JSONWriter()
      writer.value(layer)
      return "layer " + String(decoding: writer.bytes, as: UTF8.self)
    }
    return (events + layers).map { $0 + "\n" }.joined()
  }
}

extension OldState {
  /// Everything that counts of what was read, a line each.
  func described() throws -> String {
    let lines = durable.losses.map { "loss: \($0)" } + durable.problems.map { "problem: \($0)" }
    let history = HistoryLine.lines(in: files["history.jsonl"] ?? []).count
    let text = lines + ["lines of history \(history)"] + acceptedLines + (try EngineDescription(of: engine).lines())
    return text.map { $0 + "\n" }.joined()
  }

  private var acceptedLines: [String] {
    guard let newest = durable.storedConfiguration.accepted else { return ["no configuration"] }
    return (newest.earlier + [newest]).map { accepted in
      let files = accepted.files.map { "\($0.name) of \($0.text.utf8.count) bytes" }.joined(separator: ", ")
      let zones = accepted.namedZones.map(\.identifier)
      return "configuration '\(accepted.title)' accepted \(accepted.acceptedAt): \(files); zones \(zones)"
    }
  }
}

/// What an engine remembers, in words that do not depend on how it is written down.
private struct EngineDescription {
  private let engine: Engine
  private let present: Present

  init(of engine: Engine) throws {
    self.engine = engine
    present = try #require(engine.present)
  }

  func lines() -> [String] {
    let (authorization, emergency) = (engine.state.authorization, engine.state.emergency)
    var lines = [
      "evaluated at \(present.wall), trusted \(present.trusted.instant)",
      "shield \(authorization.status), awaited \(authorization.awaited?.rawValue ?? "-")",
      "emergencies used \(emergency.used)" + (emergency.periodStart.map { " since \(time($0))" } ?? ""),
      "events \(engine.lastNumber)",
    ]
    lines += pendingLines
    for (id, record) in engine.book.records.sorted(by: { $0.key < $1.key }) {
      lines += recordLines(record, of: id)
      if let session = engine.book[id] { lines += sessionLines(session).map { "  " + $0 } }
    }
    return lines
  }

  /// What the wall clock shows at an elapsed time.
  private func time(_ elapsed: Int64) -> String { "\(present.instant(of: .elapsed(elapsed)))" }

  private var pendingLines: [String] {
    engine.pendingChanges.map { change in
      let until = change.until(at: present).map { "\($0)" } ?? "no end"
      return "waits: \(change.profile?.key.text ?? "all") \(change.key) since \(change.since), cooldown"
        + " \(change.cooldownEnd), until \(until), sessions \(change.sessions.map { $0.id })"
    }
  }

  private func recordLines(_ record: SessionBook.Record, of id: ProfileID) -> [String] {
    let key = engine.plan(of: id)?.reference.key.text ?? engine.book[id]?.profile.key.text ?? "\(id)"
    var lines = ["profile \(key): \(record.sessionCount) sessions, ended \(record.ended.map { "\($0)" })"]
    for use in record.used.entries {
      let words = (use.isSkipped ? " skipped" : "") + (use.reachesBack ? " and earlier" : "")
      lines.append("  used \(use.key)\(words) \(use.ending?.rawValue ?? "-") at \(time(use.elapsed))")
    }
    if let start = record.planned {
      lines.append("  planned \(start.instant) \(start.kind) for \(start.lengthSeconds ?? 0) s")
    }
    if let reminder = record.reminder {
      lines.append("  reminder '\(reminder.message)' of \(reminder.session) at \(time(reminder.due))")
    }
    if let waiting = record.waiting {
      lines.append("  waits with \(waiting.occurrence) from \(waiting.start) for \(waiting.sessions)")
    }
    if let removed = record.removedElapsed { lines.append("  removed at \(time(removed))") }
    return lines
  }

  private func rulesLines(_ rules: SessionRules) -> [String] {
    let may = rules.permissions.map { "\($0.map(\.rawValue).sorted())" } ?? "all"
    var lines = ["lock \(rules.lock), enforced \(rules.isEnforced), may \(may)"]
    let (domains, applications) = (rules.layer.domains, rules.layer.applications)
    lines.append("domains \(domains.default), but \(domains.block.map(\.text)) not \(domains.allow.map(\.text))")
    lines.append(
      "applications \(applications.default), but \(applications.block.map(\.text)) not"
        + " \(applications.allow.map(\.text))")
    lines += rules.unlockKeys.map { "key '\($0.name)' \($0.secret)" }
    if let breaks = rules.breaks {
      let count = breaks.count.map { "\($0)" } ?? "any"
      let reset = breaks.reset.map { "\($0)" } ?? "never"
      lines.append("may break \(breaks.lengthSeconds) s of \(breaks.budgetSeconds) s, \(count) times, reset \(reset)")
    }
    if let pause = rules.pause { lines.append("may pause \(pause.lengthSeconds) s, \(pause.count) times") }
    if let access = rules.access {
      let refill = access.refillSeconds.map { "\($0) s" } ?? "never"
      lines.append("may open \(access.lengthSeconds) s, \(access.count) times, refill \(refill)")
    }
    if let reminder = rules.reminder {
      lines.append("reminds after \(reminder.afterEndSeconds) s: '\(reminder.message)'")
    }
    return lines
  }

  private func sessionLines(_ session: Session) -> [String] {
    func end(_ deadline: Deadline?) -> String { deadline.map { "\(present.instant(of: $0))" } ?? "no end" }
    let origins = session.origins.sorted().map(\.rawValue)
    var lines = ["session \(session.id) from \(session.start), real \(session.realStart.instant), by \(origins)"]
    lines += rulesLines(session.rules)
    for hold in session.holds {
      lines.append(
        "hold \(hold.origin) from \(hold.start) to \(end(hold.end)), \(hold.interval?.occurrences ?? []), length \(hold.interval?.length ?? 0),"
          + " early stop \(hold.allowsEarlyStop)")
      guard let pomodoro = hold.pomodoro else { continue }
      let left = pomodoro.remaining.map { "\($0) ns left" } ?? "until \(time(pomodoro.deadline))"
      lines.append("pomodoro \(pomodoro.mode) \(pomodoro.state) \(left), \(pomodoro.completedRounds) rounds done")
      lines.append("pomodoro rules \(pomodoro.rules)")
    }
    if let lift = session.lift {
      lines.append(
        "lift \(lift.kind) from \(lift.start) to \(time(lift.deadline)), charged to \(time(lift.chargedUntil)),"
          + " allowed \(lift.allowance) ns")
    }
    let renewal = session.breaks.renewal.map { "\(present.instant(of: $0.end)) or \(time($0.elapsed))" } ?? "never"
    lines.append("breaks \(session.breaks.taken), used \(session.breaks.usedNanoseconds) ns, renewed \(renewal)")
    lines.append("pauses \(session.pausesTaken)")
    for grant in session.grants {
      lines.append("grant \(grant.id) \(grant.target) \(grant.paths) from \(grant.start) to \(time(grant.deadline))")
    }
    let access = session.access
    lines.append("access granted \(access.granted), \(access.taken) in period \(access.period)")
    return lines
  }
}
