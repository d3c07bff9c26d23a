import Scheduler
import SchedulerJSON

extension ControlService {
  /// Converts a call into a command and requests its execution from the loop.
  mutating func steer(_ call: ControlCall, using source: some ControlSource) throws(ControlError) -> [ControlAction] {
    let reader = SteeringReader(call: call, source: source)
    var pending = PendingRequest(connection: call.connection, isOneway: call.isOneway)
    if call.method == .reportAttempt { return try report(call, for: pending, using: source) }
    if call.method == .reportUse { return [ask(try reader.use(), for: pending)] }
    if call.method == .deliver { return [ask(try reader.delivery(), for: pending)] }
    guard case .command(let row) = call.method else {
      let link = try reader.link()
      pending.profile = link.profile.key
      guard let command = link.command else {
        send(VarlinkReply.bytes { $0.shown(link.profile.key, using: source) }, for: call, using: source)
        return []
      }
      return [ask(.command(command, by: try reader.linkRequester()), for: pending)]
    }
    let command = try reader.command(of: row)
    var requester = try reader.requester()
    if row.takesKeys, let session = source.engine.running(command.request.values.session ?? .onlyRunning) {
      requester.typedLength = try typedLength(in: call, of: session)
      // Only a person types. A program receives no text, because it could send the text back.
      if requester.channel == .person { pending.session = session.id }
    } else if call.parameters.text("text") != nil {
      throw .invalid("wrongText", message: Self.wrongText)
    }
    return [ask(.command(command, by: requester), for: pending)]
  }

  private static let wrongText = "that is not the text that was given to type on this connection; nothing was ended"

  /// Returns the length of the correctly typed text, or nil if none was typed. Throws for a wrong text. A text is valid
  /// once, for the session for which it was offered.
  private mutating func typedLength(in call: ControlCall, of session: Session) throws(ControlError) -> Int64? {
    let offer = connections[call.connection]?.offer
    connections[call.connection]?.offer = nil
    guard let typed = call.parameters.text("text") else { return nil }
    guard let offer, offer.session == session.id, typed == offer.text else {
      throw .invalid("wrongText", message: Self.wrongText)
    }
    return Int64(offer.text.utf8.count)
  }

  /// Handles the outcome of a request, and returns the resulting actions.
  public mutating func finished(
    _ token: RequestToken, with outcome: ControlOutcome, using source: some ControlSource
  ) -> [ControlAction] {
    guard let pending = requests.removeValue(forKey: token) else { return [] }
    guard case .waiting(token)? = connections[pending.connection]?.activity else { return [] }
    connections[pending.connection]?.activity = .listening
    let bytes = answer(outcome, to: pending, using: source)
    if !pending.isOneway { connections[pending.connection]?.send(bytes, at: source.now.boot) }
    return settle(pending.connection, at: source.now.boot)
  }

  private mutating func answer(
    _ outcome: ControlOutcome, to pending: PendingRequest, using source: some ControlSource
  ) -> [UInt8] {
    switch outcome {
    case .answered(.done(let result)):
      return VarlinkReply.bytes { json in
        if let profile = pending.profile { json.member("profile", value: profile.text) }
        json.member("result") { json in json.write(result, in: source.engine.zone(ofKey: result.profile.text)) }
        json.outcome(of: result, using: source)
      }
    case .answered(.refused(let refusal)):
      var text: String?
      if let length = refusal.textLength, let session = pending.session, !pending.isOneway {
        text = offer(length, for: session, to: pending.connection)
      }
      return ControlError.refused(refusal, text: text, source: source).bytes
    case .delivered(let delivery):
      return VarlinkReply.bytes { json in
        json.write(delivery)
        json.member("notes", value: source.faultNotes)
      }
    case .recorded(let attempt, let isCounted):
      return VarlinkReply.bytes {
        $0.write(attemptOn: attempt.application, profile: attempt.profile.key, isCounted: isCounted)
      }
    case .usesReported(let seconds): return VarlinkReply.bytes { $0.member("within", orNull: seconds) }
    case .reloaded(let message):
      return VarlinkReply.bytes { json in
        json.member("message", value: message)
        json.member("pending", value: source.engine.pendingChanges.count)
      }
    case .authorized(let message):
      return VarlinkReply.bytes { json in
        json.authorization(of: source.engine)
        json.member("message", value: message)
        json.member("notes", value: source.faultNotes)
      }
    case .failed(let error): return error.bytes
    }
  }

