import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// An error of the control socket: why a call was not carried out, as the daemon sends it and a client reads it.
public struct ControlError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Kind: String, CaseIterable, Sendable {
    /// The request is not allowed, or not now.
    case refused = "io.schedctl.Control.Refused"
    /// The request is wrong.
    case invalid = "io.schedctl.Control.InvalidRequest"
    /// There is no such profile.
    case unknownProfile = "io.schedctl.Control.UnknownProfile"
    /// There is no such session, or it has ended.
    case unknownSession = "io.schedctl.Control.UnknownSession"
    /// The peer may not do that.
    case notPermitted = "io.schedctl.Control.NotPermitted"
    /// The configuration is wrong.
    case configuration = "io.schedctl.Control.ConfigurationFault"
    /// The state could not be read or written.
    case state = "io.schedctl.Control.StateFault"
    /// There are too many connections.
    case busy = "io.schedctl.Control.TooManyConnections"
    /// The daemon has no such interface or method, or not with these parameters.
    case protocolMismatch = "org.varlink.service"
    /// What answers does not speak the protocol, or sends errors that this program does not know.
    case connection = ""
  }

  /// The kind.
  public let kind: Kind
  /// The whole name of the error; empty where none came.
  public let name: String
  /// All parameters of the error.
  public let parameters: JSONObject
  /// A sentence in lower case without a full stop.
  public let message: String
  /// Lines that help.
  public var help: [String] = []
  /// The reason in one word; nil where there is none.
  public var reason: String?
  /// When the request would be allowed; nil where time alone does not help.
  public var allowedAt: Instant?
  /// The profiles that may have been meant.
  public var candidates: [String] = []
  /// The length in characters of the text that opens the session when it is typed; nil when none does.
  public var textLength: Int64?
  /// The text to type, for the next stop or reset on this connection; nil where none was given.
  public var text: String?
  /// The mistakes in the files of the configuration, in lines for people; empty where there are none.
  public var diagnostics = ""
  /// Of a fault of the state: whether the request was carried out; nil when that is unknown.
  public var isDone: Bool?

  /// The error of a name with its parameters.
  init(_ name: String, parameters: JSONObject) {
    kind =
      Kind(rawValue: name) ?? (name.hasPrefix("\(Kind.protocolMismatch.rawValue).") ? .protocolMismatch : .connection)
    self.name = name
    self.parameters = parameters
    message = parameters["message"]?.stringValue ?? Self.words(for: name, parameters: parameters)
    help = parameters["help"]?.arrayValue?.compactMap(\.stringValue) ?? []
    reason = parameters["reason"]?.stringValue
    allowedAt = parameters["allowedAt"]?.stringValue.flatMap { Instant(rfc3339: $0) }
    candidates = parameters["candidates"]?.arrayValue?.compactMap(\.stringValue) ?? []
    textLength = parameters["textLength"]?.integerValue
    text = parameters["text"]?.stringValue
    diagnostics = parameters["diagnostics"]?.stringValue ?? ""
    isDone = kind == .state ? parameters["done"]?.boolValue : false
  }

  /// An error of the connection itself.
  init(connection message: String) {
    kind = .connection
    name = ""
    parameters = JSONObject()
    self.message = message
    isDone = false
  }

  /// No answer came, so that it is unknown whether the request was carried out.
  public static func unanswered(_ message: String) -> ControlError {
    var error = ControlError(connection: message)
    error.isDone = nil
    return error
  }

  /// The message of an error that has none.
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

  /// Whether the request is wrong, rather than forbidden: the usage error of a command line.
  public var isUsage: Bool {
    switch kind {
    case .invalid, .unknownProfile, .protocolMismatch: true
    case .unknownSession: reason != Refusal.Reason.alreadyEnded.rawValue
    case .refused, .notPermitted, .configuration, .state, .busy, .connection: false
    }
  }

  /// The message with its NUL that sends the error.
  var bytes: [UInt8] { VarlinkReply(error: name, parameters).bytes }
}

extension ControlError {
  /// There is no interface of that name.
  static func interfaceNotFound(_ name: String) -> ControlError {
    ControlError("\(ServiceInterface.name).InterfaceNotFound", parameters: ["interface": .string(name)])
  }

  /// The interface has no method of that name.
  static func methodNotFound(_ name: String) -> ControlError {
    ControlError("\(ServiceInterface.name).MethodNotFound", parameters: ["method": .string(name)])
  }

  /// A parameter is missing, unknown or not of its type.
  static func invalidParameter(_ name: String) -> ControlError {
    ControlError("\(ServiceInterface.name).InvalidParameter", parameters: ["parameter": .string(name)])
  }

  /// The method answers more than once, and `more` was not given.
  static var expectedMore: ControlError {
    ControlError("\(ServiceInterface.name).ExpectedMore", parameters: JSONObject())
  }
}

extension ControlError {
  private static func control(_ name: String, parameters: JSONObject) -> ControlError {
    ControlError("\(ControlInterface.name).\(name)", parameters: parameters)
  }

  private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// The message is none of Varlink's.
  static func malformedMessage(_ message: String) -> ControlError {
    control("MalformedMessage", parameters: ["message": .string(message)])
  }

  /// The message is longer than `limit` bytes.
  static func messageTooLong(limit: Int) -> ControlError {
    control("MessageTooLong", parameters: ["limit": .integer(Int64(limit))])
  }

  /// There are `limit` connections already.
  static func tooManyConnections(limit: Int) -> ControlError {
    control("TooManyConnections", parameters: ["limit": .integer(Int64(limit))])
  }

  /// The request is wrong.
  ///
  /// - Parameter reason: the reason in one word.
  static func invalid(_ reason: String, message: String, help: [String] = []) -> ControlError {
    control(
      "InvalidRequest",
      parameters: [
        "reason": .string(reason), "message": .string(message), "help": strings(help), "candidates": .array([]),
      ])
  }

  /// The peer may not do that, or the configuration stands against it.
  public static func notPermitted(_ message: String, help: [String] = []) -> ControlError {
    control("NotPermitted", parameters: ["message": .string(message), "help": strings(help)])
  }

  /// The configuration is wrong.
  ///
  /// - Parameter diagnostics: its mistakes, in lines for people.
  public static func configuration(
    _ message: String, diagnostics: String = "", help: [String] = []
  ) -> ControlError {
    control(
      "ConfigurationFault",
      parameters: ["message": .string(message), "help": strings(help), "diagnostics": .string(diagnostics)])
  }

  /// The state or its history could not be read or written.
  ///
  /// - Parameter isDone: whether the request was carried out; nil when that is unknown.
  public static func state(_ message: String, help: [String] = [], isDone: Bool? = false) -> ControlError {
    control(
      "StateFault",
      parameters: [
        "message": .string(message), "help": strings(help), "done": isDone.map(JSONValue.bool) ?? .null,
      ])
  }

  /// The engine refuses, or a check before it.
  ///
  /// - Parameter text: the text to type; nil where none opens the session.
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

  /// The consent is in the configuration, and the next reading would give it again: it has to be removed there.
  public static func configuredConsent(_ title: String) -> (message: String, help: [String]) {
    ("'authorized = true' of '\(title)' consents for this machine", ["take it out of the configuration first"])
  }
}

extension Refusal.Reason {
  /// The name of the error for the reason.
  fileprivate var error: String {
    switch self {
    case .unknownProfile: "UnknownProfile"
    case .unknownSession, .alreadyEnded: "UnknownSession"
    case .ambiguous, .lengthMissing, .lengthInvalid, .reasonMissing, .reasonTooLong: "InvalidRequest"
    default: "Refused"
    }
  }
}
