import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// What a service reads from when it answers: the engine as of now, and what the loop has around it.
///
/// Everything is read on the loop's one thread, so it is to answer from memory or from a local file.
public protocol ControlSource {
  /// The rules and what they came to when they were evaluated last.
  var engine: Engine { get }
  /// The number of the newest entry of history that is written.
  var lastNumber: Int64 { get }
  /// The present.
  var now: Moment { get }
  /// What the configuration was read from.
  var title: String { get }
  /// The texts of its files; nil when nothing was accepted.
  var accepted: AcceptedConfiguration? { get }
  /// Why the files are not what is in force, in a sentence; nil when they are.
  var fault: String? { get }
  /// The state directory.
  var directory: String { get }
  /// What `shield.json` is like beside the state.
  var shield: ShieldStanding? { get }
  /// The user of a name; nil when the machine has none.
  func user(named name: String) -> UserIdentity?
  /// What somebody means by a target, with what the machine knows of it. The first reading is the likelier one.
  func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest
  /// The entries of history behind a number, the oldest first, at most so many.
  func entries(after number: Int64, limit: Int) throws(ControlError) -> [JSONObject]
  /// Hands out the entries of history before a number, nil for all, the newest first, until `body` answers false.
  func forEachEntry(before number: Int64?, _ body: (JSONObject) -> Bool) throws(ControlError)
}

extension ControlSource {
  /// The rules and what they come to now: how long what runs has run. Nothing of it is kept.
  var engineNow: Engine {
    var copy = engine
    _ = copy.handle(.time, at: now)
    return copy
  }
}

extension ControlSource {
  /// That the files of the configuration are not what is in force, in a sentence; nothing when they are.
  var faultNotes: [String] {
    guard let fault, let accepted else { return [] }
    return [engine.configuration.words(stayingFor: fault, acceptedAt: accepted.acceptedAt)]
  }
}
