import DeviceActivity
import Foundation

class TimerScheduling {
  static func scheduleTimerActivity(for profile: ProfileSnapshot, from start: Int, to end: Int) {
    let center = DeviceActivityCenter()
    let name = ScheduleTimerActivity().getDeviceActivityName(from: profile.id.uuidString)
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: start, minute: 0), intervalEnd: DateComponents(hour: end, minute: 0),
      repeats: true)
    do {
      try center.startMonitoring(name, during: schedule)
    } catch {
      print("Failed to start monitoring: \(error.localizedDescription)")
    }
  }

  @discardableResult
  static func startBreak(for profile: ProfileSnapshot, minutes: Int) -> Bool {
    let (start, end) = getTimeInterval(from: minutes)
    let schedule = DeviceActivitySchedule(intervalStart: start, intervalEnd: end, repeats: false)
    let center = DeviceActivityCenter()
    do {
      let name = BreakTimerActivity().getDeviceActivityName(from: profile.id.uuidString)
      try center.startMonitoring(name, during: schedule)
      return true
    } catch {
      return false
    }
  }

  static func removeAllBreaks() {
    let center = DeviceActivityCenter()
    let breaks = BreakTimerActivity().getAllActivities(from: center.activities)
    if !breaks.isEmpty { center.stopMonitoring(breaks) }
  }

  private static func getTimeInterval(from minutes: Int) -> (DateComponents, DateComponents) {
    let end = Calendar.current.date(byAdding: .minute, value: minutes, to: Date())!
    let components = Calendar.current.dateComponents([.hour, .minute, .second], from: end)
    return (DateComponents(hour: 0, minute: 0, second: 0), components)
  }
}
