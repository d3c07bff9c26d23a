import SchedulerCivilTime
import SchedulerJSON

/// The state of the sessions for status bars, lock screens and pages: the content of `live.json`.
///
/// The file is written when the state changes, not every second: readers count down to `LiveSession.timerEndDate`
/// themselves.
public struct LiveState: Hashable, Sendable {
  /// The state of the shield, in one word.
  public enum Shield: String, CaseIterable, Sendable {
    /// A target is blocked.
    case active
    /// No running session has a target to block.
    case inactive
    /// A session runs, but it is in a break, paused or waiting for its next phase.
    case notInFocus
    /// The user has not consented to the shield.
    case notAuthorized
    /// The targets to block are known, and are being applied to the machine.
    case applying
  }

  /// The daemon that writes the file again after each change.
  public struct Keeper: Hashable, Sendable {
    /// The number of its process.
    public let process: Int32
    /// The ID of the boot in which it runs. In another boot the number belongs to another process.
    public let bootID: String
    /// When it started.
    public let since: Instant

    /// Creates the description of a daemon.
    public init(process: Int32, bootID: String, since: Instant) {
      (self.process, self.bootID, self.since) = (process, bootID, since)
    }
  }

  /// The version of the format.
  public static let version: Int64 = 1

  /// The time of writing.
  public let writtenAt: Instant
  /// The identifier of the zone in which readers show times: that of the configuration, which they may not be able to
  /// read. Nil in files of earlier versions.
  public let zone: String?
  /// The state of the shield.
  public private(set) var shield: Shield
  /// The sessions, in the order in which to display them. Running ones come before others, those started by the user
  /// before those of a window, and those that end earlier before those that end later. Equal ones are ordered by
  /// profile key.
  public private(set) var sessions: [LiveSession]
  /// The limits that were used up and block, and those of a person who reads their own file. Empty in files of earlier
  /// versions.
  public private(set) var limits: [LiveLimit]
  /// The daemon that keeps the file; nil if none does, so that the file is as old as `writtenAt`.
  public var keeper: Keeper?
  /// The adapters of that daemon; empty without one.
  public var adapters: [AdapterStanding] = []

  /// Creates the state of an engine as of its last evaluation, for display at a moment.
  ///
  /// - Parameters:
  ///   - engine: the engine. Evaluate it before; changes that are only due are not visible.
  ///   - now: the present, not before the last evaluation.
  ///   - isApplied: whether `shield.json` contains the shield; if not, the shield is `applying`.
  ///   - adapters: the standings of the adapters. While one of them applies the shield, it is `applying`, too.
  ///   - viewer: whose use the readers may know. `nothing` for a file that everybody reads.
  /// - Complexity: O(sessions · profiles), plus `ProfileTimeline.next(after:)` for each session without a window.
  public init(
    of engine: Engine, at now: Moment, isApplied: Bool = true, enforcedBy adapters: [AdapterStanding] = [],
    showingUseTo viewer: Viewer = .nothing
  ) {
    let present = engine.present(at: now)
    writtenAt = now.wall
    zone = engine.configuration.zone.rules.identifier
    sessions = engine.book.sessions.compactMap { profile, session in
      let next = session[.schedule] == nil ? engine.nextStart(of: profile, at: present) : nil
      return LiveSession(
        session, at: present, nextStart: next, zone: engine.zone(of: session.profile).identifier)
    }
    sessions.sort { $0.isShown(before: $1) }
    limits = engine.liveLimits(at: now, for: viewer)
    self.adapters = adapters
    let isUnderWay = !isApplied || !engine.shield.isEmpty && adapters.contains(where: \.isUnderWay)
    shield = isUnderWay && engine.state.authorization.status.isApproved ? .applying : engine.shieldState
  }

  /// Returns this state with only the sessions that a viewer sees, and the limits whose use is theirs.
  public func shown(to viewer: Viewer, of engine: Engine) -> LiveState {
    var state = self
    let seen = Set(engine.book.sessions.values.filter(viewer.sees).map(\.id))
    state.sessions = sessions.filter { seen.contains($0.id) }
    state.limits = limits.filter { viewer.seesUse(of: $0.user) }
    return state
  }
}

extension LiveState {
  /// Returns this state with the shield lifted, except for strict profiles, for a time without evaluations.
  public func lifted(_ engine: Engine) -> LiveState {
    var lifted = self
    let strict = engine.strictShield
    if shield == .active, strict.isEmpty { lifted.shield = .inactive }
    lifted.limits = limits.compactMap { $0.lifted(except: strict) }
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
  /// Returns the present at a moment, without an evaluation.
  fileprivate func present(at now: Moment) -> Present {
    guard var clock = state.clock else { return Present(now, elapsed: 0) }
    clock.advance(to: now)
    return clock.present
  }

  /// Returns the wall clock's reading when a window of a profile holds next, or nil for never.
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
  /// Writes the content of the file. Every key is present, with null for missing values.
  public func write(to json: inout JSONWriter) { store(in: &json) }

  /// Parses the content of a file. Returns nil if it does not have this version.
  public init?(_ file: JSONObject) {
    guard file["version"]?.integerValue == Self.version else { return nil }
    do throws(StateProblem) {
      var reader = ArchiveReader(file)
      try self.init(archive: &reader, of: nil)
    } catch {
      return nil
    }
  }

  /// Returns whether another state looks equal to readers who count times themselves, regardless of when each was
  /// written.
  public func hasSameContent(as other: LiveState) -> Bool {
    shield == other.shield && zone == other.zone && keeper == other.keeper && adapters == other.adapters
      && sessions.count == other.sessions.count
      && zip(sessions, other.sessions).allSatisfy { $0.counted(as: $1) == $1 }
      && limits.count == other.limits.count && zip(limits, other.limits).allSatisfy { $0.looks(like: $1) }
  }
}

extension LiveState: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    _ = try archive.field("version", of: value == nil ? nil : Self.version)
    writtenAt = try archive.field("writtenAt", of: (value?.writtenAt).map { StoredTime($0) }).instant
    zone = try archive.stated("timezone", orNull: value?.zone)
    shield = try archive.field("shield", of: value?.shield)
    sessions = try archive.field("sessions", of: value?.sessions)
    limits = try archive.stated("limits", of: value?.limits, usual: [])
    keeper = try archive.stated("keeper", orNull: value?.keeper)
    adapters = try archive.stated("adapters", of: value?.adapters, usual: [])
  }
}

extension LiveState.Keeper: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    process = Int32(clamping: try archive.field("pid", of: (value?.process).map { Int64($0) }))
    bootID = try archive.field("bootId", of: value?.bootID)
    since = try archive.field("since", of: (value?.since).map { StoredTime($0) }).instant
  }
}

extension LiveState.Shield: StoredScalar {}
