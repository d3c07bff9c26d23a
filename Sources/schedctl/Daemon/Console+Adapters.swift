import SchedulerDaemon
import SchedulerEnforcement
import SchedulerInstance
import SchedulerPlatform

extension Console {
  /// Returns the adapters of this machine, in the order of their value. Each says by itself whether it can work here.
  ///
  /// If `$SCHEDCTL_ROOT` names the root of another machine, its files are written, and no program of this machine is
  /// touched.
  ///
  /// - Parameters:
  ///   - settings: the settings that the adapters follow.
  ///   - directory: the state directory, for the record of stopped programs.
  ///   - left: running processes that the sweeper leaves alone.
  ///   - guarding: what an earlier daemon left with the service manager.
  func adapters(
    following settings: SharedEnforcementSettings, in directory: String, leaving left: Set<ProcessIdentity> = [],
    guarding: GuardInheritance
  ) throws(SystemError) -> [any EnforcementAdapter] {
    let filtering = FilteringNameServer()
    let files = fileAdapters(following: settings, filtering: filtering)
    if host.places.isElsewhere {
      let absent = [EnforcementSettings.Adapter.execGuard, .sweeper].map { name in
        AbsentAdapter(name, reason: Self.elsewhere, remedy: Self.elsewhereRemedy)
      }
      // Where nothing is enforced, the firewall is shown only if it is named.
      let firewall = AbsentAdapter(
        .nftables, reason: Self.elsewhere, remedy: Self.elsewhereRemedy, isShownUnnamed: false)
      return absent + files + [firewall, ProgramAdapter(following: settings)]
    }
    let applications = SharedApplicationResolver(.ofThisMachine(environment))
    let denied = DeniedBlocks()
    return [
      try ExecGuard(
        inheriting: guarding.group, in: guarding.store, reporting: denied, limits: { applications.limits },
        source: { applications.blocks(of: $0) }),
      try Sweeper(
        following: settings, freezing: FrozenPrograms(in: directory), leaving: left,
        besides: denied, source: { applications.blocks(of: $0) }),
    ] + files + [firewall(following: settings, leadingTo: filtering), ProgramAdapter(following: settings)]
  }

  /// The adapters that block domains by files of the machine, or of the other machine.
  ///
  /// - Parameter filtering: what the one of name servers tells other adapters.
  private func fileAdapters(
    following settings: SharedEnforcementSettings, filtering: FilteringNameServer
  ) -> [any EnforcementAdapter] {
    // Names that another adapter filters must not be looked up around it, by DNS over HTTPS.
    let filtersNames: @Sendable () -> Bool = { settings.value.uses(.hosts) || settings.value.uses(.dnsmasq) }
    let isElsewhere = host.places.isElsewhere
    let accounts = host.accountsOfLayers
    let running: @Sendable () -> [RunningFirefox] = { isElsewhere ? [] : RunningFirefox.all() }
    return [
      HostsAdapter(
        machine: .ofThisMachine, path: host.places.hosts, lockPath: host.places.lock(of: .hosts),
        accounts: accounts),
      isElsewhere
        ? AbsentAdapter(.dnsmasq, reason: Self.elsewhere, remedy: Self.elsewhereRemedy, isShownUnnamed: false)
        : NameServerAdapter(
          machine: .ofThisMachine, lockPath: host.places.lock(of: .dnsmasq), accounts: accounts, filtering: filtering),
      ChromiumAdapter(
        machine: .ofThisMachine, root: host.places.root, lockPath: host.places.lock(of: .chromium),
        accounts: accounts, filtersNames: filtersNames),
      FirefoxAdapter(
        machine: .ofThisMachine, root: host.places.root, lockPath: host.places.lock(of: .firefox),
        accounts: accounts, filtersNames: filtersNames, running: running),
    ]
  }

  /// The adapter of the firewall of this machine.
  ///
  /// - Parameter filtering: the name server to which it leads questions for others, while that filters names.
  private func firewall(
    following settings: SharedEnforcementSettings, leadingTo filtering: FilteringNameServer
  ) -> FirewallAdapter {
    FirewallAdapter(
      machine: .ofThisMachine, accounts: host.accountsOfLayers, lockPath: host.places.lock(of: .nftables),
      isNamed: { settings.value.adapters?.contains(.nftables) ?? false }, nameServer: { filtering.value })
  }

  /// Takes over the guard of an earlier daemon, if the service manager kept it. Nothing may start a program before,
  /// because the new program would have the descriptor as well.
  func inheritedGuard(from notifier: ServiceNotifier?) -> GuardInheritance {
    let inheritance = GuardInheritance(
      group: OpenDescriptor.stored(named: GuardStore.name, in: environment), store: notifier.map { GuardStore($0) })
    if inheritance.group == nil { inheritance.store?.noteAbsence() }
    return inheritance
  }

  private static let elsewhere = "SCHEDCTL_ROOT names another directory than '/', whose programs do not run"
  private static let elsewhereRemedy = "unset SCHEDCTL_ROOT to enforce on this machine"
}

extension Host {
  /// The accounts that layers name: of the machine, or of the other machine.
  var accountsOfLayers: AccountDatabase {
    guard places.isElsewhere else { return accounts }
    return AccountDatabase(
      passwordFile: places.root + "/etc/passwd", groupFile: places.root + "/etc/group", getent: nil)
  }

  /// Returns what adapters may have left: in files of the machine, or of the other machine, in a state directory, and in the
  /// firewall if this process may look at it.
  func artefacts(in state: String) -> [any FileArtefact] {
    FileArtefacts.all(
      hosts: places.hosts, state: state, root: places.root, nft: RunningProcess.mayChangeFirewall ? firewall : nil)
  }

  /// Whether an instance is the one of the system, to which what adapters leave in files of the machine belongs.
  func isSystem(_ instance: Instance) -> Bool { self.instance(of: .system)?.directory == instance.directory }

  /// Whether the machine has a firewall that an adapter may have changed, and this process may not look at it.
  var hidesFirewall: Bool { firewall != nil && !RunningProcess.mayChangeFirewall }

  /// The program that changes the firewall of this machine; nil without one, and for another machine.
  private var firewall: NftProgram? { places.isElsewhere ? nil : .installed() }
}

/// What an earlier daemon left with the service manager for the guard of programs.
struct GuardInheritance {
  /// The descriptor, with the starts that wait; nil if there is none.
  var group: OpenDescriptor?
  /// Where descriptors are kept; nil without a service manager.
  let store: GuardStore?

  /// Closes the descriptor if no guard will use it, so that the kernel allows the starts that wait.
  mutating func release(unless isUsed: Bool) throws(SystemError) {
    guard !isUsed, group != nil else { return }
    group = nil
    store?.noteAbsence()
    try store?.remove()
  }
}
