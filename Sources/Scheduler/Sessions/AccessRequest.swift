import SchedulerCivilTime

/// A wish to use one target that is blocked, for a while.
public struct AccessRequest: Hashable, Sendable {
  /// What is to be opened: it and, of a domain, its subdomains.
  public let target: Target
  /// The same with what the machine knows of it: whatever blocks one of its names blocks it.
  public let resolved: ResolvedTarget
  /// For whom; nil for anybody, whom every layer covers.
  public let user: UserIdentity?
  /// The names that `all` domains leaves out.
  public let machine: MachineNames

  /// A wish for a target that a machine was asked about.
  public init(
    to target: Target, resolved: ResolvedTarget, for user: UserIdentity? = nil, machine: MachineNames = MachineNames()
  ) {
    self.target = target
    self.resolved = resolved
    self.user = user
    self.machine = machine
  }

  /// A wish for a target that is known by its name alone.
  public init(to target: Target, for user: UserIdentity? = nil) {
    self.init(to: target, resolved: ResolvedTarget(target), for: user)
  }
}

extension ResolvedTarget {
  /// A target of which no machine was asked: an application is its path, or what has its name.
  fileprivate init(_ target: Target) {
    switch target {
    case .domain(let name): self = .domain(name)
    case .application(let name) where name.isPath: self = .application(ApplicationIdentity(paths: [name.text]))
    case .application(let name):
      self = .application(ApplicationIdentity(desktopIDs: [name.text], fileNames: [name.text]))
    }
  }
}

extension AccessRequest {
  /// Whether a layer blocks the target, for a user whom it covers. Complexity: O(entries).
  func isBlocked(by layer: Layer) -> Bool {
    layer.covers(user) && layer.decision(on: resolved, machine: machine).isBlocked
  }
}

extension Session {
  /// Until when its grants leave a target open that it would block; nil where it would not, or none of them opens it.
  ///
  /// Complexity: O(entries) for each grant.
  public func accessEnd(of request: AccessRequest, at present: Present) -> Instant? {
    guard !grants.isEmpty, request.isBlocked(by: rules.layer) else { return nil }
    let opening = grants.filter { !request.isBlocked(by: rules.layer.opened(by: [$0])) }
    return opening.map { grantEnd($0, at: present) }.max()
  }
}
