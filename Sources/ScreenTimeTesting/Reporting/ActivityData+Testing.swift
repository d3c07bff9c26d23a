public import DeviceActivity
public import ManagedSettings

// Apple's types have no initializers: on a device the system makes them. Tests of the code that makes a report from them
// use these.

extension DeviceActivityResults {
  /// Creates results, as the system passes them to `makeConfiguration(representing:)`.
  public init(_ elements: [Element]) { self.init(elements: elements) }
}

extension DeviceActivityData {
  /// Creates the activity of a user on a device.
  public init(
    user: User = User(), device: Device = Device(), segmentInterval: DeviceActivityFilter.SegmentInterval,
    lastUpdatedDate: Date, activitySegments: [ActivitySegment]
  ) {
    self.init(
      user: user, device: device, segmentInterval: segmentInterval, lastUpdatedDate: lastUpdatedDate,
      segments: activitySegments)
  }
}

extension DeviceActivityData.ActivitySegment {
  /// Creates a segment, whose total is that of its categories.
  public init(
    dateInterval: DateInterval, longestActivity: DateInterval? = nil, firstPickup: Date? = nil,
    pickupsWithoutApplication: Int = 0, categories: [DeviceActivityData.CategoryActivity]
  ) {
    self.init(
      dateInterval: dateInterval, totalActivityDuration: categories.reduce(0) { $0 + $1.totalActivityDuration },
      longestActivity: longestActivity, firstPickup: firstPickup,
      totalPickupsWithoutApplicationActivity: pickupsWithoutApplication, categories: categories)
  }
}

extension DeviceActivityData.CategoryActivity {
  /// Creates the use of a category, whose total is that of its applications and web domains.
  public init(
    _ category: ActivityCategory, applications: [DeviceActivityData.ApplicationActivity] = [],
    webDomains: [DeviceActivityData.WebDomainActivity] = []
  ) {
    let total =
      applications.reduce(0) { $0 + $1.totalActivityDuration } + webDomains.reduce(0) { $0 + $1.totalActivityDuration }
    self.init(category: category, totalActivityDuration: total, applications: applications, webDomains: webDomains)
  }
}

extension DeviceActivityData.ApplicationActivity {
  /// Creates the use of an application.
  public init(_ application: Application, duration: TimeInterval, pickups: Int = 0, notifications: Int = 0) {
    self.init(
      application: application, totalActivityDuration: duration, numberOfPickups: pickups,
      numberOfNotifications: notifications)
  }
}

extension DeviceActivityData.WebDomainActivity {
  /// Creates the use of a web domain.
  public init(_ webDomain: WebDomain, duration: TimeInterval) {
    self.init(webDomain: webDomain, totalActivityDuration: duration)
  }
}

extension DeviceActivityData.Device {
  /// Creates a device.
  public init(_ model: Model = .iPhone, name: String? = nil) { self.init(name: name, model: model) }
}

extension DeviceActivityData.User {
  /// Creates a user.
  public init(_ role: FamilyRole = .individual, appleID: String? = nil, name: PersonNameComponents? = nil) {
    self.init(appleID: appleID, nameComponents: name, role: role)
  }
}

extension VirtualDevice {
  /// Says what `DeviceActivityData.activityData(filteredBy:using:)` returns to apps that have access to data.
  public func reportActivity(_ data: [DeviceActivityData]) { state.withLock { $0.activity = data } }
}
