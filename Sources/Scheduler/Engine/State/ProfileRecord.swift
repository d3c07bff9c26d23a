import SchedulerJSON

/// The record of a profile: what is remembered of it, its session, and the engine's progress at the time of writing.
struct ProfileRecord: Hashable, Sendable {
  /// A session to be written, or one that was read. The latter becomes a session once the rules that it copied are
  /// known.
  enum StoredSession: Hashable, Sendable {
    case running(Session)
    case unread(JSONValue)
  }

  var remembered: SessionBook.Record
  var session: StoredSession?
  var written: RecordStamp?
}

extension ProfileRecord: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let old = value?.remembered
    var record = SessionBook.Record()
    record.sessionCount = try archive.field("sessions", old?.sessionCount)
    record.used = UsedOccurrences(entries: try archive.list("used", old?.used.entries))
    record.ended = try archive.list("ended", old?.ended)
    record.planned = try archive.optional("planned", old?.planned)
    record.reminder = try archive.optional("reminder", old?.reminder)
    record.waiting = try archive.optional("waiting", old?.waiting)
    record.removedElapsed = try archive.optional("removed", old?.removedElapsed)
    session = try archive.optional("session", value?.session)
    written = try archive.optional("written", value?.written)
    record.unknown = archive.unknown(old?.unknown)
    remembered = record
  }
}

extension ProfileRecord.StoredSession: Stored {
  static var expectation: String { "an object" }

  func store(in json: inout JSONWriter) {
    switch self {
    case .running(let session):
      json.object { json in _ = Session(archive: &json, of: session, rules: session.rules) }
    case .unread(let value): json.value(value)
    }
  }

  static func restore(from source: StoredSource) -> Self { .unread(source.value) }
}
