import SchedulerJSON

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
    switch members["parameters"] {
    case nil, .null: parameters = JSONObject()
    case .object(let object): parameters = object
    default: throw MalformedMessage("'parameters' has to be an object")
    }
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
      for member in parameters.members { json.member(named: member.key, member.value) }
    }
  }

  /// Returns a message with its final NUL. `write` writes the parameters as members of an object.
  static func bytes(
    error: String? = nil, continues: Bool = false, _ write: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("error", ifPresent: error)
      json.object("parameters", write)
      if continues { json.member("continues", true) }
    }
    return json.bytes + [0]
  }
}
