/// A shield set compiled for fast queries of many targets.
///
/// ```swift
/// let index = ShieldIndex(shield, where: .exceptRoot, machine: MachineNames())
/// if shield.isInForce(at: now), index.blocks(domain, for: user) { refuse() }
/// ```
///
/// A target is blocked for a user if any layer that covers the user blocks it. No layer opens a target that another one
/// blocks. `Layer.decision(on:machine:)` gives equal results, and also the entry of a layer that decides.
public struct ShieldIndex: Sendable {
  /// A layer with its compiled lists.
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

  /// Compiles the layers of a set. Complexity: O(bytes) of all names, in time and memory.
  ///
  /// - Parameters:
  ///   - shield: the applied set.
  ///   - everybody: the users covered by layers that name no users.
  ///   - machine: the names excluded from `all` domains.
  public init(_ shield: ShieldSet, where everybody: Everybody, machine: MachineNames) {
    parts = shield.layers.map { Part($0.layer) }
    self.everybody = everybody
    self.machine = machine
  }

  /// Returns whether a domain is blocked for a user or, for nil, for any user.
  ///
  /// Complexity: O(bytes) of the name for each layer, regardless of the size of its lists.
  public func blocks(_ domain: DomainName, for user: UserIdentity?) -> Bool {
    for number in parts.indices where parts[number].domains.decision(for: domain, on: machine).isBlocked {
      if parts[number].layer.covers(user, where: everybody) { return true }
    }
    return false
  }

  /// Returns whether an application is blocked for a user or, for nil, for any user.
  ///
  /// Complexity: O(names of the application) for each layer, regardless of the size of its lists.
  public func blocks(_ application: ApplicationIdentity, for user: UserIdentity?) -> Bool {
    for number in parts.indices where parts[number].applications.blocks(application) {
      if parts[number].layer.covers(user, where: everybody) { return !application.isNeverShielded }
    }
    return false
  }

  /// Returns whether a user or, for nil, any user may not install applications.
  public func deniesAppInstallation(for user: UserIdentity?) -> Bool {
    parts.contains { $0.layer.deniesAppInstallation && $0.layer.covers(user, where: everybody) }
  }

  /// Returns whether a user or, for nil, any user may not remove applications.
  public func deniesAppRemoval(for user: UserIdentity?) -> Bool {
    parts.contains { $0.layer.deniesAppRemoval && $0.layer.covers(user, where: everybody) }
  }
}

extension ShieldSet {
  /// Returns whether a domain is blocked for a user or, for nil, for any user. For many queries, use a `ShieldIndex`.
  ///
  /// Complexity: O(entries) of the layers. `isInForce(at:)` determines whether the set applies at all.
  public func blocks(
    _ domain: DomainName, for user: UserIdentity?, where everybody: Everybody, machine: MachineNames
  ) -> Bool {
    blocks(.domain(domain), for: user, where: everybody, machine: machine)
  }

  /// Returns whether an application is blocked for a user or, for nil, for any user. Complexity: O(entries) of the
  /// layers.
  public func blocks(_ application: ApplicationIdentity, for user: UserIdentity?, where everybody: Everybody) -> Bool {
    blocks(.application(application), for: user, where: everybody, machine: MachineNames())
  }

  private func blocks(
    _ target: ResolvedTarget, for user: UserIdentity?, where everybody: Everybody, machine: MachineNames
  ) -> Bool {
    layers.contains {
      $0.layer.covers(user, where: everybody) && $0.layer.decision(on: target, machine: machine).isBlocked
    }
  }
}
