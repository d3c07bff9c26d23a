import SchedulerDaemon
import SchedulerEnforcement
import SchedulerInstance

extension Console {
  /// Returns the adapters of this machine, in the order of their value. Each says by itself whether it can work here.
  ///
  /// If `$SCHEDCTL_ROOT` names the root of another machine, its hosts file is written, and no program of this machine is
  /// touched.
  ///
  /// - Parameters:
  ///   - settings: the settings that the adapters follow.
  ///   - directory: the state directory, for the record of stopped programs.
  ///   - left: running processes that the sweeper leaves alone.
  func adapters(
    following settings: SharedEnforcementSettings, in directory: String, leaving left: Set<ProcessIdentity> = []
  ) throws(SystemError) -> [any EnforcementAdapter] {
    let hosts = HostsAdapter(machine: .ofThisMachine, path: host.places.hosts, lockPath: host.places.hostsLock)
    if host.places.isElsewhere {
      return [
        AbsentAdapter(.execGuard, reason: Self.elsewhere, remedy: Self.elsewhereRemedy),
        AbsentAdapter(.sweeper, reason: Self.elsewhere, remedy: Self.elsewhereRemedy), hosts,
      ]
    }
    let applications = SharedApplicationResolver(.ofThisMachine(environment))
    return [
      try ExecGuard(limits: { applications.limits }, source: { applications.blocks(of: $0) }),
      try Sweeper(
        following: settings, freezing: FrozenPrograms(in: directory), leaving: left,
        source: { applications.blocks(of: $0) }),
      hosts,
    ]
  }

  private static let elsewhere = "SCHEDCTL_ROOT names another directory than '/', whose programs do not run"
  private static let elsewhereRemedy = "unset SCHEDCTL_ROOT to enforce on this machine"
}
