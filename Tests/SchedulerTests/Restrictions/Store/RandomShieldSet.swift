import SchedulerCivilTime
import SchedulerJSON
import TestSupport

@testable import Scheduler

/// Shield sets in which every field takes common and odd values.
struct RandomShieldSet {
  private var random: SeededGenerator
  private var shield: RandomShield

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    shield = RandomShield(seed: seed)
  }

  mutating func next() -> ShieldSet {
    let validUntil = one([nil, instant()])
    var set = ShieldSet(
      writtenAt: instant(), bootID: text(), isStrict: .random(using: &random), validUntil: validUntil,
      validUntilBoot: validUntil.map { _ in .random(in: 0...1_000_000, using: &random) },
      layers: shield.layers().map { applied($0) })
    set.generation = one([0, 1, 42, .max])
    // A set with a strict layer is strict.
    if set.isStrict { for index in set.layers.indices { set.layers[index].isStrict = .random(using: &random) } }
    return set
  }

  private mutating func applied(_ layer: Layer) -> AppliedLayer {
    var copy = Layer(of: ProfileReference(key: layer.profile.key, id: one([nil, ProfileID(identifier())])))
    copy.users = layer.users
    copy.groups = layer.groups
    copy.applications = layer.applications
    copy.domains = layer.domains
    copy.domains.urls = ["/p", "/%C3%A9", "/"].filter { _ in Bool.random(using: &random) }
      .compactMap { SitePath(host: DomainName(checked: "a.org"), path: $0[...]) }
    copy.deniesAppInstallation = .random(using: &random)
    copy.deniesAppRemoval = .random(using: &random)
    copy.screen.words.title = text()
    copy.screen.words.subtitle = text()
    copy.screen.words.button = text()
    copy.screen.icon = text()
    copy.screen.color = one([nil, "#e5484d"])
    let origins = Hold.Origin.allCases.filter { _ in Bool.random(using: &random) }
    return AppliedLayer(layer: copy, session: SessionID(identifier()), origins: origins, until: one([nil, instant()]))
  }

  private mutating func identifier() -> UUIDValue {
    UUIDValue(version5Of: "\(random.next())", in: .urlNamespace)
  }

  private mutating func instant() -> Instant {
    let seconds = Int64.random(in: -1_000_000_000...4_000_000_000, using: &random)
    return Instant(epochSeconds: one([seconds, seconds, 0, 253_402_300_799, 253_402_300_800, .max, .min]))
  }

  private mutating func text() -> String { one(["", "Back to work", "🍅", "\"\\\n\u{7F}", "é", "e\u{301}", "null"]) }

  private mutating func one<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}

extension ShieldSet {
  /// What the bytes of the file say.
  var json: JSONObject { (try? JSONValue(parsing: bytes))?.objectValue ?? [:] }
}
