import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform

/// What `why` is asked: about what, for whom, and when.
struct WhyQuestion {
  let request: AccessRequest
  /// Whether the target is an application that this machine does not have.
  let isMissing: Bool
  let instant: Instant

  /// Whether it is an application that nothing ever blocks.
  var isNeverShielded: Bool {
    if case .application(let application) = request.resolved { application.isNeverShielded } else { false }
  }

  /// What the argument may mean, the likelier first.
  static func readings(of text: String) throws(CommandFailure) -> [Target] {
    do throws(TargetProblem) {
      return try Target.readings(of: text)
    } catch {
      throw CommandFailure(code: .usage, message: error.message, help: error.help)
    }
  }

  /// A question about what somebody means by a text.
  init(
    _ readings: [Target], _ invocation: Invocation, _ configuration: Configuration, _ session: borrowing Console
  ) throws(CommandFailure) {
    instant = try IntervalQuery.instant(.at, invocation, session.now, configuration.zone.rules) ?? session.now
    let applications = MachineApplications(session.environment)
    let (target, resolved) = applications.meant(by: readings, in: configuration)
    request = AccessRequest(
      to: target, resolved: resolved,
      for: try Self.user(named: try invocation.value(of: .forUser), session.environment, session.places),
      machine: .ofThisMachine)
    isMissing = applications.isMissing(target)
  }

  /// The user of a name, else whoever asks; nil for anybody, which is root's.
  static func user(
    named name: String?, _ environment: ProcessEnvironment, _ places: MachinePlaces
  ) throws(CommandFailure) -> UserIdentity? {
    let accounts = places.accounts
    let isRoot = environment.effectiveUserID == 0
    if name == nil, isRoot { return nil }
    let user: AccountDatabase.User?
    do throws(FileError) {
      user =
        if let name { try accounts.user(named: name) } else {
          try accounts.user(withID: environment.effectiveUserID)
        }
    } catch {
      throw CommandFailure(code: .inputOutput, message: "\(error)")
    }
    if let user { return UserIdentity(user, moreGroups: places.identity.groups(of: user.name)) }
    guard let name else { return places.identity.currentUser() }
    // Of a user of another name service the files do not say the groups.
    if accounts.hasUser(name) { return places.identity.user(named: name) }
    let nearest = NearestName.nearest(to: name, among: accounts.users())
    throw CommandFailure(
      code: .usage, message: "there is no user '\(name)' on this machine",
      help: [nearest.map { "did you mean '\($0)'?" } ?? "users are those of /etc/passwd"])
  }
}

extension MachineNames {
  /// The host name of this machine, whole and without its domain.
  static var ofThisMachine: MachineNames {
    let name = HostName.current() ?? ""
    let short = name.split(separator: ".").first.map(String.init) ?? ""
    return MachineNames(
      Set([name, short]).sorted().compactMap { text in
        do throws(TargetProblem) { return try DomainName(text) } catch { return nil }
      })
  }
}
