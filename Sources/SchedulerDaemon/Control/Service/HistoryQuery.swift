import Scheduler
import SchedulerJSON
import SchedulerStore

/// A position in history while it is read backwards in slices.
public struct HistoryPosition: Sendable {
  /// The number before which entries are wanted; the maximum for all.
  public var before: Int64
  /// Whether all entries were read.
  public var isOver = false
  /// The reader of the files. A daemon parses a piece of 256 KiB in about 10 ms, so that no edge waits longer.
  var reader = HistoryReader(pieceSize: 256 << 10)

  /// Creates a position before an entry's number.
  public init(before number: Int64) { before = number }
}

/// The question for sessions or for entries of history, which is read in slices, the newest first.
struct HistoryQuery: Sendable {
  /// The maximum total size of entries in a reply, in bytes.
  private static let mostBytes = 1 << 20

  private let wantsSessions: Bool
  private let since: Instant?
  private let limit: Int
  private let seen: SeenProfiles
  private var position: HistoryPosition
  /// The sessions found so far, the newest first.
  private var sessions: [SessionEntry] = []
  /// The entries found so far, the newest first.
  private var entries: [HistoryRecord] = []
  private var size = 0
  private var isComplete = true

  init(_ reader: ControlReader<some ControlSource>) throws(ControlError) {
    let (call, source) = (reader.call, reader.source)
    wantsSessions = call.method == .sessions
    seen = reader.seenProfiles
    since = try call.parameters.instant("since", using: source)
    limit = try reader.limit(
      otherwise: HistoryListing.usualCount(since: since, most: Int64(ControlInterface.mostEntries)))
    // Entries that are written while the question is answered are left out: sessions that end then are listed as
    // running.
    let end = source.lastNumber &+ 1
    position = HistoryPosition(before: min(end, call.parameters["before"]?.integerValue ?? end))
    guard wantsSessions else { return }
    let (engine, viewer) = (source.engineNow, reader.viewer)
    let running = engine.present.map { present in
      engine.sessions.filter(viewer.sees).map { SessionEntry($0, at: present) }
    }
    sessions = Array((running ?? []).sorted { $0.start > $1.start }.prefix(limit))
    isComplete = sessions.count == running?.count ?? 0
  }

  mutating func advance(using source: some ControlSource) throws(ControlError) -> [UInt8]? {
    for entry in try source.slice(of: &position) where isComplete { take(entry) }
    if !position.isOver && isComplete { return nil }
    return wantsSessions ? sessionReply(in: source.engine) : entryReply()
  }

  /// Keeps an entry that is asked for. The answer is not complete if there is no room for it.
  private mutating func take(_ entry: HistoryRecord) {
    if wantsSessions {
      guard let session = SessionEntry(entry), seen.contains(entry),
        HistoryListing.contains(session.listedAt, since: since)
      else { return }
      isComplete = sessions.count < limit
      if isComplete { sessions.append(session) }
    } else if seen.contains(entry), HistoryListing.contains(entry.happened, since: since) {
      isComplete = entries.count < limit && size < Self.mostBytes
      guard isComplete else { return }
      entries.append(entry)
      size += entry.object.roughSize
    }
  }

  /// Returns the ended sessions in the order of their ends, followed by the running ones.
  private func sessionReply(in engine: Engine) -> [UInt8] {
    VarlinkReply.bytes { json in
      json.array("sessions") { json in
        for session in sessions.reversed() { session.write(to: &json, in: engine.zone(ofKey: session.profile)) }
      }
      json.member("complete", value: isComplete)
    }
  }

  private func entryReply() -> [UInt8] {
    VarlinkReply.bytes { json in
      json.member("entries", value: entries.reversed().map(\.object))
      json.member("complete", value: isComplete)
    }
  }
}

extension JSONObject {
  /// The approximate size in bytes: the lengths of keys and texts, plus a constant for each member and array element.
  fileprivate var roughSize: Int {
    members.reduce(0) { size, member in
      size + member.key.utf8.count + 24 + (member.value.stringValue?.utf8.count ?? 0)
        + 64 * (member.value.arrayValue?.count ?? 0)
    }
  }
}
