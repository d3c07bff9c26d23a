import SchedulerJSON

/// A type of the Varlink interface language.
public indirect enum VarlinkType: Hashable, Sendable {
  case bool, int, float, string
  /// Any JSON value.
  case object
  /// A type defined in the interface.
  case named(String)
  case array(VarlinkType)
  /// A map with string keys.
  case map(VarlinkType)
  /// A value that may be null or missing.
  case optional(VarlinkType)
  case structure([Field])
  /// One of the given words.
  case enumeration([String])

  /// A field of a structure or a parameter of a method.
  public struct Field: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The type of its value.
    public let type: VarlinkType

    /// Creates a field.
    public init(_ name: String, type: VarlinkType) {
      self.name = name
      self.type = type
    }
  }

  /// The fields if this is a structure, otherwise empty.
  public var fields: [Field] { if case .structure(let fields) = self { fields } else { [] } }
}

extension VarlinkInterface {
  /// Returns the path of the first part of a value that does not match a type, for example `sessions[0].until`; nil if
  /// the value matches. Members that the structure does not declare are mismatches.
  public func firstMismatch(of value: JSONValue, in type: VarlinkType, at path: String = "") -> String? {
    switch (type, value) {
    case (.bool, .bool), (.int, .integer), (.float, .double), (.float, .integer), (.string, .string), (.object, _),
      (.optional, .null):
      return nil
    case (.optional(let type), _): return firstMismatch(of: value, in: type, at: path)
    case (.named(let name), _): return types[name].map { firstMismatch(of: value, in: $0, at: path) } ?? path
    case (.enumeration(let words), .string(let word)): return words.contains(word) ? nil : path
    case (.array(let type), .array(let elements)):
      return elements.enumerated().lazy.compactMap { firstMismatch(of: $1, in: type, at: "\(path)[\($0)]") }.first
    case (.map(let type), .object(let object)):
      return object.members.lazy.compactMap { firstMismatch(of: $0.value, in: type, at: "\(path)[\($0.key)]") }.first
    case (.structure(let fields), .object(let object)): return firstMismatch(of: object, fields, at: path)
    default: return path
    }
  }

  private func firstMismatch(of object: JSONObject, _ fields: [VarlinkType.Field], at path: String) -> String? {
    let prefix = path.isEmpty ? "" : path + "."
    for field in fields {
      if let path = firstMismatch(of: object[field.name] ?? .null, in: field.type, at: prefix + field.name) {
        return path
      }
    }
    return object.members.first { member in !fields.contains { $0.name == member.key } }.map { prefix + $0.key }
  }
}
