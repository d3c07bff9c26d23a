import CivilTime

/// A layer that is applied, and the session that applies it.
public struct AppliedLayer: Hashable, Sendable {
  /// What is blocked and for whom.
  public let layer: Layer
  /// The session.
  public let session: SessionID
  /// What keeps the session now.
  public let origins: [Hold.Origin]
  /// When it is lifted at the latest if nobody does anything; nil for an open end. Of a pomodoro the end of the phase.
  public let until: Instant?

  /// A layer that a session applies for these reasons, until then.
  public init(layer: Layer, session: SessionID, origins: [Hold.Origin], until: Instant?) {
    self.layer = layer
    self.session = session
    self.origins = origins
    self.until = until
  }
}

extension SessionBook {
  /// The layers that are applied at present, in the order of profile keys. While a session is on a break or a pause, only
  /// its denials are.
  func shield(at present: Present) -> [AppliedLayer] {
    sessions.values.compactMap { $0.appliedLayer(at: present) }.sorted {
      ($0.layer.profile.key, $0.session) < ($1.layer.profile.key, $1.session)
    }
  }
}

extension Session {
  fileprivate func appliedLayer(at present: Present) -> AppliedLayer? {
    let enforcing = holds.filter(\.isEnforcing)
    guard rules.isEnforced, !enforcing.isEmpty else { return nil }
    let layer = lift == nil ? rules.layer : rules.layer.onlyDenials
    guard !layer.blocksNothing else { return nil }
    return AppliedLayer(
      layer: layer, session: id, origins: enforcing.map(\.origin).sorted(), until: enforcedUntil(present))
  }
}

extension Layer {
  /// The layer without its targets.
  var onlyDenials: Layer {
    var layer = self
    layer.applications = ApplicationRules()
    layer.domains = DomainRules()
    return layer
  }

  /// Whether nothing at all is blocked or denied.
  var blocksNothing: Bool {
    applications.default == .allow && applications.block.isEmpty && applications.blockCategories.isEmpty
      && domains.default == .allow && domains.block.isEmpty && !deniesAppInstallation && !deniesAppRemoval
  }
}
