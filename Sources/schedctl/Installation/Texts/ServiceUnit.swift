import SchedulerInstance

/// The unit of the daemon; see systemd.service(5).
///
/// The daemon reads its configuration, zone files and users, and writes its state directory and its run-time directory.
/// The sandbox allows exactly that, also to the programs that the daemon starts. A drop-in can allow more.
enum ServiceUnit {
  static let name = "schedctl.service"

  /// Returns the unit of a machine, or of one user.
  ///
  /// - Parameter program: the path of the program that it starts.
  static func text(of instance: InstanceScope, program: String) -> String {
    switch instance {
    case .system: system(program)
    case .user: user(program)
    }
  }

  private static func system(_ program: String) -> String {
    """
    \(head(.system))
    [Service]
    \(start(program, option: "--system"))
    \(bounds)
    StateDirectory=schedctl
    \(sandbox)

    [Install]
    WantedBy=multi-user.target
    Also=\(SocketUnit.name)

    """
  }

  /// Returns the unit of a user. It has no sandbox: the daemon has only the rights of the user, whose hooks can be any
  /// programs.
  private static func user(_ program: String) -> String {
    """
    \(head(.user))
    [Service]
    \(start(program, option: "--user"))
    RestartSec=1
    NoNewPrivileges=yes
    LockPersonality=yes
    RestrictRealtime=yes

    [Install]
    WantedBy=default.target
    Also=\(SocketUnit.name)

    """
  }

  private static func head(_ instance: InstanceScope) -> String {
    """
    \(advice(for: name, of: instance))
    [Unit]
    Description=Focus schedules
    Documentation=man:schedctl(1) man:schedctl.toml(5)
    Wants=\(SocketUnit.name)
    After=\(SocketUnit.name) nss-user-lookup.target
    \(instance == .system ? limits : "# However often it fails, it is started again.\nStartLimitIntervalSec=0")

    """
  }

  /// How systemd bounds the time for which the start of a program can wait: it waits for a daemon that is stopped or
  /// hangs, and during a strict session also for one that restarts. The daemon sets the watchdog to 12 s meanwhile, and
  /// is killed 2 s after it if it does not end. Each start of the daemon has 2.5 s to answer the programs that wait, and
  /// follows after 0.3 s. Of those, three are allowed in 15 s, so at most five follow each other. Then the unit has
  /// failed, and systemd closes what it stored: 12 + 2 + 5 · 2.8 + 0.3 = 28.3 s. No unit that may run then is ordered
  /// before the daemon, which would have to wait for it.
  private static let limits = """
    # Three starts in a row that fail end a strict session's hold on programs that wait to start: see
    # \(RecoveryUnit.name), which starts it again however often it fails.
    StartLimitIntervalSec=15
    StartLimitBurst=3
    OnFailure=\(RecoveryUnit.name)
    """

  private static let bounds = """
    RestartSec=300ms
    # The descriptor of the guard of programs, during a strict session: while the daemon restarts, programs wait for it
    # instead of starting. The times keep this below 30 s; the daemon asks for more time when no program waits.
    FileDescriptorStoreMax=1
    TimeoutStartSec=2500ms
    TimeoutStartFailureMode=kill
    TimeoutAbortSec=2
    TimeoutStopSec=10
    """

  /// Returns the first line of a unit. It tells the user to change the unit in a drop-in, which the next version keeps.
  static func advice(for unit: String, of instance: InstanceScope) -> String {
    "# Changes belong in a drop-in: 'systemctl \(instance == .user ? "--user " : "")edit \(unit)'."
  }

  private static func start(_ program: String, option: String) -> String {
    """
    Type=notify
    ExecStart=\(UnitWord.quoted(program)) run \(option)
    ExecReload=/bin/kill -HUP $MAINPID
    Restart=on-failure
    # The command line and the configuration: another start does not mend them.
    RestartPreventExitStatus=64 78
    WatchdogSec=60
    # A crash ends it at once; the program that would tell how it came to it cannot run in the sandbox.
    Environment=SWIFT_BACKTRACE=enable=no
    RuntimeDirectory=schedctl
    # The socket of the other unit is in it, and what says that nothing is blocked.
    RuntimeDirectoryPreserve=yes
    """
  }

  private static let sandbox = """
    # Files of the state are given to the group of [daemon]. To deny the start of programs takes CAP_SYS_ADMIN, to find
    # those that run CAP_SYS_PTRACE, and to end them CAP_KILL. To read the files of users, and to freeze their control
    # groups, takes CAP_DAC_OVERRIDE. The firewall is changed with CAP_NET_ADMIN.
    CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_SYS_ADMIN CAP_SYS_PTRACE CAP_KILL CAP_NET_ADMIN
    NoNewPrivileges=yes
    ProtectSystem=strict
    # A new hosts file takes the place of the old one, which needs the directory.
    # Firefox from Flathub reads its policies from a directory of flatpak.
    ReadWritePaths=\(UnitSandbox.shieldDirectories)
    ReadOnlyPaths=-/etc/schedctl
    ProtectHome=read-only
    PrivateDevices=yes
    # With 'freeze = true', applications are stopped by their control groups.
    ProtectControlGroups=no
    \(UnitSandbox.kernel)
    # AF_NETLINK reports the starts of programs, and nft(8) changes the firewall by it. The addresses that the firewall
    # blocks are those that the name servers of the machine give for blocked names. They can be anywhere: a router, a
    # provider's, or one on this machine, as for the names that it blocks itself. So there is no IPAddressDeny=.
    RestrictAddressFamilies=AF_UNIX AF_NETLINK AF_INET AF_INET6
    \(UnitSandbox.process)
    # Whether the clock is synchronised is asked with the calls that set it, which it has no right to do. ProtectClock=
    # would refuse the question, too.
    SystemCallFilter=@system-service adjtimex clock_adjtime fanotify_init fanotify_mark
    SystemCallErrorNumber=EPERM
    """
}

/// A word of a command line in a unit; see systemd.service(5), "Command lines".
enum UnitWord {
  /// Returns a word in quotes, with its specifiers and variables escaped.
  static func quoted(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "%": text += "%%"
      case "\\", "\"": text += "\\\(scalar)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    let isPlain = word.utf8.allSatisfy { UInt8(ascii: "!")...UInt8(ascii: "~") ~= $0 && !"\"'\\;".utf8.contains($0) }
    return isPlain ? text : "\"\(text)\""
  }
}

/// The unit of the control socket, on which a connection starts the daemon; see systemd.socket(5).
enum SocketUnit {
  static let name = "schedctl.socket"

  /// Returns the unit of a machine, or of one user.
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

/// The unit of the agent in the desktop session of a user; see systemd.special(7), "graphical-session.target".
enum AgentUnit {
  static let name = "schedctl-agent.service"

  /// Returns the text of the unit.
  ///
  /// - Parameter program: the path of the program that it starts.
  static func text(program: String) -> String {
    """
    \(ServiceUnit.advice(for: name, of: .user))
    [Unit]
    Description=Notifications of focus schedules
    Documentation=man:schedctl(1)
    PartOf=graphical-session.target
    After=graphical-session.target

    [Service]
    ExecStart=\(UnitWord.quoted(program)) agent
    Restart=on-failure
    RestartSec=5
    # The command line, and no known daemon: another start does not mend them.
    RestartPreventExitStatus=64 69
    NoNewPrivileges=yes
    LockPersonality=yes
    RestrictRealtime=yes

    [Install]
    WantedBy=graphical-session.target

    """
  }
}
