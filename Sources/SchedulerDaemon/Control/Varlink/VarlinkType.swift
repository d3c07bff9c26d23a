import SchedulerJSON

/// A type of the Varlink interface language.
public indirect enum VarlinkType: Hashable, Sendable {
  case bool, int, float, string
  /// Any JSON value.
  case object
  /// A type that the interface defines.
  case named(String)
  case array(VarlinkType)
  /// A map from texts.
  case map(VarlinkType)
  /// The value may be null or left out.
  case optional(VarlinkType)
  case structure([Field])
  /// One of some words.
  case enumeration([String])

  /// A field of a structure, a parameter of a method.
  public struct Field: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// What it can be.
    public let type: VarlinkType

    /// A field.
    public init(_ name: String, _ type: VarlinkType) {
      self.name = name
      self.type = type
    }
  }

  /// The fields, when this is a structure.
  public var fields: [Field] { if case .structure(let fields) = self { fields } else { [] } }
}

extension VarlinkInterface {
  /// The first part of a value that does not conform to a type, as `sessions[0].until`; nil when all of it does. Members
  /// that a structure does not have do not conform either.
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
