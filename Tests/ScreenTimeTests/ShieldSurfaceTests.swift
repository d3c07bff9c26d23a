import ManagedSettings
import ManagedSettingsUI
import ScreenTimeTesting
import Testing

/// Uses every public symbol of ManagedSettingsUI, and the delegate of shield actions, as an app spells it.
@Suite struct ShieldSurfaceTests {
  private final class Source: ShieldConfigurationDataSource {
    override func configuration(shielding application: Application) -> ShieldConfiguration {
      ShieldConfiguration(
        backgroundBlurStyle: .systemMaterialDark, backgroundColor: .black.withAlphaComponent(0.5),
        icon: UIImage(systemName: "hourglass"), title: .init(text: "Rest", color: .label),
        subtitle: ShieldConfiguration.Label(text: application.localizedDisplayName ?? "?", color: .secondaryLabel),
        primaryButtonLabel: .init(text: "Close", color: .white), primaryButtonBackgroundColor: .systemBlue,
        secondaryButtonLabel: .init(text: "More", color: .systemGray),
        secondaryButtonSubmenuItems: ["1 minute", "15 minutes"])
    }
  }

  private final class Actions: ShieldActionDelegate {
    override func handle(
      action: ShieldAction, for application: ApplicationToken,
      completionHandler: @escaping (ShieldActionResponse) -> Void
    ) {
      switch action {
      case .primaryButtonPressed: completionHandler(.openParentalControlsApp)
      case .secondaryButtonPressed: completionHandler(.defer)
      case .firstSecondarySubmenuItemPressed, .secondSecondarySubmenuItemPressed: completionHandler(.close)
      case .thirdSecondarySubmenuItemPressed: completionHandler(.none)
      @unknown default: completionHandler(.close)
      }
    }
  }

  @Test func `a data source answers with what it overrides, else with the look of the system`() {
    let source: ShieldConfigurationDataSource = Source()
    let app = Application(bundleIdentifier: "a", token: DeviceTokens.application("a"), localizedDisplayName: "Chat")
    let category = ActivityCategory(token: DeviceTokens.category("c"))
    let shield = source.configuration(shielding: app)
    #expect(shield.backgroundBlurStyle == .systemMaterialDark)
    #expect(shield.backgroundColor == UIColor(white: 0, alpha: 0.5))
    #expect(shield.icon == UIImage(systemName: "hourglass"))
    #expect(shield.title?.text == "Rest")
    #expect(shield.title?.color == .label)
    #expect(shield.subtitle?.text == "Chat")
    #expect(shield.primaryButtonLabel == .init(text: "Close", color: .white))
    #expect(shield.primaryButtonBackgroundColor == .systemBlue)
    #expect(shield.secondaryButtonLabel?.text == "More")
    #expect(shield.secondaryButtonSubmenuItems == ["1 minute", "15 minutes"])
    #expect(source.configuration(shielding: app, in: category) == ShieldConfiguration())
    #expect(source.configuration(shielding: WebDomain(domain: "a.test")) == ShieldConfiguration())
    #expect(source.configuration(shielding: WebDomain(domain: "a.test"), in: category) == ShieldConfiguration())
  }

  @Test func `a delegate responds as it overrides, else with close`() {
    let delegate: ShieldActionDelegate = Actions()
    var responses: [ShieldActionResponse] = []
    for action in (0..<5).compactMap(ShieldAction.init(rawValue:)) {
      delegate.handle(action: action, for: DeviceTokens.application("a")) { responses.append($0) }
    }
    #expect(responses == [.openParentalControlsApp, .defer, .close, .close, .none])
    responses = []
    delegate.handle(action: .primaryButtonPressed, for: DeviceTokens.webDomain("a.test")) { responses.append($0) }
    delegate.handle(action: .primaryButtonPressed, for: DeviceTokens.category("c")) { responses.append($0) }
    ShieldActionDelegate().handle(action: .primaryButtonPressed, for: DeviceTokens.application("a")) {
      responses.append($0)
    }
    #expect(responses == [.close, .close, .close])
  }

  @Test func `the raw values of responses are Apple's`() {
    #expect([ShieldActionResponse.none, .close, .defer, .openParentalControlsApp].map(\.rawValue) == [0, 1, 2, 3])
    #expect(ShieldAction.secondaryButtonPressed.rawValue == 1)
  }
}
