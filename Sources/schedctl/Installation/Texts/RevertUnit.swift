/// The unit that removes what an expired shield left on the machine; see systemd.service(5).
///
/// It runs when the shield changes, to set a timer for its end, and when that timer elapses, even if the daemon is dead
/// and masked. Nothing waits for it: a daemon that had to would keep the programs waiting that wait for the daemon.
enum RevertUnit {
  static let name = "schedctl-revert.service"

  /// Returns the text of the unit.
  ///
  /// - Parameter program: the path of the program that it starts.
  static func text(program: String) -> String {
    """
    \(ServiceUnit.advice(for: name, of: .system))
    [Unit]
    Description=Removal of expired focus shields
    Documentation=man:schedctl(1)
    RequiresMountsFor=/etc /var/lib/schedctl
    After=local-fs.target
    # A shield may change often in a short time.
    StartLimitIntervalSec=0

    [Service]
    \(start(program))
    # One that hangs or crashes may have set no timer.
    Restart=on-abnormal
    RestartSec=10

    """
  }

  /// Returns the lines that start the program in its sandbox.
  ///
  /// - Parameter program: the path of the program.
  fileprivate static func start(_ program: String) -> String {
    """
    Type=oneshot
    ExecStart=\(UnitWord.quoted(program)) revert --expired --timer --system
    Environment=SWIFT_BACKTRACE=enable=no
    # It takes milliseconds.
    TimeoutStartSec=30
    TimeoutStartFailureMode=kill
    TimeoutStopSec=5
    \(sandbox)
    """
  }

  private static let sandbox = """
    # The hosts file is replaced by a new file in /etc, which gets the owner and the permissions of the old one. Stopped
    # programs of all users continue, some of them by their control group. The table of the firewall is removed. Name
    # servers, which CAP_SYS_PTRACE finds, read their files again.
    CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_KILL CAP_NET_ADMIN CAP_SYS_PTRACE
    ReadWritePaths=\(UnitSandbox.shieldDirectories) -/var/lib/schedctl -/run/schedctl
    \(UnitSandbox.networkHelper)
    """
}

/// The unit that does the same once at boot, so that a machine that lost power under a shield works even if the daemon does
/// not start.
///
/// The daemon waits for it. No program waits for a daemon then, because no earlier one has stored its guard.
enum RevertBootUnit {
  static let name = "schedctl-revert-boot.service"

  /// Returns the text of the unit.
  ///
  /// - Parameter program: the path of the program that it starts.
  static func text(program: String) -> String {
    """
    \(ServiceUnit.advice(for: name, of: .system))
    [Unit]
    Description=Removal of expired focus shields at boot
    Documentation=man:schedctl(1)
    RequiresMountsFor=/etc /var/lib/schedctl
    After=local-fs.target
    # Expired blocks are gone before users log in and before the daemon starts.
    Before=systemd-user-sessions.service \(ServiceUnit.name)
    # After a failure it runs again, and the boot does not wait for that.
    OnFailure=\(RevertUnit.name)

    [Service]
    # It does not run again until the next boot.
    RemainAfterExit=yes
    \(RevertUnit.start(program))

    [Install]
    WantedBy=multi-user.target

    """
  }
}

/// The unit that notices a changed shield, without any work while nothing changes; see systemd.path(5).
enum RevertPathUnit {
  static let name = "schedctl-revert.path"

  /// The text of the unit.
  static let text = """
    \(ServiceUnit.advice(for: name, of: .system))
    [Unit]
    Description=Changes of the focus shield
    Documentation=man:schedctl(1)

    [Path]
    # The daemon makes the first file, and the service removes it, so that no change is lost. The others are for changes
    # without a daemon; the last one is the shield of 'schedctl try'.
    PathExists=/run/schedctl/shield-changed
    PathChanged=/var/lib/schedctl/shield.json
    PathChanged=/var/lib/schedctl/try.json

    [Install]
    WantedBy=paths.target

    """
}
