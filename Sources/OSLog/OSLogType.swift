/// How important a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number of the level.
  public let rawValue: UInt8

  /// Creates a level from its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates a level from its number.
  public init(_ rawValue: UInt8) { self.init(rawValue: rawValue) }

  /// What helps to find out why something failed.
  public static let `default` = OSLogType(rawValue: 0x00)

  /// What is helpful, but not needed to find a fault.
  public static let info = OSLogType(rawValue: 0x01)

  /// What only developers read.
  public static let debug = OSLogType(rawValue: 0x02)

  /// An error of the process.
  public static let error = OSLogType(rawValue: 0x10)

  /// An error of the system, or in the program.
  public static let fault = OSLogType(rawValue: 0x11)
}
