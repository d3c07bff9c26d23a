import DeviceActivity
import Foundation
import ManagedSettings

extension DeviceActivityName {
  static let bedtime = Self("bedtime")
  static var homework: DeviceActivityName { DeviceActivityName(rawValue: "homework") }
}

extension DeviceActivityEvent.Name {
  static let encouraged = Self("encouraged")
}

/// Every initializer and property of names, events and schedules that Apple documents.
struct NamesAndSchedules {
  let applications: Set<ApplicationToken>
  let categories: Set<ActivityCategoryToken>
  let webDomains: Set<WebDomainToken>

  func nameLines() -> [String] {
    let name: DeviceActivityName = .bedtime
    let names: Set<DeviceActivityName> = [name, .homework, .init("bedtime")]
    var copy = name
    copy = DeviceActivityName(rawValue: copy.rawValue)
    var hasher = Hasher()
    name.hash(into: &hasher)
    let isHashed = hasher.finalize() == hasher.finalize() || name.hashValue == copy.hashValue
    let raw: DeviceActivityName.RawValue = name.rawValue
    let event = DeviceActivityEvent.Name(rawValue: "encouraged")
    return [
      raw, "\(names.count)", "\(name == copy)", "\(name != .homework)", "\(isHashed)",
      "\(event == .encouraged)", event.rawValue,
    ]
  }

  func eventLines() -> [String] {
    let all = DeviceActivityEvent(threshold: DateComponents(hour: 1))
    let some = DeviceActivityEvent(
      applications: applications, categories: categories, webDomains: webDomains, threshold: DateComponents(minute: 20))
    let past: DeviceActivityEvent
    if #available(iOS 17.4, *) {
      past = DeviceActivityEvent(
        applications: applications, categories: [], webDomains: [], threshold: DateComponents(minute: 20),
        includesPastActivity: true)
    } else {
      past = some
    }
    return [
      "\(all.includesAllActivity)", "\(some.includesAllActivity)", "\(some == all)", "\(some != past)",
      "\(some.applications.count) \(some.categories.count) \(some.webDomains.count)", "\(some.threshold.minute ?? -1)",
      "\(past.includesPastActivity) \(some.includesPastActivity)",
    ]
  }

  func scheduleLines() -> [String] {
    let plain = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 19, minute: 0), intervalEnd: DateComponents(hour: 7, minute: 0), repeats: true
    )
    let warned = DeviceActivitySchedule(
      intervalStart: plain.intervalStart, intervalEnd: plain.intervalEnd, repeats: plain.repeats,
      warningTime: DateComponents(minute: 5))
    let next: DateInterval? = warned.nextInterval
    return [
      "\(plain == warned)", "\(plain != warned)", "\(plain.warningTime == nil)", "\(warned.warningTime?.minute ?? 0)",
      "\(next?.duration ?? 0)", "\(plain.nextInterval == next)",
    ]
  }
}
