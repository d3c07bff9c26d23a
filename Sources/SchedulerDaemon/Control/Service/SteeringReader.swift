import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// Reads the parameters of a call that changes something, and whether they concern whoever calls.
struct SteeringReader<Source: ControlSource> {
  private let call: ControlCall
  private let source: Source

  init(_ call: ControlCall, _ source: Source) {
    self.call = call
    self.source = source
  }

  private var parameters: JSONObject { call.parameters }
  private var configuration: Configuration { source.engine.configuration }
  private var viewer: Viewer { call.role.viewer }

  /// The session command that is asked for, which has to concern whoever asks.
  func command(of row: CommandRow) throws(ControlError) -> Command {
    var request: CommandRequest
    do throws(ParameterError) {
      request = try CommandRequest(row, reading: parameters)
    } catch {
      throw refusal(of: error)
    }
    if let key = request.values.profile, let profile = configuration.profile(key) { try allow(profile) }
    if row.parameters.contains(where: { $0.member == "session" }) {
      request.values.session = try session(request.values.session, meansAll: row.meansAllSessions)
    }
    if let command = try request.command(resolvedBy: self) { return command }
    throw .invalidParameter(row.parameters.first { $0.isRequired }?.member ?? row.method)
  }

  private func refusal(of error: ParameterError) -> ControlError {
    switch error.parameter.kind {
    case .profile, .session, .sessions: .refused(configuration.refusal(ofUnknown: error.text ?? ""), source: source)
    case .target: .invalid("targetInvalid", message: error.message, help: error.help)
    case .length, .strategy, .time, .user, .reason, .undo: .invalidParameter(error.parameter.member)
    }
  }

  /// Who asks, and by what they say they are; what they have typed is looked at elsewhere.
  func requester() throws(ControlError) -> Requester {
    Requester(
      parameters.text("channel").flatMap(Requester.Channel.init) ?? .program,
      isAdministrator: call.role.isAdministrator, keyContent: try keyContent())
  }

  /// Who has opened a link: its own text is offered as a key.
  func linkRequester() throws(ControlError) -> Requester {
    Requester(
      .link, isAdministrator: call.role.isAdministrator, keyContent: Array((parameters.text("url") ?? "").utf8))
  }

  private func keyContent() throws(ControlError) -> [UInt8]? {
    guard let data = parameters.text("keyData") else { return parameters.text("key").map { Array($0.utf8) } }
    guard parameters.text("key") == nil else {
      throw .invalid("twoKeys", message: "'key' and 'keyData' exclude each other")
    }
    guard let bytes = Base64.bytes(of: data) else { throw .invalid("keyInvalid", message: "'keyData' is no base64") }
    return bytes
  }
}

extension SteeringReader: CommandResolver {
  func instant(of text: String) throws(ControlError) -> Instant {
    try source.instant(of: text, in: CommandParameter.time.member)
  }

  func access(to target: StatedTarget, for user: String?) throws(ControlError) -> AccessRequest {
    source.access(to: target.readings, for: try call.user(named: user, source))
  }
}

extension SteeringReader {
  /// Refuses a profile that neither shields whoever asks now nor would.
  private func allow(_ profile: Profile) throws(ControlError) {
    if let session = source.engine.book[profile.id], viewer.sees(session) { return }
    guard !viewer.sees(profile, in: configuration) else { return }
    throw .notPermitted("profile '\(profile.key)' does not concern you", help: Self.groupHelp)
  }

  private static var groupHelp: [String] { ["root, the owner and the group of [daemon] may steer all of them"] }

  /// The session that is meant, which has to concern whoever asks. Of one who does not see all, the only one that runs is
  /// the only one that they see.
  ///
  /// - Parameter meansAll: whether all sessions that run are meant when none is named.
  private func session(_ target: SessionTarget?, meansAll: Bool) throws(ControlError) -> SessionTarget? {
    switch target {
    case .session(let id):
      if let session = source.engine.running(.session(id)), !viewer.sees(session) {
        throw .notPermitted("session '\(id)' does not concern you", help: Self.groupHelp)
      }
    case .profile(let key): if let profile = configuration.profile(key) { try allow(profile) }
    case .onlyRunning, nil:
      guard meansAll else { return try onlyTarget() }
      guard source.engine.sessions.allSatisfy(viewer.sees) else {
        throw .notPermitted("not all sessions that run concern you; say which one", help: Self.groupHelp)
      }
    }
    return target
  }

  private func onlyTarget() throws(ControlError) -> SessionTarget {
    if viewer == .everything { return .onlyRunning }
    let seen = source.engine.sessions.filter(viewer.sees)
    guard let only = seen.first else { throw .refused(Refusal(.notRunning, "no session is running"), source: source) }
    guard seen.count > 1 else { return .session(only.id) }
    let keys = seen.map(\.profile.key)
    let names = keys.map { "'\($0)'" }.joined(separator: ", ")
    throw .refused(
      Refusal(.ambiguous, "several sessions are running: \(names); say which", candidates: keys), source: source)
  }

  /// What a link means, and the command for it; nil for one that only shows.
  func link() throws(ControlError) -> (profile: Profile, command: Command?) {
    let link: ProfileLink
    do throws(LinkProblem) {
      link = try ProfileLink(parameters.text("url") ?? "")
    } catch {
      throw .invalid("linkInvalid", message: error.message)
    }
    let profile = try profile(of: link)
    try allow(profile)
    if link.action == .navigate { return (profile, nil) }
    let session = source.engine.book[profile.id]
    return (profile, session.map { .stop(.session($0.id)) } ?? .start(profile.key))
  }

  private func profile(of link: ProfileLink) throws(ControlError) -> Profile {
    let found: Profile?
    let words: String
    switch link.name {
    case .key(let key): (found, words) = (configuration.profile(key), key.text)
    case .id(let id): (found, words) = (configuration.profile(withID: id), id.description)
    }
    if let found { return found }
    throw .refused(configuration.refusal(ofUnknown: words), source: source)
  }
}

extension ControlCall {
  /// For whom is asked: who is named, else whoever calls; nil for anybody, which is root's.
  func user(named name: String?, _ source: some ControlSource) throws(ControlError) -> UserIdentity? {
    guard let name else { return role.kind == .root ? nil : role.user }
    if name == role.user.name { return role.user }
    guard role.viewer == .everything else {
      throw .notPermitted("you may ask for yourself only, not for '\(name)'")
    }
    guard let user = source.user(named: name) else {
      throw .invalid("userUnknown", message: "there is no user '\(name)' on this machine")
    }
    return user
  }
}

extension ControlSource {
  /// The instant of a time expression, which stands in a parameter.
  func instant(of text: String, in key: String) throws(ControlError) -> Instant {
    do throws(TimeExpression.Problem) {
      return try TimeExpression.instant(text, now: now.wall, zone: engine.configuration.zone.rules)
    } catch {
      throw .invalid("timeInvalid", message: "'\(key)': \(error.message)")
    }
  }
}

extension JSONObject {
  /// The instant that a parameter states; nil when it is null or left out.
  func instant(_ key: String, _ source: some ControlSource) throws(ControlError) -> Instant? {
    guard let text = text(key) else { return nil }
    return try source.instant(of: text, in: key)
  }

  /// What 'target' may mean, the likelier first.
  func target() throws(ControlError) -> [Target] {
    do throws(TargetProblem) {
      return try Target.readings(of: text("target") ?? "")
    } catch {
      throw .invalid("targetInvalid", message: error.message, help: error.help)
    }
  }
}
