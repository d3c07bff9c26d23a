/// What code of a delivery read and wrote of the state that processes share.
struct Footprint: Hashable, Sendable {
  /// State that processes of a device share.
  enum Resource: Hashable, Sendable {
    /// A store of settings.
    case store(StoreIdentity)
    /// All stores, which decide together.
    case effectiveSettings
    /// The activities of an app.
    case activities(app: String)
    /// The authorization of an app.
    case authorization(app: String)
    /// What the apps of the device have been authorized for, and the answers of the user.
    case authorizations
    /// A suite of defaults, as it is stored.
    case defaults(String)
    /// The files of an app or a group.
    case files(String)
    /// Requests and other records that every process of the device may read.
    case records
  }

  private(set) var reads: Set<Resource> = []
  private(set) var writes: Set<Resource> = []

  /// Notes a read.
  mutating func read(_ resource: Resource) { reads.insert(resource) }

  /// Notes a write.
  mutating func write(_ resource: Resource) { writes.insert(resource) }

  /// Whether the order of two deliveries can matter.
  func conflicts(with other: Footprint) -> Bool {
    !writes.isDisjoint(with: other.writes) || !writes.isDisjoint(with: other.reads)
      || !reads.isDisjoint(with: other.writes)
  }
}

extension DeviceState {
  /// Notes a read of shared state, if an exploration asks for it.
  mutating func noteRead(_ resource: Footprint.Resource) { footprint?.read(resource) }

  /// Notes a write of shared state, if an exploration asks for it.
  mutating func noteWrite(_ resource: Footprint.Resource) { footprint?.write(resource) }

  /// Notes that a store changed, and with it what all stores decide together.
  mutating func noteWrite(of store: StoreIdentity) {
    guard footprint != nil else { return }
    noteWrite(.store(store))
    noteWrite(.effectiveSettings)
  }
}
