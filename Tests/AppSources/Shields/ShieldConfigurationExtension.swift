import ManagedSettings
import ManagedSettingsUI
import UIKit

private let brandColor = UIColor(red: 0.95, green: 0.4, blue: 0.05, alpha: 1.0)

// Override the functions below to customize the shields used in various situations.
// The system provides a default appearance for any methods that your subclass doesn't override.
class ShieldConfigurationExtension: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    makeConfiguration(for: application.localizedDisplayName)
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    makeConfiguration(for: application.localizedDisplayName ?? category.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    ShieldConfiguration(
      backgroundBlurStyle: UIBlurEffect.Style.dark,
      title: ShieldConfiguration.Label(text: webDomain.domain ?? "Website", color: .white))
  }

  override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  private func makeConfiguration(for name: String?) -> ShieldConfiguration {
    let attempts = AttemptLog.shared.count
    let symbol = UIImage.SymbolConfiguration(pointSize: 60, weight: .bold)
    return ShieldConfiguration(
      backgroundBlurStyle: .systemUltraThinMaterialDark,
      backgroundColor: UIColor.systemBackground.withAlphaComponent(0.8),
      icon: UIImage(systemName: "hourglass", withConfiguration: symbol)?.withTintColor(
        brandColor, renderingMode: .alwaysOriginal),
      title: ShieldConfiguration.Label(text: "\(name ?? "This app") is paused", color: .label),
      subtitle: ShieldConfiguration.Label(
        text: attempts > 0 ? "Opened \(attempts) times" : "Take a breath", color: .secondaryLabel),
      primaryButtonLabel: ShieldConfiguration.Label(text: "Close", color: UIColor.white),
      primaryButtonBackgroundColor: brandColor,
      secondaryButtonLabel: .init(text: "One more minute", color: UIColor(white: 1, alpha: 0.7)))
  }
}
