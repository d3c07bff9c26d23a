import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// The applied shield set for other programs: the content of `shield.json`.
///
/// All properties except `generation` and `writtenAt` follow from the engine's state.
public struct ShieldSet: Hashable, Sendable {
  /// The version of the format.
  public static let version: Int64 = 1

  /// A number that increases with each written set.
  public var generation: Int64 = 0
  /// The time at which the set was written.
  public var writtenAt: Instant
  /// The ID of the boot in which the set was written.
  public var bootID: String
  /// Whether a session with a strict lock applies one of the layers. Setting the wall clock does not end such a set.
  public var isStrict: Bool
  /// The time at which the last layer ends without any action; nil if a layer has no planned end, or if there are no
  /// layers.
  public var validUntil: Instant?
  /// The reading of CLOCK_BOOTTIME at `validUntil`, in whole seconds, rounded up; nil if `validUntil` is nil.
  public var validUntilBoot: Int64?
  /// The layers, ordered by profile key.
  public var layers: [AppliedLayer]

  /// Creates a set with the given header and layers.
  public init(
    writtenAt: Instant, bootID: String, isStrict: Bool = false, validUntil: Instant? = nil,
    validUntilBoot: Int64? = nil,
    layers: [AppliedLayer] = []
  ) {
    self.writtenAt = writtenAt
    self.bootID = bootID
    self.isStrict = isStrict
    self.validUntil = validUntil
    self.validUntilBoot = validUntilBoot
    self.layers = layers
  }

  /// Creates the set applied by an engine as of its last evaluation. Returns nil before the first one. Complexity:
  /// O(sessions).
  public init?(of engine: Engine) { self.init(of: engine, layers: engine.shield) }

  /// Creates the set of an engine with some of its layers.
  init?(of engine: Engine, layers: [AppliedLayer]) {
    guard let present = engine.present else { return nil }
    self.layers = layers
    writtenAt = present.wall
    bootID = present.moment.bootID
    isStrict = layers.contains(where: \.isStrict)
    let ends = layers.compactMap(\.until)
    validUntil = ends.count == layers.count ? ends.max() : nil
    validUntilBoot = validUntil.map { end in
      let boot = present.boot(ofElapsed: present.elapsed(of: .wall(end)))
      return (boot + Nanoseconds.perSecond - 1) / Nanoseconds.perSecond
    }
  }

  /// Returns whether another set has equal content, regardless of when each was written. Slewing of the clock moves
  /// `validUntilBoot` by fractions of a second, so a difference of one second counts as equal.
  public func hasSameContent(as other: ShieldSet) -> Bool {
    let slip = (validUntilBoot ?? 0).subtractingReportingOverflow(other.validUntilBoot ?? 0)
    return bootID == other.bootID && isStrict == other.isStrict && validUntil == other.validUntil
      && !slip.overflow && abs(slip.partialValue) <= 1 && layers == other.layers
  }
}

extension ShieldSet {
  /// The content of the file.
  public var bytes: [UInt8] { JSONWriter.bytes(of: self) }

  /// Parses the content of `shield.json`.
  ///
  /// Unknown keys are ignored, because newer programs may add some. All other keys are checked strictly, because a
  /// missing key could make a layer cover too much. Parsing `bytes` restores the set exactly.
  ///
  /// Complexity: O(bytes).
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: `ShieldSetError` for invalid JSON, another version, or the first invalid value.
  public init(parsing bytes: [UInt8]) throws(ShieldSetError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch { throw .malformedJSON(error) }
    guard let object = value.objectValue else { throw .unexpected(place: "", expected: "an object") }
    if let version = object["version"]?.integerValue, version != Self.version { throw .unknownVersion(version) }
    do throws(StateProblem) {
      var reader = ArchiveReader(object, isStrict: true)
      self = try ShieldSet(archive: &reader, of: nil)
    } catch {
      throw .unexpected(place: error.place, expected: error.expected)
    }
  }
}

