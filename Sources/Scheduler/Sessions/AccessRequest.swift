import SchedulerCivilTime

/// A request to use one blocked target for a while.
public struct AccessRequest: Hashable, Sendable {
  /// The target to open. A domain includes its subdomains. For a page its host is opened.
  public let target: Target
  /// The target with what the machine knows of it. A layer that blocks one of its names blocks it.
  public let resolved: ResolvedTarget
  /// The user for whom the target is opened; nil for any user, whom every layer covers.
  public let user: UserIdentity?
  /// The machine's own names, which `all` domains leaves out.
  public let machine: MachineNames

  /// Creates a request for a target that was resolved on a machine.
  public init(
    to target: Target, resolved: ResolvedTarget, for user: UserIdentity? = nil, machine: MachineNames = MachineNames()
  ) {
    self.target = target
    self.resolved = resolved
    self.user = user
    self.machine = machine
  }

  /// Creates a request for a target that is known by its name alone.
  public init(to target: Target, for user: UserIdentity? = nil) {
    self.init(to: target, resolved: ResolvedTarget(target), for: user)
  }
}

extension ResolvedTarget {
  /// Creates a target that was not resolved on a machine: an application is its path, or any application with its name.
  fileprivate init(_ target: Target) {
    switch target {
    case .domain(let name): self = .domain(name)
    case .page(let page): self = .page(page)
    case .application(let name) where name.isPath: self = .application(ApplicationIdentity(paths: [name.text]))
    case .application(let name):
      self = .application(ApplicationIdentity(desktopIDs: [name.text], fileNames: [name.text]))
    }
  }
}

extension AccessRequest {
  /// Whether a layer blocks the target, for a user whom it covers. Complexity: O(entries).
  func isBlocked(by layer: Layer) -> Bool {
    layer.covers(user, on: machine) && layer.decision(on: resolved, machine: machine).isBlocked
  }
}

extension Session {
  /// Returns until when the session's grants leave a target open that it would block; nil if it would not block the
  /// target, or if no grant opens it.
  ///
  /// Complexity: O(entries) for each grant.
  public func accessEnd(of request: AccessRequest, at present: Present) -> Instant? {
    guard !grants.isEmpty, request.isBlocked(by: rules.layer) else { return nil }
    let opening = grants.filter { !request.isBlocked(by: rules.layer.opened(by: [$0])) }
    return opening.map { grantEnd($0, at: present) }.max()
  }
}
