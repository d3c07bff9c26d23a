import ManagedSettings

/// An amount of use of applications, categories and web domains that an app wants to hear of.
///
/// Only use in front, with the screen on, within the interval of the activity counts. An application and its category
/// count once. Documented by Apple.
public struct DeviceActivityEvent: Equatable, Sendable {
  /// The name of an event.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The applications whose use counts.
  public let applications: Set<ApplicationToken>
  /// The categories whose use counts.
  public let categories: Set<ActivityCategoryToken>
  /// The web domains whose use counts.
  public let webDomains: Set<WebDomainToken>
  /// The amount of use at which the event is reached. Days, hours, minutes and seconds count; other units do not, and a
  /// lint reports them.
  public let threshold: DateComponents
  /// Whether use from the start of the interval counts, rounded down to the whole hour. Without it, use counts from the
  /// registration, or from the start if that is later. Documented by Apple for iOS 17.4 and later.
  public let includesPastActivity: Bool

  /// Whether all use counts, because all three sets are empty.
  public var includesAllActivity: Bool { applications.isEmpty && categories.isEmpty && webDomains.isEmpty }

  /// Creates an event that counts use from its registration.
  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents
  ) {
    self.init(
      applications: applications, categories: categories, webDomains: webDomains, threshold: threshold,
      includesPastActivity: false)
  }

  /// Creates an event.
  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents, includesPastActivity: Bool
  ) {
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
    self.threshold = threshold
    self.includesPastActivity = includesPastActivity
  }
}
