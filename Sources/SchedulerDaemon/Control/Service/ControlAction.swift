import Scheduler

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
  /// Read the configuration again.
  case reload
  /// Record whether the user consents to the shield.
  case authorize(AuthorizationStatus)
}

/// The outcome of a request.
public enum ControlOutcome: Hashable, Sendable {
  /// The engine has replied.
  case answered(CommandOutcome)
  /// The configuration was read. Contains a sentence about the result.
  case reloaded(String)
  /// The consent was recorded. Contains a sentence about the authorization that now applies.
  case authorized(String)
  /// The request could not be carried out.
  case failed(ControlError)
}
