import Scheduler
import SchedulerJSON

/// An error of the control socket, as sent by the daemon and received by a client: the reason why a call failed.
public struct ControlError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Kind: String, CaseIterable, Sendable {
    /// The request is not allowed, or not allowed now.
    case refused = "io.schedctl.Control.Refused"
    /// The request is invalid.
    case invalid = "io.schedctl.Control.InvalidRequest"
    /// There is no such profile.
    case unknownProfile = "io.schedctl.Control.UnknownProfile"
    /// There is no such session, or it has ended.
    case unknownSession = "io.schedctl.Control.UnknownSession"
    /// The peer lacks the permission.
    case notPermitted = "io.schedctl.Control.NotPermitted"
    /// The configuration has errors.
    case configuration = "io.schedctl.Control.ConfigurationFault"
    /// The state could not be read or written.
    case state = "io.schedctl.Control.StateFault"
    /// There are too many connections.
    case busy = "io.schedctl.Control.TooManyConnections"
    /// The daemon does not have the interface or method, or not with these parameters.
    case protocolMismatch = "org.varlink.service"
    /// The server does not speak the protocol, or sends errors unknown to this program.
    case connection = ""
  }

  /// The kind of error.
  public let kind: Kind
  /// The full name of the error; empty if the server sent none.
  public let name: String
  /// All parameters of the error.
  public let parameters: JSONObject
  /// A sentence in lower case without a full stop.
  public let message: String
  /// Lines of advice.
  public var help: [String] { texts("help") }
  /// The reason in one word, or nil if there is none.
  public var reason: String? { parameters["reason"]?.stringValue }
  /// The time from which the request would be allowed, or nil if time alone does not help.
  public var allowedAt: Instant? { parameters["allowedAt"]?.stringValue.flatMap { Instant(rfc3339: $0) } }
  /// The profiles that the user may have meant.
  public var candidates: [String] { texts("candidates") }
  /// The length, in characters, of the text that ends the session when typed; nil if typing does not end it.
  public var textLength: Int64? { parameters["textLength"]?.integerValue }
  /// The text to type for the next stop or reset on this connection, or nil if none was offered.
  public var text: String? { parameters["text"]?.stringValue }
  /// The diagnostics of the configuration files, as readable lines; empty if there are none.
  public var diagnostics: String { parameters["diagnostics"]?.stringValue ?? "" }
  /// For a fault of the state, whether the request was carried out; nil if unknown.
  public let isDone: Bool?

  /// Creates the error with a name and parameters.
  init(_ name: String, parameters: JSONObject) {
    kind =
      Kind(rawValue: name) ?? (name.hasPrefix("\(Kind.protocolMismatch.rawValue).") ? .protocolMismatch : .connection)
    self.name = name
    self.parameters = parameters
    message = parameters["message"]?.stringValue ?? Self.words(for: name, parameters: parameters)
    isDone = kind == .state ? parameters["done"]?.boolValue : false
  }

  /// Creates an error of the connection itself.
  init(connection message: String, isDone: Bool? = false) {
    kind = .connection
    name = ""
    parameters = JSONObject()
    self.message = message
    self.isDone = isDone
  }

  private func texts(_ key: String) -> [String] { parameters[key]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// Returns the error for a request without an answer. Whether the request was carried out is unknown.
  public static func unanswered(_ message: String) -> ControlError {
    ControlError(connection: message, isDone: nil)
  }

  /// Returns the message for an error without one.
  private static func words(for name: String, parameters: JSONObject) -> String {
    func text(_ key: String) -> String { parameters[key]?.stringValue ?? "" }
    return switch name.split(separator: ".").last.map(String.init) ?? name {
    case "InterfaceNotFound": "the daemon has no interface '\(text("interface"))'"
    case "MethodNotFound": "the daemon has no method '\(text("method"))'"
    case "MethodNotImplemented": "the daemon does not do '\(text("method"))'"
    case "InvalidParameter": "parameter '\(text("parameter"))' is missing, unknown or not of its type"
    case "ExpectedMore": "the method answers more than once: it is to be called with 'more'"
    case "TooManyConnections": "too many programs are connected to the daemon"
    default: "the daemon answers with '\(name)'"
    }
  }

  /// Whether the request is invalid rather than forbidden, which is a usage error on a command line.
  public var isUsage: Bool {
    switch kind {
    case .invalid, .unknownProfile, .protocolMismatch: true
    case .unknownSession: reason != Refusal.Reason.alreadyEnded.rawValue
    case .refused, .notPermitted, .configuration, .state, .busy, .connection: false
    }
  }

  /// The message that sends the error, with its final NUL.
  var bytes: [UInt8] { VarlinkReply(error: name, parameters).bytes }
}

extension ControlError {
  /// Returns the error for an unknown interface.
  static func interfaceNotFound(_ name: String) -> ControlError {
    ControlError("\(ServiceInterface.name).InterfaceNotFound", parameters: ["interface": .string(name)])
  }

