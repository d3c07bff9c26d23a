/// What the memory at a pointer holds.
public enum OSLogPointerFormat: Hashable, Sendable {
  case ipv6Address, timeval, timespec, uuid, sockaddr, none
}

extension OSLogInterpolation {
  /// Appends a string. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false, align: align) { argumentString() }
  }

  /// Appends the description of a value. It is private unless `privacy` shows it.
  @_disfavoredOverload
  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false, align: align) { value().description }
  }

  /// Appends the name of a type. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false, align: align) { _typeName(value(), qualified: false) }
  }

  /// Appends the description of an object. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { argumentObject().description }
  }

  /// Appends the description of an object, or `(null)`. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject?, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { argumentObject()?.description ?? "(null)" }
  }

  /// Appends the description of an error. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { "\(error())" }
  }

  /// Appends the description of an error, or `(null)`. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> (any Error)?, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { error().map { "\($0)" } ?? "(null)" }
  }

  /// Appends the description of an error that is an object too. It is private unless `privacy` shows it.
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> NSError, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { error().description }
  }

  /// Appends the description of an error that is an object too, or `(null)`. It is private unless `privacy` shows
  /// it.
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> NSError?, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { error()?.description ?? "(null)" }
  }

  /// Appends the bytes at a pointer as hexadecimal digits. They are private unless `privacy` shows them.
  public mutating func appendInterpolation(
    _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, bytes: @autoclosure @escaping () -> Int,
    format: OSLogPointerFormat = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) {
      Self.text(of: UnsafeRawBufferPointer(start: pointer(), count: max(0, bytes())))
    }
  }

  /// Appends bytes as hexadecimal digits. They are private unless `privacy` shows them.
  public mutating func appendInterpolation(
    _ pointer: @autoclosure @escaping () -> UnsafeRawBufferPointer, format: OSLogPointerFormat = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: false) { Self.text(of: pointer()) }
  }

  private static func text(of bytes: UnsafeRawBufferPointer) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}
