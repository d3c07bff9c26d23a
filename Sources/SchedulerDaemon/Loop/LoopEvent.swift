import SchedulerInstance
import SchedulerPlatform

/// Something that reaches a daemon from outside.
public enum LoopEvent: Sendable {
  /// A deadline has come, somebody set the clock, or it is time to look for another reason.
  case woken
  /// A file of the configuration, or of a zone, is another one.
  case configurationChanged
  /// A file that other programs read is gone.
  case publishedRemoved
  /// A signal.
  case signal(ProcessSignal)
  /// The configuration was read, as was asked for.
  case configurationRead(ConfigurationUpdate)
  /// The run of a hook has ended, or could not be started, and what it wrote.
  case hookEnded(UInt64, HookOutcome, output: [UInt8])
  /// A client.
  case client(ClientEvent)
  /// There is room again for what waits for a client.
  case room(ConnectionID)
}

/// Something that a daemon wants done about what happened, in this order.
public enum LoopAction: Sendable {
  /// To say something to whoever looks after the machine.
  case log(LogEntry)
  /// To tell the service manager.
  case tell([ServiceNotifier.Message])
  /// To read the configuration and hand in what came of it.
  case readConfiguration
  /// To let those read the state and connect whom the configuration names by now.
  case protect
  /// To write what other programs read in the run-time directory.
  case publish
  /// To write what waits for a client, as far as there is room.
  case send(ConnectionID)
  /// To read from a client, or not, as the service wants it by then.
  case listen(ConnectionID)
  /// To end a connection.
  case close(ConnectionID)
  /// To write to a client once, and to end the connection.
  case refuse(ConnectionID, [UInt8])
  /// To start a hook, which is known by that number until its end is told.
  case startHook(UInt64, HookRun)
  /// To ask a hook and its children to end, or to make them.
  case stopHook(UInt64, isForced: Bool)
  /// To end: nothing comes after it.
  case stop
}

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
