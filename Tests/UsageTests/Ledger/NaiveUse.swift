import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerStore
import SchedulerUsage

/// A second implementation of the sums, one second after the other.
struct NaiveUse: Equatable {
  /// Milliseconds by date, quarter and target.
  private(set) var sums: [String: [String: Int64]] = [:]

  init() {}

  /// The sums of what was read.
  init(_ days: [UseDay]) {
    for day in days {
      for row in day.rows {
        let name = [row.key.application, row.key.domain, row.key.categories].joined(separator: "|")
        for element in row.quarters.elements {
          let clock = String(format: "%02d:%02d", element.quarter / 4, element.quarter % 4 * 15)
          sums["\(day.date)", default: [:]]["\(clock)|\(name)", default: 0] += element.nanoseconds / 1_000_000
        }
      }
    }
  }

  mutating func add(_ span: UseSpan) {
    var rest = span.nanoseconds / 1_000_000
    var second = span.start.epochSeconds
    let application = span.target.application
    let name = [
      span.target.name ?? ".", span.target.domain?.text ?? "",
      application.categories.map(\.name).sorted().joined(separator: ";"),
    ].joined(separator: "|")
    while rest > 0 {
      let (date, clock) = Self.text(of: second)
      sums[date, default: [:]]["\(clock)|\(name)", default: 0] += min(rest, 1_000)
      (rest, second) = (rest - 1_000, second + 1)
    }
  }

  /// Whether each date is as in one of some ledgers.
  func isDayByDay(oneOf ledgers: [NaiveUse]) -> Bool {
    Set(sums.keys).union(ledgers.flatMap(\.sums.keys)).allSatisfy { date in
      ledgers.contains { $0.sums[date] == sums[date] }
    }
  }

  private static func text(of second: Int64) -> (date: String, clock: String) {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: TimeInterval(second)))
    let minute = (parts.minute ?? 0) / 15 * 15
    return (
      String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0),
      String(format: "%02d:%02d", parts.hour ?? 0, minute)
    )
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension UseSpan {
  /// A span of an application, whose desktop ID is given.
  static func of(
    _ name: String, domain: String? = nil, categories: [String] = [], at start: String, milliseconds: Int64
  ) throws -> UseSpan {
    let application = ApplicationIdentity(
      desktopIDs: [name], categories: Set(categories.compactMap(ApplicationCategory.init)))
    return UseSpan(
      target: UsedTarget(application: application, domain: try domain.map { try DomainName($0) }),
      start: Instant(rfc3339: start) ?? Instant(epochSeconds: 0), nanoseconds: milliseconds * 1_000_000)
  }
}

extension SimulatedFileSystem {
  /// All days of a ledger in the directory, as another process reads them.
  func reading() throws -> UseReading {
    var copy = self
    copy.plan = FaultPlan()
    return try UseReading(.min ... .max, in: &copy)
  }
}
