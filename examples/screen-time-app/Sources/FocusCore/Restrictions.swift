import Foundation
import ManagedSettings

/// What the system does during a session: the only code that writes settings.
enum Restrictions {
  private static var store: ManagedSettingsStore { ManagedSettingsStore(named: .init("focus")) }

  /// Shields what the profile selects.
  static func apply(_ profile: Profile) {
    let selection = profile.selection
    store.shield.applications = selection.applicationTokens
    store.shield.applicationCategories =
      selection.categoryTokens.isEmpty ? nil : .specific(selection.categoryTokens)
    store.shield.webDomains = selection.webDomainTokens
    store.webContent.blockedByFilter =
      profile.domains.isEmpty ? nil : .specific(Set(profile.domains.map { WebDomain(domain: $0) }))
    store.application.denyAppRemoval = profile.isStrict ? true : nil
  }

  /// Shields nothing.
  static func lift() { store.clearAllSettings() }
}
