import Foundation
import ManagedSettings

/// The principal class of the shield action extension: the upper button closes the app, the lower one starts a break.
class FocusShieldAction: ShieldActionDelegate {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(response(to: action))
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(response(to: action))
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(response(to: action))
  }

  private func response(to action: ShieldAction) -> ShieldActionResponse {
    guard action == .secondaryButtonPressed, SharedData.session?.breakStartedAt == nil else { return .close }
    // The shield stays until the monitor hears of the start of the break and lifts the restrictions.
    return (try? SessionCommands().toggleBreak()) == nil ? .close : .defer
  }
}
