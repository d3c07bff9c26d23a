/// Something that a client does, or that becomes of its connection.
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
}
