import Foundation
import ManagedSettings
import ManagedSettingsUI
import UIKit

/// The principal class of the shield configuration extension. It may read the defaults of the group, and not write them.
class FocusShieldConfiguration: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    configuration(of: application.localizedDisplayName)
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    configuration(of: application.localizedDisplayName)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    configuration(of: webDomain.domain)
  }

  override func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    configuration(of: webDomain.domain)
  }

  private func configuration(of name: String?) -> ShieldConfiguration {
    let profile = (SharedData.session?.profileID).flatMap { SharedData.profile($0) }
    let hasBreaks = profile?.breakMinutes != nil
    return ShieldConfiguration(
      backgroundBlurStyle: .systemThickMaterial,
      title: .init(text: "\(name ?? "This") can wait", color: .label),
      subtitle: .init(text: profile?.name ?? "Focus", color: .secondaryLabel),
      primaryButtonLabel: .init(text: "Close", color: .white),
      primaryButtonBackgroundColor: .systemBlue,
      secondaryButtonLabel: hasBreaks ? .init(text: "Take a break", color: .systemBlue) : nil)
  }
}
