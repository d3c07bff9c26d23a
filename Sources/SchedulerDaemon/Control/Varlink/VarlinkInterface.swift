/// An interface as its definition says: its types, methods and errors.
///
/// Source: https://varlink.org/Interface-Definition.
public struct VarlinkInterface: Hashable, Sendable {
  /// A method.
  public struct Method: Hashable, Sendable {
    /// What it is called, without the interface.
    public let name: String
    /// What it takes, a structure.
    public let input: VarlinkType
    /// What it answers, a structure.
    public let output: VarlinkType
  }

  /// The name, such as `org.varlink.service`.
  public let name: String
  /// The definition from which this was read.
  public let definition: String
  /// What its own types are.
  public internal(set) var types: [String: VarlinkType] = [:]
  /// The methods, in order.
  public internal(set) var methods: [Method] = []
  /// The parameters of its errors, structures.
  public internal(set) var errors: [String: VarlinkType] = [:]

  init(name: String, definition: String) {
    self.name = name
    self.definition = definition
  }

  /// The method of a name; nil when it has none.
  public func method(_ name: String) -> Method? { methods.first { $0.name == name } }
}
