import Scheduler

/// A connection, by a number that the loop gives it and never gives again.
public struct ConnectionID: Hashable, Sendable {
  /// The number.
  public let number: UInt64

  /// The connection of a number.
  public init(_ number: UInt64) { self.number = number }
}

/// What was asked of the loop, by a number that never comes again.
public struct RequestToken: Hashable, Sendable {
  let number: UInt64
}

/// What a service asks of the loop, in order.
public enum ControlAction: Hashable, Sendable {
  /// There are bytes to be written: `ControlService.output`, as many as can be without waiting, then `didSend`.
  case send(ConnectionID)
  /// The connection is over: to be closed at once.
  case close(ConnectionID)
  /// The connection is one too many: to be written to once, without waiting, and closed.
  case refuse(ConnectionID, [UInt8])
  /// Something is to be carried out, and `ControlService.finished` told what became of it.
  case perform(RequestToken, ControlRequest)
}

/// Something that only the loop can carry out.
public enum ControlRequest: Hashable, Sendable {
  /// A command, by somebody.
  case command(Command, by: Requester)
  /// The configuration is to be read anew.
  case reload
  /// Somebody says whether the shield may be applied.
  case authorize(AuthorizationStatus)
}

/// What became of a request.
public enum ControlOutcome: Hashable, Sendable {
  /// The engine has answered.
  case answered(CommandOutcome)
  /// The configuration was read: a sentence on what came of it.
  case reloaded(String)
  /// What was said to the shield is recorded: a sentence on what counts now.
  case authorized(String)
  /// It could not be carried out.
  case failed(ControlError)
}
