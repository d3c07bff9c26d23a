import SchedulerStore

/// The applied shield set of one engine and the store that keeps it: it numbers each set, and writes only what is new.
struct AppliedShield: Sendable {
  /// Where the set is kept.
  private(set) var store: any RestrictionStore
  /// What the store keeps, as far as this process knows.
  private var current: ShieldSet?
  /// The set that the store prepares.
  private var prepared: ShieldSet?

  init(in store: any RestrictionStore) { self.store = store }

  /// Whether the store keeps a set that applies something.
  mutating func hasLayers(in files: inout some FileSystem & ~Copyable) -> Bool {
    do throws(RestrictionStoreError) {
      return try store.load(in: &files)?.layers.isEmpty == false
    } catch {
      return false
    }
  }

  /// Makes the next `commit` load the set again, which another program may have changed or removed.
  mutating func forget() { current = nil }

  /// Prepares a set for `commit`, without waiting for the disk. Does nothing before the first `commit`.
  mutating func prepare(
    _ shield: ShieldSet, leastGeneration: Int64, in files: inout some FileSystem & ~Copyable
  ) {
    guard let current, !shield.hasSameContent(as: current) else { return }
    let next = shield.numbered(after: current.generation, least: leastGeneration)
    prepared = next
    store.prepare(next, in: &files)
  }

  /// Makes the store keep a set. Its generation is above that of the set before and not below `leastGeneration`, so that it
  /// rises even if the set before is lost.
  ///
  /// - Returns: the set as it is kept; nil if the store already kept one with the same content.
  /// - Throws: what the store reports; it then keeps the set before.
  mutating func commit(
    _ shield: ShieldSet, leastGeneration: Int64, in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) -> ShieldSet? {
    defer { prepared = nil }
    if let current {
      if shield.hasSameContent(as: current) { return nil }
      return try keep(shield, after: current.generation, least: leastGeneration, in: &files)
    }
    let (found, generation) = load(in: &files)
    guard let found, shield.hasSameContent(as: found) else {
      return try keep(shield, after: generation, least: leastGeneration, in: &files)
    }
    try store.commit(found, in: &files)
    current = found
    return nil
  }

  /// The set that the store keeps, and its generation. A set that cannot be read can perhaps be replaced.
  private mutating func load(in files: inout some FileSystem & ~Copyable) -> (ShieldSet?, generation: Int64) {
    do throws(RestrictionStoreError) {
      let found = try store.load(in: &files)
      return (found, found?.generation ?? 0)
    } catch {
      if case .damaged(_, _, let generation) = error { return (nil, generation) }
      return (nil, 0)
    }
  }

  /// Ends an evaluation.
  mutating func settle(in files: inout some FileSystem & ~Copyable) { store.settle(in: &files) }

  /// Ends the use of the store.
  mutating func close(in files: inout some FileSystem & ~Copyable) { store.close(in: &files) }

  /// Uses these permission bits for files that the store makes.
  mutating func setFilePermissions(_ permissions: UInt32) { store.setFilePermissions(permissions) }

  private mutating func keep(
    _ shield: ShieldSet, after generation: Int64, least: Int64,
    in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) -> ShieldSet {
    let next = shield.numbered(after: generation, least: least)
    try store.commit(next, in: &files)
    current = next
    return next
  }
}

extension ShieldSet {
  /// The set with the generation after another one, which is not below a least one.
  fileprivate func numbered(after generation: Int64, least: Int64) -> ShieldSet {
    var set = self
    set.generation = max(generation.addingReportingOverflow(1).partialValue, least)
    return set
  }
}
