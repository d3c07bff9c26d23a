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

  init(name: String, definition: String) {
    self.name = name
    self.definition = definition
  }

  /// Returns the method with a name, or nil if there is none.
  public func method(_ name: String) -> Method? { methods.first { $0.name == name } }
}
