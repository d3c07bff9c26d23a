/// The identity that outlives renaming, and the key that people type.
public struct ProfileReference: Hashable, Sendable {
  /// The handle on the command line.
  public let key: ProfileKey
  /// The identity: the stated one, else the one derived from the key.
  public let id: ProfileID
  private let statesID: Bool

  /// A reference to a profile; without `id` it has the identity that is derived from its key.
  ///
  /// Complexity: a digest of the key where no identity is stated, about a microsecond.
  public init(key: ProfileKey, id: ProfileID? = nil) {
    self.key = key
    self.id = id ?? ProfileID(derivedFrom: key)
    statesID = id != nil
  }

  /// The identity that was stated; nil for the one derived from the key.
  public var statedID: ProfileID? { statesID ? id : nil }
}

/// The handle of a profile: one or more of `a`–`z`, `0`–`9`, `-` and `_`.
public struct ProfileKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The handle as written.
  public let text: String

  /// A key of that text, or nil when it is empty or has another character.
  public init?(_ text: String) {
    guard Self.isValid(text) else { return nil }
    self.text = text
  }

  /// Whether a text can be a key.
  public static func isValid(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isAllowed) }

  /// What can be a key, or another name of a table, as an ECMA 262 regular expression.
  static let pattern = "[a-z0-9_-]+"

  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The handle as written.
  public var description: String { text }

  /// Orders by the bytes of the text.
  public static func < (a: ProfileKey, b: ProfileKey) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

/// The identity of a profile, which activities and sessions carry.
public struct ProfileID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier itself.
  public let uuid: UUIDValue

  /// An identity that was written down.
  public init(_ uuid: UUIDValue) { self.uuid = uuid }

  /// The identity of a profile that states none: UUID version 5, URL namespace, of `schedctl:profile:` and the key.
  public init(derivedFrom key: ProfileKey) {
    uuid = UUIDValue(version5Of: "schedctl:profile:" + key.text, in: .urlNamespace)
  }

  /// The identifier in lower case.
  public var description: String { uuid.description }

  /// Orders as the written form does.
  public static func < (a: ProfileID, b: ProfileID) -> Bool { a.uuid < b.uuid }
}
