/// An address that means a profile: in a browser, on an NFC tag, in a QR code.
///
///     link   = "schedctl://" action "/" name / "https://" host "/" action "/" uuid
///     action = "profile" / "navigate"      ; toggles it, shows it
///     name   = uuid / key
///
/// Scheme and host are read in either case (RFC 3986, section 6.2.2.1); the host may be any. One `/` may stand behind the
/// name. Nothing else may: a query, a fragment, a user or a port would be left out silently.
public struct ProfileLink: Hashable, Sendable {
  /// What opening it does.
  public enum Action: String, CaseIterable, Sendable {
    /// Starts the profile, or stops it when it is active.
    case toggle = "profile"
    /// Shows the profile.
    case navigate
  }

  /// Which profile is meant.
  public enum Name: Hashable, Sendable {
    /// The one of an identity.
    case id(ProfileID)
    /// The one of a key.
    case key(ProfileKey)
  }

  /// What opening it does.
  public let action: Action
  /// Which profile is meant.
  public let name: Name

  /// The longest address that is read, in bytes.
  public static let longest = 2_048

  /// A link.
  public init(_ action: Action = .toggle, _ name: Name) {
    self.action = action
    self.name = name
  }

  /// Reads an address.
  ///
  /// - Throws: why it is no such address.
  public init(_ text: String) throws(LinkProblem) {
    guard text.utf8.count <= Self.longest else {
      throw LinkProblem("the address has \(text.utf8.count) bytes; at most \(Self.longest) are read")
    }
    var rest = text.utf8[...]
    if rest.take("schedctl://") {
      (action, name) = try Self.path(rest, allowsKeys: true, text)
    } else if rest.take("https://") {
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard !host.isEmpty, host.allSatisfy(Self.isInHost) else {
        throw LinkProblem("'\(text)' has no host behind 'https://', or more than a host")
      }
      rest = rest[host.endIndex...].dropFirst()
      (action, name) = try Self.path(rest, allowsKeys: false, text)
    } else {
      throw LinkProblem(
        "'\(text)' is no address of a profile: it begins neither with 'schedctl://' nor with 'https://'")
    }
  }

  private static func path(
    _ rest: Substring.UTF8View, allowsKeys: Bool, _ text: String
  ) throws(LinkProblem) -> (Action, Name) {
    var parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard parts.count == 2, let action = Action(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw LinkProblem("'\(text)' is no address of a profile: its path is 'profile/NAME' or 'navigate/NAME'")
    }
    let name = String(decoding: parts[1], as: UTF8.self)
    if let uuid = UUIDValue(name) { return (action, .id(ProfileID(uuid))) }
    guard allowsKeys else { throw LinkProblem("'\(name)' is no identity of a profile, which is a UUID") }
    guard let key = ProfileKey(name) else {
      throw LinkProblem("'\(name)' is neither the identity nor the key of a profile")
    }
    return (action, .key(key))
  }

  /// The characters of a registered name, with which an IPv4 address is written, too (RFC 3986, section 3.2.2).
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
  /// The address with our own scheme: `schedctl://profile/6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10`.
  public var description: String {
    switch name {
    case .id(let id): "schedctl://\(action.rawValue)/\(id)"
    case .key(let key): "schedctl://\(action.rawValue)/\(key)"
    }
  }
}

/// Why a text is no address of a profile.
public struct LinkProblem: Error, Hashable, Sendable {
  /// What was found and what was expected, in lower case without a full stop.
  public let message: String

  init(_ message: String) { self.message = message }
}

extension Substring.UTF8View {
  /// Moves over a beginning, in either case, and says whether it was there.
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
