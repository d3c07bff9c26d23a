/// The sender of a command, and the channel by which it came.
public struct Requester: Hashable, Sendable {
  /// The channels by which a command comes.
  public enum Channel: String, CaseIterable, Sendable {
    /// A person at a command line or a terminal.
    case person
    /// A link that was opened from a browser, an NFC tag or a QR code.
    case link
    /// Another program.
    case program
  }

  /// The channel.
  public var channel: Channel
  /// Whether the requester is root, or the owner in a user instance. The permissions in `may` are for all others.
  public var isAdministrator: Bool
  /// The content that is presented as a key; nil for none.
  public var keyContent: [UInt8]?
  /// The length in characters of the random text that was shown to the requester and typed without a mistake; nil for
  /// none.
  public var typedLength: Int64?
  /// The part of the instance that the requester sees. A start that replaces other sessions is refused if the requester
  /// does not see one of them.
  public var viewer = Viewer.everything

  /// Creates a requester.
  public init(
    _ channel: Channel = .person, isAdministrator: Bool = true, keyContent: [UInt8]? = nil, typedLength: Int64? = nil
  ) {
    self.channel = channel
    self.isAdministrator = isAdministrator
    self.keyContent = keyContent
    self.typedLength = typedLength
  }

  /// This requester without a key.
  var withoutKey: Requester {
    var requester = self
    requester.keyContent = nil
    requester.typedLength = nil
    return requester
  }

  /// Whether the requester presented anything as a key.
  var showsKey: Bool { keyContent != nil || typedLength != nil }

  /// Whether the requester presented one of the keys.
  func hasShown(_ keys: [UnlockKey]) -> Bool {
    keys.contains { key in
      switch key.secret {
      case .hash: keyContent.map(key.isContent) ?? false
      case .text(let length): typedLength.map { $0 >= length } ?? false
      }
    }
  }
}
