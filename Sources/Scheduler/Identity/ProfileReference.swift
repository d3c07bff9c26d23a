/// The identity of a profile, which survives renaming, together with its key.
public struct ProfileReference: Hashable, Sendable {
  /// The key that users type.
  public let key: ProfileKey
  /// The identity: the stated one, or else the one derived from the key.
  public let id: ProfileID
  private let statesID: Bool

  /// Creates a reference to a profile. Without `id`, the identity is derived from the key.
  ///
  /// Complexity: a digest of the key if no identity is stated, about a microsecond.
  public init(key: ProfileKey, id: ProfileID? = nil) {
    self.key = key
    self.id = id ?? ProfileID(derivedFrom: key)
    statesID = id != nil
  }

  /// The stated identity; nil if the identity is derived from the key.
  public var statedID: ProfileID? { statesID ? id : nil }
}

/// The short name of a profile: one or more of `a`–`z`, `0`–`9`, `-` and `_`.
public struct ProfileKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The key as text.
  public let text: String

  /// Creates a key. Returns nil if the text is empty or contains another character.
  public init?(_ text: String) {
    guard Self.isValid(text) else { return nil }
    self.text = text
  }

  /// Whether a text is a valid key.
  public static func isValid(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isAllowed) }

  /// The syntax of keys and other table names as an ECMA 262 regular expression.
  static let pattern = "[a-z0-9_-]+"

  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The key as text.
  public var description: String { text }

  /// Orders by the bytes of the text.
  public static func < (a: ProfileKey, b: ProfileKey) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

/// The identity of a `Subject`, which is a UUID.
public struct Identity<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The UUID of the identity.
  public let uuid: UUIDValue

  /// Creates an identity from a stated UUID.
  public init(_ uuid: UUIDValue) { self.uuid = uuid }

  /// The identifier in lower case.
  public var description: String { uuid.description }

  /// Orders like the written form.
  public static func < (a: Identity, b: Identity) -> Bool { a.uuid < b.uuid }
}

/// The identity of a profile, which activities and sessions carry.
public typealias ProfileID = Identity<ProfileReference>

extension ProfileID {
  /// Derives the identity of a profile that states none: UUID version 5, URL namespace, of `schedctl:profile:` and the
  /// key.
  public init(derivedFrom key: ProfileKey) {
    self.init(UUIDValue(version5Of: "schedctl:profile:" + key.text, in: .urlNamespace))
  }
}
