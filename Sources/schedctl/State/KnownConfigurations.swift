import Scheduler
import SchedulerPlatform

/// What was accepted before and matters, as configurations. Texts are read again only when something of them is asked for:
/// mostly the files say what was accepted last.
struct KnownConfigurations {
  private let records: [AcceptedConfiguration]
  private let atHand: [Configuration]?
  private let zones: ZoneInfoDirectory

  /// - Parameter atHand: all of them, the newest last, where they were read before.
  init(_ stored: StoredConfiguration, atHand: [Configuration]?, zones: ZoneInfoDirectory) {
    records = stored.accepted.map { $0.earlier + [$0] } ?? []
    (self.atHand, self.zones) = (atHand, zones)
  }

  /// All that can be read again, the newest last.
  var all: [Configuration] { atHand ?? Self.read(records, zones) }

  /// Those before the one that was accepted last, for who knows that one: it is not read.
  var earlier: [Configuration] { atHand.map { $0.dropLast() } ?? Self.read(records.dropLast(), zones) }

  private static func read(_ records: [AcceptedConfiguration], _ zones: ZoneInfoDirectory) -> [Configuration] {
    records.compactMap { $0.configuration(zones: zones) }
  }
}
