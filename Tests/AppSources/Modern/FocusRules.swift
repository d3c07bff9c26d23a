import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings

/// A plan of the app, as its monitor reads it.
struct FocusPlan: Codable, Hashable, Sendable, Identifiable {
  enum Mode: String, Codable, CaseIterable, Sendable { case block, allow }

  var id = UUID()
  var name: String
  var mode: Mode
  var selection: FamilyActivitySelection
  var startMinute: Int
  var endMinute: Int

  static func == (lhs: FocusPlan, rhs: FocusPlan) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

enum FocusError: Error, LocalizedError, Equatable {
  case noPlan(DeviceActivityName)
  case scheduling(DeviceActivityCenter.MonitoringError)

  var errorDescription: String? {
    switch self {
    case .noPlan(let name): "No plan for \(name.rawValue)"
    case .scheduling(let error): error.errorDescription
    }
  }
}

protocol ActivityScheduling: Sendable {
  func start(_ plan: FocusPlan) throws(FocusError)
  func stopAll()
}

struct SystemScheduling: ActivityScheduling {
  private var center: DeviceActivityCenter { DeviceActivityCenter() }

  func start(_ plan: FocusPlan) throws(FocusError) {
    let schedule = DeviceActivitySchedule(
      intervalStart: .init(hour: plan.startMinute / 60, minute: plan.startMinute % 60),
      intervalEnd: .init(hour: plan.endMinute / 60, minute: plan.endMinute % 60), repeats: true)
    do {
      try center.startMonitoring(DeviceActivityName(rawValue: plan.id.uuidString), during: schedule)
    } catch let error as DeviceActivityCenter.MonitoringError {
      throw .scheduling(error)
    } catch {
      throw .noPlan(.init(plan.name))
    }
  }

  func stopAll() { center.stopMonitoring() }
}

extension ManagedSettingsStore.Name {
  nonisolated static let focus = Self("focus")
}

extension ManagedSettingsStore {
  func apply(_ plan: FocusPlan) {
    switch plan.mode {
    case .block:
      shield.applications = plan.selection.applicationTokens
      shield.webDomains = plan.selection.webDomainTokens
      shield.applicationCategories = .specific(plan.selection.categoryTokens)
    case .allow:
      shield.applicationCategories = .all(except: plan.selection.applicationTokens)
      shield.webDomainCategories = .all(except: plan.selection.webDomainTokens)
    }
    application.denyAppRemoval = true
  }
}
