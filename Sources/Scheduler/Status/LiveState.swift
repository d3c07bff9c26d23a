import SchedulerCivilTime
import SchedulerJSON

/// What bars, lock screens and pages show: the content of `live.json`.
///
/// It is written on change and not every second: readers count down to `LiveSession.timerEndDate` by themselves.
public struct LiveState: Hashable, Sendable {
  /// What becomes of the shield, in one word.
  public enum Shield: String, CaseIterable, Sendable {
    /// Something is blocked.
    case active
    /// No session runs that has anything to block.
    case inactive
    /// A session runs, but is in a break, paused, or waits for its next phase.
    case notInFocus
    /// Nobody has consented that anything is blocked.
    case notAuthorized
    /// What has to be blocked is known, and the machine is being told.
    case applying
  }

  /// The version of the format.
  public static let version: Int64 = 1

  /// When it was written.
  public let writtenAt: Instant
  /// What becomes of the shield.
  public private(set) var shield: Shield
  /// The sessions that run, first the one to show: those that are running before those that are not, what a person
  /// started before what a window did, what ends sooner before what ends later; then by profile key.
  public private(set) var sessions: [LiveSession]

  /// What an engine has come to as of its last evaluation, as it is to be shown at a moment.
  ///
  /// - Parameters:
  ///   - engine: the engine; evaluate it before, or what is due by then is not seen.
  ///   - now: the present, not before the last evaluation.
  ///   - isApplied: whether all that enforces the shield has done so; when not, the shield is `applying`.
  /// - Complexity: O(sessions · profiles), and for a session without a window that of `ProfileTimeline.next(after:)`.
  public init(of engine: Engine, at now: Moment, isApplied: Bool = true) {
    let present = engine.present(at: now)
    writtenAt = now.wall
    sessions = engine.book.sessions.compactMap { profile, session in
      let next = session[.schedule] == nil ? engine.nextStart(of: profile, at: present) : nil
      return LiveSession(session, at: present, nextStart: next)
    }
    sessions.sort { $0.isShown(before: $1) }
    shield = isApplied || !engine.state.authorization.status.isApproved ? engine.shieldState : .applying
  }

  /// The same with those sessions only that somebody is shown.
  public func shown(to viewer: Viewer, of engine: Engine) -> LiveState {
    var state = self
    let seen = Set(engine.book.sessions.values.filter(viewer.sees).map(\.id))
    state.sessions = sessions.filter { seen.contains($0.id) }
    return state
  }
}

extension LiveState {
  /// The same when the shield of all but strict sessions was lifted, for the time in which nobody evaluates.
  public func lifted(_ engine: Engine) -> LiveState {
    var lifted = self
    if shield == .active, engine.strictShield.isEmpty { lifted.shield = .inactive }
    return lifted
  }
}

extension LiveSession {
  fileprivate func isShown(before other: LiveSession) -> Bool {
    let isRunning = (state == .running, other.state == .running)
    if isRunning.0 != isRunning.1 { return isRunning.0 }
    let isByHand = (mode.isStartedByHand, other.mode.isStartedByHand)
    if isByHand.0 != isByHand.1 { return isByHand.0 }
    return (remainingSeconds ?? .max, profile, id) < (other.remainingSeconds ?? .max, other.profile, other.id)
  }
}

extension Engine {
  /// The present at a moment, without an evaluation.
  fileprivate func present(at now: Moment) -> Present {
    guard var clock = state.clock else { return Present(now, elapsed: 0) }
    clock.advance(to: now)
    return clock.present
  }

  /// What the wall clock shows when a window of a profile holds next; nil for never.
  fileprivate func nextStart(of profile: ProfileID, at present: Present) -> Instant? {
    guard let position = due.position(of: profile) else { return nil }
    let own = present.shown(by: clock(at: position))
    return timeline(at: position).next(after: own.wall).map { present.instant(at: $0.start, shownBy: own) }
  }

  fileprivate var shieldState: LiveState.Shield {
    guard state.authorization.status.isApproved else { return .notAuthorized }
    let lifted = Set(book.sessions.values.filter { $0.lift != nil }.map(\.id))
    if shield.contains(where: { !lifted.contains($0.session) }) { return .active }
    let couldBlock = book.sessions.values.contains { $0.rules.isEnforced && !$0.rules.layer.blocksNothing }
    return couldBlock ? .notInFocus : .inactive
  }
}

extension LiveState: JSONWritable {
  /// Writes the content of the file. Every key is there, null where there is nothing to say.
  public func write(to json: inout JSONWriter) { store(in: &json) }

  /// What the file says; nil when it is not one of this version.
  public init?(_ file: JSONObject) {
    guard file["version"]?.integerValue == Self.version else { return nil }
    do throws(StateProblem) {
      var reader = ArchiveReader(file)
      try self.init(archive: &reader, of: nil)
    } catch {
      return nil
    }
  }

  /// Whether another state shows the same to readers who count on by themselves, whenever each was written.
  public func hasSameContent(as other: LiveState) -> Bool {
    shield == other.shield && sessions.count == other.sessions.count
      && zip(sessions, other.sessions).allSatisfy { $0.counted(as: $1) == $1 }
  }
}

extension LiveState: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    _ = try archive.field("version", value == nil ? nil : Self.version)
    writtenAt = try archive.field("writtenAt", (value?.writtenAt).map { StoredTime($0) }).instant
    shield = try archive.field("shield", value?.shield)
    sessions = try archive.field("sessions", value?.sessions)
  }
}

extension LiveState.Shield: StoredScalar {}
