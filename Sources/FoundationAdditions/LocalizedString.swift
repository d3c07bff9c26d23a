extension String {
  /// A text with values that an app shows to the user.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
    fileprivate let text: String

    /// Creates a text from a literal.
    public init(stringLiteral value: String) { text = value }

    /// Creates a text from a string.
    public init(_ value: String) { text = value }

    /// Creates a text from a literal with values.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Collects the parts of a text.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var text = ""

      /// Creates an empty text.
      public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

      /// Appends a part of the literal.
      public mutating func appendLiteral(_ literal: String) { text += literal }

      /// Appends a value.
      public mutating func appendInterpolation<T>(_ value: T) { text += "\(value)" }

      /// Appends a number in a format of `printf`, such as `%.1f`.
      public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
        text += String(format: specifier, value)
      }
    }
  }

  /// Creates the text of a key. On Linux there are no translations: the text is the key with its values.
  public init(
    localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    self = key.text
  }

  /// Creates the text of a key. On Linux there are no translations: the text is the default.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue.text
  }
}
