public import ManagedSettings

/// What a user did on a device.
///
/// The device here does not collect it: a test makes the values, with initializers of `ScreenTimeTesting`.
public struct DeviceActivityData: Hashable, Sendable {
  /// The user.
  public var user: User
  /// The device.
  public var device: Device
  /// How the activity is divided.
  public var segmentInterval: DeviceActivityFilter.SegmentInterval
  /// When the system last brought the data up to date.
  public var lastUpdatedDate: Date
  private let segments: [ActivitySegment]

  /// The activity, divided into segments.
  public var activitySegments: DeviceActivityResults<ActivitySegment> { DeviceActivityResults(elements: segments) }

  /// Creates the activity of a user on a device.
  package init(
    user: User, device: Device, segmentInterval: DeviceActivityFilter.SegmentInterval, lastUpdatedDate: Date,
    segments: [ActivitySegment]
  ) {
    self.user = user
    self.device = device
    self.segmentInterval = segmentInterval
    self.lastUpdatedDate = lastUpdatedDate
    self.segments = segments
  }
}

extension DeviceActivityData {
  /// What a user did within some dates.
  public struct ActivitySegment: Hashable, Sendable {
    /// The dates.
    public var dateInterval: DateInterval
    /// How long the device was used.
    public var totalActivityDuration: TimeInterval
    /// The longest use without a break; nil without any.
    public var longestActivity: DateInterval?
    /// When the device was first picked up; nil if it was not.
    public var firstPickup: Date?
    /// How often it was picked up without the use of an application.
    public var totalPickupsWithoutApplicationActivity: Int
    private let activities: [CategoryActivity]

    /// The use of each category.
    public var categories: DeviceActivityResults<CategoryActivity> { DeviceActivityResults(elements: activities) }

    /// Creates a segment.
    package init(
      dateInterval: DateInterval, totalActivityDuration: TimeInterval, longestActivity: DateInterval?,
      firstPickup: Date?, totalPickupsWithoutApplicationActivity: Int, categories: [CategoryActivity]
    ) {
      self.dateInterval = dateInterval
      self.totalActivityDuration = totalActivityDuration
      self.longestActivity = longestActivity
      self.firstPickup = firstPickup
      self.totalPickupsWithoutApplicationActivity = totalPickupsWithoutApplicationActivity
      activities = categories
    }
  }

  /// The use of the applications and web domains of a category.
  public struct CategoryActivity: Hashable, Sendable {
    /// The category.
    public var category: ActivityCategory
    /// How long it was used.
    public var totalActivityDuration: TimeInterval
    private let applicationActivities: [ApplicationActivity]
    private let domainActivities: [WebDomainActivity]

    /// The use of each application.
    public var applications: DeviceActivityResults<ApplicationActivity> {
      DeviceActivityResults(elements: applicationActivities)
    }

    /// The use of each web domain.
    public var webDomains: DeviceActivityResults<WebDomainActivity> {
      DeviceActivityResults(elements: domainActivities)
    }

    /// Creates the use of a category.
    package init(
      category: ActivityCategory, totalActivityDuration: TimeInterval, applications: [ApplicationActivity],
      webDomains: [WebDomainActivity]
    ) {
      self.category = category
      self.totalActivityDuration = totalActivityDuration
      applicationActivities = applications
      domainActivities = webDomains
    }
  }

  /// The use of an application.
  public struct ApplicationActivity: Hashable, Sendable {
    /// The application.
    public var application: Application
    /// How long it was used.
    public var totalActivityDuration: TimeInterval
    /// How often the device was picked up for it.
    public var numberOfPickups: Int
    /// How many notifications it showed.
    public var numberOfNotifications: Int

    /// Creates the use of an application.
    package init(
      application: Application, totalActivityDuration: TimeInterval, numberOfPickups: Int, numberOfNotifications: Int
    ) {
      self.application = application
      self.totalActivityDuration = totalActivityDuration
      self.numberOfPickups = numberOfPickups
      self.numberOfNotifications = numberOfNotifications
    }
  }

  /// The use of a web domain.
  public struct WebDomainActivity: Hashable, Sendable {
    /// The web domain.
    public var webDomain: WebDomain
    /// How long it was used.
    public var totalActivityDuration: TimeInterval

    /// Creates the use of a web domain.
    package init(webDomain: WebDomain, totalActivityDuration: TimeInterval) {
      self.webDomain = webDomain
      self.totalActivityDuration = totalActivityDuration
    }
  }
}
