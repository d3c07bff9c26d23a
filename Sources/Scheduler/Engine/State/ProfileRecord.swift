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
    record.sessionCount = try archive.field("sessions", of: old?.sessionCount)
    record.used = UsedOccurrences(entries: try archive.list("used", of: old?.used.entries))
    record.ended = try archive.list("ended", of: old?.ended)
    record.planned = try archive.optional("planned", of: old?.planned)
    record.reminder = try archive.optional("reminder", of: old?.reminder)
    record.waiting = try archive.optional("waiting", of: old?.waiting)
    record.removedElapsed = try archive.optional("removed", of: old?.removedElapsed)
    session = try archive.optional("session", of: value?.session)
    written = try archive.optional("written", of: value?.written)
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
