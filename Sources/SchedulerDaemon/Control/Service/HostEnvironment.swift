import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// The machine around a daemon as far as its clients ask about it. What is asked is answered at once, on the loop's thread.
public protocol HostEnvironment: Sendable {
  /// The state directory.
  var directory: String { get }

  /// Who somebody is at the other end of a connection, by whom profiles name.
  func user(of peer: Peer) -> UserIdentity

  /// The user of a name; nil when the machine has none.
  func user(named name: String) -> UserIdentity?

  /// What `shield.json` is like beside an engine; nil before its first evaluation, and where nobody can tell.
  func shield(beside engine: Engine) -> ShieldStanding?

  /// What somebody means by a target, with what the machine knows of it.
  func access(to readings: [Target], for user: UserIdentity?, in configuration: Configuration) -> AccessRequest

  /// The entries of the history file behind a number, the oldest first, at most so many. Complexity: O(bytes of history).
  func entries(after number: Int64, limit: Int) throws(ControlError) -> [JSONObject]

  /// Hands out the entries of the history file before a number, nil for all, the newest first, until `body` answers false.
  func forEachEntry(before number: Int64?, _ body: (JSONObject) -> Bool) throws(ControlError)
}
