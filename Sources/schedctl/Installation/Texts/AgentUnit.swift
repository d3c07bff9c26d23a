/// The unit of the agent in the desktop session of a person; see systemd.special(7), "graphical-session.target".
enum AgentUnit {
  static let name = "schedctl-agent.service"

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
    # The command line, and no notify-send: another start does not mend them.
    RestartPreventExitStatus=64 69
    NoNewPrivileges=yes
    LockPersonality=yes
    RestrictRealtime=yes

    [Install]
    WantedBy=graphical-session.target

    """
  }
}
