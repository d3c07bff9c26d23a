import Scheduler

/// Finds the visits of sites that two adapters report.
///
/// A browser that opens a blocked site asks a name server for it, and its extension reports that the page was stopped.
/// Reports of two adapters within 10 s are one attempt, the first, if they are about one name, whichever of the profiles
/// that block it they name, or about a name above or below it that one session blocks. A browser reports each visit: one
/// report of a name server stands for one visit, while one of a browser stands for all questions of that visit.
struct SitePairing: Sendable {
  struct Report: Sendable {
    /// The domain; `.` for further names of the session that a name server has not told apart.
    let name: String
    let adapter: EnforcementSettings.Adapter
    let session: SessionID
    /// The name of the user; nil if the adapter does not know it.
    let user: String?
    /// The time, in nanoseconds of CLOCK_BOOTTIME.
    let boot: Int64
  }

  /// The latest attempts.
  private var latest: [Report] = []

  /// Returns whether another adapter has reported the same attempt. Remembers a report that is new or of a browser.
  mutating func isKnown(_ report: Report) -> Bool {
    latest.removeAll { report.boot - $0.boot >= Self.interval }
    let related = latest.indices.filter { latest[$0].isOneVisit(with: report) }
    let known = related.first { latest[$0].name == report.name } ?? related.first
    if let known, report.isOfBrowser, !latest[known].isOfManyNames { latest.remove(at: known) }
    if known == nil || report.isOfBrowser { latest = latest.suffix(Self.limit - 1) + [report] }
    return known != nil
  }

  /// The longest time between two reports of one attempt, in nanoseconds. A browser may ask for a name while it is typed.
  private static let interval: Int64 = 10_000_000_000
  /// Maximum number of attempts that are remembered.
  private static let limit = 64
}

extension SitePairing.Report {
  fileprivate var isOfBrowser: Bool { adapter == .shieldPage }
  fileprivate var isOfManyNames: Bool { name == "." }

  fileprivate func isOneVisit(with other: Self) -> Bool {
    guard adapter != other.adapter else { return false }
    if let user, let otherUser = other.user, user != otherUser { return false }
    return name == other.name || (session == other.session && isRelated(to: other))
  }

  private func isRelated(to other: Self) -> Bool {
    isOfManyNames || other.isOfManyNames || name.hasSuffix("." + other.name) || other.name.hasSuffix("." + name)
  }
}