  private mutating func send(_ bytes: [UInt8], for call: ControlCall, using source: some ControlSource) {
    if !call.isOneway { connections[call.connection]?.send(bytes, at: source.now.boot) }
  }
}

extension Engine {
  /// Returns the session that a target means, or nil if it does not identify one.
  func running(_ target: SessionTarget) -> Session? {
    switch target {
    case .profile(let key): session(ofKey: key)?.session
    case .session(let id): book.sessions.values.first { $0.id == id }
    case .onlyRunning: book.sessions.count == 1 ? book.sessions.values.first : nil
    }
  }

  /// Returns a sentence about the result of a command, with times in its profile's zone.
  func words(on result: CommandResult, at now: Moment) -> String {
    result.words(now: now.wall, zone(ofKey: result.profile.text), besides: configuration.zone.rules)
  }
}

extension JSONWriter {
  /// Writes the sentence about the result of a command, and notes for the user.
  fileprivate mutating func outcome(of result: CommandResult, using source: some ControlSource) {
    member("message", value: source.engine.words(on: result, at: source.now))
    member("notes", value: source.faultNotes + source.engine.shieldNotes(on: result, enforcement: source.enforcement))
  }

  /// Writes the answer to a delivery, with its sentence.
  fileprivate mutating func write(_ delivery: ActivityDelivery) {
    member("activity", value: delivery.activity.description)
    member("profile", orNull: delivery.profile?.key.text)
    member("changed", value: delivery.hasChanged)
    member("events", value: delivery.events.map(\.rawValue))
    member("message", value: delivery.words)
  }

  /// Writes the reply to a link that only names a profile.
  fileprivate mutating func shown(_ profile: ProfileKey, using source: some ControlSource) {
    member("profile", value: profile.text)
    member("result", value: JSONValue.null)
    member("message", value: "'\(profile)' is shown")
    member("notes", value: source.faultNotes)
  }
}

extension JSONObject {
  /// Returns the text of a parameter, or nil if it is null or missing.
  func text(_ key: String) -> String? { self[key]?.stringValue }
}

/// The replies that a client receives on its connection, decoded as they arrive.
///
/// ```swift
/// socket.write(VarlinkCall(ControlMethod.status.name).bytes)
/// replies.append(socket.read())
/// while let parameters = try replies.next() { … }
/// ```
public struct ControlReplies: Sendable {
  private var stream = MessageStream()
  /// Whether the last reply announced another one.
  public private(set) var continues = false

  /// Creates an empty sequence of replies.
  public init() {}

  /// Adds received bytes.
  public mutating func append(_ bytes: some Collection<UInt8>) { stream.append(bytes) }

  /// Returns the parameters of the next reply, or nil if more bytes are needed.
  ///
  /// - Throws: the error in the reply, or an error of the kind `connection` for bytes that are not a reply.
  public mutating func next() throws(ControlError) -> JSONObject? {
    let message = try ControlError.mapping(stream.next()) { (_: MessageStream.TooLong) in
      .init(connection: "the daemon answers with more than \(MessageStream.longestMessage) bytes")
    }
    guard let message else { return nil }
    let reply = try ControlError.mapping(VarlinkReply(parsing: message)) { (error: MalformedMessage) in
      .init(connection: "the answer is not a daemon's: \(error.message)")
    }
    continues = reply.continues
    if let name = reply.error { throw ControlError(name, parameters: reply.parameters) }
    return reply.parameters
  }
}
