import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// Why a call was not carried out, as a client heard it.
public struct ControlFailure: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public enum Kind: String, CaseIterable, Sendable {
    /// It may not be done, or not now.
    case refused = "io.schedctl.Control.Refused"
    /// What was asked is at fault.
    case invalid = "io.schedctl.Control.InvalidRequest"
    /// There is no such profile.
    case unknownProfile = "io.schedctl.Control.UnknownProfile"
    /// There is no such session, or no more.
    case unknownSession = "io.schedctl.Control.UnknownSession"
    /// Whoever asked may not.
    case notPermitted = "io.schedctl.Control.NotPermitted"
    /// The configuration is wrong.
    case configuration = "io.schedctl.Control.ConfigurationFault"
    /// The state could not be read or written.
    case state = "io.schedctl.Control.StateFault"
    /// There are too many connections.
    case busy = "io.schedctl.Control.TooManyConnections"
    /// The daemon has no such interface or method, or not with these parameters.
    case protocolMismatch = "org.varlink.service"
    /// What answered does not speak the protocol, or speaks of errors that this program does not know.
    case connection = ""
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// The whole name of the error; empty where what answered told none.
  public let name: String
  /// The parameters of the error, all of them.
  public let parameters: JSONObject
  /// A sentence in lower case without a full stop.
  public let message: String
  /// Lines that help on.
  public var help: [String] = []
  /// The kind of reason, in one word; nil where it has none.
  public var reason: String?
  /// When it would be allowed; nil where time alone does not help.
  public var allowedAt: Instant?
  /// The profiles that may have been meant.
  public var candidates: [String] = []
  /// How many characters the text has that opens the session when it is typed; nil when none does.
  public var textLength: Int64?
  /// The text to type, for the next stop or reset on this connection; nil where none was given.
  public var text: String?
  /// What is wrong with the files of the configuration, in lines for people; empty where nothing is.
  public var diagnostics = ""
  /// Of a fault of the state: whether what was asked was done; nil when nobody knows.
  public var isDone: Bool?

  /// That no answer came: nobody knows whether what was asked was done.
  public static func unanswered(_ message: String) -> ControlFailure {
    var failure = ControlFailure(.connection, message)
    failure.isDone = nil
    return failure
  }

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    name = ""
    parameters = JSONObject()
    self.message = message
    isDone = false
  }

  /// What an error says.
  init(_ name: String, _ parameters: JSONObject) {
    kind =
      Kind(rawValue: name) ?? (name.hasPrefix("\(Kind.protocolMismatch.rawValue).") ? .protocolMismatch : .connection)
    self.name = name
    self.parameters = parameters
    message = parameters["message"]?.stringValue ?? Self.words(name, parameters)
    help = parameters["help"]?.arrayValue?.compactMap(\.stringValue) ?? []
    reason = parameters["reason"]?.stringValue
    allowedAt = parameters["allowedAt"]?.stringValue.flatMap { Instant(rfc3339: $0) }
    candidates = parameters["candidates"]?.arrayValue?.compactMap(\.stringValue) ?? []
    textLength = parameters["textLength"]?.integerValue
    text = parameters["text"]?.stringValue
    diagnostics = parameters["diagnostics"]?.stringValue ?? ""
    isDone = kind == .state ? parameters["done"]?.boolValue : false
  }

  /// What an error without a sentence says.
  private static func words(_ name: String, _ parameters: JSONObject) -> String {
    switch name.split(separator: ".").last.map(String.init) ?? name {
    case "InterfaceNotFound": "the daemon has no interface '\(text("interface", parameters))'"
    case "MethodNotFound": "the daemon has no method '\(text("method", parameters))'"
    case "MethodNotImplemented": "the daemon does not do '\(text("method", parameters))'"
    case "InvalidParameter": "parameter '\(text("parameter", parameters))' is missing, unknown or not of its type"
    case "ExpectedMore": "the method answers more than once: it is to be called with 'more'"
    case "TooManyConnections": "too many programs are connected to the daemon"
    default: "the daemon answers with '\(name)'"
    }
  }

  private static func text(_ key: String, _ parameters: JSONObject) -> String { parameters[key]?.stringValue ?? "" }

  /// Whether what was asked is at fault, and not what may be done: the usage error of a command line.
  public var isUsage: Bool {
    switch kind {
    case .invalid, .unknownProfile, .protocolMismatch: true
    case .unknownSession: reason != Refusal.Reason.alreadyEnded.rawValue
    case .refused, .notPermitted, .configuration, .state, .busy, .connection: false
    }
  }
}
