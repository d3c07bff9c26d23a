import SchedulerInstance

/// The question of `why`: a target, a user and an instant.
struct WhyQuestion {
  let request: AccessRequest
  /// Whether the target is an application that this machine does not have.
  let isMissing: Bool
  let instant: Instant

  /// Whether the target is an application that is never blocked.
  var isNeverShielded: Bool {
    if case .application(let application) = request.resolved { application.isNeverShielded } else { false }
  }

  /// Returns the possible meanings of the argument, the likelier first.
  static func readings(of text: String) throws(CommandFailure) -> [Target] {
    try CommandFailure.mapping(Target.readings(of: text)) { (error: TargetProblem) in
      .init(code: .usage, message: error.message, help: error.help)
    }
  }

  /// Creates a question about a target with several possible meanings.
  init(
    _ readings: [Target], of invocation: Invocation, for configuration: Configuration, in session: borrowing Console
  ) throws(CommandFailure) {
    instant =
      try IntervalQuery.instant(.at, of: invocation, at: session.now, in: configuration.zone.rules) ?? session.now
    let applications = MachineApplications(session.environment)
    let (target, resolved) = applications.meant(by: readings, in: configuration)
    let machine = Self.machine(for: configuration, blocking: resolved, accounts: session.host.accounts)
    request = AccessRequest(
      to: target, resolved: resolved,
      for: try Self.user(named: try invocation.value(of: .forUser), on: session.host, by: session.places.identity),
      machine: machine)
    isMissing = applications.isMissing(target)
  }

  /// The names of this machine, without those users and groups that it does not have and for which a configuration
  /// blocks the target. Others are not looked up, because that may take long.
  private static func machine(
    for configuration: Configuration, blocking target: ResolvedTarget, accounts: AccountDatabase
  ) -> MachineNames {
    var machine = MachineNames.ofThisMachine
    let profiles = configuration.profiles.filter { profile in
      !(profile.users.isEmpty && profile.groups.isEmpty)
        && configuration.layer(of: profile).decision(on: target, machine: machine).isBlocked
    }
    machine.absentAccounts = AbsentAccounts(
      users: Set(profiles.flatMap(\.users)).filter { !accounts.hasUser($0) },
      groups: Set(profiles.flatMap(\.groups)).filter { !accounts.hasGroup($0) })
    return machine
  }

  /// Returns the user of a name. Without a name returns the caller, or nil, which means any user, for root.
  static func user(
    named name: String?, on host: Host, by identity: IdentityProgram
  ) throws(CommandFailure) -> UserIdentity? {
    let accounts = host.accounts
    let isRoot = host.isRoot
    if name == nil, isRoot { return nil }
    let user: AccountDatabase.User?
    do throws(FileSystemError) {
      user =
        if let name { try accounts.user(named: name) } else {
          try accounts.user(withID: host.environment.effectiveUserID)
        }
    } catch {
      throw CommandFailure(code: .inputOutput, message: "\(error)")
    }
    if let user { return UserIdentity(user, moreGroups: identity.groups(of: user.name)) }
    guard let name else { return identity.currentUser() }
    // The files of the machine do not list the groups of a user of another name service.
    if accounts.hasUser(name) { return identity.user(named: name) }
    throw .unknown(
      name, among: accounts.users(), message: "there is no user '\(name)' on this machine",
      help: "users are those of /etc/passwd")
  }
}
