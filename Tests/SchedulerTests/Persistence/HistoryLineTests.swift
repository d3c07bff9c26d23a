import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

@Suite struct HistoryLineTests {
  @Test(arguments: [("x", 4_096, 4_096), ("\u{1}", 4_096, 4_096), ("ä", 4_097, 4_096), ("\u{1}", 70_000, 4_096)])
  func `history contains every event, however long its message is`(character: String, count: Int, kept: Int) throws {
    let message = String(repeating: character, count: count)
    let event = Event(
      number: 7, name: .emergencyDidUse, activity: nil, profile: nil, session: nil,
      planned: Instant(epochSeconds: 0), message: message, delivered: Delivery(Instant(epochSeconds: 0)), isLate: false)
    let line = try #require(HistoryLine(.event(event)))
    let recorded = try #require(try JSONValue(parsing: line.bytes.dropLast())["message"]?.stringValue)
    #expect(recorded.unicodeScalars.count == kept && recorded.hasSuffix("…") == (count > kept))
    #expect(line.bytes.count <= HistoryLine.limit)
  }

  private static let profile = ProfileReference(key: "deep".profileKey)
  private static let noon = Instant(epochSeconds: 1_774_785_600)

  private func record(_ entry: HistoryEntry) throws -> HistoryRecord {
    let line = try #require(HistoryLine(entry))
    return try #require(HistoryRecord(line: line.bytes))
  }

  @Test func `an event is read back as it was`() throws {
    let event = Event(
      number: 7, name: .breakDidEnd, activity: .break(Self.profile.id), profile: Self.profile, session: nil,
      planned: Self.noon, message: "m", delivered: Delivery(Self.noon.adding(seconds: 90), nanosecond: 250_000_000),
      isLate: true)
    let record = try record(.event(event))
    #expect(record.number == 7 && record.event == .breakDidEnd && record.kind == "breakDidEnd")
    #expect(record.activity == event.activity?.description && record.session.isEmpty && record.message == "m")
    #expect(record.profile == "deep" && record.profileID == Self.profile.id && record.isLate)
    #expect(record.planned == Self.noon && record.delivered == Self.noon.adding(seconds: 90))
    #expect(record.happened == Self.noon && record.noted == Self.noon.adding(seconds: 90))
    #expect(record.missed == nil && record.span == nil && SessionEntry(record) == nil)
  }

  @Test func `missed intervals are read back as they were`() throws {
    var missed = Missed(activity: .schedule(Self.profile.id), profile: nil)
    missed.append(start: Self.noon, end: Self.noon.adding(seconds: 60))
    missed.append(start: Self.noon.adding(seconds: 100), end: Self.noon.adding(seconds: 160))
    missed.count(3)
    let record = try record(.missed(missed))
    #expect(record.kind == "missed" && record.event == nil && record.profileText == nil && record.profileID == nil)
    #expect(record.missed == HistoryRecord.MissedIntervals(spans: missed.intervals, further: 3))
    #expect(record.happened == Self.noon.adding(seconds: 160) && record.noted == nil)
  }

  @Test func `a finished session is read back as it was`() throws {
    var times = SessionTimes(from: 0)
    times.breakNanoseconds = 60 * Nanoseconds.perSecond
    let session = FinishedSession(
      number: 9, id: SessionID(UUIDValue(version5Of: "s", in: Self.profile.id.uuid)), profile: Self.profile,
      origins: [.timer, .schedule],
      start: Self.noon, end: Self.noon.adding(seconds: 600), realStart: Delivery(Self.noon),
      realEnd: Delivery(Self.noon.adding(seconds: 601)), times: times,
      nanoseconds: 601 * Nanoseconds.perSecond)
    let record = try record(.finished(session))
    let (read, direct) = (try #require(SessionEntry(record)), SessionEntry(session))
    #expect(read.csv(in: .utc) == direct.csv(in: .utc) && read.origins == ["schedule", "timer"])
    #expect(record.happened == Self.noon.adding(seconds: 600) && record.noted == Self.noon.adding(seconds: 601))
    #expect(record.number == 9 && record.breakSeconds == 60 && record.event == nil)
  }

  @Test(arguments: ["", "{", "[]", "7", "{\"sequence\":}"])
  func `a damaged history line is not parsed as a record`(line: String) {
    #expect(HistoryRecord(line: Array(line.utf8)) == nil)
  }

  @Test func `a history record treats members of other types as missing`() throws {
    let line =
      #"{"sequence":"1","event":2,"profile":[],"id":"x","planned":"soon","late":"yes","intervals":[1,{"start":"a"}]}"#
    let record = try #require(HistoryRecord(line: Array(line.utf8)))
    #expect(record.number == nil && record.kind.isEmpty && record.profile.isEmpty && record.profileID == nil)
    #expect(record.planned == nil && !record.isLate && record.missed?.spans.isEmpty == true)
  }
}
