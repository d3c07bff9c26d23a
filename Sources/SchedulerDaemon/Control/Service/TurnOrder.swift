/// The order in which waiting clients are served, one piece of work at a time.
///
/// Root and the owner have every second turn. The other turns go to the users in rotation, and within a user to its
/// connections in the order in which they began to wait. Therefore many connections of a user delay only that user.
struct TurnOrder: Sendable {
  /// The number of new calls of a user that are begun for each further piece of a long one. A new call costs about a
  /// hundredth of a piece, so that short calls do not wait for long ones, and long ones still advance.
  static let newCallsPerPiece = 32

  /// The kind of work that a connection waits for.
  enum Work: Sendable {
    /// A message that was not read yet.
    case message
    /// A further piece of a long reply, or news.
    case piece
    /// The first or a further piece of a search that needs much memory. Only one may run at a time.
    case search
  }

  private struct Entry: Sendable {
    let id: ConnectionID
    let user: UInt32
    let isPrivileged: Bool
    let work: Work
  }

  /// The progress of a user.
  private struct Progress: Sendable {
    /// The number of the last turn.
    var lastTurn: UInt64
    /// The number of new calls since the last other piece.
    var newCalls: Int
  }

  private var waiting: [Entry] = []
  private var progress: [UInt32: Progress] = [:]
  private var lastTurn: UInt64 = 0
  private var lastWasPrivileged = false
  /// The connection that searches; nil if none does.
  private(set) var searching: ConnectionID?

  /// Whether no connection waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a connection after the others, unless it waits already. Complexity: O(waiting).
  mutating func add(_ id: ConnectionID, of user: UInt32, isPrivileged: Bool, for work: Work) {
    if waiting.contains(where: { $0.id == id }) { return }
    waiting.append(Entry(id: id, user: user, isPrivileged: isPrivileged, work: work))
  }

  /// Removes a connection, and ends its search. Complexity: O(waiting).
  mutating func remove(_ id: ConnectionID) {
    waiting.removeAll { $0.id == id }
    endSearch(of: id)
  }

  /// Makes a connection that waits, wait for a message in its place, and ends its search. Complexity: O(waiting).
  mutating func keepMessage(of id: ConnectionID) {
    endSearch(of: id)
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    let entry = waiting[index]
    waiting[index] = Entry(id: id, user: entry.user, isPrivileged: entry.isPrivileged, work: .message)
  }

  /// Ends the search of a connection, if it searches. Others may then search.
  mutating func endSearch(of id: ConnectionID) { if searching == id { searching = nil } }

  /// Removes the connection that is served next, and returns it; nil if none can be served. Complexity: O(waiting).
  mutating func next() -> ConnectionID? {
    let served = waiting.indices.filter { index in
      if case .search = waiting[index].work { searching == nil || searching == waiting[index].id } else { true }
    }
    let group = served.filter { waiting[$0].isPrivileged != lastWasPrivileged }
    let candidates = group.isEmpty ? served : group
    guard let first = candidates.min(by: { turn(of: waiting[$0].user) < turn(of: waiting[$1].user) }) else {
      return nil
    }
    let user = waiting[first].user
    let own = candidates.filter { waiting[$0].user == user }
    let wantsMessage = (progress[user]?.newCalls ?? 0) < Self.newCallsPerPiece
    let index = own.first { isMessage(waiting[$0]) == wantsMessage } ?? first
    let entry = waiting.remove(at: index)
    note(entry)
    return entry.id
  }

  private func turn(of user: UInt32) -> UInt64 { progress[user]?.lastTurn ?? 0 }

  private func isMessage(_ entry: Entry) -> Bool { if case .message = entry.work { true } else { false } }

  private mutating func note(_ entry: Entry) {
    lastTurn += 1
    lastWasPrivileged = entry.isPrivileged
    let newCalls = isMessage(entry) ? (progress[entry.user]?.newCalls ?? 0) + 1 : 0
    progress[entry.user] = Progress(lastTurn: lastTurn, newCalls: newCalls)
    if case .search = entry.work { searching = entry.id }
    // Users without a waiting connection are forgotten, so that the table stays as small as the number of connections.
    if progress.count > ControlService.mostConnections {
      progress = progress.filter { user, _ in waiting.contains { $0.user == user } }
    }
  }
}
