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

  /// The command that is asked for.
  func command() throws(ControlError) -> Command {
    switch call.method {
    case .start: .start(try profile(), try startOptions())
    case .stop: .stop(try target())
    case .break: .break(try target())
    case .pause: .pause(try target())
    case .resume: .resume(try target())
    case .reset: .reset(try target())
    case .skip: .skip(try profile(), undo: parameters["undo"]?.boolValue ?? false)
    case .extend: .extend(try target(), seconds: parameters["seconds"]?.integerValue ?? 0)
    case .access: .access(try access())
    case .emergency: .emergency(try emergencyTarget(), reason: parameters.text("reason") ?? "")
    default: throw .service(.methodNotFound(call.method.name))
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
    guard parameters.text("key") == nil else { throw .invalid("twoKeys", "'key' and 'keyData' exclude each other") }
    guard let bytes = Base64.bytes(of: data) else { throw .invalid("keyInvalid", "'keyData' is no base64") }
    return bytes
  }

  private func startOptions() throws(ControlError) -> StartOptions {
    StartOptions(
      lengthSeconds: parameters["seconds"]?.integerValue,
      strategy: parameters.text("strategy").flatMap(Strategy.Kind.init),
      at: try parameters.instant("at", source))
  }

  private func access() throws(ControlError) -> AccessRequest {
    let readings = try parameters.target()
    return source.access(to: readings, for: try call.user(source))
  }
}

extension SteeringReader {
  /// The profile that is meant, which has to concern whoever asks.
  private func profile() throws(ControlError) -> ProfileKey {
    let key = try Self.key(parameters.text("profile") ?? "", configuration)
    if let profile = configuration.profile(key) { try allow(profile) }
    return key
  }

  private static func key(_ text: String, _ configuration: Configuration) throws(ControlError) -> ProfileKey {
    if let key = ProfileKey(text) { return key }
    throw .refused(configuration.refusal(ofUnknown: text))
  }

  /// Refuses a profile that neither shields whoever asks now nor would.
  private func allow(_ profile: Profile) throws(ControlError) {
    if let session = source.engine.book[profile.id], viewer.sees(session) { return }
    guard !viewer.sees(profile, in: configuration) else { return }
    throw .notPermitted("profile '\(profile.key)' does not concern you", help: Self.groupHelp)
  }

  private static var groupHelp: [String] { ["root, the owner and the group of [daemon] may steer all of them"] }

  /// The session that is meant. Of one who does not see all, the only one that runs is the only one that they see.
  private func target() throws(ControlError) -> SessionTarget {
    guard let text = parameters.text("session") else { return try onlyTarget() }
    if let uuid = UUIDValue(text) {
      let target = SessionTarget.session(SessionID(uuid))
      if let session = source.engine.running(target), !viewer.sees(session) {
        throw .notPermitted("session '\(uuid)' does not concern you", help: Self.groupHelp)
      }
      return target
    }
    let key = try Self.key(text, configuration)
    if let profile = configuration.profile(key) { try allow(profile) }
    return .profile(key)
  }

  private func onlyTarget() throws(ControlError) -> SessionTarget {
    if viewer == .everything { return .onlyRunning }
    let seen = source.engine.sessions.filter(viewer.sees)
    guard let only = seen.first else { throw .refused(Refusal(.notRunning, "no session is running")) }
    guard seen.count > 1 else { return .session(only.id) }
    let keys = seen.map(\.profile.key)
    let names = keys.map { "'\($0)'" }.joined(separator: ", ")
    throw .refused(Refusal(.ambiguous, "several sessions are running: \(names); say which", candidates: keys))
  }

  /// The session that an emergency is to end; nil for all, which then have to concern whoever asks.
  private func emergencyTarget() throws(ControlError) -> SessionTarget? {
    if parameters.text("session") != nil { return try target() }
    guard source.engine.sessions.allSatisfy(viewer.sees) else {
      throw .notPermitted("not all sessions that run concern you; say which one", help: Self.groupHelp)
    }
    return nil
  }

  /// What a link means, and the command for it; nil for one that only shows.
  func link() throws(ControlError) -> (profile: Profile, command: Command?) {
    let link: ProfileLink
    do throws(LinkProblem) {
      link = try ProfileLink(parameters.text("url") ?? "")
    } catch {
      throw .invalid("linkInvalid", error.message)
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
    throw .refused(configuration.refusal(ofUnknown: words))
  }
}

extension ControlCall {
  /// For whom is asked: who is named, else whoever calls; nil for anybody, which is root's.
  func user(_ source: some ControlSource) throws(ControlError) -> UserIdentity? {
    guard let name = parameters.text("user") else { return role.kind == .root ? nil : role.user }
    if name == role.user.name { return role.user }
    guard role.viewer == .everything else {
      throw .notPermitted("you may ask for yourself only, not for '\(name)'")
    }
    guard let user = source.user(named: name) else {
      throw .invalid("userUnknown", "there is no user '\(name)' on this machine")
    }
    return user
  }
}

extension JSONObject {
  /// The instant that a parameter states; nil when it is null or left out.
  func instant(_ key: String, _ source: some ControlSource) throws(ControlError) -> Instant? {
    guard let text = text(key) else { return nil }
    do throws(TimeExpression.Problem) {
      return try TimeExpression.instant(text, now: source.now.wall, zone: source.engine.configuration.zone.rules)
    } catch {
      throw .invalid("timeInvalid", "'\(key)': \(error.message)")
    }
  }

  /// What 'target' may mean, the likelier first.
  func target() throws(ControlError) -> [Target] {
    do throws(TargetProblem) {
      return try Target.readings(of: text("target") ?? "")
    } catch {
      throw .invalid("targetInvalid", error.message, help: error.help)
    }
  }
}
