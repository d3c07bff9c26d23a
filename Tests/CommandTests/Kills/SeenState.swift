import SchedulerCivilTime
import SchedulerJSON
import Testing

/// What `status --json` and `shield.json` say at one time.
struct SeenState {
  /// By the keys of profiles.
  let profiles: [String: SeenProfile]
  /// The number of events that are due and not done.
  let due: Int64
  /// The layers of the shield, by their sessions.
  let layers: [String: SeenLayer]

  init(status: String, shield: [UInt8]) throws {
    let json = try JSONValue(parsing: Array(status.utf8))
    let sessions = json["sessions"]?.arrayValue ?? []
    profiles = try (json["profiles"]?.arrayValue ?? []).reduce(into: [:]) { profiles, profile in
      let key = try #require(profile["profile"]?.stringValue)
      profiles[key] = try SeenProfile(profile, sessions.first { $0["profile"]?.stringValue == key })
    }
    due = try #require(json["due"]?.integerValue)
    let layers = try #require(JSONValue(parsing: shield)["layers"]?.arrayValue)
    self.layers = Dictionary(
      uniqueKeysWithValues: layers.map { layer in
        (
          layer["session"]?.stringValue ?? "",
          SeenLayer(profile: layer["profile"]?.stringValue, until: layer["until"].flatMap(SeenProfile.instant))
        )
      })
  }

  /// The layers that the sessions ask for.
  var expectedLayers: [String: SeenLayer] {
    profiles.reduce(into: [:]) { layers, profile in
      guard let session = profile.value.session, profile.value.isShielding else { return }
      layers[session] = SeenLayer(profile: profile.key, until: profile.value.until)
    }
  }
}

/// What is seen of one layer of the shield.
struct SeenLayer: Equatable {
  let profile: String?
  let until: Instant?

  static func == (a: SeenLayer, b: SeenLayer) -> Bool { a.profile == b.profile && isSame(a.until, b.until) }
}

/// Whether two ends are the same: a clock that is slewed moves one by a second.
private func isSame(_ a: Instant?, _ b: Instant?) -> Bool {
  guard let a, let b else { return a == b }
  return abs(a.seconds(since: b)) <= 1
}

/// What is seen of one profile: all that commands change.
struct SeenProfile: Equatable {
  let session: String?
  let until: Instant?
  let holdCount: Int
  let isShielding: Bool
  let lift: String?
  /// The start of the next interval.
  let next: Instant?

  static func == (a: SeenProfile, b: SeenProfile) -> Bool {
    (a.session, a.holdCount, a.isShielding, a.lift, a.next) == (b.session, b.holdCount, b.isShielding, b.lift, b.next)
      && isSame(a.until, b.until)
  }

  fileprivate init(_ profile: JSONValue, _ session: JSONValue?) throws {
    self.session = session?["session"]?.stringValue
    until = session?["until"].flatMap(Self.instant)
    holdCount = session?["holds"]?.arrayValue?.count ?? 0
    isShielding = session?["shielding"] == .bool(true)
    lift = session?["lift"]?["kind"]?.stringValue
    next = profile["next"]?["start"].flatMap(Self.instant)
  }

  fileprivate static func instant(_ value: JSONValue) -> Instant? { value.stringValue.flatMap { Instant(rfc3339: $0) } }
}
