import Scheduler
import SchedulerInstance
import SchedulerPlatform
import SchedulerStore

extension OpenState {
  /// Keeps the schedule of an evaluated state on this machine until a signal ends it, and gives the lock back.
  ///
  /// - Parameters:
  ///   - control: what answers clients; nil for a daemon without a socket.
  ///   - options: the sockets, the log and the service manager.
  /// - Returns: the error of another process that has taken the directory; nil when none has.
  /// - Throws: what the system reports when waiting is impossible, such as EMFILE. What is durable stays so.
  public consuming func keep(
    answering control: ControlServer?, options: LinuxMachine.Options
  ) throws(SystemError) -> StateStoreError? {
    var machine = try LinuxMachine(for: instance, options: options, now: now)
    // The engine is in the loop alone: a second one would keep the first configuration, and every change would be copied.
    var loop = DaemonLoop(engine, fault: update.fault, control: control)
    let evaluations = evaluations
    var files = takeFiles()
    try loop.run(after: evaluations, on: &machine, in: &files)
    // The next process that has the directory finds no hook that still runs.
    machine.end()
    let taken = loop.taken
    loop.engine.close(in: &files)
    return taken
  }
}
