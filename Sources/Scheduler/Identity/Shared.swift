/// A value stored behind a reference, for large values that are copied often and changed rarely.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// Whether both hold equal values. Returns at once for identical references.
  static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }

  /// The description of the value.
  var description: String { "\(value)" }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
