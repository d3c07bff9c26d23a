/// Who asks for something, and by what way.
public struct Requester: Hashable, Sendable {
  /// The ways by which a command comes.
  public enum Channel: String, CaseIterable, Sendable {
    /// A person at a command line or a terminal.
    case person
    /// A link that was opened: from a browser, an NFC tag, a QR code.
    case link
    /// Another program.
    case program
  }

  /// By which way.
  public var channel: Channel
  /// Whether it is root, or in an instance of one's own its owner: what `may` allows is for all others.
  public var isAdministrator: Bool
  /// What is shown as the content of a key; nil for nothing.
  public var keyContent: [UInt8]?
  /// The length in characters of the random text that was shown to them and typed without a mistake; nil for none.
  public var typedLength: Int64?

  /// Somebody who asks.
  public init(
    _ channel: Channel = .person, isAdministrator: Bool = true, keyContent: [UInt8]? = nil, typedLength: Int64? = nil
  ) {
    self.channel = channel
    self.isAdministrator = isAdministrator
    self.keyContent = keyContent
    self.typedLength = typedLength
  }

  /// Whether they have shown anything as a key.
  var showsKey: Bool { keyContent != nil || typedLength != nil }

  /// Whether they have shown one of the keys.
  func hasShown(_ keys: [UnlockKey]) -> Bool {
    keys.contains { key in
      switch key.secret {
      case .hash: keyContent.map(key.isContent) ?? false
      case .text(let length): typedLength.map { $0 >= length } ?? false
      }
    }
  }
}
