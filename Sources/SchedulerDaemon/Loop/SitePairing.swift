import Scheduler

/// Finds the visits of sites that two adapters report.
///
/// A browser that opens a blocked site asks a name server for it, and its extension reports that the page was stopped.
/// Reports of two adapters within 10 s about a name, or about one above or below it, are one attempt, the first, whichever
/// of the profiles that block it they name.
struct SitePairing: Sendable {
  private struct Report {
    let name: String
    let adapter: EnforcementSettings.Adapter
    let boot: Int64
  }

  /// The latest attempts.
  private var latest: [Report] = []

  /// Returns whether another adapter has reported the same attempt; remembers it if not.
  ///
  /// - Parameter boot: the time of the report, in nanoseconds of CLOCK_BOOTTIME.
  mutating func isKnown(_ name: String, by adapter: EnforcementSettings.Adapter, atBoot boot: Int64) -> Bool {
    latest.removeAll { boot - $0.boot >= Self.interval }
    let isKnown = latest.contains { $0.adapter != adapter && Self.areRelated(name, and: $0.name) }
    if !isKnown { latest = latest.suffix(Self.limit - 1) + [Report(name: name, adapter: adapter, boot: boot)] }
    return isKnown
  }

  private static func areRelated(_ first: String, and second: String) -> Bool {
    first == second || first.hasSuffix("." + second) || second.hasSuffix("." + first)
  }

  /// The longest time between two reports of one attempt, in nanoseconds. A browser may ask for a name while it is typed.
  private static let interval: Int64 = 10_000_000_000
  /// Maximum number of attempts that are remembered.
  private static let limit = 64
}
