import CivilTime
import DurableStore
import Scheduler

/// Something that reaches the part of a daemon that answers clients.
public enum ClientEvent: Sendable {
  /// Somebody has connected.
  case opened(ConnectionID, Peer)
  /// A client sent bytes: a part of a message, or several.
  case received([UInt8], from: ConnectionID)
  /// A client will send no more, and may still read.
  case inputEnded(ConnectionID)
  /// So many of the bytes that wait for a client were taken.
  case sent(Int, to: ConnectionID)
  /// A connection is gone, whoever closed it.
  case closed(ConnectionID)
  /// What became of something that was asked for under this number.
  case performed(UInt64, ClientResult)
  /// Something came of an evaluation, whatever its cause. All of it is durable.
  case evaluated(Evaluation)
  /// The configuration was read; `DaemonView.fault` says whether its files are in force.
  case configurationRead
  /// The service's own deadline has come.
  case expired
}

/// What a client may have the daemon do.
public enum ClientRequest: Sendable {
  /// A command of a person or program.
  case command(Command, by: Requester)
  /// Consent to the shield, or its withdrawal.
  case authorization(AuthorizationStatus)
  /// To read the configuration again.
  case reload
}

/// What became of it.
public enum ClientResult: Sendable {
  /// It was evaluated and is durable; a command has its answer in `reply`.
  case evaluated(Evaluation)
  /// It was not carried out, or nobody knows, as the error says.
  case failed(StateStoreError)
  /// The configuration was read; `DaemonView.fault` says whether its files are in force.
  case reloaded
}

/// What the part that answers clients wants, in order.
public enum ClientAction: Sendable {
  /// Bytes wait for a client: `ClientService.output` is written as far as there is room, and `sent` says how far.
  case send(ConnectionID)
  /// A connection is to be closed at once.
  case close(ConnectionID)
  /// A connection is to be written to once, without waiting, and closed.
  case refuse(ConnectionID, [UInt8])
  /// Something is to be carried out; what became of it is told under the number, which is the service's own to choose.
  case perform(ClientRequest, number: UInt64)
}

/// The daemon as the part that answers clients sees it.
public struct DaemonView {
  /// The rules and what they have come to, as of the last evaluation.
  public let engine: Engine
  /// Why the files of the configuration are not what is in force; nil when they are.
  public let fault: ConfigurationFault?
  /// The present.
  public let now: Moment
}

/// The part of a daemon that answers clients: a state machine that is shown what happens and says what it wants. It keeps
/// the bytes that wait for clients, never waits itself, and has no socket and no clock.
public protocol ClientService: Sendable {
  /// Says what is to be done about an event.
  mutating func handle(_ event: ClientEvent, _ daemon: DaemonView) -> [ClientAction]

  /// The bytes that are to be sent to a client, the next one first.
  func output(of connection: ConnectionID) -> ArraySlice<UInt8>

  /// Whether a client is to be read from now.
  func wantsInput(from connection: ConnectionID) -> Bool

  /// When it wants to be told `expired`, by CLOCK_BOOTTIME in nanoseconds; nil for never.
  var nextDeadline: Int64? { get }
}

/// A daemon to which nobody can talk.
public struct NoClients: ClientService {
  /// The one that there is.
  public init() {}

  /// Wants nothing.
  public mutating func handle(_ event: ClientEvent, _ daemon: DaemonView) -> [ClientAction] { [] }

  /// Nothing.
  public func output(of connection: ConnectionID) -> ArraySlice<UInt8> { [] }

  /// No.
  public func wantsInput(from connection: ConnectionID) -> Bool { false }

  /// Never.
  public var nextDeadline: Int64? { nil }
}
