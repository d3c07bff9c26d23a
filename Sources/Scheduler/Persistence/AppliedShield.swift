import SchedulerStore

/// The applied shield set of one engine, with its store. It numbers each set and writes only changed sets.
struct AppliedShield: Sendable {
  /// The store of the set.
  private(set) var store: any RestrictionStore
  /// The set in the store, as far as this process knows.
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

  /// Makes the store keep a set. Its generation is greater than the previous set's and at least `leastGeneration`, so
  /// it increases even if the previous set is lost.
  ///
  /// - Returns: the stored set, or nil if the store already kept one with equal content.
  /// - Throws: the error of the store, which then keeps the previous set.
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

  /// Returns the set in the store and its generation. A set that cannot be read may be replaceable.
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

  /// Uses the given permission bits for files that the store creates.
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
  /// Returns the set with the generation after `generation`, but at least `least`.
  fileprivate func numbered(after generation: Int64, least: Int64) -> ShieldSet {
    var set = self
    set.generation = max(generation.addingReportingOverflow(1).partialValue, least)
    return set
  }
}
