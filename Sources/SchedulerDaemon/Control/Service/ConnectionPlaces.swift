import Scheduler

extension ControlService {
  /// The maximum number of simultaneous connections. Each may use some memory, and a desktop has about a dozen.
  public static let mostConnections = 256
  /// The maximum number of connections of one user. Neither root nor the owner has such a limit.
  public static let mostConnectionsPerUser = 64
  /// The number of places that only root and the owner can use, so that other users cannot keep them out.
  public static let keptPlaces = 32
  /// The number of those places that only root can use, so that the owner's programs cannot keep root out.
  public static let placesKeptForRoot = 16

  /// A limit with the users whose connections count to it.
  private struct Limit {
    let most: Int
    let includes: (UInt32) -> Bool
  }

  /// Makes a place for a new connection of a peer. Connections without an open call are closed for it if necessary,
  /// the longest idle first. Returns those, or the limit that is reached if there are none.
  mutating func makePlace(for peer: Peer) -> Result<[ConnectionID], ReachedLimit> {
    var closed: [ConnectionID] = []
    for limit in limits(for: peer) {
      var counted: [ConnectionID] = []
      for (id, user) in userIDs where limit.includes(user) && !closed.contains(id) { counted.append(id) }
      guard counted.count >= limit.most else { continue }
      var idle: [(since: Int64, id: ConnectionID)] = []
      for id in counted { if let since = idleSince(id) { idle.append((since, id)) } }
      guard let longest = idle.min(by: { ($0.since, $0.id.number) < ($1.since, $1.id.number) }) else {
        return .failure(ReachedLimit(most: limit.most))
      }
      closed.append(longest.id)
    }
    return .success(closed)
  }

  /// The boot clock's reading since which a connection has no open call; nil if it has one.
  private func idleSince(_ id: ConnectionID) -> Int64? {
    guard let connection = connections[id], connection.isIdle else { return nil }
    return connection.idleSince
  }

  /// The limits of a peer, the narrowest first.
  private func limits(for peer: Peer) -> [Limit] {
    let (most, ownerID) = (Self.mostConnections, ownerID)
    let all = Limit(most: most) { _ in true }
    if peer.isRoot { return [all] }
    let exceptRoot = Limit(most: most - Self.placesKeptForRoot) { $0 != 0 }
    if peer.userID == ownerID { return [exceptRoot, all] }
    let user = Limit(most: Self.mostConnectionsPerUser) { $0 == peer.userID }
    let others = Limit(most: most - Self.keptPlaces) { $0 != 0 && $0 != ownerID }
    return [user, others, exceptRoot, all]
  }
}

/// The error that a peer has no place for a further connection.
struct ReachedLimit: Error {
  let most: Int
}
