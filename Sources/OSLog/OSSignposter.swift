/// The name of one of several intervals that overlap.
public struct OSSignpostID: Hashable, Comparable, Sendable {
  /// The number of the name.
  public let rawValue: UInt64

  /// Creates a name from a number.
  public init(_ value: UInt64) { rawValue = value }

  /// Creates a name for intervals of a log.
  public init(log: OSLog) { self = .exclusive }

  /// Creates a name for the intervals of an object.
  public init(log: OSLog, object: AnyObject) { self.init(UInt64(UInt(bitPattern: ObjectIdentifier(object)))) }

  /// The name where intervals do not overlap.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)

  /// A name that is not valid.
  public static let invalid = OSSignpostID(UInt64.max)

  /// No name.
  public static let null = OSSignpostID(0)

  /// Orders names by their numbers.
  public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}

/// A message of a signpost.
public typealias SignpostMetadata = OSLogMessage

/// An interval that has begun.
public final class OSSignpostIntervalState: Codable, Sendable {
  private let id: UInt64

  private init(id: OSSignpostID) { self.id = id.rawValue }

  /// Returns the state of an interval that has begun elsewhere.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }
}

/// Marks intervals for tools that measure time. On Linux no tool sees them: nothing is recorded, and the messages are
/// not evaluated.
public struct OSSignposter: Sendable {
  /// A signposter that records nothing.
  public static var disabled: OSSignposter { OSSignposter() }

  /// Creates a signposter of the default log.
  public init() {}

  /// Creates a signposter of a subsystem and a category in it.
  public init(subsystem: String, category: String) {}

  /// Creates a signposter with a category that tools know.
  public init(subsystem: String, category: OSLog.Category) {}

  /// Creates a signposter of a logger's log.
  public init(logger: Logger) {}

  /// Creates a signposter of a log.
  public init(logHandle: OSLog) {}

  /// Whether intervals are recorded: never.
  public var isEnabled: Bool { false }

  /// Returns a name for intervals that overlap.
  public func makeSignpostID() -> OSSignpostID { .exclusive }

  /// Returns the name for the intervals of an object.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: .default, object: object) }

  /// Begins an interval.
  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    .beginState(id: id)
  }

  /// Begins an interval with a message.
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    .beginState(id: id)
  }

  /// Begins an interval of an animation.
  public func beginAnimationInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    .beginState(id: id)
  }

  /// Begins an interval of an animation with a message.
  public func beginAnimationInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    .beginState(id: id)
  }

  /// Ends an interval.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}

  /// Ends an interval with a message.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata) {}

  /// Marks a moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}

  /// Marks a moment with a message.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata) {}

  /// Runs `task` as an interval.
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T {
    try task()
  }

  /// Runs `task` as an interval with a message.
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata, around task: () throws -> T
  ) rethrows -> T {
    try task()
  }
}

/// The kind of a signpost.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  /// The number of the kind.
  public let rawValue: UInt8

  /// Creates a kind from its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates a kind from its number.
  public init(_ rawValue: UInt8) { self.init(rawValue: rawValue) }

  /// A moment.
  public static let event = OSSignpostType(0)

  /// The beginning of an interval.
  public static let begin = OSSignpostType(1)

  /// The end of an interval.
  public static let end = OSSignpostType(2)
}

/// Marks a moment, or an end of an interval. It has no effect on Linux.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {}

/// Marks a moment, or an end of an interval, with a message. It has no effect on Linux.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {}
