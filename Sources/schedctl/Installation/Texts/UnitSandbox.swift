/// The parts of a sandbox that several units share; see systemd.exec(5).
enum UnitSandbox {
  /// No unit changes the kernel or the name of the machine.
  static let kernel = """
    ProtectHostname=yes
    ProtectKernelLogs=yes
    ProtectKernelModules=yes
    ProtectKernelTunables=yes
    """

  /// No unit needs these rights of a process.
  static let process = """
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    SystemCallArchitectures=native
    """

  /// The sandbox of a unit that runs for a moment beside the daemon. It adds its capabilities and the files that it writes.
  static let helper = """
    NoNewPrivileges=yes
    ProtectSystem=strict
    ProtectHome=yes
    PrivateTmp=yes
    PrivateDevices=yes
    PrivateNetwork=yes
    ProtectClock=yes
    \(kernel)
    RestrictAddressFamilies=AF_UNIX
    \(process)
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM
    """
}
