import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings

class LimitScheduling {
  static let shared = LimitScheduling()
  let center = DeviceActivityCenter()
  var authorizationError: Error?

  func authorize(completion: @escaping (Bool) -> Void) {
    Task {
      do {
        try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
        completion(AuthorizationCenter.shared.authorizationStatus == .approved)
      } catch let error as FamilyControlsError {
        authorizationError = error
        completion(false)
      } catch {
        completion(false)
      }
    }
  }

  func start(selection: FamilyActivitySelection, limitInMinutes: Int) {
    SharedSettings.shared.selection = selection
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9, minute: 0), intervalEnd: DateComponents(hour: 17, minute: 0),
      repeats: true, warningTime: DateComponents(minute: 15))
    let event = DeviceActivityEvent(
      applications: selection.applicationTokens, categories: selection.categoryTokens,
      webDomains: selection.webDomainTokens, threshold: DateComponents(minute: limitInMinutes))
    do {
      center.stopMonitoring([.daily])
      try center.startMonitoring(.daily, during: schedule, events: [.limit: event])
    } catch DeviceActivityCenter.MonitoringError.unauthorized {
      NSLog("not authorized")
    } catch let error as DeviceActivityCenter.MonitoringError {
      print(error.errorDescription ?? "", error.recoverySuggestion ?? "")
    } catch {
      print("Error: \(error.localizedDescription)")
    }
  }
}
