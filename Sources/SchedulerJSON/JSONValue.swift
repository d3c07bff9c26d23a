/// A JSON value as RFC 8259 defines it, with the order of members kept.
///
/// Numbers are split in two: an integer literal is exact or refused, everything else is the nearest `Double`.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent.
  case integer(Int64)
  /// A number written with a fraction or an exponent; finite.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The member of that name when this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The text when this is a string.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The number when this is an integer.
  public var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The truth value when this is one.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements when this is an array.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members when this is an object.
  public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

/// The members of a JSON object in the order in which they were written or added.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A name with its value.
  public struct Member: Hashable, Sendable {
    /// The name, without escapes.
    public let key: String
    /// What it is set to.
    public var value: JSONValue
  }

  /// The members in order.
  public private(set) var members: [Member] = []

  /// An object without members.
  public init() {}

  /// An object from a literal; of a key given twice the last value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// Members whose keys are known to differ.
  init(distinct members: [Member]) { self.members = members }

  /// The value of a key. Setting an unknown key appends it; setting nil removes the member. Keys are equal if all their
  /// scalars are: `é` in its two forms is two keys.
  ///
  /// Complexity: O(members).
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  private func position(of key: String) -> Int? {
    members.firstIndex { $0.key.utf8.count == key.utf8.count && $0.key.utf8.elementsEqual(key.utf8) }
  }
}
