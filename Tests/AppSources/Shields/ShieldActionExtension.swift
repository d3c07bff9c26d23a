import DeviceActivity
import Foundation
import ManagedSettings

// Make sure that your class name matches the NSExtensionPrincipalClass in your Info.plist.
class ShieldActionExtension: ShieldActionDelegate {
  private let store = ManagedSettingsStore()

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed:
      completionHandler(.close)
    case .secondaryButtonPressed:
      AttemptLog.shared.record()
      if AttemptLog.shared.count < 2 {
        completionHandler(.defer)
        return
      }
      var shielded = store.shield.applications ?? Set<ApplicationToken>()
      shielded.remove(application)
      store.shield.applications = shielded.isEmpty ? nil : shielded
      completionHandler(.none)
    default:
      fatalError()
    }
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(action == .primaryButtonPressed ? .close : .none)
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    if case .secondaryButtonPressed = action { store.shield.applicationCategories = nil }
    completionHandler(.close)
  }
}
