import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// Why a call was not carried out.
enum ControlError: Error, Sendable {
  /// The interface, the method or a parameter is none.
  case service(ServiceError)
  /// The engine, or what stands before it, refuses; with the text to type where one was given.
  case refused(Refusal, text: String? = nil)
  /// What was asked is at fault.
  case invalid(_ reason: String, String, help: [String] = [])
  /// Whoever asks may not.
  case notPermitted(String, help: [String] = [])
  /// The surroundings are at fault.
  case fault(ControlFault)

  /// The message that tells it.
  func bytes(_ source: some ControlSource) -> [UInt8] {
    switch self {
    case .service(let error):
      VarlinkReply.bytes(error: error.name) { json in
        if let (key, value) = error.parameter { json.member(named: key, value) }
      }
    case .refused(let refusal, let text): Self.bytes(refusal, text, source)
    case .invalid(let reason, let message, let help):
      Self.bytes("InvalidRequest") { json in
        json.member("reason", reason)
        json.explanation(message, help)
        json.member("candidates", [String]())
      }
    case .notPermitted(let message, let help): Self.bytes("NotPermitted") { $0.explanation(message, help) }
    case .fault(.configuration(let message, let diagnostics, let help)):
      Self.bytes("ConfigurationFault") { json in
        json.explanation(message, help)
        json.member("diagnostics", diagnostics)
      }
    case .fault(.refused(let message, let help)): Self.bytes("NotPermitted") { $0.explanation(message, help) }
    case .fault(.state(let message, let help, let isDone)):
      Self.bytes("StateFault") { json in
        json.explanation(message, help)
        json.member("done", orNull: isDone)
      }
    }
  }

  private static func bytes(_ refusal: Refusal, _ text: String?, _ source: some ControlSource) -> [UInt8] {
    let zone = source.engine.configuration.zone.rules
    return bytes(refusal.reason.error) { json in
      json.member("reason", refusal.reason.rawValue)
      json.explanation(refusal.message, refusal.help(in: zone, at: source.now) + source.faultNotes)
      if refusal.reason.error == "Refused" {
        json.member("allowedAt", orNull: refusal.allowedAt, in: zone)
      }
      json.member("candidates", refusal.candidates.map(\.text))
      if refusal.reason.error == "Refused" {
        json.member("textLength", orNull: refusal.textLength)
        json.member("text", orNull: text)
      }
    }
  }

  /// The message of an error of `io.schedctl.Control`.
  static func bytes(_ name: String, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    VarlinkReply.bytes(error: "\(ControlInterface.name).\(name)", write)
  }
}

extension Refusal.Reason {
  /// The error that tells it.
  var error: String {
    switch self {
    case .unknownProfile: "UnknownProfile"
    case .unknownSession, .alreadyEnded: "UnknownSession"
    case .ambiguous, .lengthMissing, .lengthInvalid, .reasonMissing, .reasonTooLong: "InvalidRequest"
    default: "Refused"
    }
  }
}

extension JSONWriter {
  /// Writes a sentence, and lines with help.
  fileprivate mutating func explanation(_ message: String, _ help: [String]) {
    member("message", message)
    member("help", help)
  }
}
