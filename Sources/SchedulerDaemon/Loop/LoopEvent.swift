import SchedulerEnforcement
import SchedulerInstance

/// An event from outside the daemon.
public enum LoopEvent: Sendable {
  /// A deadline has passed, the clock was set, or an evaluation is needed for another reason.
  case woken
  /// A configuration file or a zone file has changed.
  case configurationChanged
  /// A file that other programs read was removed.
  case publishedRemoved
  /// A file that other programs read was replaced or written, perhaps by this daemon.
  case publishedChanged
  /// A signal.
  case signal(ProcessSignal)
  /// The configuration was read on request.
  case configurationRead(ConfigurationUpdate)
  /// A hook's run has ended or could not be started. Contains its output.
  case hookEnded(UInt64, HookOutcome, output: [UInt8])
  /// An event of a client.
  case client(ClientEvent)
  /// There is room again for the waiting bytes of a client.
  case room(ConnectionID)
  /// The client whose turn it is may be served.
  case turn
  /// The programs that run for users whose agents do not report, by the number of the user.
  case programsFound([UInt32: [ApplicationIdentity]])
  /// The running programs were compared with a report of use.
  case useChecked(UseCheck, UseEvidence)
  /// The machine was suspended for some nanoseconds.
  case resumed(afterNanoseconds: Int64)
  /// Adapters have carried out orders, or something happened to what they apply.
  case reports([AdapterReport])
}

/// An action that a daemon requests after an event. Actions are performed in order.
public enum LoopAction: Sendable {
  /// Write a log entry.
  case log(LogEntry)
  /// Send messages to the service manager.
  case tell([ServiceNotifier.Message])
  /// Read the configuration and pass the result to the loop.
  case readConfiguration
  /// Apply the configured access to the state and the socket.
  case protect
  /// Write the files for other programs in the run-time directory.
  case publish
  /// Write the waiting bytes of a client, as far as there is room.
  case send(ConnectionID)
  /// Read from a client, or stop reading, as the service wants at that time.
  case listen(ConnectionID)
  /// Close a connection.
  case close(ConnectionID)
  /// Write to a client once, then close the connection.
  case refuse(ConnectionID, [UInt8])
  /// Start a hook. The number identifies the run until its end is reported.
  case startHook(UInt64, HookRun)
  /// Ask a hook and its children to end, or force them to.
  case stopHook(UInt64, isForced: Bool)
  /// Give an adapter an order. A later event reports what became of it.
  case order(AdapterOrder, to: EnforcementSettings.Adapter)
  /// Make the adapters follow these settings from their next order on.
  case configureAdapters(EnforcementSettings)
  /// Find the programs that run for users except those whose agents report, and pass the result to the loop.
  case findPrograms(except: Set<UInt32>)
  /// Compare a report of use with the running programs, and pass the result to the loop.
  case checkUse(UseCheck)
  /// Lock or end the sessions of a user on the machine.
  case endSessions(userID: UInt32, UsageLimit.Consequence)
  /// Stop. No actions follow.
  case stop
}

/// An event of a client or its connection.
public enum ClientEvent: Sendable {
  /// A client has connected.
  case opened(ConnectionID, Peer)
  /// A client sent bytes: a part of a message, or several messages.
  case received([UInt8], from: ConnectionID)
  /// A client sends no more bytes, but may still read.
  case inputEnded(ConnectionID)
  /// A client took the given number of its waiting bytes.
  case sent(Int, to: ConnectionID)
  /// A connection is closed, by either side.
  case closed(ConnectionID)
}
