import Scheduler
import SchedulerDaemon
import SchedulerInstance
import SchedulerPlatform
import SchedulerStore

extension Console {
  /// Returns the socket of the daemon of an instance, or nil if it is unknown.
  ///
  /// The socket is `--socket`, else `$SCHEDCTL_SOCKET`, else `control.sock` in the run-time directory. With `--state`
  /// the latter two are ignored, because they belong to another state directory.
  func socketPath(_ invocation: Invocation, of instance: Instance) throws(CommandFailure) -> String? {
    if let path = try invocation.value(of: .socket) {
      guard !path.isEmpty else { throw .usage("'--socket' needs the path of a socket") }
      return path
    }
    if let path = environment["SCHEDCTL_SOCKET"], !path.isEmpty, !invocation.has(.state) { return path }
    return instance.socketPath
  }

  /// Returns the address on which a daemon should listen, or nil if it is unknown.
  func controlAddress(
    _ invocation: Invocation, of instance: Instance, settings: DaemonSettings
  ) throws(CommandFailure) -> ControlAddress? {
    guard var path = try socketPath(invocation, of: instance) else { return nil }
    if !path.hasPrefix("/") {
      do throws(SystemError) {
        path = try WorkingDirectory.path() + "/" + path
      } catch {
        throw CommandFailure(code: .inputOutput, message: "cannot listen on '\(path)': \(error)")
      }
    }
    let directory = String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex))
    var links = [directory + ControlAddress.linkName]
    if directory == host.places.systemRuntime + "/", FileWriter().isTaken(host.places.varlinkRegistry) {
      links.append("\(host.places.varlinkRegistry)/\(ControlAddress.linkName)")
    }
    return ControlAddress(
      path: path, group: host.groupID(of: settings), links: links)
  }

  /// Listens on an address.
  ///
  /// Throws with code 69 if another process already listens there, and with 74 if listening fails.
  func listen(at address: ControlAddress) throws(CommandFailure) -> ListeningSocket {
    let directory = String(address.path.prefix(upTo: address.path.lastIndex(of: "/") ?? address.path.startIndex))
    do throws(FileSystemError) {
      if !directory.isEmpty, !FileWriter().isTaken(directory) {
        try DirectoryFileSystem.create(directory, permissions: 0o755)
      }
    } catch {
      throw CommandFailure(code: .inputOutput, message: "cannot make '\(directory)': \(error.reason)")
    }
    try refuseAnswered(address.path)
    do throws(SystemError) {
      return try address.open()
    } catch {
      throw CommandFailure(code: .inputOutput, message: "cannot listen on '\(address.path)': \(error)")
    }
  }

  /// Throws with code 69 if a process listens on a path.
  func refuseAnswered(_ path: String) throws(CommandFailure) {
    do throws(SystemError) {
      _ = try LocalConnection(to: path)
    } catch {
      return
    }
    throw CommandFailure(
      code: .unavailable, message: "somebody listens on '\(path)' already",
      help: ["'--socket PATH' names another socket"])
  }
}
