import CivilTime
import DurableStore
import Scheduler

/// A connection of a client, by a number that no other connection of the process ever has.
public struct ConnectionID: Hashable, Sendable, Comparable {
  /// The number, from 1.
  public let number: UInt64

  /// The connection of a number.
  public init(_ number: UInt64) { self.number = number }

  /// Whether one was made before another.
  public static func < (a: ConnectionID, b: ConnectionID) -> Bool { a.number < b.number }
}

/// What reaches the part of a daemon that answers clients.
public enum ControlEvent: Sendable {
  /// Somebody has connected.
  case opened(ConnectionID, Peer)
  /// A client sent bytes: a part of a message, or several.
  case received([UInt8], from: ConnectionID)
  /// A connection is gone, whoever closed it; nothing that is sent to it arrives.
  case closed(ConnectionID)
  /// What became of something that was asked for under this number.
  case performed(UInt64, ControlResult)
  /// The engine evaluated and something came of it, whatever the cause. All of it is durable.
  case evaluated(Evaluation)
  /// The configuration was read, and this is wrong with its files; nil when they are in force.
  case configurationRead(ConfigurationFault?)
}

/// What a client may have the daemon do.
public enum ControlRequest: Sendable {
  /// A command of a person or program.
  case command(Command, by: Requester)
  /// Consent to the shield, or its withdrawal.
  case authorization(AuthorizationStatus)
  /// To read the configuration again.
  case reload
}

/// What became of it.
public enum ControlResult: Sendable {
  /// It was evaluated and is durable; a command has its answer in `reply`.
  case evaluated(Evaluation)
  /// It was not carried out, or nobody knows, as the error says.
  case failed(StateStoreError)
  /// The configuration was read; what is wrong with its files, if anything.
  case reloaded(ConfigurationFault?)
}

/// What the part that answers clients wants.
public enum ControlOutput: Sendable {
  /// Bytes for a client. Those that it does not read wait, up to a limit; then the connection is closed.
  case send([UInt8], to: ConnectionID)
  /// The end of a connection, once what was sent before has left.
  case close(ConnectionID)
  /// To have something done; what became of it is told under the number, which is the service's own to choose.
  case perform(ControlRequest, number: UInt64)
}

/// The part of a daemon that answers clients: a state machine that is shown what happens and says what it wants. It waits
/// for nothing, and reads neither clocks nor files.
public protocol ControlService: Sendable {
  /// Says what is to be done about an event.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - engine: the rules and what they have come to, as of the last evaluation.
  ///   - now: the present.
  mutating func handle(_ event: ControlEvent, _ engine: Engine, at now: Moment) -> [ControlOutput]
}

/// A daemon to which nobody can talk.
public struct NoControl: ControlService {
  /// The one that there is.
  public init() {}

  /// Wants nothing.
  public mutating func handle(_ event: ControlEvent, _ engine: Engine, at now: Moment) -> [ControlOutput] { [] }
}
