import DeviceActivity
import Foundation

/// Every call of the center, and every error.
final class CenterTour {
  private let center = DeviceActivityCenter()

  func lines() -> [String] {
    var lines: [String] = []
    let night = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 19), intervalEnd: DateComponents(hour: 7), repeats: true)
    do {
      try center.startMonitoring(.bedtime, during: night)
      try center.startMonitoring(
        .homework, during: night, events: [.encouraged: DeviceActivityEvent(threshold: DateComponents(minute: 45))])
      lines.append("monitors \(center.activities.map(\.rawValue).joined(separator: " "))")
      lines.append("\(center.schedule(for: .bedtime) == night) \(center.schedule(for: .init("x")) == nil)")
      lines.append("\(center.events(for: .homework).keys.map(\.rawValue)) \(center.events(for: .bedtime).isEmpty)")
    } catch {
      lines.append("\(error)")
    }
    lines += attempts().map(describe)
    center.stopMonitoring([.homework])
    lines.append("monitors \(center.activities.count)")
    return lines
  }

  private func attempts() -> [DeviceActivitySchedule] {
    let minute = DateComponents(minute: 0)
    return [
      DeviceActivitySchedule(
        intervalStart: DateComponents(hour: 9, minute: 0), intervalEnd: DateComponents(hour: 9, minute: 14),
        repeats: false),
      DeviceActivitySchedule(
        intervalStart: DateComponents(day: 1, hour: 0), intervalEnd: DateComponents(day: 15, hour: 0), repeats: false),
      DeviceActivitySchedule(intervalStart: DateComponents(hour: 25), intervalEnd: minute, repeats: true),
    ]
  }

  private func describe(_ schedule: DeviceActivitySchedule) -> String {
    do {
      try center.startMonitoring(DeviceActivityName("attempt"), during: schedule)
      return "accepted"
    } catch let error as DeviceActivityCenter.MonitoringError {
      switch error {
      case .excessiveActivities: return "too many"
      case .intervalTooLong: return "too long"
      case .intervalTooShort: return "too short"
      case .invalidDateComponents: return "invalid"
      case .unauthorized: return "unauthorized"
      @unknown default: return "unknown"
      }
    } catch let error as LocalizedError {
      return [error.errorDescription, error.failureReason, error.helpAnchor, error.recoverySuggestion]
        .compactMap { $0 }.joined()
    } catch {
      return error.localizedDescription
    }
  }

  func explain(_ error: DeviceActivityCenter.MonitoringError) -> [String?] {
    [
      error.errorDescription, error.failureReason, error.helpAnchor, error.recoverySuggestion,
      error.localizedDescription,
    ]
  }
}
