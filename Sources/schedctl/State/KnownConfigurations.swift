import Platform
import Scheduler

/// What was accepted before and matters, as configurations. Texts are read again only when something of them is asked for:
/// mostly the files say what they said, and then nothing is.
struct KnownConfigurations {
  private let records: [AcceptedConfiguration]
  private let read: [Configuration]?
  private let zones: ZoneInfoDirectory

  /// - Parameter read: all of them, the newest last, where they are at hand.
  init(_ stored: StoredConfiguration, read: [Configuration]?, zones: ZoneInfoDirectory) {
    records = stored.accepted.map { $0.earlier + [$0] } ?? []
    (self.read, self.zones) = (read, zones)
  }

  /// The one that was accepted last, of those that can be read again.
  var newest: Configuration? {
    if let read { return read.last }
    return records.reversed().lazy.compactMap { $0.configuration(zones: zones) }.first
  }

  /// Those accepted before it of which something was in force.
  var earlier: [Configuration] {
    if let read { return read.dropLast() }
    return records.dropLast().compactMap { $0.configuration(zones: zones) }
  }
}
