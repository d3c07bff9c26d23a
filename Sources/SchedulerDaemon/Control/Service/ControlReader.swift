import Scheduler
import SchedulerJSON

/// Replies to a call that only reads.
struct ControlReader<Source: ControlSource> {
  let call: ControlCall
  let source: Source

  private static var most: Int64 { Int64(ControlInterface.mostEntries) }

  private var engine: Engine { source.engine }
  var configuration: Configuration { engine.configuration }
  var viewer: Viewer { call.role.viewer }

  /// Returns the question of a call whose reply takes several turns, or nil if the reply is made at once.
  func query() throws(ControlError) -> ControlQuery? {
    switch call.method {
    case .sessions, .log: .history(try HistoryQuery(self))
    case .next: .intervals(try IntervalQuery(self))
    case .profiles: .profiles(ProfileQuery(self))
    case .why: .why(WhyQuery(call))
    case .pending: .pending(PendingQuery(self))
    case .status: .status(StatusQuery(self))
    case .isActive, .command, .open, .deliver, .reportAttempt, .reportUse, .reload, .authorize, .monitor, .enforcement:
      nil
    }
  }

  /// Returns the reply to a call that is answered at once.
  func reply() throws(ControlError) -> [UInt8] {
    switch call.method {
    case .isActive: try isActive()
    case .enforcement: VarlinkReply.bytes { source.enforcement.writeMembers(to: &$0) }
    case .sessions, .log, .next, .pending, .profiles, .status, .why, .command, .open, .deliver, .reportAttempt,
      .reportUse,
      .reload, .authorize, .monitor:
      throw .methodNotFound(call.method.name)
    }
  }

  private func isActive() throws(ControlError) -> [UInt8] {
    let text = call.parameters.text("profile")
    if let text {
      _ = try check([text])
    }
    // Compared by identity, because the profile may have had another key when the session started.
    let id = text.flatMap { ProfileKey($0) }.flatMap { configuration.profile($0)?.id }
    let isActive = engine.sessions.contains { viewer.sees($0) && (text == nil || $0.profile.id == id) }
    return VarlinkReply.bytes { json in
      json.member("profile", orNull: text)
      json.member("active", value: isActive)
    }
  }
}

extension ControlReader {
  func limit(otherwise usual: Int64) throws(ControlError) -> Int {
    guard let limit = call.parameters["limit"]?.integerValue else { return Int(usual) }
    guard 0...Self.most ~= limit else {
      throw .invalid("limitInvalid", message: "the limit is 0 to \(Self.most), not \(limit)")
    }
    return Int(limit)
  }

  /// Returns the keys of the named profiles. Throws if one of them does not exist or the viewer does not see it.
  func check(_ texts: [String]) throws(ControlError) -> [ProfileKey] {
    var keys: [ProfileKey] = []
    for text in texts {
      guard let key = ProfileKey(text), let profile = configuration.profile(key) else {
        throw .refused(configuration.refusal(ofUnknown: text), source: source)
      }
      guard viewer.sees(profile, in: configuration) else {
        throw .notPermitted("profile '\(key)' does not concern you")
      }
      keys.append(key)
    }
    return keys
  }

  /// The profiles that the viewer sees. Complexity: O(profiles).
  var seenProfiles: SeenProfiles { SeenProfiles(by: viewer, in: source.engine) }
}

/// The profiles that a viewer sees, for questions about many of them.
struct SeenProfiles: Sendable {
  private let viewer: Viewer
  /// The profiles that the viewer sees; nil for all.
  private let ids: Set<ProfileID>?

  init(by viewer: Viewer, in engine: Engine) {
    self.viewer = viewer
    let configuration = engine.configuration
    guard viewer != .everything else {
      ids = nil
      return
    }
    let profiles = (configuration.profiles + configuration.builtInProfiles).filter {
      viewer.sees($0, in: configuration)
    }
    let sessions = engine.book.sessions.values.filter(viewer.sees)
    ids = Set(profiles.map(\.id) + sessions.map(\.profile.id))
  }

  /// As `Engine.isSeen`, in O(1).
  func contains(_ profile: ProfileID?) -> Bool {
    guard let ids else { return true }
    return profile.map(ids.contains) ?? false
  }

  /// As `Engine.isSeen`, in O(1).
  func contains(_ entry: HistoryRecord) -> Bool {
    guard entry.profileText != nil else { return viewer.seesMachine(entry) }
    return viewer.seesUser(of: entry) && contains(entry.profileID)
  }
}

extension Engine {
  /// Returns whether a viewer sees a profile. Viewers who see everything also see nil, which means settings outside
  /// profiles, and profiles that were removed from the configuration. Other viewers see a removed profile while they
  /// see its running session.
  func isSeen(_ profile: ProfileID?, by viewer: Viewer) -> Bool {
    if viewer == .everything { return true }
    guard let profile else { return false }
    if let session = book[profile], viewer.sees(session) { return true }
    return configuration.profile(withID: profile).map { viewer.sees($0, in: configuration) } ?? false
  }

  /// Returns whether a viewer sees a history entry. Entries without a profile are visible to everyone except strangers.
  /// Of attempts, limits and gaps in the measurement of use, users see their own alone.
  func isSeen(_ entry: HistoryRecord, by viewer: Viewer) -> Bool {
    guard entry.profileText != nil else { return viewer.seesMachine(entry) }
    if viewer == .everything { return true }
    guard let id = entry.profileID, viewer.seesUser(of: entry) else { return false }
    // Most profiles still have the key that they had then, and are found by it faster.
    let profile = entry.profileText.flatMap(ProfileKey.init).flatMap(configuration.profile)
    if let profile, profile.id == id, viewer.sees(profile, in: configuration) { return true }
    return isSeen(id, by: viewer)
  }
}

extension Viewer {
  /// Whether the viewer may see an entry without a profile.
  fileprivate func seesMachine(_ entry: HistoryRecord) -> Bool { self != .nothing && seesUser(of: entry) }

  /// Whether the viewer may see whom an entry is about: everybody if it names no user and is no attempt.
  fileprivate func seesUser(of entry: HistoryRecord) -> Bool {
    guard case .user(let user) = self, entry.attempt != nil || entry.user != nil else { return true }
    return user.name == entry.user ?? ""
  }
}