  /// Returns the error for a method that its interface does not have.
  static func methodNotFound(_ name: String) -> ControlError {
    ControlError("\(ServiceInterface.name).MethodNotFound", parameters: ["method": .string(name)])
  }

  /// Returns the error for a parameter that is missing, unknown or of the wrong type.
  static func invalidParameter(_ name: String) -> ControlError {
    ControlError("\(ServiceInterface.name).InvalidParameter", parameters: ["parameter": .string(name)])
  }

  /// The error for a method with several replies that was called without `more`.
  static var expectedMore: ControlError {
    ControlError("\(ServiceInterface.name).ExpectedMore", parameters: JSONObject())
  }

  private static func control(_ name: String, parameters: JSONObject) -> ControlError {
    ControlError("\(ControlInterface.name).\(name)", parameters: parameters)
  }

  private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// Returns the error for a message that is not a Varlink message.
  static func malformedMessage(_ message: String) -> ControlError {
    control("MalformedMessage", parameters: ["message": .string(message)])
  }

  /// Returns the error for a message longer than `limit` bytes.
  static func messageTooLong(limit: Int) -> ControlError {
    control("MessageTooLong", parameters: ["limit": .integer(Int64(limit))])
  }

  /// Returns the error for a connection that exceeds the limit of `limit` connections.
  static func tooManyConnections(limit: Int) -> ControlError {
    control("TooManyConnections", parameters: ["limit": .integer(Int64(limit))])
  }

  /// Returns the error for an invalid request.
  ///
  /// - Parameter reason: the reason in one word.
  static func invalid(_ reason: String, message: String, help: [String] = []) -> ControlError {
    control(
      "InvalidRequest",
      parameters: [
        "reason": .string(reason), "message": .string(message), "help": strings(help), "candidates": .array([]),
      ])
  }

  /// Returns the error for a request that the peer may not make or that the configuration forbids.
  public static func notPermitted(_ message: String, help: [String] = []) -> ControlError {
    control("NotPermitted", parameters: ["message": .string(message), "help": strings(help)])
  }

  /// Returns the error for a faulty configuration.
  ///
  /// - Parameter diagnostics: its diagnostics, as readable lines.
  public static func configuration(_ message: String, diagnostics: String = "", help: [String] = []) -> ControlError {
    control(
      "ConfigurationFault",
      parameters: ["message": .string(message), "help": strings(help), "diagnostics": .string(diagnostics)])
  }

  /// Returns the error for a state or history that could not be read or written.
  ///
  /// - Parameter isDone: whether the request was carried out; nil if unknown.
  public static func state(_ message: String, help: [String] = [], isDone: Bool? = false) -> ControlError {
    control(
      "StateFault",
      parameters: [
        "message": .string(message), "help": strings(help), "done": isDone.map(JSONValue.bool) ?? .null,
      ])
  }

  /// Returns the error for a refusal by the engine or by a check before it.
  ///
  /// - Parameter text: the text to type; nil if no text ends the session.
  static func refused(_ refusal: Refusal, text: String? = nil, source: some ControlSource) -> ControlError {
    let zone = source.engine.configuration.zone.rules
    let help = refusal.help(in: zone, at: source.now) + source.faultNotes
    var parameters: JSONObject = [
      "reason": .string(refusal.reason.rawValue), "message": .string(refusal.message), "help": strings(help),
    ]
    let name = refusal.reason.error
    if name == "Refused" {
      parameters["allowedAt"] = refusal.allowedAt.map { .string($0.rfc3339(in: zone)) } ?? .null
    }
    parameters["candidates"] = strings(refusal.candidates.map(\.text))
    if name == "Refused" {
      parameters["textLength"] = refusal.textLength.map(JSONValue.integer) ?? .null
      parameters["text"] = text.map(JSONValue.string) ?? .null
    }
    return control(name, parameters: parameters)
  }

  /// Returns the error for an activity that the engine refuses.
  public static func refused(_ activity: RefusedActivity) -> ControlError {
    let isUnknown = if case .unknownProfile = activity.reason { true } else { false }
    return control(
      isUnknown ? "UnknownProfile" : "InvalidRequest",
      parameters: [
        "reason": .string(activity.reason.word), "message": .string("\(activity.reason)"), "help": .array([]),
        "candidates": .array([]),
      ])
  }

  /// Returns the message and help for a consent in the configuration. It must be removed there, because the next
  /// reading would give it again.
  public static func configuredConsent(_ title: String) -> (message: String, help: [String]) {
    ("'authorized = true' of '\(title)' consents for this machine", ["take it out of the configuration first"])
  }
}

extension Refusal.Reason {
  /// The name of the error for this reason.
  fileprivate var error: String {
    switch self {
    case .unknownProfile: "UnknownProfile"
    case .unknownSession, .alreadyEnded: "UnknownSession"
    case .ambiguous, .lengthMissing, .lengthInvalid, .reasonMissing, .reasonTooLong: "InvalidRequest"
    default: "Refused"
    }
  }
}
