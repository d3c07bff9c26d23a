import Scheduler

/// The data from which a service creates its replies: the current engine and its surroundings in the loop.
///
/// All members are called on the single thread of the loop, so they must answer from memory or from a local file.
public protocol ControlSource {
  /// The engine with the rules and the results of the last evaluation.
  var engine: Engine { get }
  /// The number of the newest written history entry.
  var lastNumber: Int64 { get }
  /// The present.
  var now: Moment { get }
  /// The source of the configuration.
  var title: String { get }
  /// The texts of the configuration's files, or nil if none was accepted.
  var accepted: AcceptedConfiguration? { get }
  /// A sentence about why the files are not in force, or nil if they are.
  var fault: String? { get }
  /// The state directory.
  var directory: String { get }
  /// The comparison of `shield.json` with the state.
  var shield: ShieldFileStatus? { get }
  /// What enforces the shield.
  var enforcement: EnforcementStatus { get }
  /// Returns the user with a name, or nil if the machine has none.
  func user(named name: String) -> UserIdentity?
  /// Returns the request for a target, with the machine's information about it. Readings are ordered by likelihood.
  func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest
  /// Returns up to `limit` history entries after a number, oldest first.
  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord]
  /// Returns the entries of the next slice of history, newest first, and advances the position. Sets `isOver` in it if
  /// there are no more; a slice may be empty before that.
  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord]
}

extension ControlSource {
  /// A copy of the engine evaluated at the present, so that running times are current. The copy is not kept.
  var engineNow: Engine {
    var copy = engine
    _ = copy.handle(.time, at: now)
    return copy
  }

  /// A sentence that the configuration files are not in force; empty if they are.
  var faultNotes: [String] {
    guard let fault, let accepted else { return [] }
    return [engine.configuration.words(stayingFor: fault, acceptedAt: accepted.acceptedAt)]
  }
}
