import Scheduler

/// Reads the parameters of a call that changes something, and checks that they concern the caller.
struct SteeringReader<Source: ControlSource> {
  let call: ControlCall
  let source: Source

  var parameters: JSONObject { call.parameters }
  var configuration: Configuration { source.engine.configuration }
  var viewer: Viewer { call.role.viewer }

  /// Returns the requested session command. Throws if it does not concern the caller.
  func command(of row: CommandRow) throws(ControlError) -> Command {
    var request: CommandRequest
    request = try ControlError.mapping(CommandRequest(row, reading: parameters)) { refusal(of: $0) }
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

  /// Returns the requester according to the parameters. A typed text is checked elsewhere.
  func requester() throws(ControlError) -> Requester {
    var requester = Requester(
      parameters.text("channel").flatMap(Requester.Channel.init) ?? .program,
      isAdministrator: call.role.isAdministrator, keyContent: try keyContent())
    requester.viewer = viewer
    return requester
  }

  /// Returns the requester of a link. The text of the link is offered as a key.
  func linkRequester() throws(ControlError) -> Requester {
    var requester = Requester(
      .link, isAdministrator: call.role.isAdministrator, keyContent: Array((parameters.text("url") ?? "").utf8))
    requester.viewer = viewer
    return requester
  }

  private func keyContent() throws(ControlError) -> [UInt8]? {
    guard let data = parameters.text("keyData") else { return parameters.text("key").map { Array($0.utf8) } }
    guard parameters.text("key") == nil else {
      throw .invalid("twoKeys", message: "'key' and 'keyData' exclude each other")
    }
    guard let bytes = Base64.bytes(of: data) else { throw .invalid("keyInvalid", message: "'keyData' is not base64") }
    return bytes
  }
}

extension SteeringReader: CommandResolver {
  func instant(of text: String) throws(ControlError) -> Instant {
    try source.instant(of: text, in: CommandParameter.time.member)
  }

  func access(to target: StatedTarget, for user: String?) throws(ControlError) -> AccessRequest {
    source.access(to: target.readings, for: try call.user(named: user, using: source))
  }
}

extension SteeringReader {
  /// Throws if a profile neither shields the caller now nor would shield the caller.
  private func allow(_ profile: Profile) throws(ControlError) {
    if let session = source.engine.book[profile.id], viewer.sees(session) { return }
    guard !viewer.sees(profile, in: configuration) else { return }
    throw .notPermitted("profile '\(profile.key)' does not concern you", help: Self.groupHelp)
  }

  static var groupHelp: [String] { ["root, the owner and the group of [daemon] may steer all of them"] }

  /// Returns the session that is meant. Throws if it does not concern the caller. For callers who do not see
  /// everything, the only running session is the only one that they see.
  ///
  /// - Parameter meansAll: whether a missing session means all running sessions.
  private func session(_ target: SessionTarget?, meansAll: Bool) throws(ControlError) -> SessionTarget? {
    switch target {
    case .session(let id):
      if let session = source.engine.running(.session(id)), !viewer.sees(session) {
        throw .notPermitted("session '\(id)' does not concern you", help: Self.groupHelp)
      }
    case .profile(let key):
      if let profile = configuration.profile(key) {
        try allow(profile)
      } else if let session = source.engine.running(.profile(key)), !viewer.sees(session) {
        throw .notPermitted("profile '\(key)' does not concern you", help: Self.groupHelp)
      }
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
    guard let only = seen.first else {
      throw .refused(Refusal(.notRunning, message: "no session is running"), source: source)
    }
    guard seen.count > 1 else { return .session(only.id) }
    let keys = seen.map(\.profile.key)
    let names = keys.map { "'\($0)'" }.joined(separator: ", ")
    throw .refused(
      Refusal(.ambiguous, message: "several sessions are running: \(names); say which", candidates: keys),
      source: source)
  }

  /// Returns the profile of a link and its command; the command is nil for a link that only shows the profile.
  func link() throws(ControlError) -> (profile: Profile, command: Command?) {
    let link = try ControlError.mapping(ProfileLink(parameters.text("url") ?? "")) { (error: LinkProblem) in
      .invalid("linkInvalid", message: error.message)
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
  /// Returns the user that a request is about: the named user, otherwise the caller. Nil means any user, the default
  /// for root.
  func user(named name: String?, using source: some ControlSource) throws(ControlError) -> UserIdentity? {
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
  /// Returns the instant of a time expression in a parameter.
  func instant(of text: String, in key: String) throws(ControlError) -> Instant {
    try ControlError.mapping(TimeExpression.instant(text, now: now.wall, zone: engine.configuration.zone.rules)) {
      (error: TimeExpression.Problem) in .invalid("timeInvalid", message: "'\(key)': \(error.message)")
    }
  }
}

extension JSONObject {
  /// Returns the instant in a parameter, or nil if it is null or missing.
  func instant(_ key: String, using source: some ControlSource) throws(ControlError) -> Instant? {
    guard let text = text(key) else { return nil }
    return try source.instant(of: text, in: key)
  }

  /// Returns the possible meanings of 'target', the most likely first.
  func target() throws(ControlError) -> [Target] {
    try ControlError.mapping(Target.readings(of: text("target") ?? "")) { (error: TargetProblem) in
      .invalid("targetInvalid", message: error.message, help: error.help)
    }
  }
}

/// The identity of a connection. The loop assigns the number and never reuses it.
public struct ConnectionID: Hashable, Sendable {
  /// The number.
  public let number: UInt64

  /// Creates the identity with a number.
  public init(_ number: UInt64) { self.number = number }
}

/// The identity of a request to the loop. Its number is never reused.
public struct RequestToken: Hashable, Sendable {
  let number: UInt64
}

/// An action that a service requests from the loop. Actions are performed in order.
public enum ControlAction: Hashable, Sendable {
  /// Write as many bytes of `ControlService.output` as possible without waiting, then call `didSend`.
  case send(ConnectionID)
  /// Close the connection at once.
  case close(ConnectionID)
  /// Refuse a connection above the limit: write to it once without waiting, then close it.
  case refuse(ConnectionID, [UInt8])
  /// Carry out a request, then pass the outcome to `ControlService.finished`.
  case perform(RequestToken, ControlRequest)
}

/// A request that only the loop can carry out.
public enum ControlRequest: Hashable, Sendable {
  /// Carry out a command of a requester.
  case command(Command, by: Requester)
  /// Deliver an edge of an activity.
  case activity(name: String, userInfo: [String: String], ActivityPhase)
  /// Record an attempt to use a blocked target.
  case attempt(ShieldAttempt)
  /// Count what a user uses from now on, until the connection ends.
  case use(UseReport, from: ConnectionID, userID: UInt32)
  /// Read the configuration again.
  case reload
  /// Record whether the user consents to the shield.
  case authorize(AuthorizationStatus)
}

/// The outcome of a request.
public enum ControlOutcome: Hashable, Sendable {
  /// The engine has replied.
  case answered(CommandOutcome)
  /// The engine has passed an activity to its handler.
  case delivered(ActivityDelivery)
  /// The attempt was recorded, and counted unless an adapter had reported it.
  case recorded(ShieldAttempt, isCounted: Bool = true)
  /// The use was reported. The next report has to come within some seconds, if there is a number.
  case usesReported(within: Int64?)
  /// The configuration was read. Contains a sentence about the result.
  case reloaded(String)
  /// The consent was recorded. Contains a sentence about the authorization that now applies.
  case authorized(String)
  /// The request could not be carried out.
  case failed(ControlError)
}
