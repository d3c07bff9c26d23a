/// Where messages go: a subsystem and a category in it.
public final class OSLog: NSObject, Sendable {
  /// A category with a meaning for Apple's tools. Here it is a name.
  public struct Category: Hashable, Sendable {
    /// The name of the category.
    public let rawValue: String

    /// Points that a developer wants to see in a trace.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")

    /// Signposts that are recorded with their stack.
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")

    /// Signposts that are recorded only while a tool asks for them.
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
  }

  /// The log of messages without a subsystem.
  public static let `default` = OSLog(subsystem: "", category: "", isDisabled: false)

  /// A log that keeps nothing.
  public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

  let subsystem: String
  let category: String
  private let isDisabled: Bool

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - subsystem: the name of the part of the system, such as `com.example.app`.
  ///   - category: the name of a category in it.
  public convenience init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: category, isDisabled: false)
  }

  /// Creates a log with a category that tools know.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  private init(subsystem: String, category: String, isDisabled: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isDisabled = isDisabled
    super.init()
  }

  /// Whether messages of a level are kept. They are at every level, unless the log is the disabled one.
  public func isEnabled(type: OSLogType) -> Bool { !isDisabled }

  /// Whether signposts are recorded: never.
  public var signpostsEnabled: Bool { false }
}
