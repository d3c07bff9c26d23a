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
  public var json: JSONObject {
    [
      "version": .integer(Self.version), "generation": .integer(generation),
      "writtenAt": .string(writtenAt.description),
      "bootId": .string(bootID), "strict": .bool(isStrict),
      "validUntil": validUntil.map { .string($0.description) } ?? .null,
      "validUntilBoot": validUntilBoot.map(JSONValue.integer) ?? .null,
      "layers": .array(layers.map { .object($0.json) }),
    ]
  }
}

extension AppliedLayer {
  fileprivate var json: JSONObject {
    [
      "profile": .string(layer.profile.key.text), "id": .string(layer.profile.id.description),
      "session": .string(session.description),
      "origins": .array(origins.map { .string($0.rawValue) }),
      "users": .array(layer.users.map(JSONValue.string)), "groups": .array(layer.groups.map(JSONValue.string)),
      "until": until.map { .string($0.description) } ?? .null,
      "applications": .object(layer.applications.shieldJSON), "domains": .object(layer.domains.shieldJSON),
      "denyAppInstallation": .bool(layer.deniesAppInstallation), "denyAppRemoval": .bool(layer.deniesAppRemoval),
      "screen": .object(layer.screen.shieldJSON),
    ]
  }
}

extension Layer.ApplicationRules {
  fileprivate var shieldJSON: JSONObject {
    [
      "default": .string(self.default.rawValue), "block": .array(block.map { .string($0.text) }),
      "allow": .array(allow.map { .string($0.text) }),
      "blockCategories": .array(blockCategories.map { .string($0.name) }),
      "allowCategories": .array(allowCategories.map { .string($0.name) }),
    ]
  }
}

extension Layer.DomainRules {
  fileprivate var shieldJSON: JSONObject {
    [
      "default": .string(self.default.rawValue), "block": .array(block.map { .string($0.text) }),
      "allow": .array(allow.map { .string($0.text) }),
    ]
  }
}

extension Layer.Screen {
  fileprivate var shieldJSON: JSONObject {
    JSONObject([
      "title": .string(words.title), "subtitle": .string(words.subtitle), "icon": icon.isEmpty ? nil : .string(icon),
      "color": color.map(JSONValue.string), "button": .string(words.button),
    ])
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
