/// A place where a function puts an error. `&error` fits, where `error` is a variable of type `NSError?`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Runs `body`. Linux has no pools of objects to empty afterwards.
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}

/// Seconds since 2001-01-01T00:00:00Z.
public typealias CFAbsoluteTime = Double

/// A number of seconds.
public typealias CFTimeInterval = Double

/// The seconds from 1970 to 2001, the two beginnings of time.
@_disfavoredOverload
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200

/// Returns the current time, which is that of the device where a device is bound.
///
/// Code that imports CoreFoundation calls that module's function instead, which returns the same time.
@_disfavoredOverload
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  Date(timeIntervalSinceNow: 0).timeIntervalSinceReferenceDate
}

/// The result of a function of the system's C libraries.
public typealias OSStatus = Int32

/// The result of a function that succeeds.
public let noErr: OSStatus = 0

extension ProcessInfo {
  /// How warm the device is.
  public enum ThermalState: Int, Sendable {
    case nominal = 0
    case fair = 1
    case serious = 2
    case critical = 3
  }

  /// How warm the device is: always `nominal`.
  public var thermalState: ThermalState { .nominal }

  /// Whether the device saves power: never.
  public var isLowPowerModeEnabled: Bool { false }
}
