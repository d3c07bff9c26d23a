import SchedulerInstance

/// The unit of the control socket, on which the daemon is started when somebody asks; see systemd.socket(5).
enum SocketUnit {
  static let name = "schedctl.socket"

  /// The unit of a machine, or of one person.
  static func text(of instance: InstanceScope) -> String {
    let runtime = instance == .system ? "/run/schedctl" : "%t/schedctl"
    let registry = instance == .system ? " /run/varlink/registry/io.schedctl.Control" : ""
    return """
      \(ServiceUnit.advice(for: name, of: instance))
      [Unit]
      Description=Control socket of focus schedules
      Documentation=man:schedctl(1)

      [Socket]
      ListenStream=\(runtime)/control.sock
      SocketMode=0600
      DirectoryMode=0755
      Symlinks=\(runtime)/io.schedctl.Control\(registry)
      RemoveOnStop=yes

      [Install]
      WantedBy=sockets.target

      """
  }
}
