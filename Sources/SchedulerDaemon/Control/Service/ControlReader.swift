import Scheduler
import SchedulerJSON

/// Replies to a call that only reads.
struct ControlReader<Source: ControlSource> {
  let call: ControlCall
  let source: Source

  private static var most: Int64 { Int64(ControlInterface.mostEntries) }
  /// The maximum total size of entries in a reply, in bytes.
  private static var mostBytes: Int { 1 << 20 }

  /// The maximum number of evaluations ahead to find when a target is no longer blocked. The loop is blocked meanwhile.
  private static var mostEvaluations: Int { 200 }

  private var engine: Engine { source.engine }
  private var configuration: Configuration { engine.configuration }
  private var viewer: Viewer { call.role.viewer }

  /// Returns the reply.
  func reply() throws(ControlError) -> [UInt8] {
    switch call.method {
    case .isActive: try isActive()
    case .sessions: try sessions()
    case .profiles: profiles()
    case .pending: pending()
    case .next: try next()
    case .log: try log()
    case .why: try why()
    case .status: status()
    case .command, .open, .reload, .authorize, .monitor:
      throw .methodNotFound(call.method.name)
    }
  }

  private func status() -> [UInt8] {
    VarlinkReply.bytes { json in
      json.member("status") { json in StatusAnswer(source, for: viewer).write(to: &json) }
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

  private func profiles() -> [UInt8] {
    VarlinkReply.bytes { json in
      json.array("profiles") { json in
        for (profiles, isBuiltIn) in [(configuration.profiles, false), (configuration.builtInProfiles, true)] {
          for profile in profiles where viewer.sees(profile, in: configuration) {
            let isActive = engine.book[profile.id] != nil
            json.object { json in
              json.members(of: profile, isBuiltIn: isBuiltIn, isActive: isActive, in: configuration)
            }
          }
        }
      }
    }
  }

  /// Returns the waiting changes. Changes of settings outside profiles are shown only to viewers who see everything.
  private func pending() -> [UInt8] {
    var finder = SettingFinder(in: source.accepted?.sources ?? SourceMap())
    return VarlinkReply.bytes { json in
      json.array("changes") { json in
        let engine = source.engineNow
        for change in engine.pendingChanges where isSeen(change.profile?.id) {
          guard let present = engine.present else { continue }
          PendingLine(change, at: present, using: &finder).write(to: &json, in: configuration.zone.rules)
        }
      }
    }
  }

  private func next() throws(ControlError) -> [UInt8] {
    let from = try call.parameters.instant("from", using: source) ?? source.now.wall
    let until = try call.parameters.instant("until", using: source)
    if let until, until < from { throw .invalid("rangeInvalid", message: "'until' is before 'from'") }
    let limit = try limit(otherwise: until == nil ? IntervalListing.usualCount : Self.most + 1)
    let asked = call.parameters["profiles"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let keys = try check(asked)
    let timeline = configuration.timeline.showing(
      { isSeen($0.id) && (keys.isEmpty || keys.contains($0.key)) }, naming: { isSeen($0.id) })
    var count = 0
    var intervals = IntervalJSON(timeline, from: from)
    let bytes = VarlinkReply.bytes { json in
      json.array("intervals") { json in
        IntervalListing(timeline, from: from, until: until, limit: limit).forEach { track, interval, remarks in
          json.object { json in
            intervals.writeMembers(of: interval, track: track, remarks: remarks, to: &json)
          }
          count += 1
          return true
        }
      }
    }
    guard count <= Self.most else {
      throw .invalid(
        "tooMany", message: "there are more than \(Self.most) intervals until then",
        help: ["an earlier end leaves some out, a limit all but the first"])
    }
    return bytes
  }

  /// Returns the reply to `Why`. Viewers who do not see everything receive what concerns them; strangers are refused.
  private func why() throws(ControlError) -> [UInt8] {
    guard viewer != .nothing else { throw .notPermitted("this instance belongs to another user") }
    let request = source.access(
      to: try call.parameters.target(), for: try call.user(named: call.parameters.text("user"), using: source))
    let instant = try call.parameters.instant("at", using: source) ?? source.now.wall
    let live =
      instant < source.now.wall
      ? nil : LiveVerdict(on: request, by: engine, at: source.now, within: Self.mostEvaluations)
    let basis: WhyBasis =
      live.map { instant > source.now.wall ? .windows(beside: $0) : .sessions($0) } ?? .windows(beside: nil)
    var answer = WhyAnswer(
      to: request, at: instant, configuration, in: source.accepted?.sources ?? SourceMap(),
      lists: source.accepted?.listSource, for: viewer, basis: basis)
    return VarlinkReply.bytes { answer.writeMembers(to: &$0) }
  }
}

extension ControlReader {
  /// Returns the ended sessions in the order of their ends, followed by the running ones.
  private func sessions() throws(ControlError) -> [UInt8] {
    let since = try call.parameters.instant("since", using: source)
    let limit = try limit(otherwise: HistoryListing.usualCount(since: since, most: Self.most))
    var isComplete = true
    let engine = source.engineNow
    let running = engine.present.map { present in
      engine.sessions.filter(viewer.sees).map { SessionEntry($0, at: present) }
    }
    var newest = Array((running ?? []).sorted { $0.start > $1.start }.prefix(limit))
    try source.forEachEntry(before: nil) { entry in
      guard let session = SessionEntry(entry), isSeen(entry), HistoryListing.contains(session.end, since: since) else {
        return true
      }
      guard newest.count < limit else {
        isComplete = false
        return false
      }
      newest.append(session)
      return true
    }
    return VarlinkReply.bytes { json in
      json.array("sessions") { json in
        for session in newest.reversed() { session.write(to: &json, in: engine.zone(ofKey: session.profile)) }
      }
      json.member("complete", value: isComplete)
    }
  }

  private func log() throws(ControlError) -> [UInt8] {
    let since = try call.parameters.instant("since", using: source)
    let limit = try limit(otherwise: HistoryListing.usualCount(since: since, most: Self.most))
    var newest: [HistoryRecord] = []
    var size = 0
    var isComplete = true
    try source.forEachEntry(before: call.parameters["before"]?.integerValue) { entry in
      guard isSeen(entry), HistoryListing.contains(entry.happened, since: since) else { return true }
      guard newest.count < limit, size < Self.mostBytes else {
        isComplete = false
        return false
      }
      newest.append(entry)
      size += entry.object.roughSize
      return true
    }
    return VarlinkReply.bytes { json in
      json.member("entries", value: newest.reversed().map(\.object))
      json.member("complete", value: isComplete)
    }
  }

  private func limit(otherwise usual: Int64) throws(ControlError) -> Int {
    guard let limit = call.parameters["limit"]?.integerValue else { return Int(usual) }
    guard 0...Self.most ~= limit else {
      throw .invalid("limitInvalid", message: "the limit is 0 to \(Self.most), not \(limit)")
    }
    return Int(limit)
  }

  /// Returns the keys of the named profiles. Throws if one of them does not exist or the viewer does not see it.
  private func check(_ texts: [String]) throws(ControlError) -> [ProfileKey] {
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

  private func isSeen(_ profile: ProfileID?) -> Bool { source.engine.isSeen(profile, by: viewer) }

  private func isSeen(_ entry: HistoryRecord) -> Bool { source.engine.isSeen(entry, by: viewer) }
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
  func isSeen(_ entry: HistoryRecord, by viewer: Viewer) -> Bool {
    guard entry.profileText != nil else { return viewer != .nothing }
    return entry.profileID.map { isSeen($0, by: viewer) } ?? (viewer == .everything)
  }
}

extension StatusAnswer {
  /// Creates the answer of `status` for a viewer.
  init(_ source: some ControlSource, for viewer: Viewer) {
    self.init(
      of: source.engineNow, at: source.now, title: source.title, directory: source.directory,
      evaluatedAt: source.engine.present?.wall, fault: source.fault, shield: source.shield, for: viewer)
  }
}

extension JSONObject {
  /// The approximate size in bytes: the lengths of keys and texts, plus a constant for each member and array element.
  fileprivate var roughSize: Int {
    members.reduce(0) { size, member in
      size + member.key.utf8.count + 24 + (member.value.stringValue?.utf8.count ?? 0)
        + 64 * (member.value.arrayValue?.count ?? 0)
    }
  }
}
