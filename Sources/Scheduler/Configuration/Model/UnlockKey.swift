/// A key that stops a profile, even a strict one, `[[profile.KEY.unlock]]`.
public struct UnlockKey: Hashable, Sendable {
  /// What has to be shown.
  public enum Secret: Hashable, Sendable {
    /// Content with this SHA-256, as 64 lower-case hexadecimal digits: of an NFC tag, a QR code, a file.
    case hash(sha256: String)
    /// A random text of so many characters, typed from the screen.
    case text(length: Int64)
  }

  /// What it is called; empty for nothing.
  public var name: String
  /// What has to be shown.
  public var secret: Secret

  /// A key.
  public init(name: String = "", _ secret: Secret) {
    self.name = name
    self.secret = secret
  }

  /// The lengths that a text to type may have, in characters.
  public static let textLengths: ClosedRange<Int64> = 8...1_000
}

/// How often anything may be stopped in an emergency, `[emergency]`.
public struct EmergencyRules: Hashable, Sendable {
  /// Uses in a period, 0 for none.
  public var uses: Int64 = 3
  /// After how many elapsed seconds from the first use of a period all are there again; nil for never.
  public var refillSeconds: Int64? = 4 * 7 * 86_400

  /// Three uses in four weeks.
  public init() {}
}
