import Scheduler
import SchedulerJSON
import Testing

@testable import ShieldPage

/// Published files for pages: a Monday with a profile that blocks two sites.
enum Scene {
  /// 2026-11-23 09:05:00 UTC.
  static let now = Instant(epochSeconds: 1_795_424_700)
  static let moment = Moment(wall: now, boot: 100_000_000_000, bootID: "boot")

  /// A shield with one layer for each profile.
  static func shield(_ layers: [Block]) -> ShieldSet {
    let applied = layers.map { block in
      var layer = Layer(of: ProfileReference(key: ProfileKey(block.profile) ?? ProfileKey("x")!))
      layer.domains.block = block.domains.map(domain)
      layer.domains.default = block.blocksAll ? .block : .allow
      layer.screen = block.screen
      layer.users = block.users
      return AppliedLayer(
        layer: layer, session: SessionID(UUIDValue(block.session)!), origins: [.schedule], until: block.until)
    }
    let ends = applied.compactMap(\.until)
    return ShieldSet(
      writtenAt: now, bootID: "boot", validUntil: ends.count == applied.count ? ends.max() : nil, layers: applied)
  }

  struct Block {
    var profile = "deep-work"
    var session = "96c94dff-7841-5267-801b-f30d5263dc3c"
    var domains = ["youtube.com"]
    var blocksAll = false
    var users: [String] = []
    var screen = Layer.Screen()
    var until: Instant? = now.adding(seconds: 8_700)
  }

  static func domain(_ text: String) -> DomainName {
    do throws(TargetProblem) { return try DomainName(text) } catch { preconditionFailure(error.message) }
  }

  /// A `live.json` with sessions in this order.
  static func live(_ sessions: [String] = [], shield: String = "active") throws -> LiveState {
    let text = """
      {"version": 1, "writtenAt": "2026-11-23T09:05:00Z", "shield": "\(shield)",
       "sessions": [\(sessions.joined(separator: ","))], "keeper": null, "adapters": []}
      """
    let file = try #require(JSONValue(parsing: Array(text.utf8)).objectValue)
    return try #require(LiveState(file))
  }

  static func session(
    _ id: String, profile: String = "deep-work",
    mode: (String, String, String) = ("schedule", "Schedule", "SCHEDULED TIME"),
    state: String = "running", end: String? = nil, lift: String = "null"
  ) -> String {
    """
    {"id": "\(id)", "profile": "\(profile)", "link": "schedctl://profile/6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10",
     "remainingSeconds": 1200, "elapsedSeconds": 300, "totalDuration": 1500, "modeIdentifier": "\(mode.0)",
     "modeDisplayName": "\(mode.1)", "modeLabel": "\(mode.2)", "stateIdentifier": "\(state)", "displayTime": "20:00",
     "timerEndDate": \(end.map { "\"\($0)\"" } ?? "null"), "sessionCount": 0, "staleDate": null, "color": "#f97316",
     "lift": \(lift), "access": [], "nextBreak": \(end.map { "\"\($0)\"" } ?? "null"), "attempts": 3}
    """
  }

  static func source(_ shield: ShieldSet?, live: LiveState?, isKept: Bool = true) -> PageSource {
    PageSource(live: live, shield: shield, isKept: isKept, zone: .utc)
  }

  static func content(_ source: PageSource, for domain: String? = "youtube.com") -> PageContent {
    source.content(for: domain.map(Self.domain), at: moment)
  }
}
