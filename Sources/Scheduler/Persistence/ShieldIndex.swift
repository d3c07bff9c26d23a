/// A shield set, compiled so that many targets can be asked for quickly.
///
/// ```swift
/// let index = ShieldIndex(shield, where: .exceptRoot, machine: MachineNames())
/// if shield.isInForce(at: now), index.blocks(domain, for: user) { refuse() }
/// ```
///
/// A target is blocked for a user if any layer that covers them blocks it; no layer opens what another blocks. Which
/// entry of a layer decides is told by `Layer.decision(on:machine:)`, whose answers are the same.
public struct ShieldIndex: Sendable {
  /// A layer with what its lists were compiled to.
  private struct Part: Sendable {
    let layer: Layer
    let domains: DomainIndex
    let applications: ApplicationIndex

    init(_ layer: Layer) {
      self.layer = layer
      domains = DomainIndex(layer.domains)
      applications = ApplicationIndex(layer.applications)
    }
  }

  private let parts: [Part]
  private let everybody: Everybody
  private let machine: MachineNames

  /// Compiles the layers of a set. Complexity: O(bytes) of all names, and about as much memory.
  ///
  /// - Parameters:
  ///   - shield: what is applied.
  ///   - everybody: whom layers cover that name nobody.
  ///   - machine: the names that `all` domains leaves out.
  public init(_ shield: ShieldSet, where everybody: Everybody, machine: MachineNames) {
    parts = shield.layers.map { Part($0.layer) }
    self.everybody = everybody
    self.machine = machine
  }

  /// Whether a domain is blocked for a user; for nil, whether it is for anybody.
  ///
  /// Complexity: O(bytes) of the name for each layer, whatever is listed.
  public func blocks(_ domain: DomainName, for user: UserIdentity?) -> Bool {
    for number in parts.indices where parts[number].domains.decision(for: domain, on: machine).isBlocked {
      if parts[number].layer.covers(user, where: everybody) { return true }
    }
    return false
  }

  /// Whether an application is blocked for a user; for nil, whether it is for anybody.
  ///
  /// Complexity: O(names of the application) for each layer, whatever is listed.
  public func blocks(_ application: ApplicationIdentity, for user: UserIdentity?) -> Bool {
    for number in parts.indices where parts[number].applications.blocks(application) {
      if parts[number].layer.covers(user, where: everybody) { return !application.isNeverShielded }
    }
    return false
  }

  /// Whether installing applications is denied to a user; for nil, whether it is to anybody.
  public func deniesAppInstallation(for user: UserIdentity?) -> Bool {
    parts.contains { $0.layer.deniesAppInstallation && $0.layer.covers(user, where: everybody) }
  }

  /// Whether removing applications is denied to a user; for nil, whether it is to anybody.
  public func deniesAppRemoval(for user: UserIdentity?) -> Bool {
    parts.contains { $0.layer.deniesAppRemoval && $0.layer.covers(user, where: everybody) }
  }
}

extension ShieldSet {
  /// Whether a domain is blocked for a user; for nil, whether it is for anybody. For many questions make a `ShieldIndex`.
  ///
  /// Complexity: O(entries) of the layers. Whether the set counts at all is told by `isInForce(at:)`.
  public func blocks(
    _ domain: DomainName, for user: UserIdentity?, where everybody: Everybody, machine: MachineNames
  ) -> Bool {
    blocks(.domain(domain), user, everybody, machine)
  }

  /// Whether an application is blocked for a user; for nil, whether it is for anybody. Complexity: O(entries) of the
  /// layers.
  public func blocks(_ application: ApplicationIdentity, for user: UserIdentity?, where everybody: Everybody) -> Bool {
    blocks(.application(application), user, everybody, MachineNames())
  }

  private func blocks(
    _ target: ResolvedTarget, _ user: UserIdentity?, _ everybody: Everybody, _ machine: MachineNames
  ) -> Bool {
    layers.contains {
      $0.layer.covers(user, where: everybody) && $0.layer.decision(on: target, machine: machine).isBlocked
    }
  }
}
