import SchedulerInstance

extension OpenState {
  /// Runs a daemon on an evaluated state until a signal ends it, then releases the lock.
  ///
  /// - Parameters:
  ///   - control: the server that replies to clients; nil for a daemon without a socket.
  ///   - options: the sockets, the log and the service manager.
  /// - Returns: the error if another process has taken the directory, otherwise nil.
  /// - Throws: errors of the system that make waiting impossible, for example EMFILE. Durable changes stay durable.
  public consuming func keep(
    answering control: ControlServer?, options: LinuxMachine.Options
  ) throws(SystemError) -> StateStoreError? {
    var machine = try LinuxMachine(for: instance, options: options, now: now)
    // Only the loop holds the engine. A second reference would keep the first configuration in memory and copy every
    // change.
    var loop = DaemonLoop(
      engine, fault: update.fault, control: control, adapters: options.adapters.map(\.name),
      clearingUnused: options.isOfSystem)
    let evaluations = evaluations
    var files = takeFiles()
    try loop.run(after: evaluations, on: &machine, in: &files)
    // Hooks must end before the next process opens the directory.
    machine.end()
    let taken = loop.taken
    loop.engine.close(in: &files)
    return taken
  }
}
