/// An address that refers to a profile: in a browser, on an NFC tag, or in a QR code.
///
///     link   = "schedctl://" action "/" name / "https://" host "/" action "/" uuid
///     action = "profile" / "navigate"      ; toggles the profile, shows it
///     name   = uuid / key
///
/// Scheme and host are case-insensitive (RFC 3986, section 6.2.2.1), and any host is accepted. The name may be followed
/// by one `/` and nothing else, because a query, a fragment, a user or a port would be silently ignored.
public struct ProfileLink: Hashable, Sendable {
  /// The effect of opening the link.
  public enum Action: String, CaseIterable, Sendable {
    /// Starts the profile, or stops it if it is active.
    case toggle = "profile"
    /// Shows the profile.
    case navigate
  }

  /// The profile to which the link refers.
  public enum Name: Hashable, Sendable {
    /// The profile with this identity.
    case id(ProfileID)
    /// The profile with this key.
    case key(ProfileKey)
  }

  /// The effect of opening the link.
  public let action: Action
  /// The profile to which the link refers.
  public let name: Name

  /// Maximum length of an address, in bytes.
  public static let longest = 2_048

  /// Creates a link.
  public init(_ action: Action = .toggle, to name: Name) {
    self.action = action
    self.name = name
  }

  /// Parses an address.
  ///
  /// - Throws: `LinkProblem` for any other text.
  public init(_ text: String) throws(LinkProblem) {
    guard text.utf8.count <= Self.longest else {
      throw LinkProblem("the address has \(text.utf8.count) bytes; at most \(Self.longest) are read")
    }
    var rest = text.utf8[...]
    if rest.take("schedctl://") {
      (action, name) = try Self.path(rest, allowsKeys: true, text: text)
    } else if rest.take("https://") {
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard !host.isEmpty, host.allSatisfy(Self.isInHost) else {
        throw LinkProblem("'\(text)' has no host behind 'https://', or more than a host")
      }
      rest = rest[host.endIndex...].dropFirst()
      (action, name) = try Self.path(rest, allowsKeys: false, text: text)
    } else {
      throw LinkProblem(
        "'\(text)' is not an address of a profile: it begins neither with 'schedctl://' nor with 'https://'")
    }
  }

  private static func path(
    _ rest: Substring.UTF8View, allowsKeys: Bool, text: String
  ) throws(LinkProblem) -> (Action, Name) {
    var parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard parts.count == 2, let action = Action(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw LinkProblem("'\(text)' is not an address of a profile: its path is 'profile/NAME' or 'navigate/NAME'")
    }
    let name = String(decoding: parts[1], as: UTF8.self)
    if let uuid = UUIDValue(name) { return (action, .id(ProfileID(uuid))) }
    guard allowsKeys else { throw LinkProblem("'\(name)' is not an identity of a profile, which is a UUID") }
    guard let key = ProfileKey(name) else {
      throw LinkProblem("'\(name)' is neither the identity nor the key of a profile")
    }
    return (action, .key(key))
  }

  /// Whether a byte may occur in a registered name, which includes IPv4 addresses (RFC 3986, section 3.2.2).
  private static func isInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte) || byte >= 0x80
    }
  }
}

extension ProfileLink: CustomStringConvertible {
  /// The address with the scheme `schedctl`: `schedctl://profile/6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10`.
  public var description: String {
    switch name {
    case .id(let id): "schedctl://\(action.rawValue)/\(id)"
    case .key(let key): "schedctl://\(action.rawValue)/\(key)"
    }
  }
}

/// The reason why a text is not the address of a profile.
public struct LinkProblem: Error, Hashable, Sendable {
  /// What was found and what was expected, in lower case without a full stop.
  public let message: String

  init(_ message: String) { self.message = message }
}

extension Substring.UTF8View {
  /// Removes a prefix, ignoring case. Returns whether the text had it.
  fileprivate mutating func take(_ start: String) -> Bool {
    let found = prefix(start.utf8.count)
    guard found.count == start.utf8.count, zip(found, start.utf8).allSatisfy({ $0.lowered == $1 }) else { return false }
    self = self[found.endIndex...]
    return true
  }
}

extension UInt8 {
  fileprivate var lowered: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
