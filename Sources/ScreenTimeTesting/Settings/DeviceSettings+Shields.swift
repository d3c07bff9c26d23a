public import ManagedSettings
public import ScreenTimeSystem

/// Why a store shields an application or a web domain.
public struct ShieldReason: Hashable, Sendable, CustomStringConvertible {
  /// What in the setting covers the subject.
  public enum Cause: Hashable, Sendable {
    /// Its token is listed.
    case listed
    /// Its category is listed.
    case category(ActivityCategoryToken)
    /// Everything is shielded.
    case everything
  }

  /// Whether the target is shielded as a member of its category.
  var isByCategory: Bool { if case .category = cause { true } else { false } }

  /// The store that shields.
  public let store: StoreIdentity
  /// The setting of the store that shields.
  public let setting: SettingName
  /// What in the setting covers the subject.
  public let cause: Cause

  /// Makes a reason, for comparison.
  public init(store: StoreIdentity, setting: SettingName, cause: Cause) {
    self.store = store
    self.setting = setting
    self.cause = cause
  }

  /// The reason, such as `shield.applications in default of com.example.app`.
  public var description: String {
    switch cause {
    case .listed: "\(setting) in \(store)"
    case .category: "\(setting) in \(store), by its category"
    case .everything: "\(setting) in \(store), by all"
    }
  }
}

/// What the stores of a device mean for one application.
public struct ApplicationRestrictions: Equatable, Sendable {
  /// Each setting of an active store that shields the application, by store, then by setting.
  public let shields: [ShieldReason]
  /// The active stores that hide and block the application by `application.blockedApplications`.
  public let blocks: [StoreIdentity]

  /// Whether the application has a shield.
  public var isShielded: Bool { !shields.isEmpty }
  /// Whether the application is hidden and cannot run.
  public var isBlocked: Bool { !blocks.isEmpty }
}

extension DeviceSettings {
  /// Returns which stores restrict an application, and by what.
  ///
  /// - An application is shielded if any active store of any app shields it; an exception in one store does not lift
  ///   the shield of another. Our choice, after "the most restrictive setting wins" (session 110336 of WWDC22).
  /// - `.all` never shields the app whose store it is in. Documented by Apple (cited by HopPotty).
  /// - `.all` spares the applications of `SettingsPolicy.sparedByAll`. Measured on a device by a third party.
  /// - `.specific` and `shield.applications` spare neither. Our choice.
  public func effective(for application: InstalledApplication) -> ApplicationRestrictions {
    var shields: [ShieldReason] = []
    var blocks: [StoreIdentity] = []
    for (store, values) in activeStores {
      let application = application.known(in: tokenGeneration(of: store.app))
      if case .applicationTokens(let tokens) = values[.shieldApplications], tokens.contains(application.token) {
        shields.append(ShieldReason(store: store, setting: .shieldApplications, cause: .listed))
      }
      if case .applicationCategories(let policy) = values[.shieldApplicationCategories],
        let cause = policy.cause(token: application.token, category: application.category),
        cause != .everything || !isSparedByAll(application, in: store)
      {
        shields.append(ShieldReason(store: store, setting: .shieldApplicationCategories, cause: cause))
      }
      if case .applications(let blocked) = values[.blockedApplications],
        blocked.contains(where: { $0.names(application) })
      {
        blocks.append(store)
      }
    }
    return ApplicationRestrictions(shields: shields, blocks: blocks)
  }

  /// Returns each setting of an active store that shields a web domain. The web filter is another matter.
  public func shields(on domain: KnownWebDomain) -> [ShieldReason] {
    activeStores.flatMap { store, values in
      let domain = domain.known(in: tokenGeneration(of: store.app))
      var shields: [ShieldReason] = []
      if case .webDomainTokens(let tokens) = values[.shieldWebDomains], tokens.contains(domain.token) {
        shields.append(ShieldReason(store: store, setting: .shieldWebDomains, cause: .listed))
      }
      if case .webDomainCategories(let policy) = values[.shieldWebDomainCategories],
        let cause = policy.cause(token: domain.token, category: domain.category)
      {
        shields.append(ShieldReason(store: store, setting: .shieldWebDomainCategories, cause: cause))
      }
      return shields
    }
  }

  private func isSparedByAll(_ application: InstalledApplication, in store: StoreIdentity) -> Bool {
    application.bundleIdentifier == store.app || policy.sparedByAll.contains(application.bundleIdentifier)
  }
}

extension ShieldSettings.ActivityCategoryPolicy {
  /// Why the policy covers an activity; nil if it does not.
  fileprivate func cause(token: Token<Activity>, category: ActivityCategoryToken?) -> ShieldReason.Cause? {
    switch self {
    case .none: return nil
    case .all(let exceptions): return exceptions.contains(token) ? nil : .everything
    case .specific(let categories, let exceptions):
      guard let category, categories.contains(category), !exceptions.contains(token) else { return nil }
      return .category(category)
    }
  }
}

extension Application {
  /// Whether the application is the installed one, by its token or by its bundle identifier.
  fileprivate func names(_ application: InstalledApplication) -> Bool {
    token == application.token || bundleIdentifier == application.bundleIdentifier
  }
}
