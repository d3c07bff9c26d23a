/// What the user pressed on a shield.
public enum ShieldAction: Int, Hashable, Sendable {
  /// The upper button.
  case primaryButtonPressed
  /// The lower button. A shield with submenu items never sends it.
  case secondaryButtonPressed
  /// The first item of the menu that the lower button opens.
  case firstSecondarySubmenuItemPressed
  /// The second item of the menu that the lower button opens.
  case secondSecondarySubmenuItemPressed
  /// The third item of the menu that the lower button opens.
  case thirdSecondarySubmenuItemPressed
}

/// What the system does after a press. The shield stays until a store changes.
public enum ShieldActionResponse: Int, Hashable, Sendable {
  /// Does nothing.
  case none
  /// Closes the application or the website.
  case close
  /// Asks for the shield's configuration again and draws it.
  case `defer`
  /// Brings the app to the front.
  case openParentalControlsApp
}

/// Handles presses on shields. An app's shield action extension subclasses it.
open class ShieldActionDelegate: NSObject {
  /// Makes a delegate. The system makes one for each delivery.
  public override init() { super.init() }

  /// Handles a press on the shield of an application. Responds `close` unless overridden.
  open func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.close)
  }

  /// Handles a press on the shield of a web domain. Responds `close` unless overridden.
  open func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.close)
  }

  /// Handles a press on the shield of something that its category shields. Responds `close` unless overridden.
  open func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.close)
  }
}