extension ShieldSet: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    _ = try archive.field("version", of: value == nil ? nil : Self.version)
    generation = try archive.field("generation", of: value?.generation)
    writtenAt = try archive.field("writtenAt", of: (value?.writtenAt).map { StoredTime($0) }).instant
    bootID = try archive.field("bootId", of: value?.bootID)
    isStrict = try archive.field("strict", of: value?.isStrict)
    validUntil = try archive.stated("validUntil", orNull: (value?.validUntil).map { StoredTime($0) })?.instant
    validUntilBoot = try archive.stated("validUntilBoot", orNull: value?.validUntilBoot)
    layers = try archive.field("layers", of: value?.layers)
    if !isStrict { for index in layers.indices { layers[index].isStrict = false } }
  }
}

extension ShieldSet {
  /// Returns whether the set is in force at a moment, for a program that is not notified of changes.
  ///
  /// The set expires at `validUntil`: a running daemon would have written another set by then, and a dead daemon must
  /// not block forever. A strict set expires only if additionally the machine was rebooted or CLOCK_BOOTTIME has
  /// reached `validUntilBoot`, so setting the wall clock opens nothing. A set without an end (`validUntil` is nil) is
  /// in force until it is replaced.
  ///
  /// - Parameter now: the present, by both clocks.
  public func isInForce(at now: Moment) -> Bool {
    guard let validUntil, validUntil <= now.wall else { return true }
    guard isStrict, bootID == now.bootID else { return false }
    guard let validUntilBoot else { return true }
    return now.boot / 1_000_000_000 < validUntilBoot
  }
}

/// The reason why bytes are not a shield set that this version can read.
public enum ShieldSetError: Error, Hashable, Sendable {
  /// The bytes are not valid JSON.
  case malformedJSON(JSONError)
  /// The set has an unknown version of the format.
  case unknownVersion(Int64)
  /// A value is missing or invalid.
  ///
  /// - Parameters:
  ///   - place: the path of keys to the value, for example `layers[0].domains.block[3]`; empty for the whole file.
  ///   - expected: the expected value, for example `a UUID`.
  case unexpected(place: String, expected: String)
}

extension ShieldSetError: CustomStringConvertible {
  /// A readable line, for example `expected a UUID at 'layers[0].session'`.
  public var description: String {
    switch self {
    case .malformedJSON(let error): "not JSON: \(error)"
    case .unknownVersion(let version):
      "version \(version) is not known; this program reads version \(ShieldSet.version)"
    case .unexpected(let place, let expected):
      place.isEmpty ? "expected \(expected)" : "expected \(expected) at '\(place)'"
    }
  }
}

/// The applied shield set of one engine, with its store. It numbers each set and writes only changed sets.
struct AppliedShield: Sendable {
  /// The store of the set.
  private(set) var store: any RestrictionStore
  /// The set in the store, as far as this process knows.
  private var current: ShieldSet?
  /// The set that should be in force, whether or not the store could keep it; nil before the first `commit`.
  private(set) var wanted: ShieldSet?
  /// The set that the store prepares.
  private var prepared: ShieldSet?

  init(in store: any RestrictionStore) { self.store = store }

  /// Whether the store keeps a set that applies something.
  mutating func hasLayers(in files: inout some FileSystem & ~Copyable) -> Bool { !layers(in: &files).isEmpty }

  /// Returns the layers of the set that the store keeps; empty if there is none that can be read.
  mutating func layers(in files: inout some FileSystem & ~Copyable) -> [AppliedLayer] {
    do throws(RestrictionStoreError) { return try store.load(in: &files)?.layers ?? [] } catch { return [] }
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
    defer {
      prepared = nil
      note(wanted: shield, leastGeneration: leastGeneration)
    }
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

  /// Remembers the set that should be in force: the one in the store, or the one that the store could not keep.
  private mutating func note(wanted shield: ShieldSet, leastGeneration: Int64) {
    if let current, shield.hasSameContent(as: current) {
      wanted = current
    } else if wanted.map({ !shield.hasSameContent(as: $0) }) ?? true {
      wanted = shield.numbered(after: max(wanted?.generation ?? 0, current?.generation ?? 0), least: leastGeneration)
    }
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
