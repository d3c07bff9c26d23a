/// How a truth value is written.
public enum OSLogBoolFormat: Hashable, Sendable {
  /// As `true` or `false`.
  case truth
  /// As `yes` or `no`.
  case answer
}

/// What a 32-bit integer means.
public enum OSLogInt32ExtendedFormat: Hashable, Sendable {
  case ipv4Address, secondsSince1970, darwinErrno, darwinMode, darwinSignal, bitrate, bitrateIEC, byteCount
  case byteCountIEC, truth, answer, machErrno
}

/// What an integer means.
public enum OSLogIntExtendedFormat: Hashable, Sendable {
  case bitrate, bitrateIEC, byteCount, byteCountIEC, secondsSince1970
}

extension OSLogInterpolation {
  /// Appends an integer of any width.
  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: true, align: align) { format.text(of: number()) }
  }

  /// Appends an integer with a meaning. The log shows the number, with its unit if it has one.
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int32, format: OSLogInt32ExtendedFormat, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: true) { Self.text(of: number(), format: format) }
  }

  /// Appends an integer with a meaning. The log shows the number, with its unit if it has one.
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int, format: OSLogIntExtendedFormat, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: true) {
      switch format {
      case .bitrate, .bitrateIEC: "\(number()) bps"
      case .byteCount, .byteCountIEC: "\(number()) bytes"
      case .secondsSince1970: "\(number())"
      }
    }
  }

  /// Appends a floating-point number.
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: true, align: align) { format.text(of: number()) }
  }

  /// Appends a floating-point number.
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: true, align: align) { format.text(of: Double(number())) }
  }

  /// Appends a truth value.
  public mutating func appendInterpolation(
    _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy: privacy, isPublicByDefault: true) {
      format == .truth ? (boolean() ? "true" : "false") : (boolean() ? "yes" : "no")
    }
  }

  private static func text(of number: Int32, format: OSLogInt32ExtendedFormat) -> String {
    switch format {
    case .ipv4Address:
      withUnsafeBytes(of: number) { $0.map(String.init).joined(separator: ".") }
    case .darwinErrno: "[\(number): \(String(cString: strerror(number)))]"
    case .darwinMode: String(number, radix: 8)
    case .bitrate, .bitrateIEC: "\(number) bps"
    case .byteCount, .byteCountIEC: "\(number) bytes"
    case .truth: number == 0 ? "false" : "true"
    case .answer: number == 0 ? "no" : "yes"
    case .secondsSince1970, .darwinSignal, .machErrno: "\(number)"
    }
  }
}
