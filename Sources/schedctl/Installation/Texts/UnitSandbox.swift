/// The parts of a sandbox that several units share; see systemd.exec(5).
enum UnitSandbox {
  /// The directories in which a shield leaves files: what the daemon writes, the units that revert must be able to
  /// remove. The directory of flatpak that Firefox from Flathub reads may not exist yet, so the one above it is listed.
  static let shieldDirectories = "/etc -/var/lib/flatpak"

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

  /// The sandbox of a unit that runs for a moment beside the daemon, without a network. It adds its capabilities and the files
  /// that it writes.
  static let helper = """
    PrivateNetwork=yes
    RestrictAddressFamilies=AF_UNIX
    \(common)
    """

  /// The sandbox of such a unit that changes the firewall and the name servers of the machine. It is in the network of the
  /// machine, whose rules are no others, and reaches this machine alone.
  static let networkHelper = """
    # nft(8) asks the kernel for its tables by AF_NETLINK, and unbound-control(8) asks unbound, in the network of the
    # machine. Nothing is sent to another machine.
    RestrictAddressFamilies=AF_UNIX AF_NETLINK AF_INET AF_INET6
    IPAddressDeny=any
    IPAddressAllow=localhost
    \(common)
    """

  private static let common = """
    NoNewPrivileges=yes
    ProtectSystem=strict
    ProtectHome=yes
    PrivateTmp=yes
    PrivateDevices=yes
    ProtectClock=yes
    \(kernel)
    \(process)
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM
    """
}
