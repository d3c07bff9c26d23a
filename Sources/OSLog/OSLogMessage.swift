/// A message with values, written as a string literal.
///
/// The values are evaluated when the message is logged, and not at all if it is dropped.
public struct OSLogMessage: ExpressibleByStringInterpolation {
  /// The parts of the message.
  public let interpolation: OSLogInterpolation

  /// Creates a message from a literal with values.
  public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

  /// Creates a message from a literal.
  public init(stringLiteral value: String) {
    var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.appendLiteral(value)
    self.interpolation = interpolation
  }
}

/// Collects the parts of a message. The compiler calls it for a string literal.
public struct OSLogInterpolation: StringInterpolationProtocol {
  /// Makes one part each.
  private var parts: [() -> LogSegment] = []

  /// Creates an empty message.
  public init(literalCapacity: Int, interpolationCount: Int) {
    parts.reserveCapacity(2 * interpolationCount + 1)
  }

  /// Appends a part of the literal.
  public mutating func appendLiteral(_ literal: String) {
    parts.append { LogSegment(value: literal, replacement: nil) }
  }

  /// The parts of the message with their values.
  var segments: [LogSegment] { parts.map { $0() } }

  /// Appends a value that is evaluated later.
  ///
  /// - Parameters:
  ///   - privacy: who sees the value.
  ///   - isPublicByDefault: whether the value is shown if `privacy` leaves it open.
  ///   - align: the column in which the value stands.
  ///   - text: makes the text of the value.
  mutating func append(
    privacy: OSLogPrivacy, isPublicByDefault: Bool, align: OSLogStringAlignment = .none, text: @escaping () -> String
  ) {
    parts.append {
      let value = align.apply(to: text())
      return LogSegment(
        value: value, replacement: privacy.replacement(of: value, isPublicByDefault: isPublicByDefault))
    }
  }
}
