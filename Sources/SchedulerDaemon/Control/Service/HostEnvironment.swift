import Scheduler

/// The part of a machine that a daemon's clients can query. Queries are answered immediately, on the loop's thread.
public protocol HostEnvironment: Sendable {
  /// The state directory.
  var directory: String { get }

  /// Returns the name and groups of a peer, which are compared with those in profiles.
  func user(of peer: Peer) -> UserIdentity

  /// Returns the user with a name, or nil if the machine has none.
  func user(named name: String) -> UserIdentity?

  /// Returns the name of the user with a number, or nil if the files of the machine have none.
  func name(ofUser id: UInt32) -> String?

  /// Returns how `shield.json` compares with an engine. Returns nil before the first evaluation and if that cannot be
  /// determined.
  func shield(beside engine: Engine) -> ShieldFileStatus?

  /// Returns the request for a target, with the machine's information about it.
  func access(to readings: [Target], for user: UserIdentity?, in configuration: Configuration) -> AccessRequest

  /// Returns up to `limit` entries of the history file after a number, oldest first. Complexity: O(bytes of history).
  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord]

  /// Returns the entries of the next slice of the history file, newest first, and advances the position. Sets `isOver`
  /// in it if there are no more; a slice may be empty before that. Complexity: O(bytes of a slice).
  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord]
}
