import Foundation

#if canImport(DeviceActivity)
  import DeviceActivity
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

struct DayWindow {
  var opens: DateComponents
  var closes: DateComponents
  let calendar: Calendar

  init(opens: DateComponents, closes: DateComponents, calendar: Calendar = .current) {
    self.opens = opens
    self.closes = closes
    self.calendar = calendar
  }

  /// One window for each weekday from Monday to Friday.
  static var weekdays: [DayWindow] {
    (2...6).map { weekday in
      DayWindow(
        opens: DateComponents(hour: 8, minute: 30, weekday: weekday),
        closes: DateComponents(hour: 16, minute: 0, weekday: weekday))
    }
  }

  func isOpen(at date: Date = Date()) -> Bool {
    let now = calendar.dateComponents([.hour, .minute, .weekday], from: date)
    guard now.weekday == opens.weekday, let hour = now.hour, let minute = now.minute else { return false }
    let minutes = hour * 60 + minute
    return (opens.hour! * 60 + opens.minute!..<closes.hour! * 60 + closes.minute!).contains(minutes)
  }

  var nextOpening: Date? { calendar.nextDate(after: .now, matching: opens, matchingPolicy: .nextTime) }

  #if canImport(DeviceActivity)
    @available(iOS 15.0, macCatalyst 15.0, *)
    var schedule: DeviceActivitySchedule {
      DeviceActivitySchedule(
        intervalStart: opens, intervalEnd: closes, repeats: true, warningTime: DateComponents(minute: 5))
    }
  #endif
}

extension Date {
  var dayKey: String {
    let components = Calendar.current.dateComponents([.year, .month, .day], from: self)
    return String(format: "%04d-%02d-%02d", components.year ?? 0, components.month ?? 0, components.day ?? 0)
  }

  var startOfTomorrow: Date {
    Calendar.current.date(byAdding: DateComponents(day: 1), to: Calendar.current.startOfDay(for: self)) ?? self
  }
}
