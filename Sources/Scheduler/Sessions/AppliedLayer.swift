import SchedulerCivilTime

/// A layer that is applied, and the session that applies it.
public struct AppliedLayer: Hashable, Sendable {
  /// The layer, without the targets that are open at present.
  public var layer: Layer { sharedLayer.value }
  private let sharedLayer: Shared<Layer>
  /// The session.
  public let session: SessionID
  /// Whether the session has a strict lock.
  public internal(set) var isStrict: Bool
  /// The origins of the holds that enforce the layer now.
  public let origins: [Hold.Origin]
  /// The latest instant at which the layer is lifted if no further input arrives; nil for an open end. For a pomodoro
  /// it is the end of the phase.
  public let until: Instant?
  /// The limit whose use was reached, in words; nil for the layer of a session.
  public let limit: String?

  /// Creates a layer that a session applies until an instant.
  ///
  /// - Parameter isStrict: whether the session has a strict lock.
  /// - Parameter limit: the limit whose use was reached, in words, if the layer is that of a limit.
  public init(
    layer: Layer, session: SessionID, isStrict: Bool = false, origins: [Hold.Origin], until: Instant?,
    limit: String? = nil
  ) {
    self.init(Shared(layer), session: session, isStrict: isStrict, origins: origins, until: until, limit: limit)
  }

  init(
    _ layer: Shared<Layer>, session: SessionID, isStrict: Bool, origins: [Hold.Origin], until: Instant?,
    limit: String? = nil
  ) {
    self.limit = limit
    sharedLayer = layer
    self.session = session
    self.isStrict = isStrict
    self.origins = origins
    self.until = until
  }
}

extension SessionBook {
  /// Returns the layers that are applied at present, in the order of profile keys. While a session is on a break or a
  /// pause, only its denials are applied.
  func shield(at present: Present) -> [AppliedLayer] {
    var layers = sessions.values.compactMap { $0.appliedLayer(at: present) }
    layers.sort { ($0.layer.profile.key, $0.session) < ($1.layer.profile.key, $1.session) }
    return layers
  }

  /// Whether a hold does not end by the wall clock, so that the instant of its end depends on the present.
  var hasElapsedEnds: Bool {
    sessions.values.contains { session in
      session.holds.contains { hold in
        switch hold.enforcedUntil {
        case .trusted, .elapsed: true
        case .wall, nil: false
        }
      }
    }
  }
}

extension Session {
  fileprivate func appliedLayer(at present: Present) -> AppliedLayer? {
    guard rules.isEnforced else { return nil }
    let enforcing = holds.lazy.filter(\.isEnforcing).map(\.origin).sorted()
    guard !enforcing.isEmpty else { return nil }
    let layer = lift == nil ? sharedLayer : Shared(rules.layer.onlyDenials)
    guard !layer.value.blocksNothing else { return nil }
    return AppliedLayer(
      layer, session: id, isStrict: rules.lock == .strict, origins: enforcing, until: enforcedUntil(at: present))
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

  /// Whether the layer blocks and denies nothing.
  public var blocksNothing: Bool {
    applications.default == .allow && applications.block.isEmpty && applications.blockCategories.isEmpty
      && domains.blocksNothing && !deniesAppInstallation && !deniesAppRemoval
  }
}

extension Layer.DomainRules {
  /// Whether no domain and no page is blocked.
  public var blocksNothing: Bool { blocksNoDomain && urls.isEmpty }

  /// Whether no domain is blocked as a whole, so that only browsers have something to do.
  public var blocksNoDomain: Bool { self.default == .allow && block.isEmpty }
}

/// The form is that of `shield.json`: the members of the session are among those of the layer. Earlier versions did not
/// write `strict`; a layer of theirs that does not deny the removal of applications is of no strict session.
extension AppliedLayer: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    var layer = Layer(of: try archive.profile(value?.layer.profile))
    let session = try archive.field("session", of: value?.session)
    let isStrict = try archive.optional("strict", of: value?.isStrict)
    let origins = try archive.field("origins", of: value?.origins)
    try layer.archiveUsers(in: &archive, of: value?.layer)
    let until = try archive.stated("until", orNull: (value?.until).map { StoredTime($0) })
    let limit = try archive.optional("limit", of: value?.limit)
    try layer.archiveTargets(in: &archive, of: value?.layer)
    self.init(
      layer: layer, session: session, isStrict: isStrict ?? layer.deniesAppRemoval, origins: origins,
      until: until?.instant, limit: limit)
  }
}
