import SchedulerJSON

/// A method call, as sent by a client.
///
/// Source: https://varlink.org/Method-Call.
public struct VarlinkCall: Hashable, Sendable {
  /// The method with its interface, for example `org.varlink.service.GetInfo`.
  public var method: String
  /// The parameters.
  public var parameters: JSONObject
  /// Whether the client expects neither a reply nor an error.
  public var isOneway: Bool
  /// Whether the client accepts several replies.
  public var takesMore: Bool
  /// Whether the client wants to speak another protocol after the reply.
  public var wantsUpgrade: Bool

  /// Creates a call that expects one reply or, with `takesMore`, several.
  public init(_ method: String, parameters: JSONObject = JSONObject(), takesMore: Bool = false) {
    self.method = method
    self.parameters = parameters
    self.takesMore = takesMore
    isOneway = false
    wantsUpgrade = false
  }

  /// Parses a message. Unknown members are ignored; known members must have the right types.
  ///
  /// - Parameter bytes: the message without its NUL.
  /// - Throws: an error with a message.
  public init(parsing bytes: [UInt8]) throws(MalformedMessage) {
    let members = try MalformedMessage.object(bytes)
    guard let method = members["method"]?.stringValue else { throw MalformedMessage("'method' has to be a text") }
    self.method = method
    parameters = try MalformedMessage.parameters(in: members)
    isOneway = try Self.flag("oneway", in: members)
    takesMore = try Self.flag("more", in: members)
    wantsUpgrade = try Self.flag("upgrade", in: members)
  }

  private static func flag(_ key: String, in members: JSONObject) throws(MalformedMessage) -> Bool {
    switch members[key] {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw MalformedMessage("'\(key)' has to be true or false")
    }
  }

  /// The message with its final NUL.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("method", value: method)
      json.member("parameters", value: parameters)
      if isOneway { json.member("oneway", value: true) }
      if takesMore { json.member("more", value: true) }
      if wantsUpgrade { json.member("upgrade", value: true) }
    }
    return json.bytes + [0]
  }

  /// The part of the method before its last dot, or nil if it has no dot.
  public var interface: String? { method.lastIndex(of: ".").map { String(method[..<$0]) } }

  /// The part of the method after its last dot.
  public var name: String { method.split(separator: ".").last.map(String.init) ?? method }
}

/// An error for bytes that are not a Varlink message.
public struct MalformedMessage: Error, Hashable, Sendable {
  /// The problem, in lower case without a full stop.
  public let message: String

  init(_ message: String) { self.message = message }

  /// Parses the members of a message.
  static func object(_ bytes: [UInt8]) throws(MalformedMessage) -> JSONObject {
    let value = try MalformedMessage.mapping(JSONValue(parsing: bytes)) { (error: JSONError) in
      .init("a message is a JSON object: \(error)")
    }
    guard let members = value.objectValue else { throw MalformedMessage("a message is a JSON object") }
    return members
  }

  /// Returns the parameters of a message; empty if it has none.
  static func parameters(in members: JSONObject) throws(MalformedMessage) -> JSONObject {
    switch members["parameters"] {
    case nil, .null: return JSONObject()
    case .object(let object): return object
    default: throw MalformedMessage("'parameters' has to be an object")
    }
  }
}

/// The answer to a call: a reply or an error.
public struct VarlinkReply: Hashable, Sendable {
  /// The full name of the error; nil for a reply.
  public var error: String?
  /// The parameters.
  public var parameters: JSONObject
  /// Whether another reply follows.
  public var continues = false

  /// Creates a reply or an error.
  public init(error: String? = nil, _ parameters: JSONObject = JSONObject(), continues: Bool = false) {
    self.error = error
    self.parameters = parameters
    self.continues = continues
  }

  /// Parses a message without its NUL.
  ///
  /// - Throws: an error with a message.
  public init(parsing bytes: [UInt8]) throws(MalformedMessage) {
    let members = try MalformedMessage.object(bytes)
    parameters = try MalformedMessage.parameters(in: members)
    switch members["error"] {
    case nil, .null: error = nil
    case .string(let name): error = name
    default: throw MalformedMessage("'error' has to be a text")
    }
    continues = members["continues"]?.boolValue ?? false
  }

  /// The message with its final NUL.
  public var bytes: [UInt8] {
    Self.bytes(error: error, continues: continues) { json in
      for member in parameters.members { json.member(named: member.key, value: member.value) }
    }
  }

  /// Returns a message with its final NUL. `write` writes the parameters as members of an object.
  static func bytes(error: String? = nil, continues: Bool = false, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("error", ifPresent: error)
      json.object("parameters", write: write)
      if continues { json.member("continues", value: true) }
    }
    return json.bytes + [0]
  }
}

/// A parsed interface definition: types, methods and errors.
///
/// Source: https://varlink.org/Interface-Definition.
public struct VarlinkInterface: Hashable, Sendable {
  /// A method.
  public struct Method: Hashable, Sendable {
    /// The name without the interface.
    public let name: String
    /// The type of its parameters, a structure.
    public let input: VarlinkType
    /// The type of its reply, a structure.
    public let output: VarlinkType
  }

  /// The name, for example `org.varlink.service`.
  public let name: String
  /// The definition that was parsed.
  public let definition: String
  /// The types defined in the interface, by name.
  public internal(set) var types: [String: VarlinkType] = [:]
  /// The methods, in order.
  public internal(set) var methods: [Method] = []
  /// The parameters of its errors, as structures.
  public internal(set) var errors: [String: VarlinkType] = [:]

  /// Returns the method with a name, or nil if there is none.
  public func method(_ name: String) -> Method? { methods.first { $0.name == name } }
}
