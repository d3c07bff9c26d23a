import SchedulerStore

extension DurableEngine {
  /// Maximum length of the message of a loss, in characters. Many places of the files may be damaged.
  private static let longestMessage = 400

  /// Returns what the first evaluation must record of the damage found when the state was opened; nil for nothing. A
  /// torn end of a file is no loss, because nothing in it was confirmed. If it was, history reveals it.
  ///
  /// - Parameter published: the sessions that were published last, with the keys of their profiles.
  mutating func lossRecord(
    besides published: [SessionID: ProfileKey], in files: inout some FileSystem & ~Copyable
  ) -> StateLossRecord? {
    let words = losses.filter { !$0.isTornEnd }.map(\.description) + problems.map(\.description)
    guard !words.isEmpty else { return nil }
    let message = String(words.joined(separator: "; ").prefix(Self.longestMessage))
    // The files are damaged until they are written again, which the process may not have lived to do.
    guard !history.containsLoss(message) else { return nil }
    let trail = SessionTrail(in: &files)
    let lost = lostSessions(besides: published, after: trail, in: &files)
    let profiles = Set(problems.compactMap(\.profile)).subtracting(lost.map(\.profile.id))
    let damaged = profiles.compactMap { engine.plan(of: $0)?.reference }.map { StateLossRecord.Part(profile: $0) }
    let parts = (lost + damaged).sorted {
      ($0.profile.key, $0.session?.description ?? "") < ($1.profile.key, $1.session?.description ?? "")
    }
    return StateLossRecord(parts: parts, message: message, provesConsent: trail.authorization == .approved)
  }

  /// Returns the sessions that ran by history, by the applied shield or by what was published last, and that the state
  /// does not have.
  private mutating func lostSessions(
    besides published: [SessionID: ProfileKey], after trail: SessionTrail, in files: inout some FileSystem & ~Copyable
  ) -> [StateLossRecord.Part] {
    var lost = trail.open
    func add(_ session: SessionID, of profile: ProfileReference?) {
      guard let profile, lost[session] == nil, !trail.closed.contains(session) else { return }
      lost[session] = StateLossRecord.Part(profile: profile, session: session)
    }
    for layer in shield.layers(in: &files) { add(layer.session, of: layer.layer.profile) }
    for (session, key) in published { add(session, of: engine.plan(named: key)?.reference) }
    for session in engine.sessions { lost[session.id] = nil }
    return Array(lost.values)
  }
}

/// The sessions in the newest lines of history.
package struct SessionTrail {
  /// The sessions that started and have neither an end nor a loss since.
  private(set) var open: [SessionID: StateLossRecord.Part] = [:]
  /// The sessions that ended or were lost.
  package private(set) var closed: Set<SessionID> = []
  /// The last status of consent; nil if it never changed.
  private(set) var authorization: AuthorizationStatus?

  /// Maximum number of lines that are searched. Some thousand sessions have as many.
  private static let mostLines = 65_536

  /// Reads the history. If it cannot be read, no session is found.
  package init(in files: inout some FileSystem & ~Copyable) {
    var reader = HistoryReader()
    var count = 0
    do throws(FileSystemError) {
      while count < Self.mostLines, let lines = try reader.next(in: &files) {
        count += lines.count
        for record in lines.lazy.compactMap(HistoryRecord.init(line:)) { add(record) }
      }
    } catch {
      // The loss itself is recorded all the same.
    }
  }

  /// Adds an entry that is older than all before it.
  private mutating func add(_ record: HistoryRecord) {
    if authorization == nil, record.event == .authorizationDidChange {
      authorization = record.message.flatMap(AuthorizationStatus.init)
    }
    guard let session = UUIDValue(record.session).map(SessionID.init), open[session] == nil, !closed.contains(session)
    else { return }
    if record.event == .sessionDidStart, let key = ProfileKey(record.profile), let id = record.profileID {
      let profile = ProfileReference(key: key, id: id)
      open[session] = StateLossRecord.Part(profile: profile, session: session, start: record.planned)
    } else if record.event == .sessionDidEnd || record.event == .stateDidLose || record.span != nil {
      closed.insert(session)
    }
  }
}

extension StateLossRecord {
  /// Creates the record of lines that were removed from history.
  init(of lines: ClosedRange<Int64>) {
    parts = []
    message = StateLoss.missingLines(first: lines.lowerBound, last: lines.upperBound).description
  }
}

extension StateProblem {
  /// The profile whose record is damaged; nil for other records.
  fileprivate var profile: ProfileID? {
    guard let colon = key.firstIndex(of: ":"), ["profile", "rules"].contains(key[..<colon]) else { return nil }
    return UUIDValue(key[key.index(after: colon)...]).map(ProfileID.init)
  }
}
