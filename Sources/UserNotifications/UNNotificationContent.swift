/// What a notification shows, as a value that may cross threads.
package struct NotificationContent: Hashable, Sendable {
  package var title = ""
  package var subtitle = ""
  package var body = ""
  package var badge: Int?
  package var sound: UNNotificationSound?
  package var categoryIdentifier = ""
  package var threadIdentifier = ""
  package var targetContentIdentifier: String?
  package var launchImageName = ""
  package var interruptionLevel = UNNotificationInterruptionLevel.active
  package var relevanceScore = 0.0
  package var filterCriteria: String?
  /// The user info as a property list; nil if it is empty or contains what a property list may not.
  package var userInfo: Data?
}

/// What a notification shows.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  var value: NotificationContent

  init(_ value: NotificationContent) { self.value = value }

  /// The first line.
  open var title: String { value.title }

  /// The second line.
  open var subtitle: String { value.subtitle }

  /// The text.
  open var body: String { value.body }

  /// The number on the icon of the app; nil if it stays.
  open var badge: NSNumber? { value.badge.map { NSNumber(value: $0) } }

  /// The sound; nil for none.
  open var sound: UNNotificationSound? { value.sound }

  /// The category, which gives the notification its actions.
  open var categoryIdentifier: String { value.categoryIdentifier }

  /// The group in which the notification is shown.
  open var threadIdentifier: String { value.threadIdentifier }

  /// The window of the app that the notification opens.
  open var targetContentIdentifier: String? { value.targetContentIdentifier }

  /// The image that the app shows while it starts.
  open var launchImageName: String { value.launchImageName }

  /// How urgent the notification is.
  open var interruptionLevel: UNNotificationInterruptionLevel { value.interruptionLevel }

  /// The place in a summary, from 0 to 1.
  open var relevanceScore: Double { value.relevanceScore }

  /// What a focus filters by.
  open var filterCriteria: String? { value.filterCriteria }

  /// What the app has attached for itself. Only values of a property list are kept.
  open var userInfo: [AnyHashable: Any] {
    guard let data = value.userInfo else { return [:] }
    do {
      return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    } catch {
      return [:]
    }
  }

  /// Returns a copy that cannot be changed.
  open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(value) }

  /// Returns a copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.value = value
    return copy
  }
}

/// What a notification shows, while the app writes it.
open class UNMutableNotificationContent: UNNotificationContent {
  /// Creates empty content.
  public init() { super.init(NotificationContent()) }

  /// The first line.
  override open var title: String {
    get { value.title }
    set { value.title = newValue }
  }

  /// The second line.
  override open var subtitle: String {
    get { value.subtitle }
    set { value.subtitle = newValue }
  }

  /// The text.
  override open var body: String {
    get { value.body }
    set { value.body = newValue }
  }

  /// The number on the icon of the app; nil if it stays.
  override open var badge: NSNumber? {
    get { super.badge }
    set { value.badge = newValue?.intValue }
  }

  /// The sound; nil for none.
  override open var sound: UNNotificationSound? {
    get { value.sound }
    set { value.sound = newValue }
  }

  /// The category, which gives the notification its actions.
  override open var categoryIdentifier: String {
    get { value.categoryIdentifier }
    set { value.categoryIdentifier = newValue }
  }

  /// The group in which the notification is shown.
  override open var threadIdentifier: String {
    get { value.threadIdentifier }
    set { value.threadIdentifier = newValue }
  }

  /// The window of the app that the notification opens.
  override open var targetContentIdentifier: String? {
    get { value.targetContentIdentifier }
    set { value.targetContentIdentifier = newValue }
  }

  /// The image that the app shows while it starts.
  override open var launchImageName: String {
    get { value.launchImageName }
    set { value.launchImageName = newValue }
  }

  /// How urgent the notification is.
  override open var interruptionLevel: UNNotificationInterruptionLevel {
    get { value.interruptionLevel }
    set { value.interruptionLevel = newValue }
  }

  /// The place in a summary, from 0 to 1.
  override open var relevanceScore: Double {
    get { value.relevanceScore }
    set { value.relevanceScore = newValue }
  }

  /// What a focus filters by.
  override open var filterCriteria: String? {
    get { value.filterCriteria }
    set { value.filterCriteria = newValue }
  }

  /// What the app attaches for itself. Only values of a property list are kept.
  override open var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set {
      let entries = newValue.compactMap { key, value in (key as? String).map { ($0, value) } }
      let list = Dictionary(entries) { _, last in last }
      do {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        value.userInfo = list.isEmpty ? nil : data
      } catch {
        value.userInfo = nil
      }
    }
  }
}

/// How urgent a notification is.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// It is listed, and neither lights the screen nor sounds.
  case passive = 0
  /// It lights the screen and sounds.
  case active = 1
  /// It passes a focus.
  case timeSensitive = 2
  /// It passes the switch for silence.
  case critical = 3
}
