import SchedulerCivilTime
import SchedulerJSON

/// The applied shield set as other programs see it: the content of `shield.json`.
///
/// Everything but `generation` and `writtenAt` follows from the engine's state.
public struct ShieldSet: Hashable, Sendable {
  /// The version of the format.
  public static let version: Int64 = 1

  /// Rises with each set that is written.
  public var generation: Int64 = 0
  /// When it was written.
  public var writtenAt: Instant
  /// The boot in which it was written.
  public var bootID: String
  /// Whether a session with a strict lock applies one of the layers: no wall clock that is set ends the set then.
  public var isStrict: Bool
  /// When the last of the layers ends if nobody does anything; nil when one has an open end, or there is none.
  public var validUntil: Instant?
  /// What CLOCK_BOOTTIME shows then, in whole seconds, rounded up; nil when `validUntil` is.
  public var validUntilBoot: Int64?
  /// The layers, in the order of profile keys.
  public var layers: [AppliedLayer]

  /// A set of layers with a header of these values.
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

  /// What an engine applies as of its last evaluation; nil before its first. Complexity: O(sessions).
  public init?(of engine: Engine) { self.init(of: engine, layers: engine.shield) }

  /// The same with some of its layers.
  init?(of engine: Engine, layers: [AppliedLayer]) {
    guard let present = engine.present else { return nil }
    self.layers = layers
    writtenAt = present.wall
    bootID = present.moment.bootID
    let sessions = Set(layers.map(\.session))
    isStrict = engine.book.sessions.values.contains { $0.rules.lock == .strict && sessions.contains($0.id) }
    let ends = layers.compactMap(\.until)
    validUntil = ends.count == layers.count ? ends.max() : nil
    validUntilBoot = validUntil.map { end in
      let boot = present.boot(ofElapsed: present.elapsed(of: .wall(end)))
      return (boot + Nanoseconds.perSecond - 1) / Nanoseconds.perSecond
    }
  }

  /// Whether another set applies the same, whenever each was written. A clock that is slewed moves the reading of
  /// CLOCK_BOOTTIME at the end by fractions of a second: one second more or less is the same.
  public func hasSameContent(as other: ShieldSet) -> Bool {
    let slip = (validUntilBoot ?? 0).subtractingReportingOverflow(other.validUntilBoot ?? 0)
    return bootID == other.bootID && isStrict == other.isStrict && validUntil == other.validUntil
      && !slip.overflow && abs(slip.partialValue) <= 1 && layers == other.layers
  }
}

extension ShieldSet {
  /// The content of the file.
  public var bytes: [UInt8] { JSONWriter.bytes(of: self) }

  /// Reads the content of `shield.json`.
  ///
  /// Keys that this version does not know are left out: newer programs may add some. Everything else is read strictly,
  /// for a key that is missing could make a layer cover others than it should. Of what `bytes` writes, every set is read
  /// back as it was.
  ///
  /// Complexity: O(bytes).
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: `ShieldSetError` for what is no JSON, another version, and the first value that is not as it has to be.
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
    _ = try archive.field("version", value == nil ? nil : Self.version)
    generation = try archive.field("generation", value?.generation)
    writtenAt = try archive.field("writtenAt", (value?.writtenAt).map { StoredTime($0) }).instant
    bootID = try archive.field("bootId", value?.bootID)
    isStrict = try archive.field("strict", value?.isStrict)
    validUntil = try archive.stated("validUntil", orNull: (value?.validUntil).map { StoredTime($0) })?.instant
    validUntilBoot = try archive.stated("validUntilBoot", orNull: value?.validUntilBoot)
    layers = try archive.field("layers", value?.layers)
  }
}

extension ShieldSet {
  /// Whether the set counts at a moment, for a program that nobody tells when it changes.
  ///
  /// It is off once `validUntil` is reached: whoever wrote it would have written another one by then, and a daemon that
  /// has died cannot block for ever. A strict set is off only if, besides, the machine was started anew, or CLOCK_BOOTTIME
  /// has reached `validUntilBoot`: a wall clock that is set opens nothing. Without an end (`validUntil` is nil) it counts
  /// until it is replaced.
  ///
  /// - Parameter now: the present, by both clocks.
  public func isInForce(at now: Moment) -> Bool {
    guard let validUntil, validUntil <= now.wall else { return true }
    guard isStrict, bootID == now.bootID else { return false }
    guard let validUntilBoot else { return true }
    return now.boot / 1_000_000_000 < validUntilBoot
  }
}

/// Why bytes are not a shield set that this version can read.
public enum ShieldSetError: Error, Hashable, Sendable {
  /// They are no JSON.
  case malformedJSON(JSONError)
  /// They are of another version of the format.
  case unknownVersion(Int64)
  /// A value is missing, or is not what stands there.
  ///
  /// - Parameters:
  ///   - place: the keys that lead to it, such as `layers[0].domains.block[3]`; empty for the whole.
  ///   - expected: what would have been read, such as `a UUID`.
  case unexpected(place: String, expected: String)
}

extension ShieldSetError: CustomStringConvertible {
  /// One line for people, such as `expected a UUID at 'layers[0].session'`.
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
