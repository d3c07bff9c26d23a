public import FamilyControls

/// Which apps of a device are authorized, and what each of their processes reads as its status.
///
/// A plain value: changing it returns what the device has to do.
///
/// ```swift
/// var ledger = AuthorizationLedger()
/// ledger.scripted = [.fail(.networkError)]
/// ledger.start(app)
/// ledger.request(for: .individual, by: app).error  // .networkError
/// ledger.request(for: .individual, by: app).error  // nil: nothing is scripted, so the user agrees
/// ledger.status(of: monitor)  // .notDetermined, although the app is authorized
/// ```
public struct AuthorizationLedger: Equatable, Sendable {
  /// The choices that Apple's documentation leaves open.
  public var policy: AuthorizationPolicy

  /// The answers to the next requests that come before the user, first to last. Without one the user agrees.
  public var scripted: [AuthorizationOutcome] = []

  private struct Grant: Equatable, Sendable {
    var member: FamilyControlsMember
    var hasDataAccess: Bool
    var status: AuthorizationStatus { hasDataAccess ? .approvedWithDataAccess : .approved }
  }

  private var grants: [String: Grant] = [:]
  private var statuses: [ProcessIdentity: AuthorizationStatus] = [:]

  /// Makes the ledger of a device on which no app is authorized.
  public init(policy: AuthorizationPolicy = AuthorizationPolicy()) { self.policy = policy }

  /// The authorized apps.
  public var authorizedApps: Set<String> { Set(grants.keys) }

  /// Whether an app and its extensions may monitor and shield, whatever the status in one of its processes is.
  public func isAuthorized(_ app: String) -> Bool { grants[app] != nil }

  /// Who agreed to the app; nil if it is not authorized.
  public func member(authorizing app: String) -> FamilyControlsMember? { grants[app]?.member }

  /// What a process reads as its status. `notDetermined` for a process that has not started.
  public func status(of process: ProcessIdentity) -> AuthorizationStatus { statuses[process] ?? .notDetermined }

  /// Takes note of a process that starts.
  public mutating func start(_ process: ProcessIdentity) {
    let shared = policy.statusScope == .sharedByApp ? grants[process.app]?.status : nil
    statuses[process] = shared ?? .notDetermined
  }

  /// Forgets a process that ended. The authorization of its app stays.
  public mutating func end(_ process: ProcessIdentity) { statuses[process] = nil }

  /// Answers a process that asks for authorization.
  ///
  /// - An app that has what it asks for is approved without a question. Documented by Apple (cited by Turnonac).
  /// - Only one app of a device can have `.child`; another one that asks fails with `authorizationConflict`. Documented
  ///   by Apple (cited by HopPotty). That `.individual` is no obstacle is our choice.
  /// - Anything else is up to `scripted`.
  public mutating func request(for member: FamilyControlsMember, by process: ProcessIdentity) -> AuthorizationAnswer {
    if let answer = answerWithoutQuestion(for: member, by: process) { return answer }
    switch scripted.isEmpty ? .approve : scripted.removeFirst() {
    case .approve:
      return approve(Grant(member: member, hasDataAccess: false), for: process)
    case .approveWithDataAccess:
      return approve(Grant(member: member, hasDataAccess: true), for: process)
    case .deny:
      return AuthorizationAnswer(error: .authorizationCanceled, effects: settle(.denied, for: process))
    case .fail(let error):
      return AuthorizationAnswer(error: error, effects: [])
    }
  }

  /// Authorizes the app of a process without a question to the user. What is scripted stays for requests.
  public mutating func grant(_ member: FamilyControlsMember, to process: ProcessIdentity) -> AuthorizationAnswer {
    answerWithoutQuestion(for: member, by: process)
      ?? approve(Grant(member: member, hasDataAccess: false), for: process)
  }

  /// Returns the answer to a request that the user does not see; nil if it is up to the user.
  private mutating func answerWithoutQuestion(
    for member: FamilyControlsMember, by process: ProcessIdentity
  ) -> AuthorizationAnswer? {
    if let grant = grants[process.app], grant.member == member {
      return AuthorizationAnswer(error: nil, effects: settle(grant.status, for: process))
    }
    if member == .child, grants.values.contains(where: { $0.member == .child }) {
      return AuthorizationAnswer(error: .authorizationConflict, effects: [])
    }
    return nil
  }

  /// Revokes the authorization of an app, whether the app or the user does it. Returns no effects if there is none.
  ///
  /// - Processes read `RevokedStatus`, and the center stays silent unless the policy publishes.
  public mutating func revoke(_ app: String) -> [AuthorizationEffect] {
    guard grants.removeValue(forKey: app) != nil else { return [] }
    var effects: [AuthorizationEffect] = [.clearStores(app: app), .voidTokens(app: app), .dropRegistrations(app: app)]
    guard policy.revokedStatus != .staleUntilRelaunch else { return effects }
    let status: AuthorizationStatus = policy.revokedStatus == .denied ? .denied : .notDetermined
    for process in processes(of: app) {
      let change = set(status, for: process)
      if policy.publishesRevocation { effects += change }
    }
    return effects
  }

  /// Records an approval. Access to data leaves the app that had it: one app of a device can have it. Documented by
  /// Apple (cited by Turnonac); that the other app stays approved is our choice.
  private mutating func approve(_ grant: Grant, for process: ProcessIdentity) -> AuthorizationAnswer {
    var effects: [AuthorizationEffect] = []
    if grant.hasDataAccess {
      for app in grants.keys.sorted() where app != process.app && grants[app]?.hasDataAccess == true {
        grants[app]?.hasDataAccess = false
        for other in processes(of: app) where status(of: other) == .approvedWithDataAccess {
          effects += set(.approved, for: other)
        }
      }
    }
    grants[process.app] = grant
    return AuthorizationAnswer(error: nil, effects: effects + settle(grant.status, for: process))
  }

  /// Gives the process that asked a status, and by policy the other processes of its app.
  private mutating func settle(_ status: AuthorizationStatus, for process: ProcessIdentity) -> [AuthorizationEffect] {
    let others = policy.statusScope == .sharedByApp ? processes(of: process.app) : []
    return ([process] + others).flatMap { set(status, for: $0) }
  }

  private mutating func set(_ status: AuthorizationStatus, for process: ProcessIdentity) -> [AuthorizationEffect] {
    guard self.status(of: process) != status else { return [] }
    statuses[process] = status
    return [.publish(status, process: process)]
  }

  /// The running processes of an app, ordered by bundle identifier and launch.
  private func processes(of app: String) -> [ProcessIdentity] {
    statuses.keys.filter { $0.app == app }.sorted {
      ($0.bundleIdentifier, $0.launch) < ($1.bundleIdentifier, $1.launch)
    }
  }
}
