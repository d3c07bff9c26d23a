import DeviceActivity
import Foundation
import ManagedSettings

struct ScheduleTimerActivity: TimerActivity {
  static let id = "ScheduleTimerActivity"

  func start(for profile: ProfileSnapshot) {
    let weekday = Calendar.current.component(.weekday, from: Date())
    guard profile.weekdays.contains(weekday), !SharedData.isActive(profile) else { return }
    AppBlocker().activateRestrictions(for: profile)
    SharedData.activeProfileId = profile.id.uuidString
  }

  func stop(for profile: ProfileSnapshot) {
    guard SharedData.isActive(profile) else { return }
    AppBlocker().deactivateRestrictions()
    SharedData.activeProfileId = nil
  }
}

struct BreakTimerActivity: TimerActivity {
  static let id = "BreakScheduleActivity"

  func start(for profile: ProfileSnapshot) {
    guard SharedData.isActive(profile) else { return }
    AppBlocker().deactivateRestrictions()
  }

  func stop(for profile: ProfileSnapshot) {
    guard SharedData.isActive(profile) else { return }
    AppBlocker().activateRestrictions(for: profile)
  }
}

struct StrategyTimerActivity: TimerActivity {
  static let id = "StrategyTimerActivity"

  func start(for profile: ProfileSnapshot) {
    AppBlocker().activateRestrictions(for: profile)
    SharedData.activeProfileId = profile.id.uuidString
  }

  func stop(for profile: ProfileSnapshot) {
    AppBlocker().deactivateRestrictions()
    SharedData.activeProfileId = nil
    DeviceActivityCenter().stopMonitoring([getDeviceActivityName(from: profile.id.uuidString)])
  }
}

class AppBlocker {
  let store = ManagedSettingsStore(named: ManagedSettingsStore.Name("appRestrictions"))

  func activateRestrictions(for profile: ProfileSnapshot) {
    let selection = profile.selectedActivity
    let domains = profile.domains.map { WebDomain(domain: $0) }
    if profile.enableAllowMode {
      store.shield.applicationCategories = .all(except: selection.applicationTokens)
      store.webContent.blockedByFilter = .all(except: Set(domains))
    } else {
      store.shield.applications = selection.applicationTokens
      store.shield.applicationCategories = .specific(selection.categoryTokens)
      store.shield.webDomains = selection.webDomainTokens
      store.webContent.blockedByFilter = .specific(Set(domains))
    }
    store.application.denyAppRemoval = profile.enableStrictMode
  }

  func deactivateRestrictions() {
    store.shield.applications = nil
    store.shield.applicationCategories = nil
    store.shield.webDomains = nil
    store.shield.webDomainCategories = nil
    store.application.denyAppRemoval = false
    store.webContent.blockedByFilter = nil
    store.clearAllSettings()
  }
}
