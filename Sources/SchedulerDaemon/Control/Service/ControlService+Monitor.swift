import Scheduler
import SchedulerJSON

extension ControlService {
  /// The maximum number of past entries in one reply, which a daemon reads and writes in some milliseconds.
  private static let mostTold = 100

  /// Starts to send events to a client.
  mutating func monitor(_ call: ControlCall, using source: some ControlSource) throws(ControlError) {
    guard call.takesMore else { throw .expectedMore }
    guard !call.isOneway else { throw .invalidParameter("oneway") }
    let newest = source.lastNumber
    let since = call.parameters["since"]?.integerValue ?? newest
    guard since >= 0 else { throw .invalidParameter("since") }
    // A number above the newest one belongs to an earlier history.
    connections[call.connection]?.activity = .monitoring(
      Monitoring(cursor: since > newest ? 0 : since, tellsNotices: call.parameters["notices"]?.boolValue ?? false))
  }

  /// Records that monitors wait for news. Must be called after each evaluation with results, and when the running sessions may
  /// have changed.
  ///
  /// Complexity: O(monitors · waiting clients).
  public mutating func engineChanged(_ source: some ControlSource) -> [ControlAction] {
    var actions: [ControlAction] = []
    for id in connections.keys.sorted(by: { $0.number < $1.number }) {
      guard case .monitoring(var monitoring)? = connections[id]?.activity else { continue }
      monitoring.isCaughtUp = false
      connections[id]?.activity = .monitoring(monitoring)
      actions += settle(id, at: source.now.boot)
    }
    return actions
  }

  /// Sends each monitor one last reply with its news, before the daemon stops.
  mutating func sendLastNews(_ source: some ControlSource) -> [ControlAction] {
    var actions: [ControlAction] = []
    for id in connections.keys.sorted(by: { $0.number < $1.number }) {
      guard case .monitoring? = connections[id]?.activity else { continue }
      sendNews(to: id, using: source)
      actions += settle(id, at: source.now.boot)
    }
    return actions
  }

  /// Sends a monitor one reply with the news that it has not received, unless its outgoing bytes are full.
  mutating func sendNews(to id: ConnectionID, using source: some ControlSource) {
    guard let connection = connections[id], case .monitoring(var monitoring) = connection.activity,
      !monitoring.isCaughtUp, !connection.output.isFull
    else { return }
    let role = PeerRole(
      of: connection.peer, user: connection.user, ownerID: ownerID, group: source.engine.configuration.daemon.group)
    do throws(ControlError) {
      let bytes = try Self.news(for: role, since: &monitoring, source: source)
      connections[id]?.activity = .monitoring(monitoring)
      if let bytes { connections[id]?.send(bytes, at: source.now.boot) }
    } catch {
      connections[id]?.activity = .listening
      connections[id]?.send(error.bytes, at: source.now.boot)
    }
  }

  /// Returns the next reply to a monitor, or nil if there is no news.
  private static func news(
    for role: PeerRole, since monitoring: inout Monitoring, source: some ControlSource
  ) throws(ControlError) -> [UInt8]? {
    let (newest, viewer) = (source.lastNumber, role.viewer)
    var entries: [HistoryRecord] = []
    if monitoring.cursor < newest {
      entries = try source.entries(after: monitoring.cursor, limit: mostTold)
      // Entries that the history has lost are skipped.
      monitoring.cursor = max(monitoring.cursor + 1, entries.last?.number ?? newest)
      entries = entries.filter { source.engine.isSeen($0, by: viewer) }
    }
    monitoring.isCaughtUp = monitoring.cursor >= newest
    let state = LiveState(
      of: source.engine, at: source.now, enforcedBy: source.enforcement.adapters, showingUseTo: viewer
    ).shown(to: viewer, of: source.engine)
    let isNew = monitoring.isCaughtUp && monitoring.live.map { !state.hasSameContent(as: $0) } ?? true
    guard isNew || !entries.isEmpty else { return nil }
    if isNew { monitoring.live = state }
    let notices = notices(on: entries, for: role, pacedBy: &monitoring, source: source)
    return VarlinkReply.bytes(continues: true) { json in
      json.member("entries", value: entries.map(\.object))
      json.member("notices", value: notices.map(\.json))
      json.member("live", orNull: isNew ? state : nil)
    }
  }

  /// Returns the notices for a peer about entries; none if the peer did not ask for any. Root and the owner receive
  /// notices about all profiles, other users about profiles that shield them. Only the user who tried receives the notice
  /// about an attempt.
  private static func notices(
    on entries: [HistoryRecord], for role: PeerRole, pacedBy monitoring: inout Monitoring, source: some ControlSource
  ) -> [Notice] {
    let engine = source.engine
    guard monitoring.tellsNotices, engine.configuration.daemon.notifies else { return [] }
    let viewer = role.isAdministrator ? role.viewer : .user(role.user)
    var notices: [Notice] = []
    for entry in entries where engine.isSeen(entry, by: viewer) {
      guard entry.attempt.map({ role.isUser(named: $0.user) }) ?? true,
        let notice = Notice(on: entry, in: engine, for: role),
        monitoring.attempts.admits(entry, atBoot: source.now.boot)
      else { continue }
      notices.append(notice)
    }
    return notices
  }
}
