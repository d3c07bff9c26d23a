public import ManagedSettings

/// Which activity a report is about, and how it is divided.
///
/// Nothing is filtered here: a test makes the data, and the filter is a value that code can pass on and compare.
public struct DeviceActivityFilter: Equatable, Sendable {
  /// How activity is divided, and the dates that it is taken from.
  public enum SegmentInterval: Hashable, Sendable {
    /// By hours. Without dates, those of today up to now.
    case hourly(
      during: DateInterval = DateInterval(
        start: Calendar.current.startOfDay(for: Date(timeIntervalSinceNow: 0)), end: Date(timeIntervalSinceNow: 0)))
    /// By days.
    case daily(during: DateInterval)
    /// By weeks.
    case weekly(during: DateInterval)
  }

  /// Whose activity is meant.
  public struct Users: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
      case all, children
    }

    private let kind: Kind

    /// All whose activity the user may see.
    public static let all = Users(kind: .all)
    /// The children of the user's family.
    public static let children = Users(kind: .children)
  }

  /// Which devices are meant.
  public struct Devices: Hashable, Sendable {
    private let models: Set<DeviceActivityData.Device.Model>?

    /// All devices that share activity with this one.
    public static let all = Devices(models: nil)

    /// The devices of some models.
    public init(_ models: Set<DeviceActivityData.Device.Model>) { self.init(models: models) }

    private init(models: Set<DeviceActivityData.Device.Model>?) { self.models = models }
  }

  /// How activity is divided.
  public var segmentInterval: SegmentInterval
  /// Whose activity is meant; nil for that of the user of this device.
  public let users: Users?
  /// Which devices are meant; nil for this one.
  public let devices: Devices?
  /// The applications; empty for all, if the two other sets are empty too.
  public var applications: Set<ApplicationToken>
  /// The categories; empty for all, if the two other sets are empty too.
  public var categories: Set<ActivityCategoryToken>
  /// The web domains; empty for all, if the two other sets are empty too.
  public var webDomains: Set<WebDomainToken>

  /// Creates a filter of the activity of the user of this device.
  public init(
    segment segmentInterval: SegmentInterval = .hourly(), devices: Devices? = nil,
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = []
  ) {
    self.segmentInterval = segmentInterval
    users = nil
    self.devices = devices
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
  }

  /// Creates a filter of the activity of some users on some devices.
  public init(
    segment segmentInterval: SegmentInterval = .hourly(), users: Users, devices: Devices,
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = []
  ) {
    self.segmentInterval = segmentInterval
    self.users = users
    self.devices = devices
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
  }
}
