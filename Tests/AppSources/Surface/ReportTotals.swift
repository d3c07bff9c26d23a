import DeviceActivity
import Foundation

extension DeviceActivityReport.Context {
  static let totalActivity = Self("Total Activity")
}

/// The configuration of a report scene. The scene and its view need SwiftUI.
struct ReportTotals {
  #if canImport(SwiftUI)
    let context: DeviceActivityReport.Context = .totalActivity
  #endif

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    let total = await data.flatMap { $0.activitySegments }.reduce(0, { $0 + $1.totalActivityDuration })
    return formatter.string(from: NSNumber(value: total)) ?? "none"
  }

  func lines(of data: DeviceActivityResults<DeviceActivityData>) async -> [String] {
    var lines: [String] = []
    for await user in data {
      lines.append("\(user.user.role == .individual) \(user.device.model == .iPhone) \(user.device.name ?? "unnamed")")
      for await segment in user.activitySegments {
        lines.append("\(segment.dateInterval.duration) \(segment.totalPickupsWithoutApplicationActivity)")
        for await category in segment.categories {
          lines.append(category.category.localizedDisplayName ?? "category")
          for await app in category.applications {
            let name = app.application.localizedDisplayName ?? app.application.bundleIdentifier ?? "app"
            lines.append("\(name) \(app.totalActivityDuration) \(app.numberOfPickups) \(app.numberOfNotifications)")
          }
          for await web in category.webDomains { lines.append("\(web.webDomain.domain ?? "web")") }
        }
      }
    }
    return lines
  }

  static var thisWeek: DeviceActivityFilter {
    DeviceActivityFilter(
      segment: .daily(during: Calendar.current.dateInterval(of: .weekOfYear, for: .now)!), users: .all,
      devices: .init([.iPhone, .iPad]))
  }
}
